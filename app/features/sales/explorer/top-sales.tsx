import { memo } from 'react'
import { priceOr, priceWord, type Sale, shortSaleDate } from '#shared/sales/sale.ts'
import { Table } from '#shared/ui/table.tsx'

const MISSING = 'N/A'
const COLUMNS = [
  'Plate Number',
  'Hammer Price',
  'Total Price',
  'Auction House',
  'Sale Date',
  'Category',
  'Type',
]

/** The visually hidden table (specification, 2. UK Sales Explorer). */
export const TopSales = memo(function TopSales({ sales }: { sales: readonly Sale[] }) {
  return (
    <div className="sr-only top-sales print:hidden">
      <Table
        caption="UK Number Plate Sales Data - Top 50 Highest Value Sales"
        columns={COLUMNS}
        rows={sales.map((sale) => [
          sale.registration,
          withWord(priceOr(sale.hammerPriceGbp, MISSING), priceWord('hammer', sale.priceBasis)),
          withWord(priceOr(sale.totalPriceGbp, MISSING), priceWord('total', sale.priceBasis)),
          sale.whereSold ?? MISSING,
          shortSaleDate(sale),
          sale.category ?? MISSING,
          sale.type ?? MISSING,
        ])}
      />
    </div>
  )
})

const withWord = (price: string, word: string) => (price === MISSING ? price : `${price} (${word})`)
