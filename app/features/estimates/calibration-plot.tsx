import { formatNumber } from '#shared/text/format.ts'
import { formatCompactGbp, formatGbp } from '#shared/text/money.ts'
import type { CalibrationBin } from '../../context.ts'
import { logScale } from '../sales/charts/chart-scale.ts'
import { Axes, FiguresTable } from '../sales/charts/frame.tsx'

/** Rendered twice; the class shows the version that fits the screen. Both axes have the same scale. */
const FRAMES = [
  { width: 760, height: 620, className: 'max-sm:hidden', dot: 6, isLabelled: true },
  { width: 340, height: 360, className: 'accuracy-phone sm:hidden', dot: 4.5, isLabelled: false },
]
const LEFT = 52
const TOP = 12
const BOTTOM = 44

export function CalibrationPlot({ bins }: { bins: readonly CalibrationBin[] }) {
  const sentence = describeCalibration(bins)
  return (
    <figure className="accuracy-plot mt-8 grid gap-x-16 gap-y-8">
      <div>
        {FRAMES.map((frame) => (
          <Drawing key={frame.className} bins={bins} frame={frame} label={sentence} />
        ))}
      </div>
      <figcaption className="grid content-start gap-4 text-quiet">
        <p>
          We sorted the lots by estimate into {bins.length} groups of equal size. Each dot is a group, with
          our estimate across and the median hammer price up. On the line, the two agree. {sentence}
        </p>
        <ul className="note grid gap-2 text-ink">
          <Key means="the median price, and where 8 in 10 prices fell">
            <path d="M10 2V22" className="accuracy-spread" />
            <circle cx="10" cy="12" r="5" className="accuracy-dot" />
          </Key>
          <Key means="the range we gave, meant to hold 8 in 10">
            <path d="M0 4H20V20H0Z" className="accuracy-range" />
          </Key>
          <Key means="where price and estimate agree">
            <path d="M0 22 20 2" className="accuracy-diagonal" />
          </Key>
        </ul>
        <FiguresTable
          caption="Estimates and prices, by group of the estimate"
          columns={['Estimates about', 'Lots', 'Median price', 'Range given', '8 in 10 prices']}
          rows={bins.map((bin, index) => [
            `${formatGbp(bin.estimateGbp)}${bins[index - 1]?.estimateGbp === bin.estimateGbp ? ' (more)' : ''}`,
            formatNumber(bin.n),
            formatGbp(bin.hammerGbp),
            `${formatGbp(bin.lowGbp)} to ${formatGbp(bin.highGbp)}`,
            `${formatGbp(bin.hammerLowGbp)} to ${formatGbp(bin.hammerHighGbp)}`,
          ])}
        />
      </figcaption>
    </figure>
  )
}

const Key = ({ means, children }: { means: string; children: React.ReactNode }) => (
  <li className="flex items-center gap-3">
    <svg viewBox="0 0 20 24" className="accuracy-key" aria-hidden="true">
      {children}
    </svg>
    {means}
  </li>
)

function Drawing({
  bins,
  frame: { width, height, className, dot, isLabelled },
  label,
}: {
  bins: readonly CalibrationBin[]
  frame: (typeof FRAMES)[number]
  label: string
}) {
  const prices = bins.flatMap(({ estimateGbp, lowGbp, highGbp, hammerLowGbp, hammerHighGbp }) => [
    estimateGbp,
    lowGbp,
    highGbp,
    hammerLowGbp,
    hammerHighGbp,
  ])
  const bottom = height - BOTTOM
  const right = width - 12
  const x = logScale(prices, LEFT, right)
  const y = logScale(prices, bottom, TOP)
  const least = Math.min(...prices)
  const most = Math.max(...prices)
  const dearest = bins.at(-1)
  const upper = bins.map(({ estimateGbp, highGbp }) => `${x.at(estimateGbp)} ${y.at(highGbp)}`)
  const lower = bins.map(({ estimateGbp, lowGbp }) => `${x.at(estimateGbp)} ${y.at(lowGbp)}`).reverse()
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={className}
      role="img"
      aria-label={`Estimates and prices. ${label}`}
    >
      <Axes
        frame={{ width, height }}
        x={x}
        y={y}
        left={LEFT}
        right={right}
        bottom={bottom}
        formatX={formatCompactGbp}
      />
      <text x={right} y={height - 6} textAnchor="end">
        our estimate →
      </text>
      <text x={LEFT + 6} y={TOP + 8}>
        ↑ the hammer price
      </text>
      <path d={`M${upper.join('L')}L${lower.join('L')}Z`} className="accuracy-range" />
      <path d={`M${x.at(least)} ${y.at(least)}L${x.at(most)} ${y.at(most)}`} className="accuracy-diagonal" />
      <path
        d={bins
          .map(
            ({ estimateGbp, hammerLowGbp, hammerHighGbp }) =>
              `M${x.at(estimateGbp)} ${y.at(hammerLowGbp)}V${y.at(hammerHighGbp)}`,
          )
          .join('')}
        className="accuracy-spread"
      />
      {bins.map(({ estimateGbp, hammerGbp, n }) => (
        <circle
          key={`${estimateGbp} ${hammerGbp} ${n}`}
          cx={x.at(estimateGbp)}
          cy={y.at(hammerGbp)}
          r={dot}
          className="accuracy-dot"
        />
      ))}
      {isLabelled && dearest && (
        <text x={x.at(dearest.estimateGbp) + 12} y={y.at(dearest.hammerGbp) + 5} className="accuracy-label">
          {formatCompactGbp(dearest.hammerGbp)}
        </text>
      )}
    </svg>
  )
}

/** Describes how far the medians are from the estimates, at the worse end. */
function describeCalibration(bins: readonly CalibrationBin[]): string {
  const distance = ({ estimateGbp, hammerGbp }: CalibrationBin) => Math.log(hammerGbp / estimateGbp)
  const worst = bins.reduce<CalibrationBin | undefined>(
    (found, bin) => (!found || Math.abs(distance(bin)) > Math.abs(distance(found)) ? bin : found),
    undefined,
  )
  if (!worst) return ''
  const share = Math.abs(worst.hammerGbp / worst.estimateGbp - 1)
  const direction = worst.hammerGbp >= worst.estimateGbp ? 'above' : 'below'
  return `The two are furthest apart for estimates of about ${formatGbp(worst.estimateGbp)}, where the median price is ${Math.round(share * 100)}% ${direction}.`
}
