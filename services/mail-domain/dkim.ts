import { isDkim, readDkimKey } from './dkim-key.ts'
import type { MailDns } from './dns.ts'
import { COULD_NOT_ASK, type Finding, type Level, showRecords } from './finding.ts'
import { providerOf } from './providers.ts'

interface Sender {
  domain: string
  smtpHost: string | null
  /** The result of readSelectors. */
  selectors: readonly string[]
}

/** Checks the keys that sign mail of the domain (RFC 6376); one finding per selector. */
export async function checkDkim(dns: MailDns, { domain, smtpHost, selectors }: Sender): Promise<Finding[]> {
  if (selectors.length > 0)
    return Promise.all(selectors.map((selector) => checkSelector(dns, domain, selector)))
  const provider = providerOf(smtpHost)
  const usual = await Promise.all(
    (provider?.selectors ?? []).map((selector) => checkSelector(dns, domain, selector)),
  )
  const found = usual.filter(({ came }) => came.length > 0)
  if (found.length > 0) return found
  const tried = usual.map(({ asked }) => asked).join(', ')
  return [
    {
      topic: 'DKIM',
      level: 'unknown',
      asked: tried || null,
      came: [],
      means: `${provider && tried ? `There is no key at the names that ${provider.name} usually uses. ` : ''}DNS does not list the keys of a domain: we can only look one up by its name, the selector.`,
      todo: 'Enter your selector above. Your mail provider shows it where you turn DKIM on. Or open the source of an e-mail you sent and copy its DKIM-Signature line.',
      paste: null,
    },
  ]
}

async function checkSelector(dns: MailDns, domain: string, selector: string): Promise<Finding> {
  const name = `${selector}._domainkey.${domain}`
  const answer = await dns.txt(name)
  const records = answer.kind === 'found' ? answer.records : []
  const finding = (level: Level, means: string, todo: string | null): Finding => ({
    ...{ topic: 'DKIM', level, means, todo, paste: null },
    asked: `TXT records of ${name}`,
    came: showRecords(records),
  })
  if (answer.kind === 'failed') return finding('unknown', COULD_NOT_ASK, null)
  const keys = records.filter(isDkim)
  const [text] = keys
  if (text === undefined)
    return finding(
      'problem',
      records.length > 0
        ? 'The record there is not a DKIM key.'
        : `There is no key named “${selector}”, so a signature made with it proves nothing.`,
      'Turn DKIM on at your mail provider, and add the record it shows you to DNS. If the key has another name, enter that.',
    )
  if (keys.length > 1)
    return finding(
      'problem',
      'There are several keys with this name; servers may use any of them or none.',
      'Keep one and remove the others.',
    )
  const key = readDkimKey(text)
  if (key.kind === 'revoked')
    return finding(
      'problem',
      'The key is empty, which means that it has been withdrawn. Mail signed with it counts as unsigned.',
      'Have your mail provider create a new key, and add its record to DNS.',
    )
  if (key.kind === 'wrong')
    return finding('problem', key.why, 'Copy the record from your mail provider again, whole.')
  if (key.algorithm === 'rsa' && key.bits < 1024)
    return finding(
      'problem',
      `The key has ${key.bits} bits. It can be broken, and servers ignore keys below 1,024 (RFC 8301).`,
      'Have your mail provider create a 2,048-bit key.',
    )
  if (key.isTest)
    return finding(
      'advice',
      'The key is marked as a test (t=y), so servers treat signed mail like mail without a signature.',
      'Remove t=y once your mail arrives as it should.',
    )
  if (key.algorithm === 'rsa' && key.bits < 2048)
    return finding(
      'advice',
      `The key works, with ${key.bits.toLocaleString('en-GB')} bits. 2,048 is usual today.`,
      'Ask your mail provider for a 2,048-bit key when you next change it.',
    )
  return finding(
    'good',
    key.algorithm === 'rsa'
      ? `A sound ${key.bits.toLocaleString('en-GB')}-bit key: mail signed with it is known to be yours.`
      : 'A sound Ed25519 key. Some servers know only RSA, so keep an RSA key as well.',
    null,
  )
}
