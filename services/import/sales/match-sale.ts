/**
 * Finds the recorded sale of a row by registration, year, month and seller, so that a list with other prices
 * contradicts that sale instead of adding a duplicate.
 */

import type { ParsedRow } from '#shared/cells/parse-row.ts'
import { keyOf, type Row, type TableSpec } from '#shared/cells/table-specs.ts'
import { sellerOf } from '../../sales/compare.ts'
import { compareSale } from './compare-sale.ts'
import type { SaleMatcher } from './outcome.ts'

/** The rows of the imported list. */
export interface WholeList {
  /** Whether a row has this key. */
  has(key: string): boolean
  /** Whether row numbers count lines or sheet rows. */
  unit: 'line' | 'row'
}

/** @param list a recorded sale that one of its rows matches exactly is not contradicted by another row */
export function saleMatcher(table: TableSpec, list: WholeList): SaleMatcher<ParsedRow> {
  const claims = new Map<string, { key: string; line: number }>()

  const claimOf = (sale: Row, row: ParsedRow) => {
    const claim = claims.get(String(sale.id))
    return claim === undefined || claim.key === row.key ? null : claim
  }

  /** The only sale that the row does not contradict, or all of them if there is not exactly one. */
  function onlyAgreeing(row: ParsedRow, sales: readonly Row[]): readonly Row[] {
    if (sales.length < 2) return sales
    const agreeing = sales.filter((sale) => ['changed', 'same'].includes(compareSale(table, row, sale).kind))
    return agreeing.length === 1 ? agreeing : sales
  }

  return (row, stored) => {
    const exact = stored.find((sale) => keyOf(table, sale) === row.key)
    if (exact) return { existing: exact, outcome: compareSale(table, row, exact) }
    const open = stored.filter(
      (sale) => isSameSale(sale, row.given) && (claimOf(sale, row) !== null || !list.has(keyOf(table, sale))),
    )
    const closest = open.filter((sale) => hasSameDateAndSeller(sale, row.given))
    const [sale, ...others] = onlyAgreeing(row, closest.length > 0 ? closest : open)
    if (!sale || (closest.length === 0 && others.length > 0))
      return { existing: null, outcome: { kind: 'added', row: { ...row.fill, ...row.given } } }
    const refused = (reason: string) => ({ existing: sale, outcome: { kind: 'refused' as const, reason } })
    if (others.length > 0)
      return refused(
        `${closest.length} sales on record have this date and seller, with other values: correct one of them, or remove it`,
      )
    const claim = claimOf(sale, row)
    if (claim)
      return refused(
        `${list.unit} ${claim.line} is about the same sale on record, with other values: correct the list`,
      )
    claims.set(String(sale.id), { key: row.key, line: row.line })
    return { existing: sale, outcome: compareSale(table, row, sale) }
  }
}

/** A missing month or seller matches any. */
const isSameSale = (row: Row, given: Row) =>
  row.sale_year === given.sale_year &&
  (row.sale_month === null || given.sale_month === null || row.sale_month === given.sale_month) &&
  (sellerOf(row) === '' || sellerOf(given) === '' || sellerOf(row) === sellerOf(given))

const hasSameDateAndSeller = (row: Row, given: Row) =>
  row.sale_month === given.sale_month && sellerOf(row) === sellerOf(given)
