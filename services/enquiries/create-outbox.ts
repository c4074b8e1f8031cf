import { createFallback } from '../fallback.ts'
import type { StoredMail } from '../mail/mail-store.ts'
import { Outbox, type OutboxOptions } from '../mail/outbox.ts'
import { visitorMailJobs } from '../mail/visitor-mail-jobs.ts'
import type { FollowedSettings } from '../settings/live-settings.ts'
import { digestJobs } from './digest-jobs.ts'
import { enquiryJobs } from './enquiry-jobs.ts'

export interface EnquiryOutboxOptions extends Omit<OutboxOptions, 'kinds'> {
  settings: FollowedSettings
  onAddressRefused?: ((mail: StoredMail) => Promise<void>) | undefined
  now?(): Date
}

/** The one outbox of the site: enquiries first, then digests, then emails to visitors and people of the desk. */
export function createOutbox({
  settings,
  onAddressRefused,
  now = () => new Date(),
  ...options
}: EnquiryOutboxOptions): Outbox {
  const { client, log } = options
  const orFallback = createFallback(log, 'E-mails cannot be queued')
  const kinds = [
    enquiryJobs({ client, settings, orFallback }),
    digestJobs({ client, settings, log, now }),
    visitorMailJobs({ client, settings, log, orFallback, onAddressRefused }),
  ]
  return new Outbox({ ...options, kinds })
}
