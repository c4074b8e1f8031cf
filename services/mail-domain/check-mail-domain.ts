/**
 * Checks in DNS whether the domain of the site's emails has MX, SPF, DKIM and DMARC records, without which other servers
 * distrust them. What a record allows is not judged: only a test email shows that.
 */

import { isIP } from 'node:net'
import { domainOf } from '#shared/text/email-address.ts'
import { type MailDns, openMailDns } from './dns.ts'
import { isFreeMail, isSampleDomain, isWithin, toDomain } from './domain-name.ts'
import { COULD_NOT_ASK, type DnsLine, type Finding, type Level, showRecords } from './finding.ts'
import { providerOf } from './providers.ts'

export interface MailSetup {
  /** The sender address of the site's emails. */
  from: string
  /** The address that the dealer reads, to which DMARC reports may go. */
  to: string
  /** The host of SMTP_URL; null without a mail server. */
  smtpHost: string | null
  /** At most five (MAX_SELECTORS). */
  selectors: readonly string[]
}

export interface DomainCheck {
  domain: string
  findings: Finding[]
}

/** Never throws and never exceeds the deadline of `dns`; without DNS the findings say so. */
export async function checkMailDomain(setup: MailSetup, dns: MailDns = openMailDns()): Promise<DomainCheck> {
  const written = domainOf(setup.from)
  const domain = toDomain(written)
  try {
    if (domain === null || isSampleDomain(domain))
      return { domain: domain ?? written, findings: [notOurs(domain, written)] }
    if (isFreeMail(domain)) return { domain, findings: [freeMail(domain)] }
    const [mx, spf, dkim, dmarc] = await Promise.all([
      checkMx(dns, domain),
      checkSpf(dns, domain, setup.smtpHost),
      checkDkim(dns, domain, setup),
      checkDmarc(dns, domain, setup.to),
    ])
    const all = [mx, spf, ...dkim, dmarc]
    // A domain that does not exist has one fault, not four.
    if (mx.topic === 'Domain') return { domain, findings: [mx] }
    if (all.every(({ level }) => level === 'unknown')) return { domain, findings: [unreachable(domain)] }
    return { domain, findings: all }
  } finally {
    dns.close()
  }
}

type Judgement = [level: Level, means: string, todo?: string | null, paste?: DnsLine | null]

function report(
  topic: Finding['topic'],
  asked: string | null,
  found: readonly string[],
  ...[level, means, todo = null, paste = null]: Judgement
): Finding {
  return { topic, level, asked, found: showRecords(found), means, todo, paste }
}

const SENDER = 'Set ENQUIRIES_FROM to an address at your own domain.'

const notOurs = (domain: string | null, written: string) =>
  report(
    'Domain',
    null,
    [],
    'problem',
    domain
      ? `${domain} is a sample name that nobody owns, so mail from it is refused.`
      : `“${written.slice(0, 100)}” is not an internet domain.`,
    SENDER,
  )

const freeMail = (domain: string) =>
  report(
    'Domain',
    null,
    [],
    'problem',
    `Your e-mails come from an address at ${domain}. Only ${domain} itself may send for it, so most servers refuse such mail from a website or treat it as spam, and no DNS record can change that.`,
    `${SENDER} Enquiries can still be sent to the address you read.`,
  )

const unreachable = (domain: string) =>
  report(
    'Domain',
    `MX and TXT records of ${domain}`,
    [],
    'unknown',
    'This server could not reach DNS. That says nothing about your e-mail, and delays nothing.',
    'Try again later. If it keeps failing, allow the server to reach DNS: port 53 at the addresses in /etc/resolv.conf.',
  )

/** Whether replies and delivery failures can reach the domain. */
async function checkMx(dns: MailDns, domain: string): Promise<Finding> {
  const answer = await dns.mx(domain)
  const asked = `MX records of ${domain}`
  if (answer.kind === 'failed') return report('MX', asked, [], 'unknown', COULD_NOT_ASK)
  if (answer.kind === 'none' && answer.isUnknownName)
    return report(
      'Domain',
      asked,
      [],
      'problem',
      `The domain ${domain} does not exist in DNS, so mail from it is refused nearly everywhere.`,
      'Check the spelling of ENQUIRIES_FROM, and that the registration of the domain has not lapsed.',
    )
  const records = answer.kind === 'found' ? answer.records : []
  // RFC 7505: a single record without a host means that the domain accepts no mail.
  const hasServer = records.some(({ host }) => host !== '' && host !== '.')
  const found = records
    .toSorted((a, b) => a.priority - b.priority)
    .map(({ host, priority }) => `${priority} ${host}`)
  if (hasServer)
    return report(
      'MX',
      asked,
      found,
      'good',
      'Mail to your domain has somewhere to go, so replies can arrive.',
    )
  return report(
    'MX',
    asked,
    found,
    'problem',
    `No mail server accepts mail for ${domain}: replies to your e-mails bounce, and many servers refuse mail from such a domain.`,
    'Add the MX records that your mail provider shows you to DNS.',
  )
}

/** Whether one record says which servers may send for the domain (RFC 7208). */
async function checkSpf(dns: MailDns, domain: string, smtpHost: string | null): Promise<Finding> {
  const answer = await dns.txt(domain)
  const records = answer.kind === 'found' ? answer.records.filter((text) => /^v=spf1(?: |$)/i.test(text)) : []
  const line = (value: string): DnsLine => ({ name: domain, type: 'TXT', value })
  const judge = (): Judgement => {
    if (answer.kind === 'failed') return ['unknown', COULD_NOT_ASK]
    if (records.length === 1)
      return ['good', 'There is one record that says which servers may send for your domain.']
    if (records.length > 1) {
      const merged = mergeSpf(records)
      return [
        'problem',
        `There are ${records.length} SPF records. Only one is allowed: with more, servers use none of them.`,
        'Replace them all with one record that has the entries of all.',
        merged.length <= MAX_SPF_LENGTH ? line(merged) : null,
      ]
    }
    return [
      'problem',
      'The domain does not say which servers may send its mail, so others can send in your name, and your own mail looks suspicious.',
      `Add this record${providerOf(smtpHost) ? '' : ', after asking your mail provider what belongs in place of “include:…”'}.`,
      line(suggestSpf(domain, smtpHost)),
    ]
  }
  return report('SPF', `TXT records of ${domain} that begin with v=spf1`, records, ...judge())
}

function suggestSpf(domain: string, smtpHost: string | null): string {
  const provider = providerOf(smtpHost)
  if (provider) return `v=spf1 include:${provider.include} ~all`
  if (smtpHost && isIP(smtpHost)) return `v=spf1 mx ip${isIP(smtpHost)}:${smtpHost} ~all`
  const host = toDomain(smtpHost ?? '')
  return host && isWithin(host, domain) ? `v=spf1 mx a:${host} ~all` : 'v=spf1 mx include:… ~all'
}

/** RFC 7208, section 3.4: a longer record may not reach every server. */
const MAX_SPF_LENGTH = 450

/** Every term of the records once, with a single `all`; of a redirect, which allows no other term, an include. */
function mergeSpf(records: readonly string[]): string {
  const terms = records
    .flatMap((text) => text.split(' ').slice(1))
    .filter((term) => !/^(?:[+\-~?]?all|exp=.*|)$/i.test(term))
    .map((term) => term.replace(/^redirect=/i, 'include:'))
  return ['v=spf1', ...new Set(terms), '~all'].join(' ')
}

/** Whether there is a key at each selector (RFC 6376), or else at the usual ones of the mail service. */
async function checkDkim(
  dns: MailDns,
  domain: string,
  { selectors, smtpHost }: MailSetup,
): Promise<Finding[]> {
  if (selectors.length > 0)
    return Promise.all(selectors.map((selector) => checkSelector(dns, domain, selector)))
  const usual = providerOf(smtpHost)?.selectors ?? []
  const findings = await Promise.all(usual.map((selector) => checkSelector(dns, domain, selector)))
  const keys = findings.filter(({ level }) => level === 'good')
  if (keys.length > 0) return keys
  const asked = findings.map((finding) => finding.asked).join(', ')
  return [
    report(
      'DKIM',
      asked || null,
      [],
      'unknown',
      'DNS does not list the keys of a domain: we can only look one up by its name, the selector.',
      'Check again with your selector. Your mail provider shows it where you turn DKIM on. Or open the source of an e-mail you sent and copy its DKIM-Signature line.',
    ),
  ]
}

async function checkSelector(dns: MailDns, domain: string, selector: string): Promise<Finding> {
  const name = `${selector}._domainkey.${domain}`
  const answer = await dns.txt(name)
  const records = answer.kind === 'found' ? answer.records : []
  const judge = (): Judgement => {
    if (answer.kind === 'failed') return ['unknown', COULD_NOT_ASK]
    // An empty p= is a key that has been withdrawn.
    if (records.some((text) => /(?:^|;)\s*p\s*=\s*[a-z0-9+/]/i.test(text)))
      return ['good', `There is a key named “${selector}”, so a signature made with it can be verified.`]
    return [
      'problem',
      `There is no key named “${selector}”, so a signature made with it proves nothing.`,
      `Turn DKIM on at your mail provider, and add the record that it shows you to DNS, under the name ${name}. If the key has another name, enter that.`,
    ]
  }
  return report('DKIM', `TXT records of ${name}`, records, ...judge())
}

/** Whether one record says what becomes of mail that passes neither SPF nor DKIM (RFC 9989). */
async function checkDmarc(dns: MailDns, domain: string, reportsTo: string): Promise<Finding> {
  const own = await readDmarc(dns, domain)
  // The record of plates.example covers mail.plates.example, too.
  const parent = toDomain(domain.slice(domain.indexOf('.') + 1))
  const { asked, records, isFailed } =
    parent && own.records.length === 0 && !own.isFailed ? await readDmarc(dns, parent) : own
  const judge = (): Judgement => {
    if (isFailed) return ['unknown', COULD_NOT_ASK]
    if (records.length === 1)
      return ['good', 'There is a record that says what should happen to mail that others send in your name.']
    const value = `v=DMARC1; p=none; rua=mailto:${reportsTo}`
    const paste: DnsLine = { name: `_dmarc.${domain}`, type: 'TXT', value }
    const [means, todo] =
      records.length > 1
        ? [
            `There are ${records.length} DMARC records. Only one is allowed: with more, servers use none of them.`,
            'Keep one, such as this, and remove the others.',
          ]
        : [
            'The domain does not say what should happen to mail that others send in its name. The large mail services expect a record, and distrust mail without one.',
            'Add this record. At first it changes nothing and has reports sent to you. Tighten it once they show only your own mail.',
          ]
    return ['problem', means, todo, paste]
  }
  return report('DMARC', asked, records, ...judge())
}

async function readDmarc(dns: MailDns, domain: string) {
  const answer = await dns.txt(`_dmarc.${domain}`)
  const records = answer.kind === 'found' ? answer.records : []
  return {
    asked: `TXT records of _dmarc.${domain}`,
    records: records.filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text)),
    isFailed: answer.kind === 'failed',
  }
}
