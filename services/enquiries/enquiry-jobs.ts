import type { BackendClient } from '#shared/data/client.ts'
import type { Site } from '#site.config.ts'
import type { Fallback } from '../fallback.ts'
import { addressesOf } from '../mail/addresses.ts'
import type { ListJobs, OutboxJob } from '../mail/outbox.ts'
import { type FollowedSettings, readLatestSettings } from '../settings/live-settings.ts'
import { isAcknowledged, queueAcknowledgement } from './acknowledgement.ts'
import { composeEnquiry } from './enquiry-email.ts'
import {
  type AddressedEnquiry,
  hasAddress,
  listWaitingEnquiries,
  type StoredEnquiry,
  toEnquiry,
} from './enquiry-store.ts'

interface EnquiryJobOptions {
  client: BackendClient
  settings: FollowedSettings
  orFallback: Fallback
}

/** The emails that bring enquiries to the dealer. Each queues the acknowledgement to its visitor first. */
export function enquiryJobs({ client, settings, orFallback }: EnquiryJobOptions): ListJobs {
  /** One after another, so that each counts what the ones before have queued for an address. */
  let acknowledging = Promise.resolve(false)

  const acknowledge = (enquiry: AddressedEnquiry, site: Site): Promise<boolean> => {
    const queue = () => queueAcknowledgement(client, enquiry, site)
    acknowledging = acknowledging.then(() => orFallback(queue, false))
    return acknowledging
  }

  const jobOf = (enquiry: StoredEnquiry): OutboxJob => ({
    ...enquiry,
    table: 'enquiries',
    name: `Enquiry ${enquiry.reference}`,
    compose: async (leased) => {
      const current = toEnquiry(leased)
      if (!hasAddress(current)) throw new TypeError('An enquiry without an address never waits to be sent')
      const latest = await readLatestSettings(settings)
      const { site, office } = latest
      if (isAcknowledged(current, office.acknowledgements)) await acknowledge(current, site)
      return composeEnquiry(current, addressesOf(latest))
    },
  })
  return async (limit) => (await listWaitingEnquiries(client, limit)).map(jobOf)
}
