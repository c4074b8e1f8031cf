/** Checks what DNS says about the domain of the site's emails, which decides whether other servers trust them. */
import { checkDkim } from './dkim.ts'
import { checkDmarc } from './dmarc.ts'
import { type MailDns, openMailDns } from './dns.ts'
import { isFreeMail, isSampleDomain, toDomain } from './domain-name.ts'
import type { Finding } from './finding.ts'
import { checkMx } from './mx.ts'
import { checkSpf } from './spf.ts'

export interface MailSetup {
  /** The sender address of the site's emails. */
  from: string
  /** The address that the dealer reads. */
  to: string
  smtpHost: string | null
  selectors: readonly string[]
}

export interface DomainCheck {
  domain: string
  findings: Finding[]
}

/** Never throws and never exceeds the deadline of `dns`; without DNS the findings say so. */
export async function checkMailDomain(
  { from, to, smtpHost, selectors }: MailSetup,
  dns: MailDns = openMailDns(),
): Promise<DomainCheck> {
  const written = from.slice(from.lastIndexOf('@') + 1)
  const domain = toDomain(written)
  try {
    if (domain === null || isSampleDomain(domain))
      return { domain: domain ?? written, findings: [notOurs(domain, written)] }
    if (isFreeMail(domain)) return { domain, findings: [freeMail(domain)] }
    const [mx, spf, dkim, dmarc] = await Promise.all([
      checkMx(dns, domain),
      checkSpf(dns, { domain, smtpHost }),
      checkDkim(dns, { domain, smtpHost, selectors }),
      checkDmarc(dns, { domain, reportsTo: to }),
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

const notOurs = (domain: string | null, written: string): Finding => ({
  ...{ topic: 'Domain', level: 'problem', asked: null, came: [], paste: null },
  means: domain
    ? `${domain} is a sample name that nobody owns, so mail from it is refused.`
    : `“${written.slice(0, 100)}” is not an internet domain.`,
  todo: 'Set ENQUIRIES_FROM to an address at your own domain.',
})

const freeMail = (domain: string): Finding => ({
  ...{ topic: 'Domain', level: 'problem', asked: null, came: [], paste: null },
  means: `Your e-mails come from an address at ${domain}. Only ${domain} itself may send for it, so most servers refuse such mail from a website or treat it as spam, and no DNS record can change that.`,
  todo: 'Set ENQUIRIES_FROM to an address at your own domain. Enquiries can still be sent to the address you read.',
})

const unreachable = (domain: string): Finding => ({
  ...{ topic: 'Domain', level: 'unknown', came: [], paste: null },
  asked: `MX and TXT records of ${domain}`,
  means: 'This server could not reach DNS. That says nothing about your e-mail, and delays nothing.',
  todo: 'Try again later. If it keeps failing, allow the server to reach DNS: port 53 at the addresses in /etc/resolv.conf.',
})
