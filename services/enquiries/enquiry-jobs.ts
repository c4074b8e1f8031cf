import type { Database } from '#data/tables.ts'
import type { Fallback } from '../fallback.ts'
import { addressesOf } from '../mail/addresses.ts'
import type { ListJobs, OutboxJob } from '../mail/outbox.ts'
import { composeAcknowledgement, isAcknowledged, queueAcknowledgement } from './acknowledgement.ts'
import { composeEnquiry } from './enquiry-email.ts'
import { findEnquiryById, hasAddress, listWaitingEnquiries, type StoredEnquiry } from './enquiry-store.ts'

interface EnquiryJobOptions {
  database: Database
  orFallback: Fallback
}

/** The emails that bring enquiries to the dealer. The acknowledgement to the visitor is queued with the lease of each. */
export function enquiryJobs({ database, orFallback }: EnquiryJobOptions): ListJobs {
  const jobOf = (enquiry: StoredEnquiry): OutboxJob => ({
    ...enquiry,
    table: 'enquiries',
    name: `Enquiry ${enquiry.reference}`,
    async prepare({ site, privateSettings }) {
      if (!hasAddress(enquiry) || !isAcknowledged(enquiry, privateSettings.acknowledgements)) return null
      const mail = await orFallback(() => composeAcknowledgement(database, enquiry, site), null)
      return mail && ((transaction) => queueAcknowledgement(transaction, mail))
    },
    async compose(latest) {
      const current = await findEnquiryById(database, enquiry.id)
      if (!current) return null
      if (!hasAddress(current)) throw new TypeError('An enquiry without an address never waits to be sent')
      return composeEnquiry(current, addressesOf(latest))
    },
  })
  return async (limit) => (await listWaitingEnquiries(database, limit)).map(jobOf)
}
