/**
 * Undoes one change of recorded sales as a whole. An undo is also a change: it appears in the public log and can be
 * undone.
 */

import type { Row } from '#shared/cells/table-specs.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { requireRows } from '#shared/data/response.ts'
import { isOrAre, nameRefused, nameUpTo } from '#shared/registration/name-registrations.ts'
import { TABLES } from '#shared/sales/sale-records.ts'
import { formatNumber, longDay } from '#shared/text/format.ts'
import type { Actor } from '../audit/actor.ts'
import { nameAction } from '../audit/change-history.ts'
import { ALREADY_UNDONE, findUndoableBatches, NO_SUCH_CHANGE, UNDO_DAYS } from '../audit/undoable-batches.ts'
import { isUuid } from '../uuid.ts'
import { editSentence, removalSentence, restoreSentence, wholeSale } from './corrections.ts'
import { SaleRefusal } from './refusal.ts'
import {
  changeSales,
  type ExplorerName,
  type RecordedSaleChange,
  readSalesBatch,
  type SaleChange,
  type SalesResult,
  specOf,
} from './sales-store.ts'

interface SalesUndo {
  /** Sorted by registration; empty if the batch changed no sales or is no longer kept. */
  changes: RecordedSaleChange[]
  /** The text of the public log for each, in the same order. */
  corrections: string[]
  /** The published reason. */
  reason: string
  /** Why it cannot be undone; null if it can. */
  refusal: SaleRefusal | null
  /** Ids of the sales that are still on record. */
  recorded: ReadonlySet<string>
}

const DAY_MS = 86_400_000
/** The number of ids in one URL. */
const READ_IDS = 100

/** A preview of `undoSalesChange`. @throws DataError */
export async function previewSalesUndo(client: BackendClient, batch: string, now: Date): Promise<SalesUndo> {
  return (await prepare(client, batch, now)).undo
}

/**
 * Undoes nothing unless each sale is still as the change left it, in the columns that it changed.
 * @throws SaleRefusal that names the sales that prevent it; SalesConflict, DataError
 */
export async function undoSalesChange(
  client: BackendClient,
  batch: string,
  actor: Actor,
  now: Date,
): Promise<SalesResult> {
  const { undo, sales } = await prepare(client, batch, now)
  const { changes, corrections, reason, refusal } = undo
  if (refusal) throw refusal
  const [first] = changes as [RecordedSaleChange]
  const registrations = [...new Set(changes.map(({ registration }) => registration))]
  const action = await nameAction(client, first.action)
  const names = nameUpTo(registrations, 3, 'more registration')
  try {
    return await changeSales(client, {
      explorer: first.explorer,
      actor,
      action: `undo ${batch}`,
      change: `${names}: ${changes.length === 1 ? 'the sale is' : `${formatNumber(changes.length)} sales are`} restored, “${action}” undone`,
      reason,
      changes: changes.map((change, index) =>
        inverse(change, sales.get(change.saleId), corrections[index] as string),
      ),
    })
  } catch (error) {
    if (error instanceof DataError && error.code === '23505')
      throw new SaleRefusal(
        `Another sale on record has the same date, seller and prices as one of ${names}, so nothing has been undone. Remove that one first.`,
      )
    throw error
  }
}

async function prepare(
  client: BackendClient,
  batch: string,
  now: Date,
): Promise<{ undo: SalesUndo; sales: Map<string, Row> }> {
  const changes = isUuid(batch) ? await readSalesBatch(client, batch) : []
  changes.sort((a, b) => (a.registration < b.registration ? -1 : 1))
  const [first] = changes
  const empty = {
    undo: { changes, corrections: [], reason: '', refusal: TOO_OLD(), recorded: new Set<string>() },
    sales: new Map(),
  }
  if (!first || now.getTime() - Date.parse(first.at) > UNDO_DAYS * DAY_MS) return empty
  const { explorer } = first
  const sales = await readUndoneSales(
    client,
    explorer,
    changes.map(({ saleId }) => saleId),
  )
  const isUndone = (await findUndoableBatches(client, [batch], now)).get(batch) === true
  const changedSince = changes.filter((change) => !isUnchangedSince(change, sales.get(change.saleId) ?? null))
  const corrections = changes.map((change) => correctionOf(explorer, change, sales.get(change.saleId)))
  const refusal = isUndone ? new SaleRefusal(ALREADY_UNDONE) : refusalOf(changedSince)
  return {
    undo: { changes, corrections, reason: reasonOf(changes), refusal, recorded: new Set(sales.keys()) },
    sales,
  }
}

const TOO_OLD = () => new SaleRefusal(NO_SUCH_CHANGE)

function refusalOf(changedSince: readonly RecordedSaleChange[]): SaleRefusal | null {
  const registrations = [...new Set(changedSince.map(({ registration }) => registration))]
  if (registrations.length === 0) return null
  return new SaleRefusal(
    `The ${isOrAre(registrations) === 'is' ? 'sale' : 'sales'} of ${nameRefused(registrations, 'more registration')} ${isOrAre(registrations) === 'is' ? 'has' : 'have'} been changed since, so nothing has been undone. Undo the later change first, or edit what is wrong.`,
  )
}

async function readUndoneSales(
  client: BackendClient,
  explorer: ExplorerName,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const sales = new Map<string, Row>()
  for (let from = 0; from < ids.length; from += READ_IDS) {
    const some = ids.slice(from, from + READ_IDS)
    for (const row of requireRows(await client.from(TABLES[explorer]).select('*').in('id', some)) as Row[])
      sales.set(String(row.id), row)
  }
  return sales
}

const NOT_COMPARED = ['id', 'created_at', 'updated_at']

/** A sale that the change added must be unchanged in all columns, since undo removes it. */
function isUnchangedSince({ before, after }: RecordedSaleChange, sale: Row | null): boolean {
  if (after === null || sale === null) return after === null && sale === null
  const columns =
    before === null
      ? Object.keys(sale).filter((column) => !NOT_COMPARED.includes(column))
      : Object.keys(after)
  return columns.every((column) => (sale[column] ?? null) === (after[column] ?? null))
}

function inverse(
  { saleId, before }: RecordedSaleChange,
  sale: Row | undefined,
  correction: string,
): SaleChange {
  const seenAt = sale ? String(sale.updated_at) : null
  if (before === null) return { id: saleId, seenAt, remove: true, correction }
  if (!sale) return { id: null, sale: { ...before, id: saleId }, correction }
  return { id: saleId, seenAt, sale: before, correction }
}

function correctionOf(explorer: ExplorerName, { before, after }: RecordedSaleChange, sale: Row | undefined) {
  const table = specOf(explorer)
  if (before === null) return removalSentence(sale ?? wholeSale(explorer, after ?? {}))
  if (after === null) return restoreSentence(wholeSale(explorer, before))
  return editSentence(table, { ...after, ...sale }, before)
}

/** The reason that all of them share. */
function reasonOf(changes: readonly RecordedSaleChange[]): string {
  if (changes.every(({ before }) => before === null)) return 'Recorded by mistake.'
  if (changes.every(({ after }) => after === null)) return 'Removed by mistake.'
  return `The change of ${longDay(changes[0]?.at ?? '')} is withdrawn.`
}
