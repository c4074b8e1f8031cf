import { useMemo } from 'react'
import { groupBy } from '#shared/list/group-by.ts'
import { longSaleDate, SELECTION_LABELS, SELECTIONS } from '#shared/sales/sale.ts'
import { type PricePoint, timeOf } from '#shared/sales/sales-stats.ts'
import { formatNumber } from '#shared/text/format.ts'
import { formatCompactGbp, formatGbp } from '#shared/text/money.ts'
import { registrationPath } from '#shared/urls.ts'
import { crowdedYearScale, logScale } from './chart-scale.ts'
import { describePoints, describePrice } from './describe-figures.ts'
import { Axes, BOTTOM, FiguresTable, FRAMES, type Frame, LEFT, TOP, YEAR_TICK_DISTANCE } from './frame.tsx'
import { LiveChart, type Place } from './live-chart.tsx'
import { dots, Legend, Shapes, shapeOf } from './shapes.tsx'

interface PriceChartProps {
  points: readonly PricePoint[]
  all: readonly PricePoint[]
  /** Draws all sales behind the selected ones. */
  hasOthers: boolean
}

/** Above this number the dots are smaller. */
const MANY_DOTS = 300

export function PriceChart({ points, all, hasOthers }: PriceChartProps) {
  // Sorted by date and price, the order of the arrow keys.
  const ordered = useMemo(
    () => [...points].sort((one, other) => timeOf(one) - timeOf(other) || one.priceGbp - other.priceGbp),
    [points],
  )
  const bySelection = useMemo(() => groupBy(points, ({ selection }) => shapeOf(selection)), [points])
  return (
    <>
      <Legend sales={bySelection} isChosen={hasOthers} />
      {FRAMES.map((frame) => (
        <PriceDrawing key={frame.className} frame={frame} points={ordered} all={all} hasOthers={hasOthers} />
      ))}
      <YearsTable points={ordered} />
    </>
  )
}

function PriceDrawing({ frame, points, all, hasOthers }: PriceChartProps & { frame: Frame }) {
  const { x, y, placeOf } = useMemo(() => {
    const prices = all.map(({ priceGbp }) => priceGbp)
    const y = logScale(prices, frame.height - BOTTOM, TOP)
    const x = crowdedYearScale(all.map(timeOf), LEFT, frame.width - 14, YEAR_TICK_DISTANCE)
    // Integers keep the page small: a unit is about a pixel.
    const placeOf = (point: PricePoint): Place => ({
      x: Math.round(x.at(timeOf(point) + spread(point))),
      y: Math.round(y.at(point.priceGbp)),
    })
    return { x, y, placeOf }
  }, [frame, all])
  const others = useMemo(() => (hasOthers ? dots(all.map(placeOf)) : ''), [hasOthers, all, placeOf])
  const places = useMemo(() => points.map(placeOf), [points, placeOf])
  const start = indexOfDearest(points)
  const [dearest, top] = [points[start], places[start]]
  const size = points.length > MANY_DOTS ? frame.dot - 1.5 : frame.dot
  const isLeft = top && top.x < frame.width / 3
  const describe = (index: number) => {
    const point = points[index]
    if (!point) return { name: '', lines: [] }
    return {
      name: point.registration,
      lines: [
        longSaleDate(point),
        describePrice(point),
        SELECTION_LABELS[point.selection ?? ''] ?? '',
      ].filter(Boolean),
      path: registrationPath(point.registration),
    }
  }
  return (
    <LiveChart
      frame={frame}
      title={`Sales by date and price. ${describePoints(points)}`}
      label="Sales by date and price: arrow keys move from sale to sale, Enter opens one"
      places={places}
      start={start}
      describe={describe}
    >
      <Axes frame={frame} x={x} y={y} />
      {hasOthers && <path d={others} className="dots dots-others" strokeWidth={2 * size - 1} />}
      {SELECTIONS.map((selection) => (
        <Shapes
          key={selection}
          selection={selection}
          places={places.filter((_, index) => shapeOf(points[index]?.selection ?? null) === selection)}
          size={size}
          isChosen={hasOthers}
        />
      ))}
      {top && dearest && (
        <text
          x={top.x}
          y={top.y - 10}
          textAnchor={isLeft ? 'start' : 'end'}
          dx={isLeft ? -size : size}
          className="chart-label"
        >{`${dearest.registration} ${formatCompactGbp(dearest.priceGbp)} ${dearest.priceWord}`}</text>
      )}
    </LiveChart>
  )
}

function indexOfDearest(points: readonly PricePoint[]): number {
  let dearest = 0
  for (const [index, { priceGbp }] of points.entries())
    if (priceGbp > (points[dearest]?.priceGbp ?? 0)) dearest = index
  return dearest
}

/** Sales of a month would form one line: spreads them over the month, deterministically. */
function spread({ registration, saleMonth }: PricePoint): number {
  if (saleMonth === null) return 0
  let hash = 0
  for (const letter of registration) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  return (((Math.imul(hash, 2_654_435_761) >>> 0) / 2 ** 32 - 0.5) * 0.7) / 12
}

/** Grouped by year: the list above has each sale. */
function YearsTable({ points }: { points: readonly PricePoint[] }) {
  const years = useMemo(() => [...groupBy(points, ({ saleYear }) => String(saleYear))], [points])
  return (
    <FiguresTable
      caption="Sales with a price by year"
      columns={['Year', 'Sales', 'Lowest price', 'Highest price']}
      rows={years.map(([year, sales]) => {
        const sorted = [...sales].sort((one, other) => one.priceGbp - other.priceGbp)
        return [year, formatNumber(sales.length), priceOf(sorted[0]), priceOf(sorted.at(-1))]
      })}
    />
  )
}

const priceOf = (point: PricePoint | undefined) =>
  point ? `${formatGbp(point.priceGbp)} ${point.isHammer ? 'hammer, ' : ''}${point.priceWord}` : '-'
