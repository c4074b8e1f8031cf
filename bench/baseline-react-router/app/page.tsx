import { type LoaderFunctionArgs, useLoaderData } from 'react-router'

const IN_A_CARD = 10

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const cards = Math.round(Number(searchParams.get('elements') ?? 100) / IN_A_CARD)
  const each = 'word '.repeat(Math.round(Number(searchParams.get('characters') ?? 0) / cards / 5))
  return { cards: Array.from({ length: cards }, (_, n) => ({ name: `Card ${n}`, text: `${n} ${each}` })) }
}

export default function Page() {
  const { cards } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>A bare page</h1>
      <ul>
        {cards.map(({ name, text }) => (
          <li key={name}>
            <article>
              <h2>
                <a href={`/#${name}`}>{name}</a>
              </h2>
              <p>
                <span>One</span> <span>two</span> <b>three</b> <i>four</i> <em>{text}</em>
              </p>
            </article>
          </li>
        ))}
      </ul>
    </main>
  )
}
