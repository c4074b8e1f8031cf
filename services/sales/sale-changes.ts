/** The changes that an edit makes to a recorded sale: values by the rules of an import, and derived columns. */

import type { Row, TableSpec, Value } from '#shared/cells/table-specs.ts'
import { EXPLORERS, explorerOf } from '#shared/sales/explorers.ts'
import { SALES_COLUMNS, salesColumn } from '#shared/sales/sales-columns.ts'
import { capitalised } from '#shared/text/capitalised.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { MONTHS } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { refuseField } from '../changes/refusal.ts'
import { differences } from './compare.ts'
import { checkMoment, readCells, type SaleCells } from './read-sale.ts'

/** The columns in the order of the log. */
const IN_LOG = new Set([
  ...['hammer_price', 'total_price', 'price_basis', 'sale_month', 'sale_year', 'where_sold', 'selection'],
  ...['source_url', 'note', 'plate_number'],
  ...SALES_COLUMNS.map(({ name }) => name),
])

/** The columns that determine the total under a fee regime, and the total itself. */
const TOTAL_DEPENDS_ON = ['hammer_price', 'total_price', 'sale_month', 'sale_year', 'where_sold']

const REQUIRED = ['sale_year', 'selection']

export const PRICES = ['hammer_price', 'total_price'] as const

/**
 * Returns only the columns that change.
 * @param cells new values by column; an empty one removes the value
 * @throws InvalidInput
 */
export function saleChanges(table: TableSpec, existing: Row, cells: SaleCells): Row {
  const given = Object.entries(cells).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const foreign = given.find(([column]) => !table.columns.includes(column))
  if (foreign)
    refuseField(foreign[0], `${EXPLORERS[explorerOf(table.name)].place}'s sales have one price, the total.`)
  const parsed = readCells(table, cells)
  const wanted: Row = {}
  for (const [column, cell] of given) {
    const isEmpty = cell.trim() === ''
    if (isEmpty && REQUIRED.includes(column))
      refuseField(column, `The ${labelOf(table, column)} cannot be empty.`)
    wanted[column] = isEmpty ? null : (parsed[column] ?? null)
    if (PRICES.some((price) => price === column) && wanted[column] === 0)
      refuseField(column, '£0 is not a price. Leave the field empty if there is none.')
  }
  const changes = differences(existing, { ...wanted, ...derived(table, existing, wanted) })
  const row = { ...existing, ...changes }
  if (['price_basis', ...PRICES].some((column) => column in changes)) checkPrices(row)
  if ('sale_month' in changes || 'sale_year' in changes) checkMoment(row)
  return changes
}

/** Derives the price basis and the computed price from the given values, unless they are given too. */
function derived(table: TableSpec, existing: Row, wanted: Row): Row {
  if (!hasHammerPrice(table)) return basisOfOnePrice(existing, wanted)
  const changed = differences(existing, wanted)
  const row = { ...existing, ...wanted }
  const follows: Row = {}
  if (!('price_basis' in wanted) && PRICES.some((column) => column in changed))
    follows.price_basis = basisAfter(existing, changed, row)
  if ((wanted.total_price ?? null) === null && TOTAL_DEPENDS_ON.some((column) => column in changed))
    follows.total_price = derivedTotal(table, existing, { ...row, ...follows })
  if (isWorkedBack(existing) && 'total_price' in changed && !('hammer_price' in wanted))
    refuseField('hammer_price', 'It was worked back from the total: enter the new one, or clear the field.')
  return follows
}

/** Whether the hammer price was worked back from the total that was reported. */
export const isWorkedBack = ({ price_basis, hammer_price }: Row): boolean =>
  price_basis === 'total' && typeof hammer_price === 'number'

function basisOfOnePrice(existing: Row, wanted: Row): Row {
  if ('price_basis' in wanted || !('total_price' in wanted)) return {}
  return { price_basis: wanted.total_price === null ? null : basisOfTotal(existing) }
}

/** The basis of a given total where a sale has one price. */
export const basisOfTotal = ({ price_basis, total_price }: Row): Value =>
  price_basis ?? (typeof total_price === 'number' ? null : 'total')

/**
 * A given price was reported, and so was a recorded one if the basis says so; 'unclear' stays while there is a price.
 */
export function basisAfter(existing: Row, changed: Row, row: Row): Value {
  const hasPrice = PRICES.some((column) => typeof row[column] === 'number')
  if (existing.price_basis === 'unclear' && hasPrice) return 'unclear'
  const isReported = (column: (typeof PRICES)[number], basis: string) =>
    column in changed
      ? changed[column] !== null
      : typeof existing[column] === 'number' &&
        [null, 'both', basis].some((reported) => (existing.price_basis ?? null) === reported)
  const hasHammer = isReported('hammer_price', 'hammer')
  const hasTotal = isReported('total_price', 'total')
  if (hasHammer) return hasTotal ? 'both' : 'hammer'
  return hasTotal ? 'total' : null
}

/** Recomputes a computed total like an import, or removes it with its hammer price. */
function derivedTotal(table: TableSpec, existing: Row, row: Row): Value {
  const isOutdated =
    existing.price_basis === 'hammer' && [null, 'hammer'].includes(row.price_basis as string | null)
  const base = isOutdated ? { ...row, total_price: null } : row
  return (table.derive?.(base) ?? base).total_price ?? null
}

/** @throws InvalidInput if the prices contradict each other */
export function checkPrices(row: Row): void {
  const { price_basis, hammer_price = null, total_price = null } = row
  if (hammer_price !== null && total_price !== null && hammer_price > total_price)
    refuseField('hammer_price', 'The hammer price would be above the total price.')
  const lacks = (name: string) => {
    refuseField('price_basis', `The price basis would be ${String(price_basis)}, but there is no ${name}.`)
  }
  if (price_basis === 'both' && (hammer_price === null || total_price === null)) lacks('second price')
  if (price_basis === 'hammer' && 'hammer_price' in row && hammer_price === null) lacks('hammer price')
  if (price_basis === 'total' && total_price === null) lacks('total price')
}

const MAX_SHOWN = 120

/** 'Hammer price £4,520 → £4,250; month January → February' */
export function describeSaleChanges(table: TableSpec, existing: Row, changes: Row): string {
  const parts = [...IN_LOG]
    .filter((column) => column in changes)
    .map(
      (column) =>
        `${labelOf(table, column)} ${showSaleValue(column, existing[column])} → ${showSaleValue(column, changes[column])}`,
    )
  return capitalised(parts.join('; '))
}

export const labelOf = (table: TableSpec, column: string) =>
  column === 'total_price' && !hasHammerPrice(table) ? 'price' : (salesColumn(column)?.label ?? column)

export const hasHammerPrice = ({ columns }: TableSpec) => columns.includes('hammer_price')

/** '£4,520', 'January', '“sold in the tent”', or 'none' */
export function showSaleValue(column: string, value: Value | undefined): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (PRICES.some((price) => price === column)) return formatGbp(Number(value))
  if (column === 'sale_month') return MONTHS[Number(value) - 1] ?? String(value)
  const text = escapeLine(String(value).replace(/\s+/g, ' '), MAX_SHOWN)
  return column === 'note' ? `“${text}”` : text
}
