import type { Database } from '#data/tables.ts'
import { createFallback } from '../fallback.ts'
import type { Log } from '../log.ts'
import { addressesOf } from '../mail/addresses.ts'
import type { ListJobs, OutboxJob } from '../mail/outbox.ts'
import { composeDigest, digestDay, MAX_PER_DIGEST } from './digest-email.ts'
import {
  assignSuspects,
  countPendingSuspects,
  createDigestIfDue,
  type Digest,
  listWaitingDigests,
  readSuspects,
  removeDigest,
} from './digest-store.ts'

interface DigestJobOptions {
  database: Database
  log: Log
  now(): Date
}

/** The daily digests of suspected spam. */
export function digestJobs({ database, log, now }: DigestJobOptions): ListJobs {
  const orFallback = createFallback(log, 'The digest of suspected spam cannot be created')

  async function listDue(): Promise<Digest[]> {
    const day = digestDay(now())
    if (day) await createDigestIfDue(database, day)
    return listWaitingDigests(database)
  }

  const jobOf = (digest: Digest): OutboxJob => ({
    ...digest,
    table: 'digests',
    name: `The digest of ${digest.day}`,
    // Every attempt lists the same suspects, because mail programs hide a second mail with the same Message-ID.
    prepare: async () =>
      digest.attempts === 0 ? (transaction) => assignSuspects(transaction, digest.id, MAX_PER_DIGEST) : null,
    async compose(latest) {
      const suspects = await readSuspects(database, digest.id)
      if (suspects.length === 0) {
        await removeDigest(database, digest.id)
        return null
      }
      return composeDigest(digest, suspects, await countPendingSuspects(database), addressesOf(latest))
    },
  })
  return async () => (await orFallback(listDue, [])).map(jobOf)
}
