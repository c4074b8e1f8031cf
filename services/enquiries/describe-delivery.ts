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
  const words = (state: DeliveryWords['state'], text: string, more: Partial<DeliveryWords> = {}) => ({
    state,
    text,
    at: null,
    reason: null,
    ...more,
  })
  if (delivery === 'sent') {
    const text = sentBy === 'file' ? 'Saved as a file, because no mail server is set up' : 'Sent'
    return words('sent', text, { at: sentAt })
  }
  if (delivery === 'quarantined') return words('waiting', 'Not sent: suspected spam')
  if (delivery === 'undeliverable') return words('failed', 'Could not be sent', { reason: lastError })
  if (lastError === null) return words('waiting', 'Waiting to be sent')
  const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts`
  return words('failing', `Not sent after ${tries}; next attempt`, { at: nextAttemptAt, reason: lastError })
}
