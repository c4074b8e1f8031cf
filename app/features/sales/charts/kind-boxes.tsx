import type { KindPrices } from '#shared/sales/sales-stats.ts'
import { formatNumber } from '#shared/text/format.ts'
import { formatCompactGbp, formatGbp } from '#shared/text/money.ts'
import { logScale } from './chart-scale.ts'
import { PricesTable } from './frame.tsx'

/** Most expensive kinds first. */
export function KindBoxes({ kinds }: { kinds: readonly KindPrices[] }) {
  const sorted = [...kinds].sort((one, other) => other.median - one.median)
  const { at, ticks } = logScale(
    kinds.flatMap(({ lowerQuartile, upperQuartile }) => [lowerQuartile, upperQuartile]),
    0,
    100,
    2,
  )
  const rules = ticks.map((tick) => `M${at(tick)} 0v10`).join('')
  return (
    <>
      <ul className="bars boxes">
        <li aria-hidden="true" className="boxes-head text-quiet">
          <span>Category</span>
          <svg className="boxes-scale" aria-hidden="true">
            {ticks.map((tick) => (
              <text key={tick} x={`${at(tick)}%`} y="100%" textAnchor="middle">
                {formatCompactGbp(tick)}
              </text>
            ))}
          </svg>
          <span className="text-right">Median</span>
          <span className="text-right">Sales</span>
        </li>
        {sorted.map(({ name, lowerQuartile, median, upperQuartile, priced }) => (
          <li key={name}>
            <span>{name}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="bar box" aria-hidden="true">
              <path d={rules} className="box-rule" />
              <rect
                x={at(lowerQuartile)}
                width={Math.max(0.4, at(upperQuartile) - at(lowerQuartile))}
                height="10"
              />
              <path d={`M${at(median)} 0v10`} className="box-median" />
            </svg>
            <span className="tabular text-right">
              <span className="sr-only">median </span>
              <span>{formatGbp(median)}</span>
            </span>
            <span className="tabular text-right text-quiet">
              <span>{formatNumber(priced)}</span>
              <span className="sr-only"> sales</span>
            </span>
          </li>
        ))}
      </ul>
      <PricesTable group="Category" prices={sorted} />
    </>
  )
}
