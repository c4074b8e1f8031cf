/**
 * Checks every minute for changes of stock and sales, and queues an email for each matching alert. The emails of a batch of changes
 * and the note that they are queued are one action, so that no email is lost or sent twice, whichever of several servers comes first.
 */
import type { Database } from '#data/tables.ts'
import { action } from '../action.ts'
import type { Log } from '../log.ts'
import { toLondon } from '../london-time.ts'
import { addToOutbox } from '../mail/outbox-rows.ts'
import { readClosed } from '../mail/sending.ts'
import { PeriodicRunner } from '../periodic-runner.ts'
import type { FollowedSettings } from '../settings/live-settings.ts'
import { alertMail, weekly } from './alert-mails.ts'
import { alertsToTell, type Frequency, removeExpiredAlerts } from './alert-store.ts'
import { matchAlerts } from './match-alerts.ts'
import { readNews } from './news.ts'
import { changeState, readRunState, type SeenState } from './run-state.ts'
import { type Batches, claimChanges, readUnclaimedTimes } from './stock-changes.ts'

interface AlertRunnerOptions {
  database: Database
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
const TIDY_EVERY_MS = 3_600_000
const WEEKLY_HOUR = 8

export class AlertRunner {
  readonly #options: AlertRunnerOptions
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

  /** @returns the number of emails queued. @throws DataFault */
  async run(): Promise<number> {
    const { database, onQueued, now = () => new Date() } = this.#options
    const at = now()
    if (await readClosed(database)) return 0
    if (await this.#hasNews(at)) await claimNews(database)
    const queued = (await this.#runAtOnce()) + (await this.#runWeekly(at))
    if (performance.now() >= this.#cleanupDueAt) {
      await removeExpiredAlerts(database, at)
      this.#cleanupDueAt = performance.now() + TIDY_EVERY_MS
    }
    if (queued > 0) onQueued()
    return queued
  }

  async #hasNews(now: Date): Promise<boolean> {
    const { database, quietMs = QUIET_MS } = this.#options
    const unclaimed = await readUnclaimedTimes(database)
    if (!unclaimed) return false
    const age = (moment: string) => now.getTime() - Date.parse(moment)
    return age(unclaimed.newest) >= quietMs || age(unclaimed.oldest) >= MAX_WAIT_MS
  }

  async #runAtOnce(): Promise<number> {
    const seen = await readRunState(this.#options.database)
    const { done, taken } = seen.state
    if (taken === done) return 0
    return this.#queue('at-once', { from: done, to: taken }, String(taken), seen, { done: taken })
  }

  async #runWeekly(now: Date): Promise<number> {
    const day = weeklyDueOn(now)
    const seen = await readRunState(this.#options.database)
    const { done, weeklyDone, weeklyDay } = seen.state
    if (day === null || weeklyDay === day) return 0
    const change = { weeklyDone: done, weeklyDay: day }
    return this.#queue('weekly', { from: weeklyDone, to: done }, weekly(done), seen, change)
  }

  /** @returns the number of emails queued: none if another server has just queued them */
  async #queue(
    frequency: Frequency,
    batches: Batches,
    run: string,
    seen: SeenState,
    change: Partial<SeenState['state']>,
  ): Promise<number> {
    const { database, siteUrl, settings } = this.#options
    const news = await readNews(database, batches)
    const alerts = news.length > 0 ? await alertsToTell(database, frequency).execute() : []
    await settings.follow()
    const sender = { siteUrl, firm: settings.current().site.name }
    const mails = (await matchAlerts(alerts, news)).map((matched) => ({
      alertId: matched.alert.id,
      mail: alertMail(matched, run, sender),
    }))
    return action(database, 'queue alerts', async (transaction) => {
      if (!(await changeState(transaction, seen, change))) return 0
      // Those that have been stopped since get none, and who stops one now waits for the end, to remove its email.
      const kept = alertsToTell(transaction, frequency).clearSelect().select('id').forUpdate()
      const ids = new Set(mails.length > 0 ? (await kept.execute()).map(({ id }) => id) : [])
      return addToOutbox(
        transaction,
        mails.filter(({ alertId }) => ids.has(alertId)).map(({ mail }) => mail),
      )
    })
  }
}

/** Makes a batch of the changes that belong to none, unless another server has just done so. */
const claimNews = (database: Database) =>
  action(database, 'claim changes of the stock', async (transaction) => {
    const seen = await readRunState(transaction)
    const taken = seen.state.taken + 1
    if (!(await changeState(transaction, seen, { taken }))) return { ok: false }
    await claimChanges(transaction, taken)
    return { ok: true }
  })

/** Weekly emails go out on Mondays from 8am in London. @returns that day as 2026-11-23, or null at any other time */
export function weeklyDueOn(now: Date): string | null {
  const { day, time } = toLondon(now)
  const isMonday = new Date(day).getUTCDay() === 1
  return isMonday && Number(time.slice(0, 2)) >= WEEKLY_HOUR ? day : null
}
