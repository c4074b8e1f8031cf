/** What visitors can do with alerts: create, confirm, change and stop them. */

import { type AlertCriteria, criteriaQuery, parseCriteria } from '#shared/alerts/criteria.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { readEmailAddress } from '#shared/text/email-address.ts'
import type { ClientNetwork } from '../client-ip.ts'
import type { Log } from '../log.ts'
import { countMailsTo, queueMails } from '../mail/rest-mail-store.ts'
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
  removeAlertsOf,
  touchAlertsOf,
} from './alert-store.ts'
import { matchAlerts } from './match-alerts.ts'
import { readNews } from './news.ts'
import { readState } from './run-state.ts'
import { readChanges } from './stock-changes.ts'

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
  client: BackendClient | null
  siteUrl: string
  settings: FollowedSettings
  log: Log
  onQueued(): void
  now?(): Date
}

export function createAlertService(options: AlertServiceOptions): AlertService {
  const { client, siteUrl, settings, log, onQueued, now = () => new Date() } = options
  const rateLimit = new RateLimit()

  const service = () => {
    if (!client) throw new Error('BACKEND_SERVICE_KEY is not set: alerts cannot be stored')
    return client
  }
  const find = (token: string) => findAlert(service(), token, now())
  const withAlert = async (token: string, work: (alert: Alert) => Promise<void>): Promise<boolean> => {
    const alert = await find(token)
    if (alert) await work(alert)
    return alert !== null
  }

  async function store(email: string, criteria: AlertCriteria, frequency: Frequency): Promise<void> {
    const known = await confirmedAlertsOf(service(), email)
    if (known.length >= MAX_PER_ADDRESS) return
    const asked = { email, criteria: criteriaQuery(criteria), frequency }
    const alert = await createAlert(service(), asked, now())
    if (alert.confirmedAt) return
    const hourAgo = new Date(now().getTime() - HOUR_MS)
    if ((await countMailsTo(service(), email, 'confirmation', hourAgo)) > 0) return
    await queueMails(service(), [confirmationMail(alert, criteria, await sender(), now())])
    onQueued()
  }

  async function sender(): Promise<Sender> {
    await settings.follow()
    return { siteUrl, firm: settings.current().site.name }
  }

  /** Reports what the next weekly email would have contained to an alert that now reports at once. */
  async function tellWeekSoFar(alert: Alert): Promise<void> {
    const { weeklyDone, done } = await readState(service())
    const news = await readNews(service(), await readChanges(service(), weeklyDone, done))
    const [matched] = await matchAlerts([alert], news)
    if (!matched) return
    await queueMails(service(), [alertMail(matched, weekly(done), await sender())])
    onQueued()
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
      await touchAlertsOf(service(), alert.email, now())
      const others = (await confirmedAlertsOf(service(), alert.email)).flatMap((other) => {
        const asked = parseCriteria(new URLSearchParams(other.criteria))
        return other.id !== alert.id && asked ? [{ alert: other, criteria: asked }] : []
      })
      return { alert, criteria, others }
    },
    start: (token) => withAlert(token, (alert) => confirmAlert(service(), alert, now())),
    setFrequency: (token, frequency) =>
      withAlert(token, async (alert) => {
        await changeFrequency(service(), alert, frequency)
        if (alert.frequency === 'weekly' && frequency === 'at-once') await tellWeekSoFar(alert)
      }),
    stop: (token) => withAlert(token, (alert) => removeAlert(service(), alert)),
    stopAll: (token) =>
      withAlert(token, async ({ email }) => {
        await removeAlertsOf(service(), email)
      }),
  }
}
