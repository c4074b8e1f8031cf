/** Delivers stored enquiries and digests. After a crash a lease expires and the mail is retried; retries never stop. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import type { Log } from '../log.ts'
import { type Delivery, type DeliveryTable, leaseDelivery, markSent, releaseDelivery } from './deliveries.ts'
import { composeDigest, digestDay, MAX_PER_DIGEST } from './digest-email.ts'
import {
  countPendingSuspects,
  createDigestIfDue,
  type Digest,
  listWaitingDigests,
  removeDigest,
  takeSuspects,
  toDigest,
} from './digest-store.ts'
import { type Addresses, composeEnquiry } from './enquiry-email.ts'
import { listWaitingEnquiries, type StoredEnquiry, toEnquiry } from './enquiry-store.ts'
import type { Mail, Mailer } from './mailer.ts'
import { applyRetention, describeSuspension } from './retention.ts'

export interface OutboxOptions {
  client: BackendClient
  mailer: Mailer
  addresses: Addresses
  log: Log
  dataDir: string
  retentionMonths: number
  firstRetryMs: number
  /** Half of it is the send deadline; the rest covers clock skew and marking the row. */
  leaseMs: number
  afterRetention?(now: Date): void
  now?(): Date
}

interface Job extends Delivery {
  table: DeliveryTable
  name: string
  compose(leased: Record<string, unknown>): Mail | Promise<Mail | null>
}

const BATCH_SIZE = 20
const CONCURRENCY = 4
/** Other servers store enquiries, too, and their leases expire. */
const POLL_MS = 15_000
const MAX_BACKOFF_FACTOR = 120
const RETENTION_EVERY_MS = 6 * 3_600_000
const RETENTION_RETRY_MS = 600_000
const MAX_CLOCK_SKEW_MS = 60_000

export class Outbox {
  readonly #options: OutboxOptions
  readonly counts = { sent: 0, failed: 0 }
  /** Sent, but not marked because the backend failed. */
  readonly #sentUnmarked = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #working: Promise<void> | null = null
  #isWoken = false
  #isStopped = true
  #hasFailed = false
  #hasDigestFailed = false
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
    const { client } = this.#options
    const enquiries = await listWaitingEnquiries(client, BATCH_SIZE)
    const waiting: Job[] = [
      ...enquiries.map((enquiry) => this.#enquiryJob(enquiry)),
      ...(await this.#waitingDigests()).map((digest) => this.#digestJob(digest)),
    ]
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

  /** A retry time beyond the longest back-off means that the clock was set back; treat it as due. */
  #isDue(nextAttemptAt: number, now: number): boolean {
    const { firstRetryMs, leaseMs } = this.#options
    const longestMs = Math.max(firstRetryMs * MAX_BACKOFF_FACTOR * 1.25, leaseMs) + MAX_CLOCK_SKEW_MS
    return nextAttemptAt <= now || nextAttemptAt > now + longestMs
  }

  /** Doesn't throw: a hosted backend may lack the table `digests`, and enquiries must go out all the same. */
  async #waitingDigests(): Promise<Digest[]> {
    const { client, log, now = () => new Date() } = this.#options
    try {
      const day = digestDay(now())
      if (day) await createDigestIfDue(client, day)
      const waiting = await listWaitingDigests(client)
      this.#hasDigestFailed = false
      return waiting
    } catch (error) {
      if (!this.#hasDigestFailed) log.error('The digest of suspected spam cannot be created', error)
      this.#hasDigestFailed = true
      return []
    }
  }

  #enquiryJob(enquiry: StoredEnquiry): Job {
    const { addresses } = this.#options
    return {
      ...enquiry,
      table: 'enquiries',
      name: `Enquiry ${enquiry.reference}`,
      compose: (leased) => composeEnquiry(toEnquiry(leased), addresses),
    }
  }

  #digestJob(digest: Digest): Job {
    const { client, addresses } = this.#options
    return {
      ...digest,
      table: 'digests',
      name: `The digest of ${digest.day}`,
      async compose(leased) {
        const suspects = await takeSuspects(client, toDigest(leased), MAX_PER_DIGEST)
        if (suspects.length === 0) return null
        return composeDigest(digest, suspects, await countPendingSuspects(client), addresses)
      },
    }
  }

  async #deliver(job: Job): Promise<void> {
    const { client, mailer, log, leaseMs } = this.#options
    const { table, id, name } = job
    const began = performance.now()
    const now = Date.now()
    const dueAt = new Date(Math.max(now, Date.parse(job.nextAttemptAt)))
    const leased = await leaseDelivery(client, table, job, dueAt, new Date(now + leaseMs))
    if (!leased) return
    const isUnmarked = this.#sentUnmarked.has(id)
    if (job.lease && !isUnmarked)
      log.error(
        `An earlier attempt was interrupted; the dealer may get this ${table === 'digests' ? 'digest' : 'enquiry'} twice, under one Message-ID`,
        name,
      )
    try {
      if (!isUnmarked) {
        const mail = await job.compose(leased)
        if (!mail) return await removeDigest(client, id)
        const deadlineMs = leaseMs / 2 - (performance.now() - began)
        if (deadlineMs <= 0) throw new Error('The backend took too long')
        await mailer.send(mail, deadlineMs)
        this.counts.sent += 1
      }
    } catch (error) {
      this.counts.failed += 1
      const reason = error instanceof Error ? error.message : String(error)
      log.error(`${name} was not delivered`, reason)
      const attempts = Number(leased.attempts)
      const lease = String(leased.lease)
      await releaseDelivery(
        client,
        table,
        { id, lease },
        new Date(Date.now() + this.#backoffMs(attempts)),
        reason,
      )
      return
    }
    await this.#markSent(table, id, new Date())
  }

  async #markSent(table: DeliveryTable, id: string, at: Date): Promise<void> {
    const { client, mailer } = this.#options
    this.#sentUnmarked.add(id)
    for (let tries = 1; ; tries++) {
      try {
        await markSent(client, table, id, mailer.kind, at)
        this.#sentUnmarked.delete(id)
        return
      } catch (error) {
        if (tries === 5 || this.#isStopped) throw error
        await sleep(100 * 2 ** tries)
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
    const { client, dataDir, retentionMonths, log, afterRetention, now = () => new Date() } = this.#options
    try {
      const at = now()
      const result = await applyRetention({ client, dataDir, months: retentionMonths, now: at })
      if (result.isSuspended)
        return log.error('Old enquiries are not removed', describeSuspension(result, at))
      if (result.enquiries > 0)
        log.info(`Removed ${result.enquiries} enquiries that were older than ${retentionMonths} months.`)
      afterRetention?.(at)
    } catch (error) {
      log.error('Old enquiries could not be removed', error)
      this.#retentionDueAt = performance.now() + RETENTION_RETRY_MS
    }
  }
}
