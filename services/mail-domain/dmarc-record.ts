/** DMARC records (RFC 9989, and RFC 7489 before it). */
import { parseTags } from './tags.ts'

export type Policy = 'none' | 'quarantine' | 'reject'
type Alignment = 'relaxed' | 'strict'

export interface DmarcRecord {
  /** The policy for the domain itself; `none` if it is missing or unknown. */
  policy: Policy
  /** The policy as written; null if it is missing. */
  written: string | null
  subdomainPolicy: Policy | null
  /** Mail addresses of the daily reports. */
  reportsTo: string[]
  dkimAlignment: Alignment
  spfAlignment: Alignment
  /** The share of mail to which the policy applies (RFC 7489); 100 by default. */
  percent: number
  /** Test mode (RFC 9989): the policy is announced but not to be applied. */
  isTest: boolean
}

const MAX_REPORT_ADDRESSES = 10

/** Whether a TXT record is a DMARC record: the version comes first and in capitals. */
export const isDmarc = (text: string): boolean => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text)

/** Parses 'v=DMARC1; p=reject; rua=mailto:a@plates.example'; null if the text is not a list of tags. */
export function parseDmarc(text: string): DmarcRecord | null {
  const tags = parseTags(text)
  if (!tags) return null
  const written = tags.get('p') ?? null
  return {
    policy: policyOf(written) ?? 'none',
    written,
    subdomainPolicy: policyOf(tags.get('sp') ?? null),
    reportsTo: reportsTo(tags.get('rua') ?? ''),
    dkimAlignment: tags.get('adkim')?.toLowerCase() === 's' ? 'strict' : 'relaxed',
    spfAlignment: tags.get('aspf')?.toLowerCase() === 's' ? 'strict' : 'relaxed',
    percent: percentOf(tags.get('pct')),
    isTest: tags.get('t')?.toLowerCase() === 'y',
  }
}

export function policyOf(text: string | null): Policy | null {
  const policy = text?.toLowerCase()
  return policy === 'none' || policy === 'quarantine' || policy === 'reject' ? policy : null
}

function reportsTo(rua: string): string[] {
  return rua
    .split(',', MAX_REPORT_ADDRESSES)
    .flatMap((uri) => /^mailto:([^@\s!]{1,64}@[^@\s!]{1,253})(?:!\d+[kmgt]?)?$/i.exec(uri.trim())?.[1] ?? [])
}

const percentOf = (text = '100'): number =>
  /^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : 100
