import { longSaleDate, priceWord } from '#shared/sales/sale.ts'
import { capitalised } from '#shared/text/capitalised.ts'
import { formatGbp } from '#shared/text/money.ts'
import { registrationPath } from '#shared/urls.ts'
import { Link } from '../../shared/ui/link.tsx'
import type { SimilarSale } from '../sales/similar-sales/similar-sales.ts'

interface ComparablesListProps {
  similar: readonly SimilarSale[]
  /** The number of comparables that are shown at first. */
  mostShown?: number
}

/** Comparable sales: what was sold, why it is comparable, when, where, and the hammer price. */
export function ComparablesList({ similar, mostShown = similar.length }: ComparablesListProps) {
  // One more takes no more room than the line that would hide it.
  const shown = similar.length <= mostShown + 1 ? similar.length : mostShown
  return (
    <>
      <Rows similar={similar.slice(0, shown)} />
      {similar.length > shown && (
        <details className="comparables-more">
          <summary className="link flex min-h-11 w-fit cursor-pointer items-center text-[0.9375rem] print:hidden">
            {similar.length - shown} more
          </summary>
          <Rows similar={similar.slice(shown)} />
        </details>
      )}
    </>
  )
}

function Rows({ similar }: Pick<ComparablesListProps, 'similar'>) {
  return (
    <ul className="comparables border-line border-b">
      {similar.map((one) => (
        <Row key={one.sale.id} similar={one} />
      ))}
    </ul>
  )
}

function Row({ similar: { sale, why } }: { similar: SimilarSale }) {
  return (
    <li className="relative border-line border-t py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 whitespace-nowrap">
        <Link
          to={registrationPath(sale.registration)}
          className="comparables-link font-medium after:absolute after:inset-0"
        >
          {sale.registration}
        </Link>
        <span className="text-quiet text-sm">
          <span className="tabular font-medium text-base text-ink">
            {formatGbp(sale.hammerPriceGbp ?? 0)}
          </span>{' '}
          hammer, {priceWord('hammer', sale.priceBasis)}
        </span>
      </p>
      <p className="text-quiet text-sm">
        {capitalised(why)}. {longSaleDate(sale)}
        {sale.whereSold && `, ${sale.whereSold}`}.
      </p>
    </li>
  )
}
