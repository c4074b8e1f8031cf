import type { Database } from '#data/tables.ts'
import { addressesOf } from '../mail/addresses.ts'
import type { ListJobs, OutboxJob } from '../mail/outbox.ts'
import { composeAcknowledgement, isAcknowledged, queueAcknowledgement } from './acknowledgement.ts'
import { composeEnquiry } from './enquiry-email.ts'
import { findEnquiryById, hasAddress, listWaitingEnquiries, type StoredEnquiry } from './enquiry-store.ts'

/**
 * The emails that bring enquiries to the dealer. The acknowledgement to the visitor is queued with the first lease of each: if that
 * fails, neither is, and both are tried again. Not when the enquiry is stored, since suspected spam is acknowledged once a person
 * releases it, and the limit for an address counts those of one server one after another.
 */
export function enquiryJobs(database: Database): ListJobs {
  const jobOf = (enquiry: StoredEnquiry): OutboxJob => ({
    ...enquiry,
    table: 'enquiries',
    name: `Enquiry ${enquiry.reference}`,
    async prepare({ site, privateSettings }) {
      if (!hasAddress(enquiry) || !isAcknowledged(enquiry, privateSettings.acknowledgements)) return null
      return async (transaction) =>
        queueAcknowledgement(transaction, await composeAcknowledgement(transaction, enquiry, site))
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
