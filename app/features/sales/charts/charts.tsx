import { memo, type ReactNode, useMemo } from 'react'
import { formatNumber } from '../../../shared/format.ts'
import { formatGbp } from '../../../shared/money.ts'
import type { ExplorerName } from '../explorer/definitions.ts'
import { LIVE_READ_CAP } from '../explorer/explorer-view.ts'
import { longSaleDate, type Sale } from '../sale.ts'
import {
  type AuctionPrices,
  describeFigures,
  formatCompactGbp,
  MIN_SALES_FOR_MEDIAN,
  MIN_SALES_FOR_POINT,
  type PricePoint,
  pricePoints,
  type SelectionFigures,
  type Share,
  topWithOther,
  UNKNOWN_CATEGORY,
  UNKNOWN_SELLER,
} from '../sales-stats.ts'
import { logScale, type Scale, yearScale } from './chart-scale.ts'

interface ChartsProps {
  explorer: ExplorerName
  figures: SelectionFigures
  /** The selected sales with a price; at most a thousand of a large list. */
  points: readonly PricePoint[]
  /** All sales with a price: drawn behind the selected ones; the scales span them. */
  all: readonly PricePoint[]
  hasFilters: boolean
}

export const Charts = memo(function Charts({ explorer, figures, points, all, hasFilters }: ChartsProps) {
  const { count, typical, highest, auctions, sellers, categories } = figures
  if (count === 0) return null
  const isTypical = typical !== null && typical.priced >= MIN_SALES_FOR_MEDIAN
  const hasAllPoints = count <= LIVE_READ_CAP
  return (
    <section aria-labelledby="charts-title" className="mt-20">
      <h2 id="charts-title" className="heading">
        {hasFilters ? 'What this selection says' : 'What the records say'}
      </h2>
      <p className="mt-4 max-w-reading text-quiet">{describeFigures(figures).join(' ')}</p>

      <dl className="figures-strip">
        <Figure name={hasFilters ? 'Sales selected' : 'Sales on record'}>{formatNumber(count)}</Figure>
        <Figure
          name="Median hammer price"
          note={isTypical ? `${formatNumber(typical.priced)} unselected sales` : 'too few unselected sales'}
        >
          {isTypical ? formatGbp(typical.median) : '–'}
        </Figure>
        <Figure
          name="Highest total"
          note={highest ? `${highest.registration}, ${longSaleDate(highest)}` : 'none recorded'}
        >
          {highest ? formatGbp(highest.totalPriceGbp ?? 0) : '–'}
        </Figure>
      </dl>

      <div className="charts">
        <Chart
          title={hasAllPoints ? 'Every sale by date and price' : 'A thousand of the sales by date and price'}
          text={`${hasAllPoints ? 'Each dot is a sale' : 'Each dot is a sale, taken by lot from all of these'}; higher is dearer, and a step up the scale is ten times the price. Filled dots are reported totals, rings are hammer prices or prices as reported. ${describePoints(points)}`}
          className="chart-wide"
        >
          <PriceChart points={points} all={all} hasFilters={hasFilters && all !== points} highest={highest} />
        </Chart>
        <Chart
          title="A typical hammer price, auction by auction"
          text={describeAuctions(auctions)}
          className="chart-wide"
        >
          <AuctionChart auctions={auctions} />
        </Chart>
        <Chart title="Where they were sold" text={describeSellers(sellers, count)}>
          <Bars shares={topWithOther(sellers, 8)} />
        </Chart>
        {explorer === 'uk' && (
          <Chart title="What kind they are" text={describeCategories(categories, count)}>
            <Bars shares={topWithOther(categories, 8)} />
          </Chart>
        )}
      </div>
    </section>
  )
})

function Figure({ name, note, children }: { name: string; note?: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="tabular">{children}</dd>
      {note && <dd className="figure-note">{note}</dd>}
    </div>
  )
}

interface ChartProps {
  title: string
  text: string
  className?: string
  children: ReactNode
}

function Chart({ title, text, className = '', children }: ChartProps) {
  return (
    <figure className={`chart ${className}`}>
      <h3 className="font-semibold">{title}</h3>
      {children}
      <figcaption className="mt-3 text-quiet text-sm">{text}</figcaption>
    </figure>
  )
}

function describePoints(points: readonly PricePoint[]): string {
  if (points.length === 0) return 'None of these sales has a price on record.'
  const prices = points.map(({ priceGbp }) => priceGbp)
  const [least, most] = [Math.min(...prices), Math.max(...prices)].map((price) => formatGbp(price))
  return points.length === 1 ? `There is one, at ${most}.` : `They range from ${least} to ${most}.`
}

function describeAuctions(auctions: readonly AuctionPrices[]): string {
  const known = auctions.filter(({ priced }) => priced >= MIN_SALES_FOR_POINT)
  const rule = `Only sales that nobody picked count; an auction needs ${MIN_SALES_FOR_POINT} of them.`
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return rule
  const range =
    first === last
      ? `The median of ${longSaleDate(first)} is ${formatGbp(first.median)}.`
      : `The median was ${formatGbp(first.median)} in ${longSaleDate(first)} and ${formatGbp(last.median)} in ${longSaleDate(last)}.`
  return `${range} Each bar is the 95 % confidence interval of the median. ${rule}`
}

function describeSellers(sellers: readonly Share[], count: number): string {
  const name = sellers[0]?.name
  return name === UNKNOWN_SELLER
    ? `Where ${formatLargestShare(sellers, count)} were sold is not recorded.`
    : `${formatLargestShare(sellers, count)} were sold at ${name}.`
}

function describeCategories(categories: readonly Share[], count: number): string {
  const name = categories[0]?.name
  return name === UNKNOWN_CATEGORY
    ? `${formatLargestShare(categories, count)} are of other shapes than those we name.`
    : `${formatLargestShare(categories, count)} are of the kind ${name}.`
}

function formatLargestShare(shares: readonly Share[], total: number): string {
  return `${formatNumber(shares[0]?.count ?? 0)} of ${formatNumber(total)}`
}

interface Frame {
  width: number
  height: number
  yearTicks: number
  className: string
}

const FRAMES: Frame[] = [
  { width: 1120, height: 380, yearTicks: 10, className: 'chart-desk' },
  { width: 340, height: 280, yearTicks: 4, className: 'chart-phone' },
]
const MANY_DOTS = 300
const LEFT = 46
const TOP = 14
const BOTTOM = 26

function useScales(frame: Frame, prices: readonly number[], times: readonly number[]) {
  return useMemo(
    () => ({
      y: logScale(prices, frame.height - BOTTOM, TOP),
      x: yearScale(times, LEFT, frame.width - 12, frame.yearTicks),
    }),
    [frame, prices, times],
  )
}

function Axes({ frame, x, y }: { frame: Frame } & ReturnType<typeof useScales>) {
  const bottom = frame.height - BOTTOM
  return (
    <g className="chart-axes">
      <path
        d={y.ticks.map((tick) => `M${LEFT} ${y.at(tick)}H${frame.width}`).join('')}
        className="grid-line"
      />
      <path d={`M${LEFT} ${bottom}H${frame.width}`} className="base-line" />
      <path d={x.ticks.map((tick) => `M${x.at(tick)} ${bottom}v5`).join('')} className="base-line" />
      {y.ticks.map((tick) => (
        <text key={tick} x={LEFT - 8} y={y.at(tick) + 4} textAnchor="end">
          {formatCompactGbp(tick)}
        </text>
      ))}
      {x.ticks.map((tick) => (
        <text key={tick} x={x.at(tick)} y={bottom + 20} textAnchor="middle">
          {tick}
        </text>
      ))}
    </g>
  )
}

interface PriceChartProps {
  points: readonly PricePoint[]
  all: readonly PricePoint[]
  hasFilters: boolean
  highest: Sale | null
}

function PriceChart(props: PriceChartProps) {
  return FRAMES.map((frame) => <PriceDrawing key={frame.className} frame={frame} {...props} />)
}

function PriceDrawing({ frame, points, all, hasFilters, highest }: PriceChartProps & { frame: Frame }) {
  const prices = useMemo(() => all.map(({ priceGbp }) => priceGbp), [all])
  const times = useMemo(() => all.map(({ at }) => at), [all])
  const { x, y } = useScales(frame, prices, times)
  const others = useMemo(() => (hasFilters ? dots(all, x, y) : ''), [hasFilters, all, x, y])
  const totals = dots(
    points.filter(({ isTotal }) => isTotal),
    x,
    y,
  )
  const rest = dots(
    points.filter(({ isTotal }) => !isTotal),
    x,
    y,
  )
  const dearest = highest && pricePoints([highest])[0]
  const isDrawn = points.some(({ at, priceGbp }) => at === dearest?.at && priceGbp === dearest.priceGbp)
  const top = isDrawn ? dearest : null
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      className={points.length > MANY_DOTS ? `${frame.className} chart-many` : frame.className}
      role="img"
      aria-label={`Sales by date and price. ${describePoints(points)}`}
    >
      <Axes frame={frame} x={x} y={y} />
      {hasFilters && <path d={others} className="dots dots-others" />}
      <path d={rest} className={hasFilters ? 'dots dots-edge' : 'dots dots-ring'} />
      <path d={rest} className="dots dots-hole" />
      <path d={totals} className={hasFilters ? 'dots dots-edge' : 'dots dots-total'} />
      {hasFilters && <path d={totals} className="dots dots-chosen" />}
      {top && highest && (
        <text
          x={x.at(top.at) - 9}
          y={y.at(top.priceGbp) + 4}
          textAnchor={x.at(top.at) < frame.width / 3 ? 'start' : 'end'}
          dx={x.at(top.at) < frame.width / 3 ? 18 : 0}
          className="chart-label"
        >
          {highest.registration} {formatCompactGbp(top.priceGbp)}
        </text>
      )}
    </svg>
  )
}

/** Zero-length strokes with round caps: one path instead of an element per sale. */
function dots(points: readonly PricePoint[], x: Scale, y: Scale): string {
  return points.map(({ at, priceGbp }) => `M${x.at(at)} ${y.at(priceGbp)}h0`).join('')
}

function AuctionChart({ auctions }: { auctions: readonly AuctionPrices[] }) {
  if (!auctions.some(({ priced }) => priced >= MIN_SALES_FOR_POINT))
    return <p className="chart-empty">Too few sales</p>
  return FRAMES.map((frame) => <AuctionDrawing key={frame.className} frame={frame} auctions={auctions} />)
}

function AuctionDrawing({ frame, auctions }: { frame: Frame; auctions: readonly AuctionPrices[] }) {
  const prices = useMemo(
    () => auctions.flatMap(({ medianLow, medianHigh }) => [medianLow, medianHigh]),
    [auctions],
  )
  const times = useMemo(() => auctions.map(timeOf), [auctions])
  const { x, y } = useScales(frame, prices, times)
  let intervals = ''
  let medians = ''
  for (const auction of auctions.filter(({ priced }) => priced >= MIN_SALES_FOR_POINT)) {
    const at = x.at(timeOf(auction))
    intervals += `M${at} ${y.at(auction.medianLow)}V${y.at(auction.medianHigh)}`
    medians += `M${at} ${y.at(auction.median)}h0`
  }
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      className={frame.className}
      role="img"
      aria-label={`Median hammer price of each auction. ${describeAuctions(auctions)}`}
    >
      <Axes frame={frame} x={x} y={y} />
      <path d={intervals} className="year-range" />
      <path d={medians} className="dots dots-total" />
      {auctions
        .filter(({ priced }) => priced < MIN_SALES_FOR_POINT)
        .map((auction) => (
          <text
            key={`${auction.saleYear}-${auction.saleMonth}-${auction.whereSold}`}
            x={x.at(timeOf(auction))}
            y={frame.height - BOTTOM - 6}
            textAnchor="middle"
          >
            {auction.priced}
          </text>
        ))}
    </svg>
  )
}

const timeOf = ({ saleYear, saleMonth }: AuctionPrices) => saleYear + (saleMonth - 0.5) / 12

function Bars({ shares }: { shares: readonly Share[] }) {
  const most = Math.max(1, ...shares.map(({ count }) => count))
  return (
    <ul className="bars">
      {shares.map(({ name, count }) => (
        <li key={name}>
          <span className="bar-name">{name}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="bar" aria-hidden="true">
            <rect width={Math.max(0.5, (count / most) * 100)} height="10" />
          </svg>
          <span className="tabular bar-count">{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  )
}
