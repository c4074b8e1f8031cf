import { memo, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '../../shared/format.ts'
import { ShortlistButton } from '../shortlist/shortlist-button.tsx'
import type { ListedPlate } from './find-plates.ts'
import { PlateCard } from './plate-card.tsx'
import { type SORTS, type StockView, WHOLE_STOCK } from './search/definitions.ts'
import { isSearch, quoteSearch } from './search/plate-search.ts'
import {
  type ActiveFilter,
  activeFilters,
  defaultSort,
  type Shown,
  type StockPage,
  stockQuery,
} from './search/plate-view.ts'

interface ResultsProps {
  view: StockView
  page: StockPage<ListedPlate>
  pageSize: number
  more?: Shown<ListedPlate>[]
  isBusy?: boolean
  children?: ReactNode
}

export function Results({ view, page, pageSize, more = [], isBusy = false, children }: ResultsProps) {
  const status = useRef<HTMLParagraphElement>(null)
  const { shown, count, alternatives } = page
  const first = page.page === 1 ? 1 : (page.page - 1) * pageSize + 1
  return (
    <>
      <div className="result-line">
        <p
          role="status"
          ref={status}
          tabIndex={-1}
          className={alternatives ? 'text-lg' : 'tabular text-quiet'}
        >
          {alternatives
            ? describeAlternatives(alternatives.why, view)
            : describeCount(count, first, first + shown.length + more.length - 1, view)}
        </p>
        <ActiveFilters
          filters={activeFilters(view)}
          onRemove={() => status.current?.focus({ preventScroll: true })}
        />
      </div>
      <div aria-busy={isBusy}>
        <Grid shown={alternatives ? alternatives.shown : [...shown, ...more]} />
      </div>
      {alternatives && (
        <p className="mt-10 max-w-reading text-quiet">
          Not what you had in mind?{' '}
          <Link to="/contact" className="link">
            Tell us what you are looking for
          </Link>{' '}
          and we will answer.
        </p>
      )}
      {children}
    </>
  )
}

function describeCount(count: number, first: number, last: number, view: StockView): string {
  const plates = `${formatNumber(count)} ${count === 1 ? 'plate' : 'plates'}`
  const sort = view.sort ?? defaultSort(view.search)
  const order = count === 1 ? '' : `, ${ORDERS[sort]}`
  const part = last - first + 1 < count ? `, ${formatNumber(first)} to ${formatNumber(last)} shown` : ''
  return plates + order + part
}

const ORDERS = {
  best: 'the best match first',
  dearest: 'dearest first',
  cheapest: 'lowest price first',
  shortest: 'shortest first',
  'a-z': 'from A to Z',
} satisfies Record<(typeof SORTS)[number]['value'], string>

function describeAlternatives(
  why: NonNullable<StockPage<ListedPlate>['alternatives']>['why'],
  view: StockView,
): string {
  const search = isSearch(view.search) ? quoteSearch(view.search) : null
  switch (why) {
    case 'near':
      return `Nothing reads exactly as ${search}. These come close.`
    case 'outside-filters':
      return `Nothing that fits the other filters reads as ${search}. Without them there are these.`
    default: {
      const nothing = search ? `Nothing reads as ${search}, or comes close.` : 'No plate fits these filters.'
      return `${nothing} Here are ${why === 'featured' ? 'our featured plates' : 'the dearest of our plates'} instead.`
    }
  }
}

function ActiveFilters({ filters, onRemove }: { filters: ActiveFilter[]; onRemove: () => void }) {
  if (filters.length === 0) return null
  return (
    <ul className="filter-chips" aria-label="Filters in use">
      {filters.map(({ key, label, without }) => (
        <li key={key}>
          <Link
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
          </Link>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <Link
            to={`/plates${stockQuery(WHOLE_STOCK)}`}
            replace
            preventScrollReset
            className="chip-clear"
            onClick={onRemove}
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}

const FIRST_PAINT_COUNT = 60
const REST_DELAY_MS = 200

let isHydrated = false

// True until the first page of a visit is painted: plates far below the fold are rendered after it. Later pages
// render all plates at once, so that Back restores the scroll position.
function useFirstPaint(): boolean {
  const [isFirstPaint, setFirstPaint] = useState(() => !isHydrated)
  useEffect(() => {
    isHydrated = true
    const timer = setTimeout(() => startTransition(() => setFirstPaint(false)), REST_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isFirstPaint
}

function Grid({ shown }: { shown: Shown<ListedPlate>[] }) {
  const isFirstPaint = useFirstPaint()
  if (!isFirstPaint || shown.length <= FIRST_PAINT_COUNT) return <Cards shown={shown} />
  return (
    <>
      <Cards shown={shown.slice(0, FIRST_PAINT_COUNT)} />
      <noscript>
        <Cards shown={shown.slice(FIRST_PAINT_COUNT)} />
      </noscript>
    </>
  )
}

function Cards({ shown }: { shown: Shown<ListedPlate>[] }) {
  const isLong = shown.length > FIRST_PAINT_COUNT
  const grid = 'plate-grid plate-list mt-6 lg:grid-cols-3'
  return (
    <ul className={isLong ? `${grid} plate-list-long` : grid}>
      {shown.map(({ plate, reason }) => (
        <Card key={plate.id} plate={plate} reason={reason} />
      ))}
    </ul>
  )
}

const Card = memo(function Card({ plate, reason }: Shown<ListedPlate>) {
  return (
    <PlateCard plate={plate} headingLevel="h2" matchText={reason}>
      <ShortlistButton registration={plate.registration} className="shortlist-button-on-card" />
    </PlateCard>
  )
})
