import { memo, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '../../shared/format.ts'
import { formatGbp } from '../../shared/money.ts'
import { wantedPath } from '../../urls.ts'
import { ShortlistButton } from '../shortlist/shortlist-button.tsx'
import type { ListedPlate } from './find-plates.ts'
import { PlateCard } from './plate-card.tsx'
import { type SORTS, type StockView, WHOLE_STOCK } from './search/definitions.ts'
import { isSearch, quoteSearch } from './search/plate-search.ts'
import {
  type ActiveFilter,
  type Alternatives,
  activeFilters,
  defaultSort,
  type Shown,
  type StockPage,
  stockQuery,
} from './search/plate-view.ts'
import { type SoldLike, SoldPlates } from './sold-plates.tsx'

interface ResultsProps {
  view: StockView
  page: StockPage<ListedPlate>
  pageSize: number
  more?: Shown<ListedPlate>[]
  isBusy?: boolean
  /** For a search that finds nothing, as the server read it. */
  soldLike?: SoldLike | null
  children?: ReactNode
}

export function Results({
  view,
  page,
  pageSize,
  more = [],
  isBusy = false,
  soldLike = null,
  children,
}: ResultsProps) {
  const status = useRef<HTMLParagraphElement>(null)
  const { shown, count, alternatives } = page
  // What was sold under the name says more than plates that only fit the other filters. Read later, by the browser, it
  // comes after them, so that nothing moves.
  const isSoldFirst =
    alternatives?.why === 'fitting' && soldLike?.search === view.search && soldLike.marks.length > 0
  const soldPlates = alternatives && isSearch(view.search) && (
    <SoldPlates key={view.search} search={view.search} budgetGbp={view.priceTo} read={soldLike} />
  )
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
            ? describeAlternatives(alternatives, view, isSoldFirst)
            : describeCount(count, first, first + shown.length + more.length - 1, view)}
        </p>
        <ActiveFilters
          filters={activeFilters(view)}
          onRemove={() => status.current?.focus({ preventScroll: true })}
        />
      </div>
      {isSoldFirst && (
        <>
          {soldPlates}
          <h2 className="subheading mt-12">Other plates{priceWords(view)}</h2>
        </>
      )}
      <div aria-busy={isBusy}>
        <Grid shown={alternatives ? alternatives.shown : [...shown, ...more]} />
      </div>
      {!isSoldFirst && soldPlates}
      {alternatives && (
        <p className="mt-10 max-w-reading text-quiet">
          Not what you had in mind?{' '}
          <Link to={askPath(view)} className="link">
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

function askPath({ search, priceTo }: StockView): string {
  return isSearch(search) ? wantedPath(quoteSearch(search), priceTo) : '/contact'
}

function describeAlternatives(
  { why, outside }: Alternatives<ListedPlate>,
  view: StockView,
  isSoldFirst: boolean,
): ReactNode {
  const search = isSearch(view.search) ? quoteSearch(view.search) : null
  const budget = priceWords(view)
  const reads = why === 'near' ? 'reads exactly as' : 'reads as'
  const nothing = search
    ? `Nothing${budget || (outside > 0 ? ' that fits the other filters' : '')} ${reads} ${search}.`
    : `No plate${budget} fits these filters.`
  return (
    <>
      {nothing} {!isSoldFirst && WHAT_INSTEAD[why](budget)}
      {outside > 0 && (
        <>
          {' '}
          <Link to={`/plates${stockQuery({ ...WHOLE_STOCK, search: view.search })}`} className="link">
            {outside === 1 ? 'One plate that reads so' : `${formatNumber(outside)} plates that read so`}
          </Link>{' '}
          {outside === 1 ? 'is' : 'are'} outside your filters.
        </>
      )}
    </>
  )
}

const WHAT_INSTEAD: Record<Alternatives<ListedPlate>['why'], (budget: string) => string> = {
  near: () => 'These come close.',
  initials: () => 'These have the same initials.',
  start: () => 'These begin like it.',
  fitting: (budget) =>
    budget ? 'These plates are within your budget.' : 'Here are some of our plates instead.',
  'other-kind': (budget) => (budget ? 'Of another kind there are these.' : 'Without them there are these.'),
  none: () => '',
}

/** ' up to £5,000', with its space; '' without a price filter. */
function priceWords({ priceFrom, priceTo }: StockView): string {
  if (priceFrom !== null && priceTo !== null)
    return ` between ${formatGbp(priceFrom)} and ${formatGbp(priceTo)}`
  if (priceTo !== null) return ` up to ${formatGbp(priceTo)}`
  return priceFrom === null ? '' : ` from ${formatGbp(priceFrom)} on`
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
