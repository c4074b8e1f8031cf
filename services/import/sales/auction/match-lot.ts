/**
 * Finds the recorded sale of a lot by auction and lot number, else by registration and date, so that a corrected list
 * updates sales instead of adding duplicates.
 */

import { changeOf } from '#services/sales/compare.ts'
import type { ParsedRow } from '#shared/cells/parse-row.ts'
import type { Row } from '#shared/cells/table-specs.ts'
import { longSaleDate } from '#shared/sales/sale.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { SaleMatcher, SaleOutcome } from '../outcome.ts'
import { DVLA_AUCTION, lotOf } from './lots.ts'

/** @param recorded the sales on record whose note names the auction */
export function lotMatcher(recorded: readonly Row[]): SaleMatcher<ParsedRow> {
  const lots = indexLots(recorded)
  return (row, stored) => {
    const existing = findSale(row, lots, stored)
    return { existing, outcome: compareLot(row, existing) }
  }
}

function indexLots(rows: readonly Row[]): Map<string, Row> {
  const lots = new Map<string, Row>()
  for (const row of rows) {
    const place = lotOf(row.note)
    if (place) lots.set(place.lot, row)
  }
  return lots
}

function findSale(staged: ParsedRow, lots: ReadonlyMap<string, Row>, stored: readonly Row[]): Row | null {
  const place = lotOf(staged.given.note)
  const known = lots.get(place?.lot ?? '')
  if (known) return known
  if (staged.leftOut !== undefined) return null
  return (
    stored.find((row) => {
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

function compareLot(staged: ParsedRow, existing: Row | null): SaleOutcome {
  if (staged.leftOut !== undefined)
    return existing
      ? {
          kind: 'refused',
          reason: `the lot is ${staged.leftOut} in the list, but on record as the sale of ${describeSale(existing)}: correct the list, or remove that sale`,
        }
      : { kind: 'skipped', reason: staged.leftOut }
  if (!existing) return { kind: 'added', row: { ...staged.fill, ...staged.given } }
  const contradictions = findContradictions(staged.given, existing)
  const change = changeOf(existing, merge(staged, existing))
  if (contradictions.length === 0 || change.kind === 'same') return change
  const reason = `the record has ${contradictions.map(({ stored, listed }) => `${stored}, the list ${listed}`).join('; ')}`
  return { kind: 'contradiction', reason, change }
}

function findContradictions(given: Row, existing: Row): { stored: string; listed: string }[] {
  const found: { stored: string; listed: string }[] = []
  const differ = (columns: string[], describe: (row: Row) => string) => {
    if (columns.some((column) => existing[column] !== null && existing[column] !== given[column]))
      found.push({ stored: describe(existing), listed: describe(given) })
  }
  differ(['plate_number'], ({ plate_number }) => escapeLine(plate_number))
  differ(['sale_year', 'sale_month'], ({ sale_year, sale_month }) =>
    longSaleDate({ saleYear: Number(sale_year), saleMonth: sale_month === null ? null : Number(sale_month) }),
  )
  const lots = { stored: lotOf(existing.note)?.lot, listed: lotOf(given.note)?.lot }
  if (lots.stored !== undefined && lots.stored !== lots.listed)
    found.push({ stored: `lot ${lots.stored}`, listed: `lot ${lots.listed}` })
  differ(['where_sold'], ({ where_sold }) => escapeLine(where_sold))
  // A hammer price that was computed from a reported total is replaced by the auctioneer's own.
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

/** The resulting sale: the values of the list, completed from the record. */
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
  `${escapeLine(row.plate_number)}${typeof row.hammer_price === 'number' ? ` for ${formatGbp(row.hammer_price)}` : ''}`
