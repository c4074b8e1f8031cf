// The compact form of the sales in the first page, without notes and sources. A thousand are 44 kB instead of 226 kB as
// objects; compressed, 16 kB instead of 42 kB.
import { FACETS, facetFields } from '#shared/sales/explorer/definitions.ts'
import type { PriceBasis, Sale } from '#shared/sales/sale.ts'

export interface SerializedSales {
  text: string[]
  lines: string
}

const BASES: (PriceBasis | null)[] = ['both', 'total', 'hammer', 'unclear', null]

export function serializeSales(sales: readonly Sale[]): SerializedSales {
  const indexes = new Map<string, number>()
  const indexOf = (text: string | null) => {
    if (text === null) return ''
    const known = indexes.get(text) ?? indexes.size
    indexes.set(text, known)
    return known
  }
  const lines = sales.map((sale) =>
    [
      sale.registration,
      sale.saleYear,
      sale.saleMonth ?? '',
      sale.hammerPriceGbp ?? '',
      sale.totalPriceGbp ?? '',
      BASES.indexOf(sale.priceBasis),
      ...FACETS.map(({ field }) => indexOf(sale[field])),
    ].join('\t'),
  )
  return { text: [...indexes.keys()], lines: lines.join('\n') }
}

export const recordsOf = (sales: SerializedSales | Sale[]): Sale[] =>
  Array.isArray(sales) ? sales : deserializeSales(sales)

/** The position becomes the id. */
function deserializeSales({ text, lines }: SerializedSales): Sale[] {
  if (lines === '') return []
  return lines.split('\n').map((line, index) => {
    const [registration = '', year, month, hammer, total, basis, ...facets] = line.split('\t')
    return {
      id: String(index).padStart(7, '0'),
      registration,
      saleYear: Number(year),
      saleMonth: number(month),
      hammerPriceGbp: number(hammer),
      totalPriceGbp: number(total),
      priceBasis: BASES[Number(basis)] ?? null,
      ...facetFields((_, index) => text[number(facets[index]) ?? -1] ?? null),
    }
  })
}

const number = (text: string | undefined) => (text ? Number(text) : null)
