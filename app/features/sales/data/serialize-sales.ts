/**
 * The records as the first page carries them to the browser: a line each, with numbers for words that come again
 * and again. A thousand sales are some 40 kB like this, and 250 kB as objects. Notes and sources stay behind.
 */
import type { PriceBasis, Sale } from '../sale.ts'

export interface SerializedSales {
  text: string[]
  lines: string
}

const BASES: (PriceBasis | null)[] = ['both', 'total', 'hammer', 'unclear', null]

export function serializeSales(sales: readonly Sale[]): SerializedSales {
  const numbers = new Map<string, number>()
  const word = (text: string | null) => {
    if (text === null) return ''
    const known = numbers.get(text) ?? numbers.size
    numbers.set(text, known)
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
      word(sale.whereSold),
      word(sale.category),
      word(sale.type),
    ].join('\t'),
  )
  return { text: [...numbers.keys()], lines: lines.join('\n') }
}

/** The sales in the order in which they were packed; that order is their identity here. */
export function deserializeSales({ text, lines }: SerializedSales): Sale[] {
  if (lines === '') return []
  return lines.split('\n').map((line, index) => {
    const [registration = '', year, month, hammer, total, basis, seller, category, type] = line.split('\t')
    return {
      id: String(index).padStart(7, '0'),
      registration,
      saleYear: Number(year),
      saleMonth: number(month),
      hammerPriceGbp: number(hammer),
      totalPriceGbp: number(total),
      priceBasis: BASES[Number(basis)] ?? null,
      whereSold: text[number(seller) ?? -1] ?? null,
      category: text[number(category) ?? -1] ?? null,
      type: text[number(type) ?? -1] ?? null,
    }
  })
}

const number = (text: string | undefined) => (text ? Number(text) : null)
