/** The syntax of SPF (RFC 7208, section 12). */
import { isIPv4, isIPv6 } from 'node:net'

export type Qualifier = '+' | '-' | '~' | '?'

export interface Mechanism {
  name: 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists'
  qualifier: Qualifier
  /** The domain, or the network of ip4 and ip6; null: the domain of the record. */
  value: string | null
  prefix4: number
  prefix6: number
  /** The mechanism as written. */
  text: string
}

export interface SpfRecord {
  mechanisms: Mechanism[]
  /** The domain of `redirect=`. */
  redirect: string | null
}

type ParsedSpf = { ok: true; record: SpfRecord } | { ok: false; term: string }

/** Mail servers read no longer records. RFC 7208 recommends at most 450 characters. */
const MAX_TERMS = 500

/** Whether a TXT record is an SPF record. */
export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text)

/** Records that were meant as SPF but are not recognised as such: '"v=spf1 -all"', ' v=spf1 -all', 'v=spf1; mx'. */
export const isAlmostSpf = (text: string): boolean =>
  !isSpf(text) && /^\W{0,3}(?:v\s*=\s*)?spf[12]?\b/i.test(text)

/**
 * 'v=spf1 mx include:_spf.google.com ~all' gives three mechanisms.
 * @param text a record for which isSpf is true
 * @returns the first invalid term: 'ip4:300.1.2.3' for 'v=spf1 ip4:300.1.2.3 -all'
 */
export function parseSpf(text: string): ParsedSpf {
  const mechanisms: Mechanism[] = []
  const terms = text.slice('v=spf1'.length).split(' ').filter(Boolean)
  if (terms.length > MAX_TERMS) return { ok: false, term: `${terms.length} terms` }
  const modifiers = new Map<string, string>()
  for (const term of terms) {
    const modifier = /^([a-z][\w.-]*)=(.*)$/i.exec(term)
    if (modifier) {
      const name = (modifier[1] ?? '').toLowerCase()
      const value = modifier[2] ?? ''
      const isOurs = name === 'redirect' || name === 'exp'
      if (isOurs ? modifiers.has(name) || !isDomainSpec(value) : !/^[\x21-\x7e]*$/.test(value))
        return { ok: false, term }
      modifiers.set(name, value)
      continue
    }
    const mechanism = parseMechanism(term)
    if (!mechanism) return { ok: false, term }
    mechanisms.push(mechanism)
  }
  return { ok: true, record: { mechanisms, redirect: modifiers.get('redirect') ?? null } }
}

const TERM = /^([+\-~?]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?::([^/]*(?:\/(?=[^/\d])[^/]*)*))?(\/.*)?$/i

function parseMechanism(text: string): Mechanism | null {
  const [, sign = '', rawName = '', value, slash = ''] = TERM.exec(text) ?? []
  const name = rawName.toLowerCase() as Mechanism['name']
  const prefixes = /^(?:\/(\d{1,2}))?(?:\/\/(\d{1,3}))?$/.exec(slash)
  const isNetwork = name === 'ip4' || name === 'ip6'
  const mechanism = {
    name,
    text,
    qualifier: (sign || '+') as Qualifier,
    value: value ?? null,
    prefix4: Number(prefixes?.[1] ?? 32),
    prefix6: Number(prefixes?.[2] ?? 128),
  }
  if (!prefixes && !isNetwork) return null
  if (mechanism.prefix4 > 32 || mechanism.prefix6 > 128) return null
  switch (name) {
    case 'all':
      return value === undefined && slash === '' ? mechanism : null
    case 'include':
    case 'exists':
      return value && slash === '' && isDomainSpec(value) ? mechanism : null
    case 'ptr':
      return slash === '' && (value === undefined || isDomainSpec(value)) ? mechanism : null
    case 'a':
    case 'mx':
      return value === undefined || isDomainSpec(value) ? mechanism : null
    case 'ip4':
    case 'ip6':
      return networkOf(mechanism, slash)
    default:
      return null
  }
}

/** 'ip6:2001:db8::/32' has one slash in either address family. */
function networkOf(mechanism: Mechanism, slash: string): Mechanism | null {
  const { name, value } = mechanism
  const most = name === 'ip4' ? 32 : 128
  const prefix = slash === '' ? most : Number(/^\/(\d{1,3})$/.exec(slash)?.[1] ?? Number.NaN)
  const isAddress = name === 'ip4' ? isIPv4(value ?? '') : isIPv6(value ?? '')
  if (!isAddress || value?.includes('%') || !(prefix <= most)) return null
  return name === 'ip4' ? { ...mechanism, prefix4: prefix } : { ...mechanism, prefix6: prefix }
}

/** Matches domains with macros (section 7), which only the receiving server can expand. */
const MACRO = /%(?:\{[slodiphcrtv]\d*r?[.\-+,/_=]*\}|[%_-])/gi

export const hasMacro = (domain: string): boolean => domain.includes('%')

/** Ends in a top label or a macro. */
function isDomainSpec(text: string): boolean {
  const plain = text.replace(MACRO, 'x').replace(/\.$/, '')
  const isEnded = /%\{[^}]*\}$/.test(text) || /\.[a-z0-9-]*[a-z][a-z0-9-]*$/i.test(plain)
  return isEnded && plain.length <= 253 && /^[\x21-\x24\x26-\x7e]+$/.test(plain)
}
