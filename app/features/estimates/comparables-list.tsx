import { Link } from 'react-router'
import { formatGbp } from '../../shared/money.ts'
import { registrationPath } from '../../urls.ts'
import { longSaleDate, priceWord } from '../sales/sale.ts'
import { describeReason, type SimilarSale } from '../sales/similar-sales/similar-sales.ts'

interface ComparablesListProps {
  similar: readonly SimilarSale[]
  /** The one that they are like. */
  registration: string
}

/** Sales like this registration in words: what was sold, why it is like, when, where, and its hammer price. */
export function ComparablesList({ similar, registration }: ComparablesListProps) {
  return (
    <ul className="comparables">
      {similar.map((one) => {
        const { sale } = one
        return (
          <li key={sale.id}>
            <p className="comparables-head">
              <Link
                prefetch="intent"
                to={registrationPath(sale.registration)}
                className="comparables-link font-medium"
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
              {capitalised(describeReason(one, registration))}. {longSaleDate(sale)}
              {sale.whereSold && `, ${sale.whereSold}`}.
            </p>
          </li>
        )
      })}
    </ul>
  )
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
