import type { MeantPage } from '../meant-pages.ts'
import { QuietButtonLink } from './button-link.tsx'
import { TextLink } from './text-link.tsx'

/** Below a page that says that something does not exist: specification, 10. Decisions on open points, Routes and pages. */
export function WhereElse({ meant }: { meant: readonly MeantPage[] }) {
  return (
    <>
      {meant.length > 0 && (
        <section className="mt-8" aria-labelledby="meant">
          <h2 id="meant" className="text-quiet">
            Were you looking for this?
          </h2>
          <ul className="mt-2 font-serif text-xl">
            {meant.map(({ to, text }) => (
              <li key={to} className="py-1">
                <TextLink to={to}>{text}</TextLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <search aria-label="The whole site" className="mt-8 w-full max-w-[32rem]">
        <form action="/search" method="get" className="flex flex-wrap gap-2">
          <input
            type="search"
            name="q"
            aria-label="Search plates, sold prices and guides"
            placeholder="Name, plate or subject"
            maxLength={40}
            required
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            className="toolbar-input grow basis-56"
          />
          <button type="submit" className="button max-[25rem]:grow">
            Search
          </button>
        </form>
      </search>
      <p className="mt-8 flex flex-wrap justify-center gap-3">
        <QuietButtonLink to="/">Go to the home page</QuietButtonLink>
        <QuietButtonLink to="/plates">Browse plates</QuietButtonLink>
        <QuietButtonLink to="/contact">Contact us</QuietButtonLink>
      </p>
    </>
  )
}
