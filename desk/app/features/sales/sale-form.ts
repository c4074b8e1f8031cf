import type { SaleCells } from '#services/sales/read-sale.ts'
import { SALES_COLUMNS } from '#shared/sales/sales-columns.ts'

/** The fields of a form about a sale, named after the columns. */
const SENT = SALES_COLUMNS.filter(({ isDerived }) => !isDerived).map(({ name }) => name)

/** The field for confirming warnings. */
export const CONFIRM = 'Nothing has been saved yet. Check the points in doubt, and correct or confirm them.'

export interface TypedSale {
  cells: SaleCells
  reason: string
  /** The field for accepting registrations of unknown systems. */
  isUnusual: boolean
  /** The warnings that the person has confirmed. */
  confirmed: string[]
}

/**
 * The entered values. For a recorded sale, unchanged fields are omitted, so that concurrent changes by other people are
 * kept.
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
