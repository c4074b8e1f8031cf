import { formatNumber } from '#shared/text/format.ts'
import { formatCompactGbp } from '#shared/text/money.ts'

export interface ChartBar {
  key: string
  /** The label under the bar; '' for none. */
  label: string
  value: number
  /** The part of the value that is drawn in another colour. */
  part?: number
  /** The accessible description of the bar. */
  title: string
}

interface BarChartProps {
  bars: readonly ChartBar[]
  /** The chart's accessible name, as a sentence. */
  summary: string
  unit: 'count' | 'gbp'
  /** The minimum number of columns, so that a few bars do not become too wide. */
  slots?: number
  /** The meaning of the part in another colour. */
  parts?: { whole: string; part: string; kind: 'good' | 'bad' }
}

const HEIGHT = 100

/** A vertical bar chart across the page; the table below has the figures. */
export function BarChart({ bars, summary, unit, slots = bars.length, parts }: BarChartProps) {
  const most = Math.max(...bars.map(({ value }) => value))
  if (bars.length === 0 || most <= 0) return null
  const top = roundUp(most)
  const labelled = bars.filter(({ label }) => label !== '')
  // Two labels are those of the first and the last day.
  const isEdges = labelled.length + slots - bars.length < 3
  const columns = isEdges ? 'flex justify-between' : 'grid auto-cols-fr grid-flow-col'
  return (
    <div className="bar-chart" data-part={parts?.kind}>
      {parts && (
        <p className="mb-1.5 flex items-center gap-1.5 text-aside text-quiet" aria-hidden>
          <span className="size-3 bg-(--chart-whole)" /> {parts.whole}{' '}
          <span className="ml-3 size-3 bg-(--chart-part)" /> {parts.part}
        </p>
      )}
      <div className="bar-chart-frame">
        <span
          className="absolute right-0 bottom-full pb-0.75 text-quiet text-xs tabular-nums leading-none"
          aria-hidden
        >
          {unit === 'gbp' ? formatCompactGbp(top) : formatNumber(top)}
        </span>
        <svg
          className="h-32 w-full"
          viewBox={`0 0 ${slots} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={summary}
        >
          {bars.map(({ key, value, part = 0, title }, index) => (
            <g key={key} className="group">
              <title>{title}</title>
              <rect
                className="fill-transparent group-hover:fill-ink/6"
                x={index}
                y={0}
                width={1}
                height={HEIGHT}
              />
              <Bar className="fill-(--chart-whole)" index={index} height={(value / top) * HEIGHT} />
              <Bar
                className="fill-(--chart-part)"
                index={index}
                height={(Math.min(part, value) / top) * HEIGHT}
              />
            </g>
          ))}
        </svg>
      </div>
      <div
        className={`pt-1 text-center text-[0.75rem] text-quiet max-[30rem]:text-[0.6875rem] max-[30rem]:tracking-[-0.02em] ${columns}`}
        aria-hidden
      >
        {labelled.map(({ key, label }) => (
          <span key={key} className="truncate">
            {label}
          </span>
        ))}
        {Array.from({ length: slots - bars.length }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing but room
          <span key={index} />
        ))}
      </div>
    </div>
  )
}

function Bar({ className, index, height }: { className: string; index: number; height: number }) {
  if (height <= 0) return null
  return <rect className={className} x={index + 0.14} y={HEIGHT - height} width={0.72} height={height} />
}

/** The end of the axis: 7 → 8, 43 → 50, 1,230 → 1,500 */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((size) => size * power >= value) ?? 10
  return Math.max(1, step * power)
}
