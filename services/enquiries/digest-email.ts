/** The daily mail that lists suspected spam, so that the dealer sees a message that was taken for spam by mistake. */
import { existsSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { formatNumber } from '../../app/shared/format.ts'
import { site } from '../../site.config.ts'
import { type Digest, findDigests, listedIn } from './digest-store.ts'
import { type Addresses, domainOf, momentInLondon, subjectOf } from './enquiry-email.ts'
import type { StoredEnquiry } from './enquiry-store.ts'
import { type Mail, mailFolder, openMailer } from './mailer.ts'

/** A longer list waits for the next day: mail servers refuse long messages, and nobody reads them. */
export const MAX_PER_DIGEST = 1000

/** In UTC, early in the morning of the United Kingdom all year round. What comes later on a day without a digest is mailed at once. */
const EARLIEST_HOUR = 6

const EXCERPT_LENGTH = 300
const OFFICE = 'npm run office -- enquiries'
/** For a file that is written again on this machine, without a mail server. */
const FILE_DEADLINE_MS = 30_000

/** @returns the day whose digest may be made at this moment, or null if it is too early */
export function digestDay(now: Date): string | null {
  return now.getUTCHours() < EARLIEST_HOUR ? null : now.toISOString().slice(0, 10)
}

const digestFileName = ({ day }: Pick<Digest, 'day'>) => `${day}-suspected-spam.eml`

/** @param leftOver how many more wait for the next digest */
export function composeDigest(
  digest: Digest,
  suspects: StoredEnquiry[],
  leftOver: number,
  { from, to }: Addresses,
): Mail {
  const count = suspects.length === 1 ? '1 enquiry' : `${formatNumber(suspects.length)} enquiries`
  return {
    messageId: `<digest.${digest.id}@${domainOf(from)}>`,
    fileName: digestFileName(digest),
    date: new Date(digest.createdAt),
    from: { name: `${site.name} website`, address: from },
    to,
    subject: `Suspected spam: ${count}, ${digest.day}`,
    text: [
      `${count} came through the forms of ${site.name} and may be spam, so ${suspects.length === 1 ? 'it was' : 'they were'} not mailed one by one.`,
      'If one of them is genuine, write to the address that it gives, or have it mailed to you like any other:',
      '',
      `  ${OFFICE} resend ${suspects[0]?.reference ?? 'ENQ-…'}`,
      '',
      `To read one whole: ${OFFICE} show <reference>`,
      '',
      ...suspects.flatMap(describe),
      ...(leftOver > 0
        ? [
            `${formatNumber(leftOver)} more will be in the next digest. To see them now: ${OFFICE} list --quarantine`,
            '',
          ]
        : []),
    ].join('\n'),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

function describe(enquiry: StoredEnquiry): string[] {
  const facts: [label: string, value: string | null][] = [
    ['Received', momentInLondon(enquiry.createdAt)],
    ['Suspected', enquiry.quarantineReason],
    ['Name', enquiry.name],
    ['Email', enquiry.email],
    ['Plate', enquiry.plateNumber],
    ['Subject', subjectOf(enquiry)],
    ['Message', enquiry.message && excerptOf(enquiry.message)],
  ]
  return [
    '----------------------------------------------------------------',
    enquiry.reference,
    ...facts.filter(([, value]) => value).map(([label, value]) => `  ${`${label}:`.padEnd(11)}${value}`),
    '',
  ]
}

/** On one line, so that no message can look like another entry of the list. */
function excerptOf(message: string): string {
  const characters = [...message.replace(/\s+/g, ' ')]
  return characters.length > EXCERPT_LENGTH
    ? `${characters.slice(0, EXCERPT_LENGTH).join('')}…`
    : characters.join('')
}

/**
 * Writes digests that lie under DATA_DIR/mail again, without what has been removed since.
 * @returns the names of the files that changed
 */
export async function rewriteDigestFiles(
  client: BackendClient,
  dataDir: string,
  addresses: Addresses,
  digestIds: string[],
): Promise<string[]> {
  const mailer = openMailer({ DATA_DIR: dataDir })
  const changed: string[] = []
  for (const digest of await findDigests(client, digestIds)) {
    const name = digestFileName(digest)
    const file = join(mailFolder(dataDir), name)
    if (!existsSync(file)) continue
    const suspects = await listedIn(client, digest.id)
    if (suspects.length === 0) await unlink(file)
    else await mailer.send(composeDigest(digest, suspects, 0, addresses), FILE_DEADLINE_MS)
    changed.push(name)
  }
  return changed
}
