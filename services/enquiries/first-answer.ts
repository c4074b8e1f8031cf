/** How long visitors wait for their first answer: elapsed time, including nights and holidays. */
import type { Reader } from '#data/tables.ts'
import { plural } from '#shared/text/format.ts'
import { enquiriesOfMonth, isSuspected, type StoredEnquiry } from './enquiry-store.ts'
import { isOpenStatus } from './statuses.ts'

type Answerable = Pick<StoredEnquiry, 'status' | 'createdAt' | 'answeredAt' | 'repliedAt'>

/**
 * Milliseconds from the enquiry to its first answer, or until now; from the last reply of the visitor until now, where
 * we owe an answer to it; null for spam.
 */
export function waitedMs({ status, createdAt, answeredAt, repliedAt }: Answerable, now: Date): number | null {
  if (status === 'spam') return null
  if (status === 'replied' && repliedAt) return elapsedMs(repliedAt, now.getTime())
  if (answeredAt) return elapsedMs(createdAt, Date.parse(answeredAt))
  return status === 'new' ? elapsedMs(createdAt, now.getTime()) : null // answered before the desk kept the time
}

/** Never negative, even if clocks are set back. */
const elapsedMs = (from: string, until: number) => Math.max(0, until - Date.parse(from))

export interface MonthOfAnswers {
  /** Excludes suspected and decided spam. */
  enquiries: number
  waiting: number
  /** The median of the answered enquiries; null if there is none. */
  medianMs: number | null
}

/** The enquiries of a month and the times of their first answers. */
export async function readMonthOfAnswers(reader: Reader, month: string): Promise<MonthOfAnswers> {
  const received = enquiriesOfMonth(reader, month).select(['status', 'delivery', 'createdAt', 'answeredAt'])
  const enquiries = (await received.execute()).filter(
    (enquiry) => enquiry.status !== 'spam' && !isSuspected(enquiry),
  )
  const waits = enquiries.flatMap(({ createdAt, answeredAt }) =>
    answeredAt ? elapsedMs(createdAt, Date.parse(answeredAt)) : [],
  )
  const waiting = enquiries.filter(({ status }) => isOpenStatus(status)).length
  return { enquiries: enquiries.length, waiting, medianMs: median(waits) }
}

export function median(values: number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.sort((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** 90 s → '1 minute'   3 h → '3 hours'   50 h → '2 days' */
export function describeWait(ms: number): string {
  if (ms < HOUR_MS) return plural(Math.max(1, Math.floor(ms / MINUTE_MS)), 'minute')
  if (ms < 2 * DAY_MS) return plural(Math.floor(ms / HOUR_MS), 'hour')
  return plural(Math.floor(ms / DAY_MS), 'day')
}
