import { memo } from 'react'
import { priceOr, priceWord, type Sale, shortSaleDate } from '#shared/sales/sale.ts'

const MISSING = 'N/A'

/** The visually hidden table (specification, 2. UK Sales Explorer). */
export const TopSales = memo(function TopSales({ sales }: { sales: readonly Sale[] }) {
  return (
    <div className="sr-only top-sales print:hidden">
      <table>
        <caption>UK Number Plate Sales Data - Top 50 Highest Value Sales</caption>
        <thead>
          <tr>
            <th scope="col">Plate Number</th>
            <th scope="col">Hammer Price</th>
            <th scope="col">Total Price</th>
            <th scope="col">Auction House</th>
            <th scope="col">Sale Date</th>
            <th scope="col">Category</th>
            <th scope="col">Type</th>
          </tr>
        </thead>
        <tbody>
          {sales.map((sale) => (
            <tr key={sale.id}>
              <th scope="row">{sale.registration}</th>
              <td>{withWord(priceOr(sale.hammerPriceGbp, MISSING), priceWord('hammer', sale.priceBasis))}</td>
              <td>{withWord(priceOr(sale.totalPriceGbp, MISSING), priceWord('total', sale.priceBasis))}</td>
              <td>{sale.whereSold ?? MISSING}</td>
              <td>{shortSaleDate(sale)}</td>
              <td>{sale.category ?? MISSING}</td>
              <td>{sale.type ?? MISSING}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})

const withWord = (price: string, word: string) => (price === MISSING ? price : `${price} (${word})`)
