import type { ListedPlate } from '#shared/plates/find-plates.ts'
import type { StockView } from '#shared/plates/search/definitions.ts'
import {
  MAX_PAGES_TOGETHER,
  onPage,
  PAGE_SIZE,
  type StockPage,
  stockQuery,
} from '#shared/plates/search/plate-view.ts'
import { Link } from '../../shared/ui/link.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { EmailLink } from '../../shared/ui/unavailable.tsx'
import { pageNumbers } from './page-numbers.ts'

/** How a list appends another page. */
export interface MorePages {
  isLoading: boolean
  hasFailed: boolean
  show: (view: StockView) => void
}

interface ListPagesProps {
  view: StockView
  page: StockPage<ListedPlate>
  more: MorePages
}

/**
 * "Show 48 more" and, for visitors without script and for distant pages, links to every page. The URL contains the
 * shown pages, so that Back and reload show them again.
 */
export function ListPages({ view, page: shown, more }: ListPagesProps) {
  const { page, lastPage, pages, count } = shown
  if (pages === 1) return null
  const address = (number: number) => `/plates${stockQuery(onPage(view, number))}`
  const { before, after } = pageNumbers(shown)
  const hasRoom = lastPage - page + 1 < MAX_PAGES_TOGETHER
  const nextCount = Math.min(PAGE_SIZE, count - lastPage * PAGE_SIZE)
  const longer = { ...view, page, lastPage: lastPage + 1 }
  return (
    <div className="mt-12 grid justify-items-start gap-6 border-line border-t pt-6">
      {more.hasFailed && (
        <p role="alert">
          We can’t show the next plates just now. Please try again in a minute, or{' '}
          <TextLink to="/contact">write to us</TextLink> at <EmailLink />.
        </p>
      )}
      {lastPage < pages && hasRoom && (
        <Link
          to={`/plates${stockQuery(longer)}`}
          rel="nofollow"
          className="button button-quiet scripted"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            more.show(longer)
          }}
        >
          {more.isLoading ? 'Loading plates...' : `Show ${nextCount} more`}
        </Link>
      )}
      <nav aria-label="Pages of the list" className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <ol className="flex flex-wrap items-center">
          <PageLinks numbers={before} address={address} />
          <li>
            <span aria-current="page" className="page-number">
              <span className="sr-only">{lastPage > page ? 'Pages ' : 'Page '}</span>
              <span>{lastPage > page ? `${page}–${lastPage}` : page}</span>
            </span>
          </li>
          <PageLinks numbers={after} address={address} />
        </ol>
        {page > 1 && (
          <Link to={address(page - 1)} rel="prev" className="page-step">
            Previous<span className="sr-only"> page</span>
          </Link>
        )}
        {lastPage < pages && (
          <Link to={address(lastPage + 1)} rel="next" className="page-step">
            Next<span className="sr-only"> page</span>
          </Link>
        )}
      </nav>
    </div>
  )
}

function PageLinks({ numbers, address }: { numbers: (number | null)[]; address: (page: number) => string }) {
  return numbers.map((number) =>
    number === null ? (
      <li key="gap" aria-hidden="true" className="text-quiet">
        …
      </li>
    ) : (
      <li key={number}>
        <Link to={address(number)} className="page-number">
          <span className="sr-only">Page </span>
          {number}
        </Link>
      </li>
    ),
  )
}
