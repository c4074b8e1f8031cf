import type { StoredMail } from '../mail/mail-store.ts'
import { Outbox, type OutboxOptions } from '../mail/outbox.ts'
import { visitorMailJobs } from '../mail/visitor-mail-jobs.ts'
import { digestJobs } from './digest-jobs.ts'
import { enquiryJobs } from './enquiry-jobs.ts'

export interface EnquiryOutboxOptions extends Omit<OutboxOptions, 'kinds'> {
  onAddressRefused?: ((mail: StoredMail) => Promise<void>) | undefined
  now?(): Date
}

/** The one outbox of the site: enquiries first, then digests, then emails to visitors and people of the desk. */
export function createOutbox({
  onAddressRefused,
  now = () => new Date(),
  ...options
}: EnquiryOutboxOptions): Outbox {
  const { database, log } = options
  const kinds = [
    enquiryJobs(database),
    digestJobs({ database, log, now }),
    visitorMailJobs({ database, log, onAddressRefused }),
  ]
  return new Outbox({ ...options, kinds })
}
