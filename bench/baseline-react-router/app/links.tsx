import { Link, useSearchParams } from 'react-router'

export default function Links() {
  const [search] = useSearchParams()
  return (
    <main>
      <h1>Links</h1>
      <Link prefetch="intent" to={`/?${search}`}>
        Cards
      </Link>
    </main>
  )
}
