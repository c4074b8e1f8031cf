import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/**
 * Normalises a domain for DNS: 'Plates.Example.' gives 'plates.example', 'bücher.example' 'xn--bcher-kva.example'.
 * @returns null for '1.2.3.4', 'localhost', 'a..b', and anything else that is not a domain
 */
export function toDomain(text: string): string | null {
  const trimmed = text.trim().replace(/\.$/, '')
  if (trimmed === '' || trimmed.length > 253 || isIP(trimmed.replace(/^\[|\]$/g, ''))) return null
  const isAscii = /^[\x21-\x7e]+$/.test(trimmed)
  const ascii = isAscii ? trimmed.toLowerCase() : domainToASCII(trimmed)
  const labels = ascii.split('.')
  return labels.length > 1 && ascii.length <= 253 && labels.every((label) => LABEL.test(label)) ? ascii : null
}

/** RFC 2606: names that nobody can own. */
export const isSampleDomain = (domain: string): boolean =>
  /(?:^|\.)(?:example|invalid|localhost)$|^(?:.+\.)?example\.(?:com|net|org)$/.test(domain)

/** Whether the domains are equal or one is below the other. */
export const isWithin = (domain: string, parent: string): boolean =>
  domain === parent || domain.endsWith(`.${parent}`)

const FREE_MAIL = new Set(
  'gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk live.com live.co.uk msn.com yahoo.com yahoo.co.uk aol.com icloud.com me.com btinternet.com sky.com virginmedia.com talktalk.net proton.me protonmail.com'.split(
    ' ',
  ),
)

/** Whether the domain belongs to a free mail provider, whose records the dealer cannot change. */
export const isFreeMail = (domain: string): boolean => FREE_MAIL.has(domain)
