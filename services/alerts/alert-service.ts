/** What visitors can do with alerts: create, confirm, change and stop them. */
import type { Database, Transaction } from '#data/tables.ts'
import { type AlertCriteria, criteriaQuery, parseCriteria } from '#shared/alerts/criteria.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { readEmailAddress } from '#shared/text/email-address.ts'
import { type ActionName, action } from '../action.ts'
import type { ClientNetwork } from '../client-ip.ts'
import type { Log } from '../log.ts'
import { countMailsTo, type NewMail } from '../mail/mail-store.ts'
import { addToOutbox } from '../mail/outbox-rows.ts'
import { limitsOf, RateLimit } from '../rate-limit.ts'
import type { FollowedSettings } from '../settings/live-settings.ts'
import { alertMail, confirmationMail, type Sender, weekly } from './alert-mails.ts'
import {
  type Alert,
  changeFrequency,
  confirmAlert,
  confirmedAlertsOf,
  createAlert,
  type Frequency,
  findAlert,
  MAX_PER_ADDRESS,
  removeAlert,
  stopAlertsOf,
  touchAlertsOf,
} from './alert-store.ts'
import { matchAlerts } from './match-alerts.ts'
import { readNews } from './news.ts'
import { readRunState } from './run-state.ts'

type AlertOutcome =
  /**
   * Also returned if the alert exists already or the address has had its email for this hour, so that strangers learn
   * nothing.
   */
  | { status: 200 }
  | { status: 400; error: 'criteria' | 'email' }
  | { status: 429; retryAfterSeconds: number }
  | { status: 503 }

interface AlertPage {
  alert: Alert
  criteria: AlertCriteria
  /** The other confirmed alerts of the same address. */
  others: { alert: Alert; criteria: AlertCriteria }[]
}

export interface AlertService {
  request(
    request: { email: string; criteria: URLSearchParams; frequency: Frequency },
    from: ClientNetwork,
  ): Promise<AlertOutcome>
  /** Null if there is no such alert: it was stopped, has expired or the token is forged. */
  open(token: string): Promise<AlertPage | null>
  /** Does nothing if the alert is confirmed already. @returns whether the alert exists. */
  start(token: string): Promise<boolean>
  setFrequency(token: string, frequency: Frequency): Promise<boolean>
  /** Removes the alert. @returns whether there was one */
  stop(token: string): Promise<boolean>
  /** Removes every alert of the alert's address. */
  stopAll(token: string): Promise<boolean>
}

const HOUR_MS = 3_600_000

interface AlertServiceOptions {
  database: Database
  siteUrl: string
  settings: FollowedSettings
  log: Log
  onQueued(): void
  now?(): Date
}

export function createAlertService(options: AlertServiceOptions): AlertService {
  const { database, siteUrl, settings, log, onQueued, now = () => new Date() } = options
  const rateLimit = new RateLimit()

  const find = async (token: string) => findAlert(database, token, now())
  const withAlert = async (
    name: ActionName,
    token: string,
    work: (transaction: Transaction, alert: Alert) => Promise<unknown>,
  ): Promise<boolean> =>
    action(database, name, async (transaction) => {
      const alert = await findAlert(transaction, token, now())
      if (alert) await work(transaction, alert)
      return alert !== null
    })

  async function store(email: string, criteria: AlertCriteria, frequency: Frequency): Promise<void> {
    const from = await sender()
    const asked = { email, criteria: criteriaQuery(criteria), frequency }
    const isQueued = await action(database, 'ask for an alert', async (transaction) => {
      const known = await confirmedAlertsOf(transaction, email)
      if (known.length >= MAX_PER_ADDRESS) return false
      const alert = await createAlert(transaction, asked, now())
      const hourAgo = new Date(now().getTime() - HOUR_MS)
      if (alert.confirmedAt) return false
      if ((await countMailsTo(transaction, email, 'confirmation', hourAgo)) > 0) return false
      return (await addToOutbox(transaction, [confirmationMail(alert, criteria, from, now())])) > 0
    })
    if (isQueued) onQueued()
  }

  async function sender(): Promise<Sender> {
    await settings.follow()
    return { siteUrl, firm: settings.current().site.name }
  }

  /** What the next weekly email would contain, for an alert that is to report at once. */
  async function mailsOfWeek(alert: Alert): Promise<NewMail[]> {
    const { weeklyDone, done } = (await readRunState(database)).state
    const news = await readNews(database, { from: weeklyDone, to: done })
    const from = await sender()
    return (await matchAlerts([alert], news)).map((matched) => alertMail(matched, weekly(done), from))
  }

  return {
    async request({ email, criteria: typed, frequency }, from) {
      const criteria = parseCriteria(typed)
      if (!criteria) return { status: 400, error: 'criteria' }
      const address = readEmailAddress(cleanLine(email))
      if (address === null) return { status: 400, error: 'email' }
      const limits = limitsOf(from)
      const retryAfterSeconds = rateLimit.take(limits)
      if (retryAfterSeconds > 0) return { status: 429, retryAfterSeconds }
      try {
        await store(address, criteria, frequency)
        return { status: 200 }
      } catch (error) {
        rateLimit.refund(limits)
        log.error('An alert could not be stored', error)
        return { status: 503 }
      }
    },
    async open(token) {
      const alert = await find(token)
      const criteria = alert && parseCriteria(new URLSearchParams(alert.criteria))
      if (!alert || !criteria) return null
      if (!alert.confirmedAt) return { alert, criteria, others: [] }
      await touchAlertsOf(database, alert.email, now())
      const others = (await confirmedAlertsOf(database, alert.email)).flatMap((other) => {
        const asked = parseCriteria(new URLSearchParams(other.criteria))
        return other.id !== alert.id && asked ? [{ alert: other, criteria: asked }] : []
      })
      return { alert, criteria, others }
    },
    start: (token) =>
      withAlert('start an alert', token, (transaction, alert) => confirmAlert(transaction, alert, now())),
    async setFrequency(token, frequency) {
      const known = await find(token)
      const mails = known?.frequency === 'weekly' && frequency === 'at-once' ? await mailsOfWeek(known) : []
      const isFound = await withAlert(
        'change the frequency of an alert',
        token,
        async (transaction, alert) => {
          await changeFrequency(transaction, alert, frequency)
          await addToOutbox(transaction, mails)
        },
      )
      if (mails.length > 0) onQueued()
      return isFound
    },
    stop: (token) => withAlert('stop an alert', token, removeAlert),
    async stopAll(token) {
      const alert = await find(token)
      if (alert) await stopAlertsOf(database, alert.email)
      return alert !== null
    },
  }
}
