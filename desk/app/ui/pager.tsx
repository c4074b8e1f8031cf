import { formatNumber } from '#shared/text/format.ts'
import { listPath } from './list-path.ts'
import { ButtonLink } from './page.tsx'

interface PagerProps {
  previous?: string | null
  next?: string | null
  previousLabel?: string
  nextLabel?: string
  /** 'Page 2 of 5'. */
  children?: string
}

/** Links to the previous and next page; renders nothing if there is only one. */
function Pager({ previous, next, previousLabel = 'Previous', nextLabel = 'Next', children }: PagerProps) {
  if (!previous && !next && !children) return null
  return (
    <nav
      aria-label="Pages"
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-quiet text-row *:[a]:text-ink"
    >
      {previous && (
        <ButtonLink to={previous} rel="prev">
          {previousLabel}
        </ButtonLink>
      )}
      {children && <p>{children}</p>}
      {next && (
        <ButtonLink to={next} rel="next">
          {nextLabel}
        </ButtonLink>
      )}
    </nav>
  )
}

interface NumberedPagerProps {
  page: number
  pages: number
  /** The address of a page. */
  to(page: number): string
  /** 'Page 2 of 5' otherwise. */
  children?: string
}

/** Renders nothing if there is one page, unless that has a text of its own. */
export const NumberedPager = ({ page, pages, to, children }: NumberedPagerProps) => (
  <Pager previous={page > 1 ? to(page - 1) : null} next={page < pages ? to(page + 1) : null}>
    {children ?? (pages > 1 ? `Page ${formatNumber(page)} of ${formatNumber(pages)}` : undefined)}
  </Pager>
)

interface LatestFirstPagerProps {
  path: string
  query?: Record<string, string>
  /** What is listed: 'changes' */
  what: string
  isFirst: boolean
  /** Where the next page begins; null after the last one. */
  next: string | null
}

/** For a list without numbered pages. */
export const LatestFirstPager = ({ path, query = {}, what, isFirst, next }: LatestFirstPagerProps) => (
  <Pager
    previous={isFirst ? null : listPath(path, query)}
    previousLabel={`Latest ${what}`}
    next={next && listPath(path, { ...query, before: next })}
    nextLabel={`Earlier ${what}`}
  />
)
