import type { ReactNode } from 'react'
import type { KindPrices } from '#shared/sales/sales-stats.ts'
import { formatNumber } from '#shared/text/format.ts'
import { formatCompactGbp, formatGbp } from '#shared/text/money.ts'
import { Table, type TableProps } from '#shared/ui/table.tsx'
import type { Scale } from './chart-scale.ts'

/** Every chart is rendered twice; the class shows the version that fits the screen. */
export interface Frame {
  width: number
  height: number
  yearTicks: number
  className: string
  /** Half of the width of a dot. */
  dot: number
}

export const FRAMES: Frame[] = [
  { width: 1120, height: 380, yearTicks: 10, className: 'chart-desk max-md:hidden', dot: 4.5 },
  { width: 340, height: 280, yearTicks: 4, className: 'md:hidden', dot: 3.5 },
]
export const LEFT = 46
/** Room for the label of the dearest sale. */
export const TOP = 28
export const BOTTOM = 26
export const YEAR_TICK_DISTANCE = 36

export interface Scales {
  x: Scale
  y: Scale
}

interface AxesProps extends Scales {
  frame: Pick<Frame, 'width' | 'height'>
  left?: number
  right?: number
  bottom?: number
  formatX?: (value: number) => string
}

/** Prices on the vertical axis; the horizontal axis is labelled by `formatX`. */
export function Axes({
  frame,
  x,
  y,
  left = LEFT,
  right = frame.width,
  bottom = frame.height - BOTTOM,
  formatX = String,
}: AxesProps) {
  return (
    <g>
      <path d={y.ticks.map((tick) => `M${left} ${y.at(tick)}H${right}`).join('')} className="grid-line" />
      <path d={`M${left} ${bottom}H${right}`} className="base-line" />
      <path d={x.ticks.map((tick) => `M${x.at(tick)} ${bottom}v5`).join('')} className="base-line" />
      {y.ticks.map((tick) => (
        <text key={tick} x={left - 8} y={y.at(tick) + 4} textAnchor="end">
          {formatCompactGbp(tick)}
        </text>
      ))}
      {x.ticks.map((tick) => (
        <text key={tick} x={x.at(tick)} y={bottom + 20} textAnchor="middle">
          {formatX(tick)}
        </text>
      ))}
    </g>
  )
}

interface ChartProps {
  title: string
  text: string
  className?: string
  children: ReactNode
}

export function Chart({ title, text, className = '', children }: ChartProps) {
  return (
    <figure className={`chart min-w-0 border-ink border-t pt-3 ${className}`}>
      <h3 className="font-semibold">{title}</h3>
      {children}
      <figcaption className="mt-3 text-quiet text-sm">{text}</figcaption>
    </figure>
  )
}

/** The figures of a chart as a table, for those who cannot see or touch it. */
export const FiguresTable = (table: Pick<TableProps, 'caption' | 'columns' | 'rows'>) => (
  <details className="chart-table">
    <summary className="w-fit cursor-pointer text-green">The figures as a table</summary>
    <Table scrolls="chart-table-scroll" {...table} />
  </details>
)

interface PricesTableProps {
  /** What the prices are of: 'Auction' */
  group: string
  prices: readonly (KindPrices & { isKnown?: boolean })[]
}

export const PricesTable = ({ group, prices }: PricesTableProps) => (
  <FiguresTable
    caption={`Hammer prices by ${group.toLowerCase()}`}
    columns={[group, 'Sales', 'Lower quarter', 'Median', 'Upper quarter', '95% interval of the median']}
    rows={prices.map(({ name, priced, isKnown = true, ...typical }) => {
      const { lowerQuartile, median, upperQuartile, medianLow, medianHigh } = typical
      const figures = [
        ...[lowerQuartile, median, upperQuartile].map(formatGbp),
        `${formatGbp(medianLow)} to ${formatGbp(medianHigh)}`,
      ]
      return [name, formatNumber(priced), ...figures.map((figure) => (isKnown ? figure : '-'))]
    })}
  />
)
