/**
 * Finds the sale on record that a row of a list is about, by registration, year, month and seller, so that a list with
 * other prices contradicts that sale and never adds a second one beside it.
 */
import type { ParsedRow } from '../rows/parse-row.ts'
import { keyOf, type Row, type TableSpec } from '../rows/table-specs.ts'
import { compare, type Outcome } from './compare.ts'
import { groupByRegistration, type Matching } from './matching.ts'
import { compareSale } from './sale-comparison.ts'
import type { Staging } from './staging.ts'

/** @param list the rows to import: a sale on record that one of them has exactly is not contradicted by another */
export function bySale(
  table: TableSpec,
  { list, replace }: { list: Pick<Staging, 'has' | 'unit'>; replace: boolean },
): Matching {
  const claims = new Map<string, { key: string; line: number }>()
  const problems = new Map<string, string>()

  const claimOf = (row: Row, staged: ParsedRow) => {
    const claim = claims.get(String(row.id))
    return claim === undefined || claim.key === staged.key ? null : claim
  }

  /** The one of several sales that the row does not contradict; all of them if there is none, or more than one. */
  function onlyAgreeing(staged: ParsedRow, sales: Row[]): Row[] {
    if (sales.length < 2) return sales
    const agreeing = sales.filter((row) => compareSale(table, staged, row, false).kind !== 'refused')
    return agreeing.length === 1 ? agreeing : sales
  }

  function findSale(staged: ParsedRow, sameRegistration: Row[]): Row | null {
    const exact = sameRegistration.find((row) => keyOf(table, row) === staged.key)
    if (exact) return exact
    const open = sameRegistration.filter(
      (row) =>
        isSameSale(row, staged.given) && (claimOf(row, staged) !== null || !list.has(keyOf(table, row))),
    )
    const closest = open.filter((row) => hasSameDateAndSeller(row, staged.given))
    const [sale, ...others] = onlyAgreeing(staged, closest.length > 0 ? closest : open)
    if (!sale || (closest.length === 0 && others.length > 0)) return null
    const claim = claimOf(sale, staged)
    if (others.length > 0)
      problems.set(
        staged.key,
        `${closest.length} sales on record have this date and seller, with other values: correct one of them with sales edit, or remove it with sales remove`,
      )
    else if (claim)
      problems.set(
        staged.key,
        `${list.unit} ${claim.line} is about the same sale on record, with other values: correct the list`,
      )
    else claims.set(String(sale.id), { key: staged.key, line: staged.line })
    return sale
  }

  return {
    canContradict: true,
    inSqlite: (bulk) => (staged) =>
      findSale(staged, bulk.findBy(table.name, 'plate_number', staged.given.plate_number ?? null)),
    async overRest(client, batch) {
      const sameRegistration = await groupByRegistration(client, table, batch)
      const found = new Map<string, Row>()
      for (const staged of batch) {
        const sale = findSale(staged, sameRegistration(staged))
        if (sale) found.set(staged.key, sale)
      }
      return found
    },
    compare(staged, existing): Outcome {
      const reason = problems.get(staged.key)
      if (reason !== undefined) return { kind: 'refused', reason }
      return existing ? compareSale(table, staged, existing, replace) : compare(table, staged, null)
    },
  }
}

const sellerOf = ({ where_sold }: Row) =>
  String(where_sold ?? '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase()

/** A missing month or seller may be any. */
const isSameSale = (row: Row, given: Row) =>
  row.sale_year === given.sale_year &&
  (row.sale_month === null || given.sale_month === null || row.sale_month === given.sale_month) &&
  (sellerOf(row) === '' || sellerOf(given) === '' || sellerOf(row) === sellerOf(given))

const hasSameDateAndSeller = (row: Row, given: Row) =>
  row.sale_month === given.sale_month && sellerOf(row) === sellerOf(given)
