/**
 * Checks every minute for changes of stock and sales, and queues an email for each matching alert. A run that is
 * interrupted is repeated with the same batch of changes and the same keys, so no email is lost or sent twice.
 */
import { randomUUID } from 'node:crypto'
import type { BackendClient } from '#shared/data/client.ts'
import type { Log } from '../log.ts'
import { toLondon } from '../london-time.ts'
import { queueMails, removeMailsOfAlert } from '../mail/rest-mail-store.ts'
import { readClosed } from '../mail/rest-sending.ts'
import { PeriodicRunner } from '../periodic-runner.ts'
import type { FollowedSettings } from '../settings/live-settings.ts'
import { alertMail, weekly } from './alert-mails.ts'
import { type Frequency, listAlerts, removeExpiredAlerts } from './alert-store.ts'
import { type MatchedAlert, matchAlerts } from './match-alerts.ts'
import { readNews } from './news.ts'
import { HeldState, isInterrupted } from './run-state.ts'
import {
  CHANGES_RETENTION_DAYS,
  readChanges,
  readUnclaimedTimes,
  removeChangesBefore,
  takeChanges,
} from './stock-changes.ts'

interface AlertRunnerOptions {
  client: BackendClient
  siteUrl: string
  settings: FollowedSettings
  log: Log
  onQueued(): void
  now?(): Date
  /** Changes are processed once nothing has changed for this long, so that the dealer can finish editing. */
  quietMs?: number
}

const EVERY_MS = 60_000
const QUIET_MS = 120_000
/** Changes are processed after this time at the latest, even while the dealer keeps editing. */
const MAX_WAIT_MS = 10 * 60_000
const LEASE_MS = 5 * 60_000
const TIDY_EVERY_MS = 3_600_000
const DAY_MS = 86_400_000
const WEEKLY_HOUR = 8

export class AlertRunner {
  readonly #options: AlertRunnerOptions
  readonly #holder = randomUUID()
  readonly #runner: PeriodicRunner
  #cleanupDueAt = Number.NEGATIVE_INFINITY

  constructor(options: AlertRunnerOptions) {
    this.#options = options
    this.#runner = new PeriodicRunner({
      run: () => this.run(),
      everyMs: EVERY_MS,
      log: options.log,
      failure: 'Alerts cannot be sent',
    })
  }

  start(): void {
    this.#runner.start()
  }

  stop(): Promise<void> {
    return this.#runner.stop()
  }

  /** @returns the number of emails queued. @throws DataError, StateLost */
  async run(): Promise<number> {
    const { client, onQueued, now = () => new Date() } = this.#options
    const at = now()
    if (await readClosed(client)) return 0
    const hasNews = await this.#hasNews(at)
    const isCleanupDue = performance.now() >= this.#cleanupDueAt
    if (!hasNews && !isCleanupDue && !(await isInterrupted(client))) return 0
    const held = await HeldState.take(client, this.#holder, at, LEASE_MS)
    if (!held) return 0
    // An interrupted batch is finished unchanged, because its number is part of the keys of its emails.
    let queued = await this.#finishBatch(held)
    if (hasNews) {
      await held.change({ taken: held.state.taken + 1 })
      await takeChanges(client, held.state.taken)
      queued += await this.#finishBatch(held)
    }
    queued += await this.#runWeekly(held, at)
    if (isCleanupDue) await this.#cleanUp(at)
    await held.change({ holder: null, heldUntil: null })
    if (queued > 0) onQueued()
    return queued
  }

  async #finishBatch(held: HeldState): Promise<number> {
    const { taken, done } = held.state
    if (taken === done) return 0
    const queued = await this.#queue('at-once', done, taken)
    await held.change({ done: taken })
    return queued
  }

  async #hasNews(now: Date): Promise<boolean> {
    const { client, quietMs = QUIET_MS } = this.#options
    const unclaimed = await readUnclaimedTimes(client)
    if (!unclaimed) return false
    const age = (moment: Date) => now.getTime() - moment.getTime()
    return age(unclaimed.newest) >= quietMs || age(unclaimed.oldest) >= MAX_WAIT_MS
  }

  async #runWeekly(held: HeldState, now: Date): Promise<number> {
    const { weeklyDay, weeklyTo } = held.state
    const day = weeklyDueOn(now)
    if (weeklyTo === null) {
      if (day === null || weeklyDay === day) return 0
      await held.change({ weeklyTo: held.state.done, weeklyDay: day })
    }
    const to = held.state.weeklyTo ?? held.state.done
    const queued = await this.#queue('weekly', held.state.weeklyDone, to)
    await held.change({ weeklyDone: to, weeklyTo: null })
    return queued
  }

  async #queue(frequency: Frequency, from: number, to: number): Promise<number> {
    const { client, siteUrl, settings } = this.#options
    const changes = await readChanges(client, from, to)
    if (changes.length === 0) return 0
    const news = await readNews(client, changes)
    if (news.length === 0) return 0
    const alerts = (await listAlerts(client)).filter(
      (alert) => alert.confirmedAt !== null && alert.frequency === frequency,
    )
    const run = frequency === 'weekly' ? weekly(to) : String(to)
    await settings.follow()
    const sender = { siteUrl, firm: settings.current().site.name }
    const matched = await matchAlerts(alerts, news)
    const queued = await queueMails(
      client,
      matched.map((one) => alertMail(one, run, sender)),
    )
    return queued - (await this.#removeMailsOfStopped(matched))
  }

  /** Removes the emails of alerts that were stopped after they were read, so that no copy contains the address. */
  async #removeMailsOfStopped(matched: readonly MatchedAlert[]): Promise<number> {
    const { client } = this.#options
    if (matched.length === 0) return 0
    const kept = new Set((await listAlerts(client)).map(({ id }) => id))
    const stopped = matched.filter(({ alert }) => !kept.has(alert.id))
    for (const { alert } of stopped) await removeMailsOfAlert(client, alert.id)
    return stopped.length
  }

  async #cleanUp(now: Date): Promise<void> {
    const { client } = this.#options
    await removeExpiredAlerts(client, now)
    await removeChangesBefore(client, new Date(now.getTime() - CHANGES_RETENTION_DAYS * DAY_MS))
    this.#cleanupDueAt = performance.now() + TIDY_EVERY_MS
  }
}

/** Weekly emails go out on Mondays from 8am in London. @returns that day as 2026-11-23, or null at any other time */
export function weeklyDueOn(now: Date): string | null {
  const { day, time } = toLondon(now)
  const isMonday = new Date(day).getUTCDay() === 1
  return isMonday && Number(time.slice(0, 2)) >= WEEKLY_HOUR ? day : null
}
