import { type DmarcRecord, isDmarc, type Policy, parseDmarc, policyOf } from './dmarc-record.ts'
import type { MailDns } from './dns.ts'
import { isWithin, toDomain } from './domain-name.ts'
import { COULD_NOT_ASK, type DnsLine, type Finding, type Level, showRecords } from './finding.ts'

interface Sender {
  domain: string
  /** The dealer's address, to which reports may go. */
  reportsTo: string
}

/** RFC 9989, section 4.10: the domain, then its parents, with at most eight queries. */
const MAX_STEPS = 8
const MAX_OUTSIDE = 3

/** Checks what receiving servers should do with mail from the domain that passes neither SPF nor DKIM. */
export async function checkDmarc(dns: MailDns, { domain, reportsTo }: Sender): Promise<Finding> {
  const { place, records, isFailed } = await discover(dns, domain)
  const paste = (value: string): DnsLine => ({ name: `_dmarc.${domain}`, type: 'TXT', value })
  const first = `v=DMARC1; p=none; rua=mailto:${reportsTo}`
  const finding = (
    level: Level,
    means: string,
    todo: string | null,
    line: DnsLine | null = null,
  ): Finding => ({
    ...{ topic: 'DMARC', level, means, todo, paste: line },
    asked: `TXT records of _dmarc.${place}`,
    came: showRecords(records),
  })
  const [text] = records
  if (text === undefined) {
    if (isFailed) return finding('unknown', COULD_NOT_ASK, null)
    return finding(
      'problem',
      'The domain does not say what should happen to mail that others send in its name. The large mail services expect a record, and distrust mail without one.',
      'Add this record. At first it changes nothing and has reports sent to you. Tighten it once they show only your own mail.',
      paste(first),
    )
  }
  if (records.length > 1)
    return finding(
      'problem',
      `There are ${records.length} DMARC records. Only one is allowed: with more, servers use none of them.`,
      'Keep one and remove the others.',
      paste(first),
    )
  const record = parseDmarc(text)
  if (!record || (policyOf(record.written) === null && record.reportsTo.length === 0))
    return finding(
      'problem',
      'The record has a mistake, so servers ignore it: it needs p=none, p=quarantine or p=reject.',
      'Replace it with this record.',
      paste(first),
    )
  const outside = await findUnauthorised(dns, place, record.reportsTo)
  const policy = (place === domain ? null : record.subdomainPolicy) ?? record.policy
  const words = [
    POLICY[policy],
    place === domain ? '' : `It is the record of ${place}, which covers ${domain} too.`,
    describeAlignment(domain, record),
  ].filter(Boolean)
  if (outside.length > 0)
    return finding(
      'advice',
      `${words.join(' ')} Reports to ${outside.join(', ')} do not arrive, because that domain has not agreed to receive them.`,
      `Have the service that reads your reports publish its agreement, or send them to an address at ${domain}.`,
    )
  const strengthened = strengthen(record, policy, reportsTo)
  return finding(
    strengthened ? 'advice' : 'good',
    words.join(' '),
    strengthened?.todo ?? null,
    strengthened && place === domain ? paste(strengthened.value) : null,
  )
}

interface Discovered {
  /** The domain whose record was found, or the domain itself. */
  place: string
  records: string[]
  isFailed: boolean
}

async function discover(dns: MailDns, domain: string): Promise<Discovered> {
  const labels = domain.split('.')
  const parents = labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'))
  // A long name is shortened in one step instead of label by label.
  const steps = [domain, ...parents.slice(-(MAX_STEPS - 1))]
  let isFailed = false
  for (const place of steps) {
    const answer = await dns.txt(`_dmarc.${place}`)
    if (answer.kind === 'failed') isFailed = true
    const records = answer.kind === 'found' ? answer.records.filter(isDmarc) : []
    if (records.length > 0) return { place, records, isFailed }
    if (isFailed) break
  }
  return { place: domain, records: [], isFailed }
}

const POLICY: Record<Policy, string> = {
  none: 'Mail in your name that neither SPF nor DKIM vouches for is still delivered (p=none).',
  quarantine:
    'Mail in your name that neither SPF nor DKIM vouches for goes to the spam folder (p=quarantine).',
  reject: 'Mail in your name that neither SPF nor DKIM vouches for is refused (p=reject).',
}

function describeAlignment(domain: string, { dkimAlignment, spfAlignment }: DmarcRecord): string {
  const strict = [dkimAlignment === 'strict' && 'DKIM', spfAlignment === 'strict' && 'SPF'].filter(Boolean)
  return strict.length === 0
    ? `SPF or DKIM counts if it is for ${domain} or a related name.`
    : `${strict.join(' and ')} ${strict.length === 1 ? 'counts' : 'count'} only if it is for exactly ${domain} (strict alignment).`
}

/** RFC 9990: another domain receives reports only if it agrees. @returns the domains that do not */
async function findUnauthorised(
  dns: MailDns,
  place: string,
  addresses: readonly string[],
): Promise<string[]> {
  const domains = addresses.flatMap((address) => toDomain(address.slice(address.lastIndexOf('@') + 1)) ?? [])
  const outside = [...new Set(domains)].filter(
    (domain) => !isWithin(domain, place) && !isWithin(place, domain),
  )
  const answers = await Promise.all(
    outside.slice(0, MAX_OUTSIDE).map(async (domain) => {
      const answer = await dns.txt(`${place}._report._dmarc.${domain}`)
      const agrees = answer.kind === 'failed' || (answer.kind === 'found' && answer.records.some(isDmarc))
      return agrees ? [] : [domain]
    }),
  )
  return answers.flat()
}

/** The next careful step, or null if there is none to recommend. */
function strengthen(record: DmarcRecord, policy: Policy, reportsTo: string) {
  const rua = (record.reportsTo.length > 0 ? record.reportsTo : [reportsTo])
    .map((to) => `mailto:${to}`)
    .join(',')
  const line = (stricter: Policy) => `v=DMARC1; p=${stricter}; rua=${rua}`
  if (record.reportsTo.length === 0)
    return {
      value: line(record.policy),
      todo: 'Add an address for reports, so that you see who sends in your name.',
    }
  if (record.isTest || record.percent < 100)
    return {
      value: line(record.policy),
      todo: `The record is only partly in force (${record.isTest ? 't=y' : `pct=${record.percent}`}). Once the reports show only your own mail, use this record.`,
    }
  if (policy === 'none')
    return {
      value: line('quarantine'),
      todo: 'Read the reports for some weeks. Once all your mail passes SPF or DKIM, use this record.',
    }
  return null
}
