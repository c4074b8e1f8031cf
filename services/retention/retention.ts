import type { Database } from '#data/tables.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { UNMET_SEARCH_MONTHS } from '#shared/list/unmet-search.ts'
import { PAGE_VIEW_MONTHS } from '#shared/text/page-views.ts'
import { action } from '../action.ts'
import { UNDO_DAYS } from '../changes/undoable-batches.ts'
import { removeSentDigestsBefore } from '../enquiries/digest-store.ts'
import { countExpiredBefore, lastEnquiryChange, removeExpiredBefore } from '../enquiries/enquiry-store.ts'
import { removeOldImports } from '../import/import-store.ts'
import { listMailFiles, removeMailFiles } from '../mail/mail-files.ts'
import { removeFinishedMailsBefore } from '../mail/mail-store.ts'
import { removePageViewsBefore } from '../page-views/page-view-store.ts'
import { removeExpiredSignIns } from '../people/retention.ts'
import { removeArchivedSalesBefore } from '../sales/own-sales.ts'
import { saleHistory } from '../sales/sales-store.ts'
import { plateHistory } from '../stock/stock-store.ts'
import { removeUnmetSearchesBefore } from '../unmet-searches/unmet-search-store.ts'

/** The name in the table site_state. */
const CLOCK_SEEN_AT = 'clock_seen_at'

/** The site records its clock every six hours: a longer gap means a wrong clock, or a site that was off. */
const MAX_GAP_MS = 30 * 86_400_000

/** Emails to visitors and people of the desk are kept long enough to see who got what, and to apply limits. */
const MAIL_RETENTION_MS = 30 * 86_400_000

interface RetentionOptions {
  client: BackendClient
  dataDir: string
  months: number
  now: Date
}

interface RetentionState {
  limit: Date
  enquiries: number
  files: number
  /** When the site last recorded its clock; null unless the clock has jumped since. */
  jumpedSince: Date | null
}

export async function readRetention({
  client,
  dataDir,
  months,
  now,
}: RetentionOptions): Promise<RetentionState> {
  const limit = retentionLimit(now, months)
  // If no clock is recorded, the newest enquiry dates the last run.
  const seenAt = (await readClockSeenAt(client)) ?? (await lastEnquiryChange(client))
  const hasJumped = seenAt !== null && now.getTime() - seenAt.getTime() > MAX_GAP_MS
  return {
    limit,
    enquiries: await countExpiredBefore(client, limit),
    files: (await listMailFiles(dataDir, olderThan(limit))).length,
    jumpedSince: hasJumped ? seenAt : null,
  }
}

async function readClockSeenAt(client: BackendClient): Promise<Date | null> {
  const rows = requireRows(await client.from('site_state').select('value').eq('name', CLOCK_SEEN_AT))
  const moment = Date.parse(String(rows[0]?.value))
  return Number.isNaN(moment) ? null : new Date(moment)
}

async function writeClockSeenAt(client: BackendClient, at: Date): Promise<void> {
  const row = { name: CLOCK_SEEN_AT, value: at.toISOString() }
  requireSuccess(await client.from('site_state').upsert(row, { onConflict: 'name' }))
}

interface RetentionResult extends RetentionState {
  isSuspended: boolean
}

/** A clock that is wrong by years would remove nearly everything, so a jump of the clock needs the dealer's consent. */
export async function applyRetention(
  options: RetentionOptions & { database: Database },
  { isConfirmed = false } = {},
): Promise<RetentionResult> {
  const { client, database, dataDir, now } = options
  const state = await readRetention(options)
  const isSuspended = state.jumpedSince !== null && !isConfirmed && state.enquiries + state.files > 0
  // Don't record the clock while retention is suspended, or the next run would trust it.
  if (isSuspended) return { ...state, isSuspended }
  const enquiries = (await removeExpiredBefore(client, state.limit)).length
  await removeSentDigestsBefore(client, state.limit)
  const files = (await removeMailFiles(dataDir, olderThan(state.limit))).length
  await writeClockSeenAt(client, now)
  await removeFinishedMailsBefore(client, new Date(now.getTime() - MAIL_RETENTION_MS))
  const undoLimit = new Date(now.getTime() - UNDO_DAYS * 86_400_000)
  await plateHistory.removeBefore(client, undoLimit)
  await saleHistory.removeBefore(client, undoLimit)
  await removeArchivedSalesBefore(client, undoLimit)
  await removeOldCounts(database, now)
  await removeExpiredSignIns(database, now)
  await removeOldImports(database, now)
  return { ...state, enquiries, files, isSuspended }
}

export const removeOldCounts = (database: Database, now: Date): Promise<void> =>
  action(database, 'remove old counts', async (transaction) => {
    await removeUnmetSearchesBefore(transaction, retentionLimit(now, UNMET_SEARCH_MONTHS))
    await removePageViewsBefore(transaction, retentionLimit(now, PAGE_VIEW_MONTHS))
  })

export function describeSuspension({ jumpedSince, enquiries, files }: RetentionState, now: Date): string {
  const what = enquiries > 0 ? `${enquiries} of the enquiries` : `${files} of the files of enquiries`
  return `By this machine's clock (${day(now)}) ${what} are old enough to be removed, but the site last ran on ${day(jumpedSince)}. Nothing has been removed. Set the clock if it is wrong; if it is right, confirm the removal`
}

const day = (moment: Date | null) => moment?.toISOString().slice(0, 10)

const olderThan = (limit: Date) => (name: string) => name.slice(0, 10) < limit.toISOString().slice(0, 10)

export function retentionLimit(now: Date, months: number): Date {
  const limit = new Date(now)
  limit.setUTCDate(1)
  limit.setUTCMonth(limit.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(limit.getUTCFullYear(), limit.getUTCMonth() + 1, 0)).getUTCDate()
  limit.setUTCDate(Math.min(now.getUTCDate(), lastDay))
  return limit
}
