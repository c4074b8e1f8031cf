import { type RefObject, useEffect, useRef } from 'react'
import { Link as RouterLink } from 'react-router'
import { describeBudget } from '#shared/plates/budget.ts'
import type { ListedPlate } from '#shared/plates/find-plates.ts'
import { type SORTS, type StockView, WHOLE_STOCK } from '#shared/plates/search/definitions.ts'
import { isSearch, quoteSearch } from '#shared/plates/search/plate-search.ts'
import {
  type ActiveFilter,
  activeFilters,
  defaultSort,
  onPage,
  PAGE_SIZE,
  type StockPage,
  stockQuery,
} from '#shared/plates/search/plate-view.ts'
import { formatNumber } from '#shared/text/format.ts'
import { alertsPath, wantedPath } from '#shared/urls.ts'
import { Link } from '../../shared/ui/link.tsx'
import { ListPages, type MorePages } from './list-pages.tsx'
import { MissText } from './miss-text.tsx'
import { PlateGrid } from './plate-grid.tsx'
import { type SoldLike, SoldPlates } from './sold-plates.tsx'

interface ResultsProps {
  view: StockView
  page: StockPage<ListedPlate>
  more: MorePages
  isBusy?: boolean
  /** For a search without results, as read by the server. */
  soldLike: SoldLike | null
}

export function Results({ view, page, more, isBusy = false, soldLike }: ResultsProps) {
  const status = useRef<HTMLParagraphElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const { shown, count, alternatives } = page
  const focusNext = useFocusOnNext(list, stockQuery(onPage(view, page.page)), shown.length)
  // Sales under the name are more relevant than plates that only fit the other filters, so they come first. If the
  // browser reads them later, they come last, so that nothing moves.
  const isSoldFirst =
    alternatives?.why === 'fitting' && soldLike?.search === view.search && soldLike.registrations.length > 0
  const soldPlates = alternatives && isSearch(view.search) && (
    <SoldPlates key={view.search} search={view.search} budget={view} read={soldLike} />
  )
  const first = (page.page - 1) * PAGE_SIZE + 1
  return (
    <>
      <div className="result-line mt-4 flex min-h-11 flex-wrap items-center gap-x-5 gap-y-2">
        <p
          role="status"
          ref={status}
          tabIndex={-1}
          className={alternatives ? 'text-lg' : 'tabular text-quiet'}
        >
          {alternatives ? (
            <span key={stockQuery(view)}>
              <MissText alternatives={alternatives} view={view} isSoldFirst={isSoldFirst} />
            </span>
          ) : (
            describeCount(count, first, first + shown.length - 1, view)
          )}
        </p>
        <ActiveFilters
          filters={activeFilters(view)}
          onRemove={() => status.current?.focus({ preventScroll: true })}
        />
      </div>
      {isSoldFirst && (
        <>
          {soldPlates}
          <h2 className="subheading mt-12">{`Other plates${describeBudget(view)}`}</h2>
        </>
      )}
      <div ref={list} aria-busy={isBusy}>
        <PlateGrid shown={alternatives ? alternatives.shown : shown} />
      </div>
      {!isSoldFirst && soldPlates}
      {alternatives && (
        <p className="mt-10 max-w-reading text-quiet">
          Not what you had in mind?{' '}
          <Link to={askPath(view)} className="link">
            Tell us what you are looking for
          </Link>{' '}
          and we’ll reply, or{' '}
          <Link
            to={alertsPath(stockQuery({ ...view, sort: null, page: 1, lastPage: 1 }).slice(1))}
            className="link"
          >
            set up an e-mail alert
          </Link>
          .
        </p>
      )}
      <ListPages
        view={view}
        page={page}
        more={{
          ...more,
          show: (longer) => {
            focusNext()
            more.show(longer)
          },
        }}
      />
    </>
  )
}

/** After "Show more", the focus goes to the first added plate instead of the link's new position. */
function useFocusOnNext(list: RefObject<HTMLElement | null>, start: string, count: number): () => void {
  const before = useRef<{ start: string; count: number } | null>(null)
  useEffect(() => {
    if (before.current?.start !== start || count <= before.current.count) return
    const links = list.current?.querySelectorAll<HTMLElement>('.card-link')
    links?.[before.current.count]?.focus({ preventScroll: true })
    before.current = null
  }, [list, start, count])
  return () => {
    before.current = { start, count }
  }
}

function describeCount(count: number, first: number, last: number, view: StockView): string {
  const plates = `${formatNumber(count)} ${count === 1 ? 'plate' : 'plates'}`
  const sort = view.sort ?? defaultSort(view.search)
  const order = count === 1 ? '' : `, ${ORDERS[sort]}`
  const part = last - first + 1 < count ? `, ${formatNumber(first)} to ${formatNumber(last)} shown` : ''
  return plates + order + part
}

const ORDERS = {
  best: 'best match first',
  dearest: 'highest price first',
  cheapest: 'lowest price first',
  shortest: 'shortest first',
  'a-z': 'A to Z',
} satisfies Record<(typeof SORTS)[number]['value'], string>

function askPath(view: StockView): string {
  return isSearch(view.search) ? wantedPath(quoteSearch(view.search), view) : '/contact'
}

function ActiveFilters({ filters, onRemove }: { filters: ActiveFilter[]; onRemove: () => void }) {
  if (filters.length === 0) return null
  return (
    <ul className="flex flex-wrap items-center gap-2" aria-label="Filters in use">
      {filters.map(({ key, label, without }) => (
        <li key={`${key} ${label}`}>
          <RouterLink
            to={`/plates${stockQuery(without)}`}
            replace
            preventScrollReset
            className="chip"
            onClick={onRemove}
          >
            <span className="sr-only">Remove </span>
            {label}
            <svg viewBox="0 0 12 12" aria-hidden="true" className="chip-cross">
              <path d="m3 3 6 6M9 3l-6 6" />
            </svg>
          </RouterLink>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <RouterLink
            to={`/plates${stockQuery(WHOLE_STOCK)}`}
            replace
            preventScrollReset
            className="chip-clear"
            onClick={onRemove}
          >
            Clear all
          </RouterLink>
        </li>
      )}
    </ul>
  )
}
