import { type ReactNode, useId } from 'react'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { Price, PriceNote } from '#shared/ui/price.tsx'
import { enquiryPath, platePath } from '#shared/urls.ts'
import { Link } from '../../shared/ui/link.tsx'
import { type DifferingRow, foldRows, type Row } from './fold-rows.ts'
import type { ComparedPlate } from './read-comparison.ts'

export interface ComparisonTableProps {
  plates: readonly ComparedPlate[]
  /** Rendered beside Enquire. */
  action: (registration: string) => ReactNode
}

/** Plates side by side, one column each. Scrolls within itself with a sticky first column. */
export function ComparisonTable({ plates, action }: ComparisonTableProps) {
  const id = useId()
  const { same, different } = foldRows(rowsOf(plates))
  const isMarked = different.some(({ usual }) => usual !== null)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="compare" aria-labelledby={id} tabIndex={0}>
        <table>
          <caption id={id} className="sr-only">
            {plates.length === 1 ? 'The plate' : 'The plates side by side'}
          </caption>
          <thead>
            <tr>
              <td />
              {plates.map(({ registration }) => (
                <th key={registration} scope="col">
                  <Link to={platePath(registration)} className="block rounded">
                    <PlateFace registration={registration} className="block w-full" title={registration} />
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Price</th>
              {plates.map(({ registration, priceGbp }) => (
                <td key={registration} className="font-medium text-xl leading-none">
                  <Price priceGbp={priceGbp} />
                  <PriceNote priceGbp={priceGbp} />
                </td>
              ))}
            </tr>
            {different.map((row) => (
              <FactRow key={row.term} row={row} plates={plates} />
            ))}
            <tr>
              <th scope="row">
                <span className="sr-only">Next</span>
              </th>
              {plates.map(({ registration }) => (
                <td key={registration}>
                  <div className="flex flex-wrap items-center gap-x-5">
                    <Link
                      to={enquiryPath(registration)}
                      className="link"
                      aria-label={`Enquire about ${registration}`}
                    >
                      Enquire
                    </Link>
                    {action(registration)}
                  </div>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
      {same.length > 0 && (
        <section className="compare-same mt-7 border-line border-l-2 pl-4">
          <h2 className="text-quiet">{`The same for ${plates.length === 2 ? 'both' : `all ${plates.length}`}`}</h2>
          <dl className="mt-1 flex flex-wrap gap-x-8 gap-y-1">
            {same.map(([term, text]) => (
              <div key={term}>
                <dt className="text-quiet">{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {isMarked && (
        <p className="mt-4 text-quiet text-sm">Bold marks where a plate differs from most others.</p>
      )}
    </>
  )
}

function FactRow({ row, plates }: { row: DifferingRow; plates: readonly ComparedPlate[] }) {
  return (
    <tr>
      <th scope="row">{row.term}</th>
      {plates.map(({ registration }, index) => {
        const value = row.values[index] ?? null
        if (value === null)
          return (
            <td key={registration} className="text-quiet">
              -
            </td>
          )
        const differs = row.usual !== null && value !== row.usual
        return (
          <td key={registration}>{differs ? <strong className="font-semibold">{value}</strong> : value}</td>
        )
      })}
    </tr>
  )
}

const rowsOf = (plates: readonly ComparedPlate[]): Row[] =>
  Object.keys(plates[0]?.facts ?? {}).map((term) => ({
    term,
    values: plates.map(({ facts }) => facts[term] ?? null),
  }))
