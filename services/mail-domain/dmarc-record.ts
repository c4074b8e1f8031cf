/** DMARC records (RFC 9989, and RFC 7489 before it). */
import { parseTags } from './tags.ts'

export type Policy = 'none' | 'quarantine' | 'reject'
export type Alignment = 'relaxed' | 'strict'

export interface DmarcRecord {
  /** What the record means for the domain itself; `none` where it was left out or is unknown. */
  policy: Policy
  /** As it was written; null where it was left out. */
  written: string | null
  subdomainPolicy: Policy | null
  /** Mail addresses of the daily reports. */
  reportsTo: string[]
  dkimAlignment: Alignment
  spfAlignment: Alignment
  /** Old: the share of mail to which the policy applies; 100 unless the record says less. */
  percent: number
  /** New in RFC 9989: announced, not yet meant. */
  isTest: boolean
}

const MAX_REPORT_ADDRESSES = 10

/** Whether a TXT record is one of DMARC at all: the version comes first and in capitals. */
export const isDmarc = (text: string): boolean => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text)

/** 'v=DMARC1; p=reject; rua=mailto:a@plates.example' gives its policy; null for what is no list of tags. */
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
