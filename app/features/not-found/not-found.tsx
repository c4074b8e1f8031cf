import { useEffect } from 'react'
import { data, Link, useLocation } from 'react-router'
import { site } from '../../../site.config.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'

export function loader() {
  return data(null, { status: 404 })
}

/** Saves the request to the loader on the server. */
export function clientLoader() {
  return null
}

export default function NotFound() {
  const { pathname } = useLocation()
  useEffect(() => {
    console.error('404 Error: User attempted to access non-existent route:', pathname)
  }, [pathname])
  return (
    <div className="wrap grid justify-items-center py-20 text-center md:py-32">
      <PageMeta title={`Page Not Found | ${site.name}`} path={pathname} noindex />
      <p className="font-serif text-8xl text-quiet leading-none tracking-tight">404</p>
      <h1 className="title mt-6">Page Not Found</h1>
      <p className="mt-4 max-w-[34rem] text-lg text-quiet">
        Sorry, the page you're looking for doesn't exist. It might have been moved, deleted, or you entered
        the wrong URL.
      </p>
      <p className="mt-8 flex flex-wrap justify-center gap-3">
        <Link prefetch="intent" to="/" className="button">
          Go to the home page
        </Link>
        <Link prefetch="intent" to="/plates" className="button button-quiet">
          Browse plates
        </Link>
        <Link prefetch="intent" to="/contact" className="button button-quiet">
          Contact us
        </Link>
      </p>
    </div>
  )
}
