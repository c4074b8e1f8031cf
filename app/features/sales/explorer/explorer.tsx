import { type ReactNode, Suspense, useDeferredValue, useEffect, useMemo } from 'react'
import { Await } from 'react-router'
import { isArchiveSite } from '#app/shared/backend/archive-site.ts'
import { cacheValue, explorerKey } from '#app/shared/backend/client-cache.ts'
import { useUnmetSearch } from '#app/shared/list/use-unmet-search.ts'
import { AfterPaint, useIsPainted } from '#app/shared/ui/after-paint.tsx'
import { Link } from '#app/shared/ui/link.tsx'
import { PageMeta } from '#app/shared/ui/page-meta.tsx'
import { useSiteUrl } from '#app/shared/ui/site-url.ts'
import { TextLink } from '#app/shared/ui/text-link.tsx'
import { Unavailable } from '#app/shared/ui/unavailable.tsx'
import { useDebouncedValue } from '#app/shared/ui/use-debounced-value.ts'
import { parseTyped } from '#shared/registration/typed-registration.ts'
import type { ExplorerView, Facets } from '#shared/sales/explorer/definitions.ts'
import {
  countsBeside,
  type ExplorerPage,
  filterSales,
  hasFilters,
  knownCounts,
  topSales,
  viewSales,
} from '#shared/sales/explorer/explorer-view.ts'
import { type CountsBeside, facetsOf } from '#shared/sales/explorer/facets.ts'
import { DEFAULT_EXPLORER, EXPLORER_LIST, EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import type { Sale } from '#shared/sales/sale.ts'
import { figuresOf, pricePoints } from '#shared/sales/sales-stats.ts'
import { formatNumber } from '#shared/text/format.ts'
import { useSite } from '#shared/ui/use-site.tsx'
import { findPath, registrationPath } from '#shared/urls.ts'
import { Charts } from '../charts/charts.tsx'
import { recordsOf } from '../data/serialize-sales.ts'
import { useArchivedCopy } from '../use-archived-copy.ts'
import { AboutSales } from './about-sales.tsx'
import { ChangeButton, ClearButton } from './change-button.tsx'
import { datasetJsonLd } from './dataset-json-ld.ts'
import { describeView } from './describe-view.ts'
import { Downloads } from './downloads.tsx'
import type { ExplorerData, LargeSales } from './explorer-data.ts'
import { selectionQuery, viewQuery } from './explorer-query.ts'
import { describeArchived } from './labels.ts'
import { Pager } from './pager.tsx'
import { ResultsTable } from './results-table.tsx'
import { Toolbar } from './toolbar.tsx'
import { TopSales } from './top-sales.tsx'
import { type ChangeView, useExplorerView } from './use-explorer-view.ts'
import { useRemotePage, useRemoteSelection } from './use-remote-page.ts'
import { useStableHeight } from './use-stable-height.ts'

interface ExplorerProps {
  explorer: ExplorerName
  data: ExplorerData | Promise<ExplorerData>
}

export function Explorer({ explorer, data }: ExplorerProps) {
  const site = useSite()
  const { title, path, description } = EXPLORERS[explorer]
  const siteUrl = useSiteUrl()
  return (
    <div className="wrap pt-10 pb-24 md:pt-14">
      <PageMeta
        title={title}
        path={path}
        description={description}
        jsonLd={datasetJsonLd(explorer, siteUrl, site)}
      />
      <h1 className="title">{title}</h1>
      <Suspense fallback={<p className="loading">Loading sales data...</p>}>
        <Await resolve={data}>{(read) => <Loaded explorer={explorer} data={read} />}</Await>
      </Suspense>
    </div>
  )
}

/** What the prices are, under the question and its filters. */
function Introduction({ explorer }: { explorer: ExplorerName }) {
  const { hasHammerPrice, place } = EXPLORERS[explorer]
  return (
    <p className="mt-5 max-w-reading text-quiet text-sm leading-normal">
      {hasHammerPrice ? (
        <>
          <strong className="font-semibold text-ink">Total price</strong> is the total paid, including all
          fees and taxes, calculated by us unless marked.{' '}
          <strong className="font-semibold text-ink">Hammer price</strong> is the price before fees.{' '}
          <strong className="font-semibold text-ink">As reported</strong>: the source doesn’t say whether fees
          are included.
        </>
      ) : (
        `What ${place} registrations have sold for in public, with the source of every price.`
      )}{' '}
      <a href="#about-sales" className="link print:hidden">
        About the data
      </a>
      {otherExplorers(explorer).map(({ name, place, path }) => (
        <span key={name} className="print:hidden">
          {' · '}
          <TextLink to={path}>{`${place} Sales Explorer`}</TextLink>
        </span>
      ))}
    </p>
  )
}

/** The UK's explorer links to the others, and they link back to it. */
const otherExplorers = (explorer: ExplorerName) =>
  EXPLORER_LIST.filter(({ name }) => (explorer === DEFAULT_EXPLORER) !== (name === DEFAULT_EXPLORER))

const readInBrowser = async (explorer: ExplorerName) =>
  (await import('./load-explorer.client.ts')).loadExplorerInBrowser(
    explorer,
    new URLSearchParams(location.search),
  )

function Loaded({ explorer, data: loaded }: { explorer: ExplorerName; data: ExplorerData }) {
  const data = useArchivedCopy(
    loaded,
    () => readInBrowser(explorer),
    ({ sales }) => recordsOf(sales).length === 0,
  )
  const records = useMemo(() => recordsOf(data.sales), [data])
  useEffect(() => {
    if (data.archive === null && !isArchiveSite(location)) cacheValue(explorerKey(explorer), data)
  }, [explorer, data])
  const shared = { explorer, thisYear: data.thisYear }
  return (
    <>
      {data.archive && records.length > 0 && (
        <p className="archive-banner">{describeArchived(explorer, data.archive.exportedAt)}</p>
      )}
      {data.archive && records.length === 0 ? (
        <Unavailable title="We can’t show the sales just now">
          The fault is on our side: we can’t reach the live list or its archived copy. Please try again in a
          minute, or ask us what a plate sold for.
        </Unavailable>
      ) : data.large ? (
        <LargeExplorer {...shared} large={data.large} />
      ) : records.length === 0 ? (
        <p className="mt-10 border-line border-t pt-6 text-lg text-quiet">No sales data available yet.</p>
      ) : (
        <WholeExplorer {...shared} records={records} />
      )}
      <AfterPaint>
        <AboutSales explorer={explorer} />
      </AfterPaint>
    </>
  )
}

interface Shared {
  explorer: ExplorerName
  thisYear: number
}

function WholeExplorer({ explorer, thisYear, records }: Shared & { records: readonly Sale[] }) {
  const facets = facetsOf(records)
  const top = useMemo(() => topSales(records, explorer), [records, explorer])
  const list = useExplorerView(explorer, facets)
  const page = useMemo(() => viewSales(records, list.view, explorer), [records, list.view, explorer])
  // The panels are behind a button, so that the rows need not wait for them.
  const counted = useDeferredValue(list.view)
  const isPainted = useIsPainted()
  const counts = useMemo(
    () => (isPainted ? countsBeside(records, counted, explorer) : knownCounts(counted, facets)),
    [isPainted, records, counted, explorer, facets],
  )
  return (
    <Results
      explorer={explorer}
      facets={facets}
      counts={counts}
      thisYear={thisYear}
      list={list}
      page={page}
      top={top}
    >
      <FilteredCharts explorer={explorer} facets={facets} records={records} view={list.view} />
    </Results>
  )
}

type Large = { large: LargeSales }

/** For large archives, the backend answers every view; the last page stays until the next arrives. */
function LargeExplorer({ explorer, thisYear, large }: Shared & Large) {
  const { facets, top } = large
  const list = useExplorerView(explorer, facets)
  const { page, isStale, hasFailed } = useRemotePage({ explorer, view: list.view, large })
  const counts = useMemo(() => knownCounts(list.view, facets), [list.view, facets])
  return (
    <Results
      explorer={explorer}
      facets={facets}
      counts={counts}
      thisYear={thisYear}
      list={list}
      page={page}
      top={top}
      isStale={isStale}
      hasFailed={hasFailed}
    >
      {!list.view.isTotalMissing && <LargeCharts explorer={explorer} large={large} view={list.view} />}
    </Results>
  )
}

interface ResultsProps extends Shared {
  facets: Facets
  counts: CountsBeside
  list: ReturnType<typeof useExplorerView>
  page: ExplorerPage
  top: readonly Sale[]
  isStale?: boolean
  hasFailed?: boolean
  children: ReactNode
}

function Results(props: ResultsProps) {
  const { explorer, facets, counts, thisYear, list, page, top, isStale, hasFailed, children } = props
  const { view, revision } = list
  const { container, change } = useStableHeight(list.change)
  const siteUrl = useSiteUrl()
  const query = viewQuery({ ...view, page: 1 }, facets)
  // With other filters, the search may not be the reason for an empty result.
  const isMissed = page.count === 0 && !isStale && !hasFilters({ ...view, search: '' })
  useUnmetSearch(explorer, isMissed && view.search !== '' ? view.search : null)
  return (
    <div aria-busy={isStale}>
      <p className="mt-4 hidden print:block">
        <span>{describeView(view, facets, explorer)}</span>
        <span className="block text-quiet text-sm">
          {siteUrl + EXPLORERS[explorer].path + viewQuery(view, facets)}
        </span>
      </p>
      <div className="mt-8 print:hidden">
        <Toolbar
          explorer={explorer}
          view={view}
          facets={facets}
          counts={counts}
          thisYear={thisYear}
          revision={revision}
          change={change}
          count={page.count}
        />
      </div>
      <Introduction explorer={explorer} />
      <section ref={container} aria-label="Sales" className="mt-6">
        {hasFailed ? (
          <Unavailable title="We can’t show these sales just now">
            The fault is on our side: we couldn’t read the sales of this selection. Please try again, narrow
            the filters, or ask us what a plate sold for.
          </Unavailable>
        ) : (
          <>
            <Pager explorer={explorer} page={page} search={view.search} change={change} isLive />
            {page.count === 0 ? (
              <NothingFound search={view.search.trim()} change={change} />
            ) : (
              <>
                <MissingTotals view={view} page={page} change={change} />
                <ResultsTable explorer={explorer} view={view} page={page} change={change} />
                <Pager explorer={explorer} page={page} search={view.search} change={change} />
              </>
            )}
            <Downloads explorer={explorer} count={page.count} query={query} />
          </>
        )}
      </section>
      <AfterPaint>
        {children}
        {top.length > 0 && <TopSales sales={top} />}
      </AfterPaint>
    </div>
  )
}

/** The charts update once the visitor stops typing, because they take longer than one frame. */
const CHARTS_DEBOUNCE_MS = 120

interface FilteredChartsProps {
  explorer: ExplorerName
  facets: Facets
  records: readonly Sale[]
  view: ExplorerView
}

function FilteredCharts({ explorer, facets, records, view }: FilteredChartsProps) {
  const shown = useDebouncedValue(view, CHARTS_DEBOUNCE_MS)
  const query = selectionQuery(shown, facets)
  // biome-ignore lint/correctness/useExhaustiveDependencies: sort and page change no figure
  const passed = useMemo(() => filterSales(records, shown, explorer), [records, explorer, query])
  const figures = useMemo(() => figuresOf(passed, explorer), [passed, explorer])
  const points = useMemo(() => pricePoints(passed, explorer), [passed, explorer])
  const all = useMemo(() => pricePoints(records, explorer), [records, explorer])
  return (
    <Charts explorer={explorer} figures={figures} points={points} all={all} hasFilters={hasFilters(shown)} />
  )
}

type LargeChartsProps = Large & { explorer: ExplorerName; view: ExplorerView }

function LargeCharts({ explorer, large, view }: LargeChartsProps) {
  const { answer, isStale, hasFailed } = useRemoteSelection({ explorer, view, large })
  if (hasFailed)
    return <p className="mt-20 text-quiet">We can’t show the figures for this selection just now.</p>
  if (!answer) return <p className="loading mt-20">Loading the figures of this selection...</p>
  const { query, figures, points } = answer
  return (
    <div aria-busy={isStale} className={isStale ? 'charts-behind' : undefined}>
      <Charts explorer={explorer} figures={figures} points={points} all={points} hasFilters={query !== ''} />
    </div>
  )
}

/** They come last in the order by total, the newest among them. */
function MissingTotals({
  view,
  page,
  change,
}: {
  view: ExplorerView
  page: ExplorerPage
  change: ChangeView
}) {
  const { count, untotalled } = page
  const { isTotalMissing, isDescending } = view
  if (isTotalMissing)
    return (
      <p className="mb-3 text-quiet print:hidden">
        Only sales without a total price are shown.{' '}
        <ChangeButton
          form="explorer"
          makes={{ do: 'total', isMissing: false }}
          change={change}
          className="link"
        >
          Show all
        </ChangeButton>
      </p>
    )
  if (untotalled === 0 || untotalled === count) return null
  return (
    <p className="mb-3 text-quiet print:hidden">
      <span>{`${formatNumber(untotalled)} of these ${untotalled === 1 ? 'has' : 'have'} no total price and ${untotalled === 1 ? 'comes' : 'come'} ${isDescending ? 'last' : 'first'}.`}</span>{' '}
      <ChangeButton form="explorer" makes={{ do: 'total', isMissing: true }} change={change} className="link">
        Show only these, newest first
      </ChangeButton>
    </p>
  )
}

function NothingFound({ search, change }: { search: string; change: ChangeView }) {
  const typed = parseTyped(search)
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1 border-line border-y py-8">
      {typed.ok && (
        <Link to={registrationPath(typed.registration.text)} className="link print:hidden">
          {`All about ${typed.registration.text}, and sales like it`}
        </Link>
      )}
      {/[a-z0-9]/i.test(search) && (
        <Link to={findPath(search)} className="link print:hidden">
          {`Registrations that read as “${search}”`}
        </Link>
      )}
      <ClearButton change={change} />
    </p>
  )
}
