import { memo } from 'react'
import { EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import { LIVE_READ_CAP, longSaleDate } from '#shared/sales/sale.ts'
import {
  MIN_SALES_FOR_MEDIAN,
  type PricePoint,
  pricePoint,
  type SelectionFigures,
  type Share,
  topWithOther,
} from '#shared/sales/sales-stats.ts'
import { formatNumber } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { AuctionChart, hasPoint } from './auction-chart.tsx'
import {
  describeAuctions,
  describeCategories,
  describeFigures,
  describeKinds,
  describePoints,
  describeSellers,
} from './describe-figures.ts'
import { Chart } from './frame.tsx'
import { KindBoxes } from './kind-boxes.tsx'
import { PriceChart } from './price-chart.tsx'

interface ChartsProps {
  explorer: ExplorerName
  figures: SelectionFigures
  /** The selected sales with a price; at most a thousand of a large list. */
  points: readonly PricePoint[]
  /** All sales with a price, drawn behind the selected ones; they determine the scales. */
  all: readonly PricePoint[]
  hasFilters: boolean
}

/** Fewer sales are easier to read in the list than in a chart. */
const MIN_SALES_FOR_CHART = 10

export const EVERY_SALE = 'Every sale by date and price'
export const SAMPLE_OF_SALES = 'A thousand of the sales by date and price'

export const Charts = memo(function Charts({ explorer, figures, points, all, hasFilters }: ChartsProps) {
  const { count, auctions, sellers, categories } = figures
  if (count === 0) return null
  const kinds = figures.kinds.filter(({ priced }) => priced >= MIN_SALES_FOR_MEDIAN)
  const isWhole = count <= LIVE_READ_CAP
  return (
    <section aria-labelledby="charts-title" className="mt-20 print:hidden">
      <h2 id="charts-title" className="heading">
        {hasFilters ? 'What this selection says' : 'What the records say'}
      </h2>
      <div className="mt-4 grid max-w-reading gap-3 text-quiet">
        {describeFigures(figures, explorer).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <Strip explorer={explorer} figures={figures} hasFilters={hasFilters} />
      {count >= MIN_SALES_FOR_CHART && (
        <div className="charts mt-12 grid gap-x-12 gap-y-14">
          {points.length >= MIN_SALES_FOR_CHART && (
            <Chart
              title={isWhole ? EVERY_SALE : SAMPLE_OF_SALES}
              text={`${isWhole ? 'Each point is a sale' : 'Each point is a sale, drawn at random from all of these'}. Point at it, tap it or use the arrow keys to see which. Each step up the scale is ten times the price, and years with more sales take more room. Prices are totals, or hammer prices where no total is known. ${describePoints(points)}`}
              className="col-span-full"
            >
              <PriceChart points={points} all={all} hasOthers={hasFilters && all !== points} />
            </Chart>
          )}
          {auctions.some(hasPoint) && (
            <Chart
              title="Typical hammer prices by auction"
              text={describeAuctions(auctions)}
              className="col-span-full"
            >
              <AuctionChart auctions={auctions} />
            </Chart>
          )}
          {kinds.length > 0 && (
            <Chart
              title="Typical hammer prices by category"
              text={describeKinds(kinds)}
              className="col-span-full"
            >
              <KindBoxes kinds={kinds} />
            </Chart>
          )}
          <Chart title="Where they were sold" text={describeSellers(sellers, count)}>
            <Bars shares={topWithOther(sellers, 8)} />
          </Chart>
          {EXPLORERS[explorer].facets.includes('category') && (
            <Chart title="Their categories" text={describeCategories(categories, count)}>
              <Bars shares={topWithOther(categories, 8)} />
            </Chart>
          )}
        </div>
      )}
    </section>
  )
})

function Strip({ explorer, figures, hasFilters }: Pick<ChartsProps, 'explorer' | 'figures' | 'hasFilters'>) {
  const { count, typical, highest } = figures
  const dearest = highest && pricePoint(highest, explorer)
  return (
    <dl className="figures-strip mt-8 grid border-line border-y">
      <Figure name={hasFilters ? 'Sales selected' : 'Sales on record'}>{formatNumber(count)}</Figure>
      {typical && typical.priced >= MIN_SALES_FOR_MEDIAN && (
        <Figure
          name="Median hammer price"
          note={`of ${formatNumber(typical.priced)} sales that were not picked; 95% interval ${formatGbp(typical.medianLow)} to ${formatGbp(typical.medianHigh)}`}
        >
          {formatGbp(typical.median)}
        </Figure>
      )}
      {dearest && (
        <Figure
          name={dearest.isHammer ? 'Highest hammer price' : 'Highest total'}
          note={`${dearest.priceWord}: ${dearest.registration}, ${longSaleDate(dearest)}`}
        >
          {formatGbp(dearest.priceGbp)}
        </Figure>
      )}
    </dl>
  )
}

function Figure({ name, note, children }: { name: string; note?: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="tabular">{children}</dd>
      {note && <dd className="figure-note">{note}</dd>}
    </div>
  )
}

function Bars({ shares }: { shares: readonly Share[] }) {
  const most = Math.max(1, ...shares.map(({ count }) => count))
  return (
    <ul className="bars">
      {shares.map(({ name, count }) => (
        <li key={name}>
          <span>{name}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="bar" aria-hidden="true">
            <rect width={Math.max(0.5, (count / most) * 100)} height="10" />
          </svg>
          <span className="tabular text-right">{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  )
}
