import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import type { MeantPage } from '../../shared/meant-pages.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { WhereElse } from '../../shared/ui/where-else.tsx'

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
      <WhereElse meant={meant} />
    </div>
  )
}
