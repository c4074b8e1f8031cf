import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { QuietButtonLink } from '../../shared/ui/button-link.tsx'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import type { MeantPage } from './meant-pages.ts'

export function NotFoundPage({ meant = [] }: { meant?: readonly MeantPage[] }) {
  const { pathname } = useLocation()
  useEffect(() => {
    console.error('404 Error: User attempted to access non-existent route:', pathname)
  }, [pathname])
  return (
    <div className="wrap grid justify-items-center py-16 text-center md:py-24">
      <PageMeta title="Page Not Found" path={pathname} noindex />
      <p className="w-full max-w-md">
        <PlateFace registration="404" decorative className="block w-full" />
        <span className="sr-only">404</span>
      </p>
      <h1 className="title mt-10">Page Not Found</h1>
      <p className="mt-4 max-w-[34rem] text-lg text-quiet">
        Sorry, the page you're looking for doesn't exist. It might have been moved, deleted, or you entered
        the wrong URL.
      </p>
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
    </div>
  )
}
