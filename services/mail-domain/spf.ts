import { isIP, isIPv6 } from 'node:net'
import type { MailDns } from './dns.ts'
import { isWithin, toDomain } from './domain-name.ts'
import { COULD_NOT_ASK, type DnsLine, type Finding, showRecords } from './finding.ts'
import { type Provider, providerOf } from './providers.ts'
import { isAlmostSpf, isSpf, parseSpf, type SpfRecord } from './spf-record.ts'
import { MAX_LOOKUPS, type SpfWalk, walkSpf } from './spf-walk.ts'

interface Sender {
  domain: string
  /** The host of SMTP_URL; null without a mail server. */
  smtpHost: string | null
}

/** Checks which servers may send for the domain (RFC 7208). */
export async function checkSpf(dns: MailDns, { domain, smtpHost }: Sender): Promise<Finding> {
  const answer = await dns.txt(domain)
  const texts = answer.kind === 'found' ? answer.records : []
  const records = texts.filter(isSpf)
  const provider = providerOf(smtpHost)
  const finding = (rest: Omit<Finding, 'topic' | 'asked' | 'came'> & { came?: string[] }): Finding => ({
    topic: 'SPF',
    asked: `TXT records of ${domain} that begin with v=spf1`,
    came: showRecords(records),
    ...rest,
  })
  const line = (value: string): DnsLine => ({ name: domain, type: 'TXT', value })
  if (answer.kind === 'failed')
    return finding({ level: 'unknown', means: COULD_NOT_ASK, todo: null, paste: null })

  const [text] = records
  if (text === undefined) {
    const almost = texts.filter(isAlmostSpf)
    return finding({
      came: showRecords(almost),
      level: 'problem',
      means:
        almost.length > 0
          ? 'There is a record that looks like SPF, but does not begin with exactly “v=spf1” and a space, so no server reads it.'
          : 'The domain does not say which servers may send its mail, so others can send in your name, and your own mail looks suspicious.',
      todo: `${almost.length > 0 ? 'Replace it with' : 'Add'} this record${provider ? '' : ', after asking your mail provider what belongs in place of “include:…”'}.`,
      paste: line(suggestSpf({ domain, smtpHost }, provider)),
    })
  }
  if (records.length > 1)
    return finding({
      level: 'problem',
      means: `There are ${records.length} SPF records. Only one is allowed: with more, servers use none of them.`,
      todo: 'Remove them all and add this one, which combines them.',
      paste: line(merge(records)),
    })
  const parsed = parseSpf(text)
  if (!parsed.ok)
    return finding({
      level: 'problem',
      means: `The record has a mistake at “${showRecords([parsed.term])[0]}”, and servers then ignore all of it.`,
      todo: 'Correct that word, or use your mail provider’s record instead.',
      paste: null,
    })

  const walk = await walkSpf(dns, domain, parsed.record)
  const [fault] = walk.faults
  if (fault)
    return finding({
      level: 'problem',
      means: `Servers cannot evaluate the record, so it does not protect your mail. ${walk.faults.slice(0, 3).join(' ')}`,
      todo:
        walk.lookups > MAX_LOOKUPS
          ? 'Remove the services that no longer send for you: each include, a, mx and redirect counts, and so do those inside them.'
          : 'Correct or remove that part of the record.',
      paste: null,
    })
  if (walk.all === '+')
    return finding({
      level: 'problem',
      means: 'The record ends in +all: it allows every computer in the world to send in your name.',
      todo: 'End it with ~all instead.',
      paste: line(withAll(text, parsed.record)),
    })
  return judgeSender(
    dns,
    { domain, smtpHost },
    { text, record: parsed.record, walk, provider },
    finding,
    line,
  )
}

interface Read {
  text: string
  record: SpfRecord
  walk: SpfWalk
  provider: Provider | null
}

async function judgeSender(
  dns: MailDns,
  { domain, smtpHost }: Sender,
  { text, record, walk, provider }: Read,
  finding: (rest: Omit<Finding, 'topic' | 'asked' | 'came'>) => Finding,
  line: (value: string) => DnsLine,
): Promise<Finding> {
  const lookups = `It uses ${walk.lookups} of the ${MAX_LOOKUPS} lookups allowed.`
  const inclusion = smtpHost === null ? 'no server' : await isIncluded(dns, smtpHost, walk, provider)
  if (inclusion === 'no')
    return finding({
      level: 'advice',
      means: `The record does not seem to allow ${smtpHost}, through which this site sends. ${lookups}`,
      todo: provider
        ? `If ${provider.name} sends with your domain in the return path, replace the record with this one.`
        : 'Ask your mail provider for its SPF entry, and put it before the last word of the record.',
      paste: provider ? line(withInclude(text, record, provider)) : null,
    })
  if (walk.all === '?' || walk.all === null)
    return finding({
      level: 'advice',
      means: `The record says who may send, but nothing about everyone else. ${lookups}`,
      todo: 'End it with ~all, so that mail from elsewhere is distrusted.',
      paste: record.redirect === null ? line(withAll(text, record)) : null,
    })
  const named =
    inclusion === 'yes'
      ? `It allows ${smtpHost}, through which this site sends.`
      : inclusion === 'no server'
        ? 'No mail server is set up here yet, so we cannot say whether it is among them.'
        : `We could not tell whether ${smtpHost} is among them.`
  return finding({
    level: inclusion === 'perhaps' ? 'advice' : 'good',
    means: `One record, well formed: it says which servers may send for ${domain}. ${named} ${lookups}`,
    todo: walk.usesPtr ? 'Remove “ptr”: it is slow, and many servers no longer follow it.' : null,
    paste: null,
  })
}

/**
 * A plausibility check: email often leaves through other addresses than that of the SMTP host, so a provider's include
 * counts as well as the address.
 */
async function isIncluded(dns: MailDns, smtpHost: string, walk: SpfWalk, provider: Provider | null) {
  if (provider && walk.included.includes(provider.include)) return 'yes'
  const host = toDomain(smtpHost)
  // 'smtp.provider.net' and an include of 'spf.provider.net'
  const family = host
    ?.split('.')
    .slice(host.split('.').length > 2 ? 1 : 0)
    .join('.')
  if (family?.includes('.') && walk.included.some((domain) => isWithin(domain, family))) return 'yes'
  const answer = isIP(smtpHost)
    ? ({ kind: 'found', records: [smtpHost] } as const)
    : host
      ? await dns.addresses(host)
      : ({ kind: 'failed' } as const)
  if (answer.kind !== 'found') return 'perhaps'
  const isAllowed = answer.records.some((address) =>
    walk.allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'),
  )
  if (isAllowed) return 'yes'
  return walk.isPartial ? 'perhaps' : 'no'
}

function suggestSpf({ domain, smtpHost }: Sender, provider: Provider | null): string {
  if (provider) return `v=spf1 include:${provider.include} ~all`
  const host = toDomain(smtpHost ?? '')
  if (host && isWithin(host, domain)) return `v=spf1 mx a:${host} ~all`
  if (smtpHost && isIP(smtpHost)) return `v=spf1 mx ip${isIP(smtpHost)}:${smtpHost} ~all`
  return 'v=spf1 mx include:… ~all'
}

function withInclude(text: string, { mechanisms, redirect }: SpfRecord, provider: Provider): string {
  const last = mechanisms.find(({ name }) => name === 'all')?.text
  const include = `include:${provider.include}`
  const words = text.split(' ').filter(Boolean)
  const at = words.findIndex((word) => word === last || (redirect !== null && /^redirect=/i.test(word)))
  return at < 0 ? `${words.join(' ')} ${include} ~all` : words.toSpliced(at, 0, include).join(' ')
}

function withAll(text: string, { mechanisms }: SpfRecord): string {
  const last = mechanisms.find(({ name }) => name === 'all')?.text
  const words = text.split(' ').filter((word) => word !== '' && word !== last)
  return `${words.join(' ')} ~all`
}

/** Every term of the records once, with a single `all`. */
function merge(records: readonly string[]): string {
  const terms = records.flatMap((text) => text.split(' ').slice(1).filter(Boolean))
  const own = terms.filter((term) => !/^[+\-~?]?all$/i.test(term) && !/^(?:redirect|exp)=/i.test(term))
  const redirected = terms.flatMap((term) => /^redirect=(.+)$/i.exec(term)?.slice(1) ?? [])
  const included = redirected.map((domain) => `include:${domain}`)
  return ['v=spf1', ...new Set([...own, ...included]), '~all'].join(' ').slice(0, 1_000)
}
