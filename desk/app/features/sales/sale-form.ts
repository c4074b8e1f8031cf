import type { SaleCells } from '../../../../services/sales/read-sale.ts'

/** The fields of a form about a sale, named as the columns. */
export const SENT = [
  'plate_number',
  'sale_year',
  'sale_month',
  'where_sold',
  'hammer_price',
  'total_price',
  'price_basis',
  'selection',
  'source_url',
  'note',
] as const

/** Of a form with warnings. */
export const CONFIRM = 'Nothing has been saved yet. Check the points in doubt, and correct or confirm them.'

export interface TypedSale {
  cells: SaleCells
  reason: string
  /** Of a registration of no known system. */
  isUnusual: boolean
  /** The warnings that the person says are right. */
  confirmed: string[]
}

/**
 * What was typed. Of a sale on record the fields that are as they were shown are left out, so that what somebody else has
 * changed in the meantime stays.
 */
export function typedSaleOf(form: FormData): TypedSale {
  const texts = SENT.flatMap((name) => {
    const value = form.get(name)
    return typeof value === 'string' && value !== form.get(`shown_${name}`) ? [[name, value] as const] : []
  })
  return {
    cells: Object.fromEntries(texts),
    reason: String(form.get('reason') ?? ''),
    isUnusual: form.has('unusual'),
    confirmed: form.getAll('confirm').map(String),
  }
}
