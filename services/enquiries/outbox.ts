/**
 * Delivers what was accepted: each enquiry in a mail of its own, suspected spam in one digest a day. Each mail is leased
 * before it is sent, so that of several servers over one backend only one sends it; what a crash leaves behind is taken
 * up when its lease ends. It never gives up: a failure waits longer each time, up to an hour, and everybody who asks is
 * told how old the oldest is.
 */
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
  suspectsOf,
  toDigest,
} from './digest-store.ts'
import { type Addresses, composeEnquiry } from './enquiry-email.ts'
import { listWaitingEnquiries, type StoredEnquiry, toEnquiry } from './enquiry-store.ts'
import type { Mail, Mailer } from './mailer.ts'
import { applyRetention, describeHeld } from './retention.ts'

export interface OutboxOptions {
  client: BackendClient
  mailer: Mailer
  addresses: Addresses
  log: Log
  dataDir: string
  retentionMonths: number
  /** The wait after a first failure; it doubles up to 120 times as long. */
  retryMs: number
  /** Half of it is for sending, the other half bears other servers' clocks and the marking. */
  leaseMs: number
  /** Called after retention has run, unless it was held: for what the storage itself has to tidy. */
  afterRetention?(now: Date): void
  /** The clock that decides when the digest is due, and that retention goes by. */
  now?(): Date
}

/** One mail to deliver. */
interface Job extends Delivery {
  table: DeliveryTable
  /** For the log: 'Enquiry ENQ-4821-7730'. */
  name: string
  /** @returns null if there is nothing left to send */
  compose(leased: Record<string, unknown>): Mail | Promise<Mail | null>
}

const BATCH = 20
const AT_ONCE = 4
/** Other servers' enquiries, and what they left behind, are looked for this often. */
const POLL_MS = 15_000
const LONGEST_WAIT_FACTOR = 120
const RETENTION_EVERY_MS = 6 * 3_600_000
const RETENTION_RETRY_MS = 600_000
const CLOCKS_DIFFER_MS = 60_000

export class Outbox {
  readonly #options: OutboxOptions
  /** How attempts have ended. */
  readonly counts = { sent: 0, failed: 0 }
  /** Sent, and not yet marked as such, the backend being away: must not go out again. */
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

  /** There is something new to deliver. */
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

  /** Finishes what is being sent; the rest waits in the table. */
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
      waitMs = Math.min(POLL_MS, this.#options.retryMs)
      this.#isWoken = false
      if (!this.#hasFailed) this.#options.log.error('Enquiries cannot be delivered just now', error)
      this.#hasFailed = true
    }
    if (this.#isStopped) return
    this.#timer = setTimeout(() => this.wake(), waitMs)
    this.#timer.unref()
  }

  /** @returns how long nothing is due */
  async #deliverDue(): Promise<number> {
    const { client } = this.#options
    const enquiries = await listWaitingEnquiries(client, BATCH)
    const waiting: Job[] = [
      ...enquiries.map((enquiry) => this.#enquiryJob(enquiry)),
      ...(await this.#waitingDigests()).map((digest) => this.#digestJob(digest)),
    ]
    const now = Date.now()
    const due = waiting.filter(({ nextAttemptAt }) => this.#isDue(Date.parse(nextAttemptAt), now))
    const isIdle = due.length === 0
    const hands = Array.from({ length: AT_ONCE }, async () => {
      for (let job = due.shift(); job && !this.#isStopped; job = due.shift()) await this.#deliver(job)
    })
    const failed = (await Promise.allSettled(hands)).find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    if (!isIdle) {
      this.#isWoken = true // there may be more than one batch
      return 0
    }
    const soonest = Math.min(...waiting.map(({ nextAttemptAt }) => Date.parse(nextAttemptAt)))
    return Math.max(20, Math.min(POLL_MS, soonest - now))
  }

  /** A moment further off than any wait is one of a clock that has been set back since. */
  #isDue(nextAttemptAt: number, now: number): boolean {
    const { retryMs, leaseMs } = this.#options
    const longestMs = Math.max(retryMs * LONGEST_WAIT_FACTOR * 1.25, leaseMs) + CLOCKS_DIFFER_MS
    return nextAttemptAt <= now || nextAttemptAt > now + longestMs
  }

  /** Enquiries are delivered all the same where digests cannot be read: a hosted backend may lack their table. */
  async #waitingDigests(): Promise<Digest[]> {
    const { client, log, now = () => new Date() } = this.#options
    try {
      const day = digestDay(now())
      if (day) await createDigestIfDue(client, day)
      const waiting = await listWaitingDigests(client)
      this.#hasDigestFailed = false
      return waiting
    } catch (error) {
      if (!this.#hasDigestFailed) log.error('The digest of suspected spam cannot be made just now', error)
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
        const suspects = await suspectsOf(client, toDigest(leased), MAX_PER_DIGEST)
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
        `An earlier attempt ended without an answer; the dealer may get this ${table === 'digests' ? 'digest' : 'enquiry'} twice, under one Message-ID`,
        name,
      )
    try {
      if (!isUnmarked) {
        const mail = await job.compose(leased)
        if (!mail) return await removeDigest(client, id)
        const deadlineMs = leaseMs / 2 - (performance.now() - began)
        if (deadlineMs <= 0) throw new Error('The backend was too slow')
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
        new Date(Date.now() + this.#waitMs(attempts)),
        reason,
      )
      return
    }
    await this.#mark(table, id, new Date())
  }

  /** Tells the table until it has heard it. */
  async #mark(table: DeliveryTable, id: string, at: Date): Promise<void> {
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

  /** Doubles with each attempt, and varies by a quarter, so that what failed together does not come back together. */
  #waitMs(attempts: number): number {
    const { retryMs } = this.#options
    const factor = Math.min(2 ** (attempts - 1), LONGEST_WAIT_FACTOR)
    return retryMs * factor * (0.75 + Math.random() / 2)
  }

  /** Applies the months of retention. A fault here keeps no enquiry from being delivered. */
  async removeOld(): Promise<void> {
    this.#retentionDueAt = performance.now() + RETENTION_EVERY_MS
    const { client, dataDir, retentionMonths, log, afterRetention, now = () => new Date() } = this.#options
    try {
      const at = now()
      const result = await applyRetention({ client, dataDir, months: retentionMonths, now: at })
      if (result.isHeld) return log.error('Old enquiries are not removed', describeHeld(result, at))
      if (result.enquiries > 0)
        log.info(`Removed ${result.enquiries} enquiries that were older than ${retentionMonths} months.`)
      afterRetention?.(at)
    } catch (error) {
      log.error('Old enquiries could not be removed', error)
      this.#retentionDueAt = performance.now() + RETENTION_RETRY_MS
    }
  }
}
