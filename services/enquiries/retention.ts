/**
 * How long enquiries are kept, and the files that go with them. A clock that is wrong by years would remove nearly
 * all of them at once, so after a leap of the clock nothing is removed until the dealer confirms it.
 */
import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { removeDigestsBefore } from './digest-store.ts'
import { countEnquiriesBefore, lastEnquiryChange, removeEnquiriesBefore } from './enquiry-store.ts'
import { mailFolder } from './mailer.ts'
import { readClockSeenAt, writeClockSeenAt } from './site-state.ts'

/** The site notes its clock every six hours. A longer gap is a wrong clock, or a site that was off as long. */
const LONGEST_GAP_MS = 30 * 86_400_000

export interface RetentionOptions {
  client: BackendClient
  dataDir: string
  months: number
  now: Date
}

export interface RetentionState {
  /** What is older than this goes. */
  limit: Date
  /** How many enquiries, and how many files of theirs, are older. */
  enquiries: number
  files: number
  /** When the site last noted its clock, where the clock has leapt since; else null. */
  leaptSince: Date | null
}

/** What retention would do now. Removes nothing. */
export async function readRetention({
  client,
  dataDir,
  months,
  now,
}: RetentionOptions): Promise<RetentionState> {
  const limit = retentionLimit(now, months)
  // A database of an earlier version has no note of the clock; its newest enquiry was not stored in the future.
  const seenAt = (await readClockSeenAt(client)) ?? (await lastEnquiryChange(client))
  const hasLeapt = seenAt !== null && now.getTime() - seenAt.getTime() > LONGEST_GAP_MS
  return {
    limit,
    enquiries: await countEnquiriesBefore(client, limit),
    files: (await listMailFiles(dataDir, olderThan(limit))).length,
    leaptSince: hasLeapt ? seenAt : null,
  }
}

export interface RetentionResult extends RetentionState {
  isHeld: boolean
}

/** Removes what is older than the months of retention, unless the clock has leapt and the dealer has not confirmed it. */
export async function applyRetention(
  options: RetentionOptions,
  { isConfirmed = false } = {},
): Promise<RetentionResult> {
  const { client, dataDir, now } = options
  const state = await readRetention(options)
  const isHeld = state.leaptSince !== null && !isConfirmed && state.enquiries + state.files > 0
  // While it is held the old note stays, or the next run would take the leap for the truth.
  if (isHeld) return { ...state, isHeld }
  const enquiries = (await removeEnquiriesBefore(client, state.limit)).length
  await removeDigestsBefore(client, state.limit)
  const files = (await removeMailFiles(dataDir, olderThan(state.limit))).length
  await writeClockSeenAt(client, now)
  return { ...state, enquiries, files, isHeld }
}

export const CONFIRM_RETENTION = 'npm run office -- enquiries retention --confirm'

/** What the log and the doctor say while retention is held. */
export function describeHeld({ leaptSince, enquiries, files }: RetentionState, now: Date): string {
  const what = enquiries > 0 ? `${enquiries} of the enquiries` : `${files} of the files of enquiries`
  return `By this machine's clock (${day(now)}) ${what} are old enough to be removed, but the site last ran on ${day(leaptSince)}. Nothing has been removed. Set the clock if it is wrong; if it is right, say so: ${CONFIRM_RETENTION}`
}

const day = (moment: Date | null) => moment?.toISOString().slice(0, 10)

const olderThan = (limit: Date) => (name: string) => name.slice(0, 10) < limit.toISOString().slice(0, 10)

/** What is older than this moment goes. */
export function retentionLimit(now: Date, months: number): Date {
  const limit = new Date(now)
  limit.setUTCDate(1)
  limit.setUTCMonth(limit.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(limit.getUTCFullYear(), limit.getUTCMonth() + 1, 0)).getUTCDate()
  limit.setUTCDate(Math.min(now.getUTCDate(), lastDay))
  return limit
}

/** The file of an enquiry, or the draft that a process leaves that is killed while it writes one. */
const MAIL_FILE = /^(?:\.(?=.*\.eml\.[0-9a-f]{8}$))?(\d{4}-\d\d-\d\d-.*\.eml)(?:\.[0-9a-f]{8})?$/

/** @param isMeant by the name that the file has when it is complete */
async function listMailFiles(dataDir: string, isMeant: (name: string) => boolean): Promise<string[]> {
  const names = await readdir(mailFolder(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => {
    const whole = MAIL_FILE.exec(name)?.[1]
    return whole !== undefined && isMeant(whole)
  })
}

/** @returns the names of the files that were removed */
export async function removeMailFiles(
  dataDir: string,
  isMeant: (name: string) => boolean,
): Promise<string[]> {
  const meant = await listMailFiles(dataDir, isMeant)
  await Promise.all(meant.map((name) => unlink(join(mailFolder(dataDir), name))))
  return meant
}
