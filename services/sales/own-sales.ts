/**
 * The public record of our own sales. A sale that did not take place is removed from the record; a copy is kept for as
 * long as the removal can be undone.
 */

import { randomUUID } from 'node:crypto'
import type { Reader, Transaction } from '#data/tables.ts'
import type { Row } from '#shared/cells/table-specs.ts'
import { type ExplorerName, explorerOf } from '#shared/sales/explorers.ts'
import { longSaleDate } from '#shared/sales/sale.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { Actor } from '../audit/actor.ts'
import { readState, writeState } from '../site-state.ts'
import { removalSentence, restoreSentence } from './corrections.ts'
import { type SalesCall, specOf } from './sale-types.ts'
import { findSaleById, findSaleByKey } from './stored-sales.ts'
import { changeSales } from './write-sales.ts'

export const RECORDED_BY_MISTAKE = 'Recorded by mistake: the sale did not take place.'

export interface OwnSale {
  explorer: ExplorerName
  registration: string
  priceGbp: number
  saleYear: number
  saleMonth: number | null
  seller: string
}

/** `sales:<id>` or `jersey_sales:<id>`, as in the column `recorded_sale`. */
type SaleRef = string

/** The record of a sale: the one with the same natural key, or the change that adds it. */
export async function prepareOwnSale(
  reader: Reader,
  sale: OwnSale,
  actor: Actor,
): Promise<{ recordedSale: SaleRef; call: SalesCall | null }> {
  const { explorer } = sale
  const table = specOf(explorer)
  const key = keyOfOwnSale(sale)
  const known = await findSaleByKey(reader, explorer, key)
  if (known) return { recordedSale: `${table.name}:${known.id}`, call: null }
  const call = addOwnSale(sale, key, actor)
  return { recordedSale: `${table.name}:${call.changes[0]?.sale?.id}`, call }
}

const keyOfOwnSale = ({ explorer, registration, seller, saleYear, saleMonth, priceGbp }: OwnSale): Row => ({
  plate_number: registration,
  where_sold: seller,
  sale_year: saleYear,
  sale_month: saleMonth,
  total_price: priceGbp,
  ...(specOf(explorer).columns.includes('hammer_price') && { hammer_price: null }),
})

function addOwnSale({ explorer }: OwnSale, key: Row, actor: Actor): SalesCall {
  const table = specOf(explorer)
  return {
    explorer,
    actor,
    action: 'sold',
    change: `${describeOwnSale(key)} recorded among ${table.name}`,
    changes: [{ id: null, sale: { ...table.fill(key), ...key, selection: 'own', id: randomUUID() } }],
  }
}

/**
 * Removes the record of a sale that did not take place, with an entry in the public log of corrections, and keeps a copy.
 * @returns isCorrected: someone has changed the record since, so it stays
 */
export async function removeOwnSale(
  transaction: Transaction,
  ref: SaleRef,
  actor: Actor,
  now: Date,
): Promise<{ isCorrected: boolean }> {
  const { explorer, table, id } = parseSaleRef(ref)
  const row = await findSaleById(transaction, explorer, id)
  if (!row) return { isCorrected: false }
  if (isOthers(row)) return { isCorrected: true }
  await writeState(transaction, nameOf(ref), archivedValue(row, now))
  await changeSales(transaction, {
    explorer,
    actor,
    action: 'undo',
    change: `${describeOwnSale(row)} removed from ${table.name}`,
    reason: RECORDED_BY_MISTAKE,
    changes: [{ id, seenAt: row.updated_at, remove: true, correction: removalSentence(row) }],
  })
  return { isCorrected: false }
}

/** Brings a removed sale back under its id. @returns isKept: false if there is no copy */
export async function restoreOwnSale(
  transaction: Transaction,
  ref: SaleRef,
  actor: Actor,
): Promise<{ isKept: boolean }> {
  const { explorer, table, id } = parseSaleRef(ref)
  if (await findSaleById(transaction, explorer, id)) return { isKept: true }
  const archived = await readState(transaction, nameOf(ref))
  if (archived === null) return { isKept: false }
  const { row } = JSON.parse(archived) as ArchivedSale
  if (await findSaleByKey(transaction, explorer, row)) return { isKept: true }
  await changeSales(transaction, {
    explorer,
    actor,
    action: 'undo',
    change: `${describeOwnSale(row)} recorded among ${table.name} again`,
    reason: 'Removed by mistake: the sale did take place.',
    changes: [{ id: null, sale: row, correction: restoreSentence(row) }],
  })
  return { isKept: true }
}

/** Recorded by somebody else, or corrected since. */
export const isOthers = (row: Row): boolean => row.selection !== 'own' || row.updated_at !== row.created_at

interface ArchivedSale {
  /** ISO time of the removal. */
  at: string
  row: Row
}

const ARCHIVED_PREFIX = 'undone sale '
export const nameOf = (ref: SaleRef) => ARCHIVED_PREFIX + ref

function archivedValue(row: Row, now: Date): string {
  const { created_at: _, updated_at: __, ...columns } = row
  return JSON.stringify({ at: now.toISOString(), row: columns } satisfies ArchivedSale)
}

export async function removeArchivedSalesBefore(transaction: Transaction, moment: Date): Promise<void> {
  const archived = transaction.selectFrom('siteState').select(['name', 'value'])
  const rows = await archived.where('name', 'like', `${ARCHIVED_PREFIX}%`).execute()
  const old = rows.filter(
    ({ value }) => Date.parse((JSON.parse(value) as ArchivedSale).at) < moment.getTime(),
  )
  for (const { name } of old) await transaction.deleteFrom('siteState').where('name', '=', name).execute()
}

function parseSaleRef(ref: SaleRef) {
  const [name = '', id = ''] = ref.split(':')
  const explorer = explorerOf(name)
  return { explorer, table: specOf(explorer), id }
}

const whenOf = (row: Row) =>
  longSaleDate({
    saleYear: Number(row.sale_year),
    saleMonth: typeof row.sale_month === 'number' ? row.sale_month : null,
  })

/** 'the sale of AB 1 in March 2026 for £850' */
const describeOwnSale = (row: Row) =>
  `the sale of ${row.plate_number} in ${whenOf(row)} for ${formatGbp(Number(row.total_price))}`
