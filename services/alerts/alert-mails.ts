import { createHash } from 'node:crypto'
import { type AlertCriteria, criteriaQuery, describeCriteria, nameCriteria } from '#shared/alerts/criteria.ts'
import { plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { alertPath, platePath, registrationPath, unsubscribePath } from '#shared/urls.ts'
import { mailboxOf, type NewMail } from '../mail/mail-store.ts'
import { type Alert, PENDING_HOURS } from './alert-store.ts'
import type { MatchedAlert } from './match-alerts.ts'
import type { StockEvent } from './news.ts'

/** An email lists this many items; a link leads to the others. */
const MAX_LISTED = 20

/** Base address of links, and the sender. */
export interface Sender {
  siteUrl: string
  /** The firm's name. */
  firm: string
}

/** Asks the visitor to confirm the alert. The email contains only text that parses as a search of plates. */
export function confirmationMail(
  alert: Alert,
  criteria: AlertCriteria,
  { siteUrl, firm }: Sender,
  now: Date,
): NewMail {
  const hour = now.toISOString().slice(0, 13)
  return {
    // Each mailbox gets at most one confirmation email an hour, even if requests arrive at the same moment.
    mailKey: `confirmation ${createHash('sha256').update(mailboxOf(alert.email)).digest('hex')} ${hour}`,
    kind: 'confirmation',
    recipient: alert.email,
    subject: `Start your alert: ${describeForSubject(criteria)}`,
    text: [
      `You, or someone who gave your address, asked ${firm} to e-mail you about ${describeCriteria(criteria)}.`,
      '',
      'To start the alert, open this page and confirm:',
      `${siteUrl}${alertPath(alert.token)}`,
      '',
      `If you don’t, we won’t write again, and we’ll delete your address after ${PENDING_HOURS} hours.`,
      '',
      firm,
      '',
    ].join('\n'),
  }
}

/** Identifies the run of the weekly emails that covers the batches up to this one. */
export const weekly = (batch: number) => `week ${batch}`

/** @param run identifies the run, so that an email that is created twice is sent once */
export function alertMail(
  { alert, criteria, news }: MatchedAlert,
  run: string,
  { siteUrl, firm }: Sender,
): NewMail {
  const listed = news.slice(0, MAX_LISTED)
  const more = news.length - listed.length
  const manage = `${siteUrl}${alertPath(alert.token)}`
  return {
    mailKey: `alert ${alert.id} ${run}`,
    kind: 'alert',
    recipient: alert.email,
    subject: subjectOf(news, criteria),
    text: [
      `You asked us to tell you about ${describeCriteria(criteria)}.`,
      '',
      ...listed.flatMap((item) => [...linesOf(item, siteUrl), '']),
      ...(more > 0 ? [`And ${plural(more, 'more', 'more')}: ${searchUrl(criteria, siteUrl)}`, ''] : []),
      '--',
      `Change or stop this alert: ${manage}`,
      `${firm} · ${siteUrl}`,
      '',
    ].join('\n'),
    unsubscribeUrl: `${siteUrl}${unsubscribePath(alert.token)}`,
  }
}

function subjectOf(news: readonly StockEvent[], criteria: AlertCriteria): string {
  const [only] = news
  if (only && news.length === 1) return headline(only)
  return `${plural(news.length, 'plate')} for your alert: ${describeForSubject(criteria)}`
}

function headline({ kind, registration, priceGbp }: StockEvent): string {
  const price = priceGbp > 0 ? formatGbp(priceGbp) : null
  if (kind === 'new') return `${registration} is for sale${price ? ` at ${price}` : ''}`
  if (kind === 'reduced') return `${registration} is now ${price}`
  return `${registration} has been sold${price ? ` for ${price}` : ''}`
}

function linesOf(item: StockEvent, siteUrl: string): string[] {
  const { kind, registration, previousPriceGbp } = item
  const path = kind === 'sold' ? registrationPath(registration) : platePath(registration)
  const before = previousPriceGbp === null ? '' : `, reduced from ${formatGbp(previousPriceGbp)}`
  const note = kind === 'sold' ? ', a sale that we have just recorded' : before
  return [`${headline(item)}${note}`, `${siteUrl}${path}`]
}

const MAX_SUBJECT = 120

const describeForSubject = (criteria: AlertCriteria) => nameCriteria(criteria).slice(0, MAX_SUBJECT)

const searchUrl = (criteria: AlertCriteria, siteUrl: string) =>
  criteria.kind === 'registration'
    ? `${siteUrl}${registrationPath(criteria.registration)}`
    : `${siteUrl}/plates?${criteriaQuery(criteria)}`
