import type { StoredMail } from '../mail/mail-store.ts'
import type { StoredEnquiry } from './enquiry-store.ts'

export interface DeliveryWords {
  state: 'sent' | 'waiting' | 'failing' | 'failed'
  /** For example 'Sent', with `at` as its time. */
  text: string
  /** ISO time. */
  at: string | null
  /** The response of the mail server. */
  reason: string | null
}

type Delivered = Pick<StoredMail, 'sentAt' | 'attempts' | 'nextAttemptAt' | 'lastError'> & {
  delivery: StoredMail['delivery'] | StoredEnquiry['delivery']
  sentBy: StoredEnquiry['sentBy']
}

/** Describes the state of an email in words. */
export function describeDelivery(mail: Delivered): DeliveryWords {
  const { delivery, sentAt, sentBy, attempts, nextAttemptAt, lastError } = mail
  if (delivery === 'sent')
    return {
      state: 'sent',
      text: sentBy === 'file' ? 'Saved as a file, because no mail server is set up' : 'Sent',
      at: sentAt,
      reason: null,
    }
  if (delivery === 'quarantined')
    return { state: 'waiting', text: 'Not sent: suspected spam', at: null, reason: null }
  if (delivery === 'undeliverable')
    return { state: 'failed', text: 'Could not be sent', at: null, reason: lastError }
  if (lastError === null) return { state: 'waiting', text: 'Waiting to be sent', at: null, reason: null }
  const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts`
  return {
    state: 'failing',
    text: `Not sent after ${tries}; next attempt`,
    at: nextAttemptAt,
    reason: lastError,
  }
}
