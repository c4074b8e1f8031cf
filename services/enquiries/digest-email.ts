import { existsSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reader } from '#data/tables.ts'
import { domainOf } from '#shared/text/email-address.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { formatLondonTime } from '../london-time.ts'
import type { Addresses } from '../mail/addresses.ts'
import { createMailer, type Mail, mailFolder } from '../mail/mailer.ts'
import { type Digest, enquiriesInDigest, findDigests } from './digest-store.ts'
import { subjectOf } from './enquiry-email.ts'
import type { StoredEnquiry } from './enquiry-store.ts'

/** Mail servers refuse very long messages; further entries go into the next digest. */
export const MAX_PER_DIGEST = 1000

const EARLIEST_HOUR_UTC = 6

const EXCERPT_LENGTH = 300
const FILE_DEADLINE_MS = 30_000

/** @returns the UTC day whose digest may be created now, or null before 06:00 */
export function digestDay(now: Date): string | null {
  return now.getUTCHours() < EARLIEST_HOUR_UTC ? null : now.toISOString().slice(0, 10)
}

const digestFileName = ({ day }: Pick<Digest, 'day'>) => `${day}-suspected-spam.eml`

export function composeDigest(
  digest: Digest,
  suspects: StoredEnquiry[],
  remaining: number,
  { firm, from, to }: Addresses,
): Mail {
  const count = plural(suspects.length, 'enquiry', 'enquiries')
  return {
    messageId: `<digest.${digest.id}@${domainOf(from)}>`,
    fileName: digestFileName(digest),
    date: new Date(digest.createdAt),
    from: { name: `${firm} website`, address: from },
    to,
    subject: `Suspected spam: ${count}, ${digest.day}`,
    text: [
      `${count} sent through the ${firm} forms may be spam, so ${suspects.length === 1 ? 'it was not e-mailed to you on its own' : 'they were not e-mailed to you one by one'}.`,
      'If one is genuine, write to the address it gives, or open it at the desk and press Not spam: it is then e-mailed to you like any other.',
      '',
      ...suspects.flatMap(describeQuarantined),
      ...(remaining > 0
        ? [
            `${formatNumber(remaining)} more will follow in the next digest. The desk lists them all as suspected spam.`,
            '',
          ]
        : []),
    ].join('\n'),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

function describeQuarantined(enquiry: StoredEnquiry): string[] {
  const facts: [label: string, value: string | null][] = [
    ['Received', formatLondonTime(enquiry.createdAt)],
    ['Suspected', enquiry.quarantineReason],
    ['Name', enquiry.name],
    ['E-mail', enquiry.email],
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

/** Makes one line, so that a message cannot imitate another entry. */
function excerptOf(message: string): string {
  const characters = [...message.replace(/\s+/g, ' ')]
  return characters.length > EXCERPT_LENGTH
    ? `${characters.slice(0, EXCERPT_LENGTH).join('')}…`
    : characters.join('')
}

/** Drops removed enquiries from the digest files in DATA_DIR/mail. @returns the names of the changed files */
export async function rewriteDigestFiles(
  reader: Reader,
  dataDir: string,
  addresses: Addresses,
  digestIds: string[],
): Promise<string[]> {
  const mailer = createMailer({ DATA_DIR: dataDir })
  const changed: string[] = []
  for (const digest of await findDigests(reader, digestIds)) {
    const name = digestFileName(digest)
    const file = join(mailFolder(dataDir), name)
    if (!existsSync(file)) continue
    const suspects = await enquiriesInDigest(reader, digest.id)
    if (suspects.length === 0) await unlink(file)
    else await mailer.send(composeDigest(digest, suspects, 0, addresses), FILE_DEADLINE_MS)
    changed.push(name)
  }
  return changed
}
