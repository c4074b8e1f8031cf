import type { BackendClient } from '#shared/data/client.ts'
import { createFallback } from '../fallback.ts'
import type { Log } from '../log.ts'
import { addressesOf } from '../mail/addresses.ts'
import type { ListJobs, OutboxJob } from '../mail/outbox.ts'
import { type FollowedSettings, readLatestSettings } from '../settings/live-settings.ts'
import { composeDigest, digestDay, MAX_PER_DIGEST } from './digest-email.ts'
import {
  countPendingSuspects,
  createDigestIfDue,
  type Digest,
  listWaitingDigests,
  removeDigest,
  takeSuspects,
  toDigest,
} from './digest-store.ts'

interface DigestJobOptions {
  client: BackendClient
  settings: FollowedSettings
  log: Log
  now(): Date
}

/** The daily digests of suspected spam. */
export function digestJobs({ client, settings, log, now }: DigestJobOptions): ListJobs {
  const orFallback = createFallback(log, 'The digest of suspected spam cannot be created')

  async function listDue(): Promise<Digest[]> {
    const day = digestDay(now())
    if (day) await createDigestIfDue(client, day)
    return listWaitingDigests(client)
  }

  const jobOf = (digest: Digest): OutboxJob => ({
    ...digest,
    table: 'digests',
    name: `The digest of ${digest.day}`,
    async compose(leased) {
      const suspects = await takeSuspects(client, toDigest(leased), MAX_PER_DIGEST)
      if (suspects.length === 0) {
        await removeDigest(client, digest.id)
        return null
      }
      const remaining = await countPendingSuspects(client)
      return composeDigest(digest, suspects, remaining, addressesOf(await readLatestSettings(settings)))
    },
  })
  return async () => (await orFallback(listDue, [])).map(jobOf)
}
