import type { Exchange, MailDns } from './dns.ts'
import { COULD_NOT_ASK, type Finding, showRecords } from './finding.ts'

/** Checks whether replies and delivery failures can reach the domain. */
export async function checkMx(dns: MailDns, domain: string): Promise<Finding> {
  const answer = await dns.mx(domain)
  const finding = {
    topic: 'MX' as const,
    asked: `MX records of ${domain}`,
    came: [] as string[],
    paste: null,
  }
  if (answer.kind === 'failed') return { ...finding, level: 'unknown', means: COULD_NOT_ASK, todo: null }
  if (answer.kind === 'none') {
    if (answer.isUnknownName)
      return {
        ...finding,
        topic: 'Domain',
        level: 'problem',
        means: `The domain ${domain} does not exist in DNS, so mail from it is refused nearly everywhere.`,
        todo: 'Check the spelling of ENQUIRIES_FROM, and that the registration of the domain has not lapsed.',
      }
    return {
      ...finding,
      level: 'problem',
      means: `No mail server accepts mail for ${domain}: replies to your e-mails bounce, and many servers refuse mail from such a domain.`,
      todo: 'Ask your mail provider for its MX records, and add them to DNS.',
    }
  }
  const records = [...answer.records].sort((a, b) => a.priority - b.priority)
  const came = showRecords(records.map(describe))
  if (records.length === 1 && (records[0]?.host === '' || records[0]?.host === '.'))
    return {
      ...finding,
      came,
      level: 'problem',
      means: `The domain says that it accepts no mail at all (RFC 7505), so replies to your e-mails cannot arrive.`,
      todo: 'Replace this record with the MX records of your mail provider.',
    }
  return {
    ...finding,
    came,
    level: 'good',
    means: 'Mail to your domain has somewhere to go, so replies can arrive.',
    todo: null,
  }
}

const describe = ({ host, priority }: Exchange) => `${priority} ${host}`
