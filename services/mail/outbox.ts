/**
 * Delivers stored emails of the kinds that it is given. After a crash a lease expires and the email is retried, forever
 * unless its kind gives it up.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Transaction } from '#data/tables.ts'
import type { Log } from '../log.ts'
import { type FollowedSettings, readLatestSettings } from '../settings/live-settings.ts'
import type { SiteSettings } from '../settings/settings.ts'
import {
  type Delivery,
  type DeliveryTable,
  leaseDelivery,
  markSent,
  releaseDelivery,
  type WriteAlong,
} from './deliveries.ts'
import type { Mail, Mailer } from './mailer.ts'
import { describeClosed, readClosed } from './sending.ts'

/** An email that waits for its delivery. */
export interface OutboxJob extends Delivery {
  table: DeliveryTable
  name: string
  /** Called before each attempt. @returns what is written together with its lease */
  prepare?(latest: SiteSettings): Promise<WriteAlong | null>
  /** Called with the lease. @returns null if there is nothing to send any more */
  compose(latest: SiteSettings): Promise<Mail | null>
  /** Writes what follows from a failed attempt. @returns whether the email is given up */
  noteFailure?(transaction: Transaction, error: unknown): Promise<boolean>
  onGivenUp?(error: unknown): Promise<void>
}

/** Lists the emails of one kind that wait, the first to be sent first. An error delays those of all kinds. */
export type ListJobs = (limit: number) => Promise<OutboxJob[]>

export interface OutboxOptions {
  database: Database
  settings: FollowedSettings
  mailer: Mailer
  log: Log
  /** In the order in which they are sent. */
  kinds: readonly ListJobs[]
  /** Removes old data. Called after the deliveries of the start and some times a day. */
  removeOld(): Promise<void>
  firstRetryMs: number
  /** Half of it is the send deadline; the rest covers clock skew and marking the row. */
  leaseMs: number
}

const BATCH_SIZE = 20
const CONCURRENCY = 4
/** Polls, because other servers store enquiries too, and their leases expire. */
const POLL_MS = 15_000
const MAX_BACKOFF_FACTOR = 120
const RETENTION_EVERY_MS = 6 * 3_600_000
const RETENTION_RETRY_MS = 600_000
const MAX_CLOCK_SKEW_MS = 60_000
const MAX_MARK_WAIT_MS = 500
/** While the server stops, which must not take as long as a lease. */
const MIN_MARK_TRIES = 5

export class Outbox {
  readonly #options: OutboxOptions
  readonly counts = { sent: 0, failed: 0 }
  /** Emails that were sent but not marked, because the backend failed. */
  readonly #sentUnmarked = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #working: Promise<void> | null = null
  /** One after another, so that what one writes counts for the next. */
  #leasing: Promise<unknown> = Promise.resolve()
  #isWoken = false
  #isStopped = true
  #hasFailed = false
  #isClosed = false
  #retentionDueAt = Number.NEGATIVE_INFINITY

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  start(): void {
    this.#isStopped = false
    this.wake()
  }

  wake(): void {
    if (this.#isStopped) return
    this.#isWoken = true
    if (this.#working) return
    clearTimeout(this.#timer)
    this.#working = this.#work().finally(() => {
      this.#working = null
      if (this.#isWoken) this.wake()
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#working
  }

  async #work(): Promise<void> {
    let waitMs = POLL_MS
    try {
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false
        waitMs = await this.#deliverDue()
      }
      if (performance.now() >= this.#retentionDueAt) await this.removeOld()
      this.#hasFailed = false
    } catch (error) {
      waitMs = Math.min(POLL_MS, this.#options.firstRetryMs)
      this.#isWoken = false
      if (!this.#hasFailed) this.#options.log.error('Enquiries cannot be delivered', error)
      this.#hasFailed = true
    }
    if (this.#isStopped) return
    this.#timer = setTimeout(() => this.wake(), waitMs)
    this.#timer.unref()
  }

  /** @returns the milliseconds until the next mail is due */
  async #deliverDue(): Promise<number> {
    if (await this.#readIsClosed()) return POLL_MS
    const waiting: OutboxJob[] = []
    for (const list of this.#options.kinds) waiting.push(...(await list(BATCH_SIZE)))
    const now = Date.now()
    const due = waiting.filter(({ nextAttemptAt }) => this.#isDue(Date.parse(nextAttemptAt), now))
    const isIdle = due.length === 0
    const workers = Array.from({ length: CONCURRENCY }, async () => {
      for (let job = due.shift(); job && !this.#isStopped; job = due.shift()) await this.#deliver(job)
    })
    const failed = (await Promise.allSettled(workers)).find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    if (!isIdle) {
      this.#isWoken = true // there may be another batch
      return 0
    }
    const soonest = Math.min(...waiting.map(({ nextAttemptAt }) => Date.parse(nextAttemptAt)))
    return Math.max(20, Math.min(POLL_MS, soonest - now))
  }

  async #readIsClosed(): Promise<boolean> {
    const closed = await readClosed(this.#options.database)
    if (closed && !this.#isClosed) this.#options.log.error('E-mails are not sent', describeClosed(closed))
    this.#isClosed = closed !== null
    return this.#isClosed
  }

  /** A retry time beyond the longest back-off means that the clock was set back; treat it as due. */
  #isDue(nextAttemptAt: number, now: number): boolean {
    const { firstRetryMs, leaseMs } = this.#options
    const longestMs = Math.max(firstRetryMs * MAX_BACKOFF_FACTOR * 1.25, leaseMs) + MAX_CLOCK_SKEW_MS
    return nextAttemptAt <= now || nextAttemptAt > now + longestMs
  }

  async #deliver(job: OutboxJob): Promise<void> {
    const { settings, mailer, log, leaseMs } = this.#options
    const { table, id, name } = job
    // Check again, because a round may take minutes, and a move waits only for leased rows.
    if (await this.#readIsClosed()) return
    const latest = await readLatestSettings(settings)
    const began = performance.now()
    const lease = await this.#lease(job, latest)
    if (lease === null) return
    const isUnmarked = this.#sentUnmarked.has(id)
    if (job.lease && !isUnmarked)
      log.error(
        'An earlier attempt was interrupted; this e-mail may arrive twice, with the same Message-ID',
        name,
      )
    try {
      if (!isUnmarked) {
        const mail = await job.compose(latest)
        if (!mail) return
        const deadlineMs = leaseMs / 2 - (performance.now() - began)
        if (deadlineMs <= 0) throw new Error('The backend took too long')
        await mailer.send(mail, deadlineMs)
        this.counts.sent += 1
      }
    } catch (error) {
      this.counts.failed += 1
      return this.#release(job, lease, error)
    }
    await this.#markSent(table, id, began + leaseMs)
  }

  #lease(job: OutboxJob, latest: SiteSettings): Promise<string | null> {
    const { database, leaseMs } = this.#options
    const leased = this.#leasing.then(async () => {
      const writeAlong = await job.prepare?.(latest)
      const now = Date.now()
      const times = {
        now: new Date(Math.max(now, Date.parse(job.nextAttemptAt))),
        until: new Date(now + leaseMs),
      }
      return leaseDelivery(database, job.table, job, times, writeAlong)
    })
    this.#leasing = leased.catch(() => {})
    return leased
  }

  async #release(job: OutboxJob, lease: string, error: unknown): Promise<void> {
    const { database, log } = this.#options
    const { table, id, attempts, name } = job
    const reason = error instanceof Error ? error.message : String(error)
    log.error(`${name} was not delivered`, reason)
    const next = new Date(Date.now() + this.#backoffMs(attempts + 1))
    const isGivenUp = await releaseDelivery(database, table, { id, lease }, next, reason, (transaction) =>
      job.noteFailure ? job.noteFailure(transaction, error) : Promise.resolve(false),
    )
    if (isGivenUp) await job.onGivenUp?.(error)
  }

  /** Retries while the lease lasts: once it ends, another server sends the e-mail again. */
  async #markSent(table: DeliveryTable, id: string, leaseEndsAt: number): Promise<void> {
    const { database, mailer } = this.#options
    const at = new Date()
    this.#sentUnmarked.add(id)
    for (let tries = 1; ; tries++) {
      try {
        await markSent(database, table, id, mailer.kind, at)
        this.#sentUnmarked.delete(id)
        return
      } catch (error) {
        const waitMs = Math.min(MAX_MARK_WAIT_MS, 100 * 2 ** tries)
        const isTooLate = performance.now() + waitMs >= leaseEndsAt
        if (isTooLate || (this.#isStopped && tries >= MIN_MARK_TRIES)) throw error
        await sleep(waitMs)
      }
    }
  }

  #backoffMs(attempts: number): number {
    const { firstRetryMs } = this.#options
    const factor = Math.min(2 ** (attempts - 1), MAX_BACKOFF_FACTOR)
    return firstRetryMs * factor * (0.75 + Math.random() / 2) // jitter
  }

  /** Logs errors instead of throwing, so that they cannot stop deliveries. */
  async removeOld(): Promise<void> {
    this.#retentionDueAt = performance.now() + RETENTION_EVERY_MS
    const { log, removeOld } = this.#options
    try {
      await removeOld()
    } catch (error) {
      log.error('Old enquiries could not be removed', error)
      this.#retentionDueAt = performance.now() + RETENTION_RETRY_MS
    }
  }
}
