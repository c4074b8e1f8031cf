/** Checks a sale for duplicates and contradictions before it is saved; each finding is one sentence. */

import type { Reader } from '#data/tables.ts'
import { keyOf, type Row } from '#shared/cells/table-specs.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import type { FeeRegime } from '#shared/sales/fee-regimes.ts'
import { formatList } from '#shared/text/format.ts'
import { sellerOf } from './compare.ts'
import { describeSale } from './describe-sale.ts'
import { specOf } from './sale-types.ts'
import { listSalesOf } from './stored-sales.ts'
import { doubtTotal } from './total-doubt.ts'

export interface Finding {
  /** Identifies the finding in a form, which confirms warnings by it. */
  code: string
  /** A refusal cannot be saved; a warning can, once a person confirms it. */
  kind: 'refusal' | 'warning'
  /** A complete sentence. */
  text: string
  /** The other recorded sale. */
  saleId: string | null
}

/** Prices within this share of each other probably belong to the same sale. */
const NEAR = 0.05

/**
 * Checks the new state of a sale against the recorded sales of its registration and its prices against each other.
 * @param row without `id` if the sale is new.
 */
export async function findFindings(
  reader: Reader,
  explorer: ExplorerName,
  row: Row,
  regimes: readonly FeeRegime[],
): Promise<Finding[]> {
  const onRecord = await listSalesOf(reader, explorer, String(row.plate_number))
  return [...compareWithRecord(explorer, row, onRecord), ...totalFindings(explorer, row, regimes)]
}

/** @param onRecord the recorded sales of the registration. A pure function, for lists and tests */
function compareWithRecord(explorer: ExplorerName, row: Row, onRecord: readonly Row[]): Finding[] {
  const table = specOf(explorer)
  const others = onRecord.filter(({ id }) => id !== row.id)
  const same = others.find((other) => keyOf(table, other) === keyOf(table, row))
  if (same)
    return [
      {
        code: `duplicate ${same.id}`,
        kind: 'refusal',
        text: `This sale is already on record: ${describeSale(same)}.`,
        saleId: String(same.id),
      },
    ]
  return others.flatMap((other) => likeness(row, other) ?? [])
}

function likeness(row: Row, other: Row): Finding | null {
  const isSameTime = row.sale_year === other.sale_year && isCompatible(row.sale_month, other.sale_month)
  if (!isSameTime) return null
  const prices = comparePrices(row, other)
  const isSameSeller = isCompatible(sellerOf(row), sellerOf(other))
  const about = describeSale(other)
  if (prices !== 'different') {
    const why = [
      (row.sale_month ?? null) !== (other.sale_month ?? null) ? 'the month is missing on one of them' : null,
      prices === 'near' ? 'the prices are close' : prices === 'unknown' ? 'one has no price' : null,
      isSameSeller ? null : 'the sellers differ',
    ].filter((part) => part !== null)
    return {
      code: `likely ${other.id}`,
      kind: 'warning',
      text: `It may already be on record: ${about}${why.length > 0 ? ` (${formatList(why)})` : ''}.`,
      saleId: String(other.id),
    }
  }
  if (!isSameSeller) return null
  const bySources =
    row.source_url && other.source_url && row.source_url !== other.source_url
      ? 'Two sources give different prices for what may be one sale'
      : 'Another price is on record for what may be the same sale'
  return {
    code: `price ${other.id}`,
    kind: 'warning',
    text: `${bySources}: ${about} on record, ${describeSale(row)} here.`,
    saleId: String(other.id),
  }
}

const isCompatible = (one: unknown, other: unknown) =>
  (one ?? '') === '' || (other ?? '') === '' || one === other

type Closeness = 'same' | 'near' | 'different' | 'unknown'

/**
 * Compares hammer prices with hammer prices and totals with totals; a hammer price is compared with a total only if
 * there is nothing else.
 */
function comparePrices(row: Row, other: Row): Closeness {
  const pairs = (['hammer_price', 'total_price'] as const).flatMap((column) => {
    const [one, two] = [row[column], other[column]]
    return typeof one === 'number' && typeof two === 'number' && one > 0 && two > 0
      ? [[one, two] as const]
      : []
  })
  if (pairs.length === 0) return 'unknown'
  if (pairs.some(([one, two]) => one === two)) return 'same'
  return pairs.some(([one, two]) => Math.abs(one - two) <= NEAR * Math.max(one, two)) ? 'near' : 'different'
}

function totalFindings(explorer: ExplorerName, row: Row, regimes: readonly FeeRegime[]): Finding[] {
  const text = doubtTotal(explorer, row, regimes)
  return text === null ? [] : [{ code: `fees ${row.total_price}`, kind: 'warning', text, saleId: null }]
}
