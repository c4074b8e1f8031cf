/**
 * The public record of our own sales. A sale that did not take place is removed from the record; a copy is kept for as
 * long as the removal can be undone.
 */

import { randomUUID } from 'node:crypto'
import type { Row } from '#shared/cells/table-specs.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { type ExplorerName, explorerOf } from '#shared/sales/explorers.ts'
import { longSaleDate } from '#shared/sales/sale.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { Actor } from '../audit/actor.ts'
import type { Write } from '../changes/call-change.ts'
import { removalSentence, restoreSentence } from './corrections.ts'
import { findSaleById, findSaleByKey, salesWrite, specOf } from './sales-store.ts'

export const RECORDED_BY_MISTAKE = 'Recorded by mistake: the sale did not take place.'

interface OwnSale {
  explorer: ExplorerName
  registration: string
  priceGbp: number
  saleYear: number
  saleMonth: number | null
  seller: string
}

/** `sales:<id>` or `jersey_sales:<id>`, as in the column `recorded_sale`. */
type SaleRef = string

/** The record of a sale: the one with the same natural key, or the write that adds it. */
export async function prepareOwnSale(
  client: BackendClient,
  sale: OwnSale,
  actor: Actor,
): Promise<{ recordedSale: SaleRef; writes: Write[] }> {
  const { explorer } = sale
  const table = specOf(explorer)
  const key: Row = {
    plate_number: sale.registration,
    where_sold: sale.seller,
    sale_year: sale.saleYear,
    sale_month: sale.saleMonth,
    total_price: sale.priceGbp,
    ...(table.columns.includes('hammer_price') && { hammer_price: null }),
  }
  const known = await findSaleByKey(client, explorer, key)
  if (known) return { recordedSale: `${table.name}:${known.id}`, writes: [] }
  const row: Row = { ...table.fill(key), ...key, selection: 'own', id: randomUUID() }
  const call = {
    explorer,
    actor,
    action: 'sold',
    change: `${describe(key)} recorded among ${table.name}`,
    changes: [{ id: null, sale: row }],
  }
  return { recordedSale: `${table.name}:${row.id}`, writes: [salesWrite(call)] }
}

/**
 * The removal of a sale that did not take place, with an entry in the public log of corrections. A copy is kept first, which
 * does no harm if the removal fails.
 * @returns isCorrected: someone has changed the record since, so it stays; no writes either if there is none
 */
export async function prepareRemoval(
  client: BackendClient,
  ref: SaleRef,
  actor: Actor,
  now: Date,
): Promise<{ isCorrected: boolean; writes: Write[] }> {
  const { explorer, table, id } = parseSaleRef(ref)
  const row = await findSaleById(client, explorer, id)
  if (!row) return { isCorrected: false, writes: [] }
  if (row.selection !== 'own' || row.updated_at !== row.created_at) return { isCorrected: true, writes: [] }
  await archiveSale(client, ref, row, now)
  const call = {
    explorer,
    actor,
    action: 'undo',
    change: `${describe(row)} removed from ${table.name}`,
    reason: RECORDED_BY_MISTAKE,
    changes: [{ id, seenAt: row.updated_at, remove: true, correction: removalSentence(row) }],
  }
  return { isCorrected: false, writes: [salesWrite(call)] }
}

/** The return of a removed sale under its id. @returns isKept: false if there is no copy */
export async function prepareRestoration(
  client: BackendClient,
  ref: SaleRef,
  actor: Actor,
): Promise<{ isKept: boolean; writes: Write[] }> {
  const { explorer, table, id } = parseSaleRef(ref)
  if (await findSaleById(client, explorer, id)) return { isKept: true, writes: [] }
  const [archived] = requireRows(await client.from('site_state').select('value').eq('name', nameOf(ref)))
  if (!archived) return { isKept: false, writes: [] }
  const { row } = JSON.parse(String(archived.value)) as ArchivedSale
  if (await findSaleByKey(client, explorer, row)) return { isKept: true, writes: [] }
  const call = {
    explorer,
    actor,
    action: 'undo',
    change: `${describe(row)} recorded among ${table.name} again`,
    reason: 'Removed by mistake: the sale did take place.',
    changes: [{ id: null, sale: row, correction: restoreSentence(row) }],
  }
  return { isKept: true, writes: [salesWrite(call)] }
}

interface ArchivedSale {
  /** ISO time of the removal. */
  at: string
  row: Row
}

const ARCHIVED_PREFIX = 'undone sale '
const nameOf = (ref: SaleRef) => ARCHIVED_PREFIX + ref

async function archiveSale(client: BackendClient, ref: SaleRef, row: Row, now: Date): Promise<void> {
  const { created_at: _, updated_at: __, ...columns } = row
  const value = JSON.stringify({ at: now.toISOString(), row: columns } satisfies ArchivedSale)
  requireSuccess(await client.from('site_state').upsert({ name: nameOf(ref), value }, { onConflict: 'name' }))
}

export async function removeArchivedSalesBefore(client: BackendClient, moment: Date): Promise<void> {
  const rows = requireRows(
    await client.from('site_state').select('name,value').like('name', `${ARCHIVED_PREFIX}%`),
  )
  const old = rows.filter(
    ({ value }) => Date.parse((JSON.parse(String(value)) as ArchivedSale).at) < moment.getTime(),
  )
  for (const { name } of old)
    requireSuccess(await client.from('site_state').delete().eq('name', String(name)))
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
const describe = (row: Row) =>
  `the sale of ${row.plate_number} in ${whenOf(row)} for ${formatGbp(Number(row.total_price))}`
