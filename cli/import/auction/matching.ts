/**
 * Finds the stored sale of a lot by auction and lot, else by registration and date, so that a corrected list changes
 * sales and never adds second ones. Where the list contradicts a sale, the row is refused unless it is to be replaced.
 */

import { longSaleDate } from '../../../app/features/sales/sale.ts'
import type { BackendClient } from '../../../app/shared/backend/client.ts'
import { readAll } from '../../../app/shared/backend/read-all.ts'
import { formatGbp } from '../../../app/shared/money.ts'
import { escapeTerminal } from '../../escape-terminal.ts'
import type { ParsedRow } from '../../rows/parse-row.ts'
import { type Row, tableSpecs } from '../../rows/table-specs.ts'
import type { Outcome } from '../compare.ts'
import { type Matching, readSameRegistrations } from '../matching.ts'
import { DVLA_AUCTION, lotOf, lotPrefix } from './lots.ts'

const table = tableSpecs.sales

export function byLot(auction: string, replace: boolean): Matching {
  let lotsOverRest: Map<string, Row> | undefined
  return {
    canContradict: true,
    compare: (staged, existing) => compareLot(staged, existing, replace),
    inSqlite(bulk) {
      const lots = indexLots(bulk.findByPrefix(table.name, 'note', lotPrefix(auction)))
      return (staged) =>
        findSale(staged, lots, () =>
          bulk.findBy(table.name, 'plate_number', staged.given.plate_number ?? null),
        )
    },
    async overRest(client, batch) {
      lotsOverRest ??= await readLots(client, auction)
      const lots = lotsOverRest
      const byRegistration = new Map<string, Row[]>()
      for await (const row of readSameRegistrations(client, table, batch)) {
        const plate = String(row.plate_number)
        byRegistration.set(plate, [...(byRegistration.get(plate) ?? []), row])
      }
      const found = new Map<string, Row>()
      for (const staged of batch) {
        const sale = findSale(staged, lots, () => byRegistration.get(String(staged.given.plate_number)) ?? [])
        if (sale) found.set(staged.key, sale)
      }
      return found
    },
  }
}

async function readLots(client: BackendClient, auction: string): Promise<Map<string, Row>> {
  const rows: Row[] = []
  const within = { column: 'note', like: `${lotPrefix(auction)}%` }
  for await (const row of readAll(client, table.name, within)) rows.push(row as Row)
  return indexLots(rows)
}

function indexLots(rows: readonly Row[]): Map<string, Row> {
  const lots = new Map<string, Row>()
  for (const row of rows) {
    const place = lotOf(row.note)
    if (place) lots.set(place.lot, row)
  }
  return lots
}

function findSale(staged: ParsedRow, lots: Map<string, Row>, sameRegistration: () => Row[]): Row | null {
  const place = lotOf(staged.given.note)
  const known = lots.get(place?.lot ?? '')
  if (known) return known
  if (staged.leftOut !== undefined) return null
  return (
    sameRegistration().find((row) => {
      const other = lotOf(row.note)
      return (
        row.where_sold === DVLA_AUCTION &&
        row.sale_year === staged.given.sale_year &&
        (row.sale_month === null || row.sale_month === staged.given.sale_month) &&
        (other === null || other.auction === place?.auction)
      )
    }) ?? null
  )
}

function compareLot(staged: ParsedRow, existing: Row | null, replace: boolean): Outcome {
  if (staged.leftOut !== undefined)
    return existing
      ? {
          kind: 'refused',
          reason: `the lot is ${staged.leftOut} in the list, but on record as the sale of ${describeSale(existing)}: correct the list, or use sales remove`,
        }
      : { kind: 'skipped', reason: staged.leftOut }
  if (!existing) return { kind: 'added', row: { ...staged.fill, ...staged.given } }
  const contradictions = findContradictions(staged.given, existing)
  if (contradictions.length > 0 && !replace)
    return {
      kind: 'refused',
      reason: `the record has ${contradictions.map(({ stored, listed }) => `${stored}, the list ${listed}`).join('; ')}`,
      isContradiction: true,
    }
  const columns: Row = {}
  const before: Row = {}
  for (const [column, value] of Object.entries(merge(staged, existing))) {
    if (value === existing[column]) continue
    columns[column] = value
    before[column] = existing[column] ?? null
  }
  return Object.keys(columns).length === 0
    ? { kind: 'same' }
    : { kind: 'changed', id: String(existing.id), columns, before }
}

function findContradictions(given: Row, existing: Row): { stored: string; listed: string }[] {
  const found: { stored: string; listed: string }[] = []
  const differ = (columns: string[], describe: (row: Row) => string) => {
    if (columns.some((column) => existing[column] !== null && existing[column] !== given[column]))
      found.push({ stored: describe(existing), listed: describe(given) })
  }
  differ(['plate_number'], ({ plate_number }) => escapeTerminal(plate_number))
  differ(['sale_year', 'sale_month'], ({ sale_year, sale_month }) =>
    longSaleDate({ saleYear: Number(sale_year), saleMonth: sale_month === null ? null : Number(sale_month) }),
  )
  const lots = { stored: lotOf(existing.note)?.lot, listed: lotOf(given.note)?.lot }
  if (lots.stored !== undefined && lots.stored !== lots.listed)
    found.push({ stored: `lot ${lots.stored}`, listed: `lot ${lots.listed}` })
  differ(['where_sold'], ({ where_sold }) => escapeTerminal(where_sold))
  // A hammer price that was computed from a reported total gives way to the auctioneer's own.
  if (existing.price_basis !== 'total')
    differ(['hammer_price'], ({ hammer_price }) => formatGbp(Number(hammer_price)))
  const isUnclear = existing.price_basis === 'unclear' && existing.total_price !== null
  if (isUnclear && ![given.hammer_price, given.total_price].includes(existing.total_price ?? null))
    found.push({
      stored: `${formatGbp(Number(existing.total_price))} as reported`,
      listed: formatGbp(Number(given.hammer_price)),
    })
  return found
}

/** The sale as it is to be: the list's own values, and from the record what the list does not have. */
function merge({ given, fill }: ParsedRow, existing: Row): Row {
  const hasReportedTotal = existing.price_basis === 'both' || existing.price_basis === 'total'
  return {
    ...given,
    ...(given.plate_number === existing.plate_number
      ? {}
      : { category: fill.category ?? null, type: fill.type ?? null }),
    total_price: (hasReportedTotal ? existing.total_price : given.total_price) ?? null,
    price_basis: hasReportedTotal ? 'both' : 'hammer',
    source_url: existing.source_url ?? given.source_url ?? null,
    note: mergeNotes(String(given.note), existing.note),
  }
}

function mergeNotes(given: string, existing: unknown): string {
  if (typeof existing !== 'string' || existing === '') return given
  const known = lotOf(existing)
  if (known === null) return `${given}; ${existing}`
  return known.lot === lotOf(given)?.lot ? existing : given
}

const describeSale = (row: Row) =>
  `${escapeTerminal(row.plate_number)}${typeof row.hammer_price === 'number' ? ` for ${formatGbp(row.hammer_price)}` : ''}`
