/**
 * Compares a row of a list with a recorded sale. Different prices, basis or selection contradict the record; a blank
 * cell does not.
 */

import type { ParsedRow } from '#shared/cells/parse-row.ts'
import type { Row, TableSpec } from '#shared/cells/table-specs.ts'
import { InvalidInput } from '../../changes/refusal.ts'
import { changeOf, differences } from '../../sales/compare.ts'
import { describeSale } from '../../sales/describe-sale.ts'
import {
  basisAfter,
  basisOfTotal,
  checkPrices,
  describeSaleChanges,
  hasHammerPrice,
  isWorkedBack,
  PRICES,
} from '../../sales/sale-changes.ts'
import type { SaleOutcome } from './outcome.ts'

const PRICE_COLUMNS: readonly string[] = [...PRICES, 'price_basis']
/** Columns that the list fills in if they are empty, without changing the record's spelling. */
const FILLED_IN = ['sale_month', 'where_sold']

export function compareSale(table: TableSpec, staged: ParsedRow, existing: Row): SaleOutcome {
  const details = listedDetails(staged, existing)
  const prices = listedPrices(table, staged, { ...existing, ...details })
  const change = changeOf(existing, { ...details, ...prices })
  if (change.kind === 'same') return change
  const { columns } = change
  const isCompleted = isMissingTotal(table, existing, columns)
  const contradicts = ['selection', ...(isCompleted ? [] : PRICE_COLUMNS)].some((column) => column in columns)
  if (!contradicts) return isCompleted ? { ...change, remark: 'the total is computed' } : change
  const reason = `it contradicts the sale on record (${describeSale(existing)}): ${describeSaleChanges(table, existing, columns)}`
  const problem = PRICE_COLUMNS.some((column) => column in columns)
    ? problemOf({ ...existing, ...columns })
    : null
  if (problem !== null) return { kind: 'refused', reason: `${reason}. ${problem}` }
  return { kind: 'contradiction', reason, change }
}

/** Why the prices of the list and the record are incompatible. */
function problemOf(row: Row): string | null {
  try {
    checkPrices(row)
    return null
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return error.message
  }
}

function listedDetails({ given }: ParsedRow, existing: Row): Row {
  const listed = Object.entries(given).filter(
    ([column, value]) =>
      value !== null &&
      !PRICE_COLUMNS.includes(column) &&
      !(FILLED_IN.includes(column) && (existing[column] ?? '') !== ''),
  )
  return Object.fromEntries(listed)
}

/** The prices and basis that the sale would have according to the list, where the list has any. */
function listedPrices(table: TableSpec, staged: ParsedRow, existing: Row): Row {
  const { given, fill, hasComputedTotal } = staged
  const listed: Row = {}
  for (const column of PRICES)
    if (typeof given[column] === 'number' && !(column === 'total_price' && hasComputedTotal))
      listed[column] = given[column]
  const basis = hasComputedTotal ? null : (given.price_basis ?? null)
  const changed = differences(existing, listed)
  const isVague = basis === null && fill.price_basis === 'unclear'
  if (isVague && PRICES.some((column) => existing[column] === listed.total_price)) return {}

  const becomes = given.price_basis ?? fill.price_basis ?? null
  const hasPrices = Object.keys(listed).length > 0
  const isOtherAccount = (becomes === 'unclear') !== (existing.price_basis === 'unclear')
  if (hasPrices && isOtherAccount && (basis !== null || Object.keys(changed).length > 0)) {
    const columns = PRICE_COLUMNS.filter((column) => table.columns.includes(column))
    return Object.fromEntries(columns.map((column) => [column, { ...fill, ...given }[column] ?? null]))
  }
  if (isWorkedBack(existing) && 'total_price' in changed && !('hammer_price' in listed))
    listed.hammer_price = null
  if (basis !== null) listed.price_basis = basis
  else if (Object.keys(changed).length > 0) listed.price_basis = nextBasis(table, existing, listed)
  return { ...listed, ...computedTotal(table, existing, listed) }
}

const nextBasis = (table: TableSpec, existing: Row, listed: Row) =>
  hasHammerPrice(table)
    ? basisAfter(existing, differences(existing, listed), { ...existing, ...listed })
    : basisOfTotal(existing)

/** Recomputes a computed total, and adds a missing one, if the list has the hammer price. */
function computedTotal(table: TableSpec, existing: Row, listed: Row): Row {
  const isComputed = existing.price_basis === 'hammer' || (existing.total_price ?? null) === null
  if (!table.derive || !isComputed || 'total_price' in listed || !('hammer_price' in listed)) return {}
  const { total_price = null, price_basis = null } = table.derive({
    ...existing,
    ...listed,
    total_price: null,
  })
  if (total_price !== null) return { total_price, price_basis }
  return 'hammer_price' in differences(existing, listed) ? { total_price: null } : {}
}

/** Whether the record only lacks a total that an import computes. */
function isMissingTotal(table: TableSpec, existing: Row, columns: Row): boolean {
  if ((existing.total_price ?? null) !== null || typeof columns.total_price !== 'number') return false
  if ('hammer_price' in columns || (columns.price_basis ?? existing.price_basis) !== 'hammer') return false
  const { total_price } = table.derive?.({ ...existing, ...columns, total_price: null }) ?? {}
  return (
    total_price === columns.total_price && [null, 'hammer'].includes(existing.price_basis as string | null)
  )
}
