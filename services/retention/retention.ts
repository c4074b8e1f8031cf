import type { Database, Reader } from '#data/tables.ts'
import { UNMET_SEARCH_MONTHS } from '#shared/list/unmet-search.ts'
import { PAGE_VIEW_MONTHS } from '#shared/text/page-views.ts'
import { action } from '../action.ts'
import { removeKeptChangesBefore } from '../changes/kept-changes.ts'
import { undoableSince } from '../changes/undoable-batches.ts'
import { removeSentDigestsBefore } from '../enquiries/digest-store.ts'
import { countExpiredBefore, lastEnquiryChange, removeExpiredBefore } from '../enquiries/enquiry-store.ts'
import { removeOldImports } from '../import/import-store.ts'
import { listMailFiles, removeMailFiles } from '../mail/mail-files.ts'
import { removeFinishedMailsBefore } from '../mail/mail-store.ts'
import { removePageViewsBefore } from '../page-views/page-view-store.ts'
import { removeExpiredChallenges } from '../people/challenges.ts'
import { removeExpiredInvitations } from '../people/invitations.ts'
import { removeExpiredSessions } from '../people/sessions.ts'
import { removeArchivedSalesBefore } from '../sales/own-sales.ts'
import { readState, writeState } from '../site-state.ts'
import { removeUnmetSearchesBefore } from '../unmet-searches/unmet-search-store.ts'

/** The name in the table site_state. */
const CLOCK_SEEN_AT = 'clock_seen_at'

/** The site records its clock every six hours: a longer gap means a wrong clock, or a site that was off. */
const MAX_GAP_MS = 30 * 86_400_000

/** Emails to visitors and people of the desk are kept long enough to see who got what, and to apply limits. */
const MAIL_RETENTION_MS = 30 * 86_400_000

interface RetentionOptions {
  database: Database
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
  database,
  dataDir,
  months,
  now,
}: RetentionOptions): Promise<RetentionState> {
  const limit = retentionLimit(now, months)
  // If no clock is recorded, the newest enquiry dates the last run.
  const seenAt = (await readClockSeenAt(database)) ?? (await lastEnquiryChange(database))
  const hasJumped = seenAt !== null && now.getTime() - seenAt.getTime() > MAX_GAP_MS
  return {
    limit,
    enquiries: await countExpiredBefore(database, limit),
    files: (await listMailFiles(dataDir, olderThan(limit))).length,
    jumpedSince: hasJumped ? seenAt : null,
  }
}

async function readClockSeenAt(reader: Reader): Promise<Date | null> {
  const moment = Date.parse((await readState(reader, CLOCK_SEEN_AT)) ?? '')
  return Number.isNaN(moment) ? null : new Date(moment)
}

interface RetentionResult extends RetentionState {
  isSuspended: boolean
}

/** A clock that is wrong by years would remove nearly everything, so a jump of the clock needs the dealer's consent. */
export async function applyRetention(
  options: RetentionOptions,
  { isConfirmed = false } = {},
): Promise<RetentionResult> {
  const { database, dataDir, now } = options
  const state = await readRetention(options)
  const isSuspended = state.jumpedSince !== null && !isConfirmed && state.enquiries + state.files > 0
  // Don't record the clock while retention is suspended, or the next run would trust it.
  if (isSuspended) return { ...state, isSuspended }
  const enquiries = await removeExpired(database, { limit: state.limit, now })
  const files = (await removeMailFiles(dataDir, olderThan(state.limit))).length
  await removeKeptChanges(database, now)
  await removeOldCounts(database, now)
  await removeExpiredSignIns(database, now)
  await removeOldImports(database, now)
  return { ...state, enquiries, files, isSuspended }
}

/** What can no longer be undone. */
export const removeKeptChanges = (database: Database, now: Date): Promise<void> =>
  action(database, 'remove kept changes', async (transaction) => {
    const limit = undoableSince(now)
    await removeKeptChangesBefore(transaction, limit)
    await removeArchivedSalesBefore(transaction, limit)
  })

export const removeOldCounts = (database: Database, now: Date): Promise<void> =>
  action(database, 'remove old counts', async (transaction) => {
    await removeUnmetSearchesBefore(transaction, retentionLimit(now, UNMET_SEARCH_MONTHS))
    await removePageViewsBefore(transaction, retentionLimit(now, PAGE_VIEW_MONTHS))
  })

/** Removes expired sessions, challenges and links; people stay until someone removes them. */
export const removeExpiredSignIns = (database: Database, now: Date): Promise<void> =>
  action(database, 'remove expired sign-ins', async (transaction) => {
    await removeExpiredSessions(transaction, now)
    await removeExpiredChallenges(transaction, now)
    await removeExpiredInvitations(transaction, now)
  })

/** Removes enquiries, digests and e-mails together, and records when. @returns the number of enquiries */
export const removeExpired = (
  database: Database,
  { limit, now }: { limit: Date; now: Date },
): Promise<number> =>
  action(database, 'remove expired enquiries', async (transaction) => {
    await writeState(transaction, CLOCK_SEEN_AT, now.toISOString())
    const removed = await removeExpiredBefore(transaction, limit)
    await removeSentDigestsBefore(transaction, limit)
    await removeFinishedMailsBefore(transaction, new Date(now.getTime() - MAIL_RETENTION_MS))
    return removed.length
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
