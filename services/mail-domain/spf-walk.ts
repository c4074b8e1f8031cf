/** Evaluates an SPF record as a mail server does, within the limits of RFC 7208, section 4.6.4. */
import { BlockList, isIPv6 } from 'node:net'
import type { MailDns } from './dns.ts'
import { toDomain } from './domain-name.ts'
import { hasMacro, isSpf, type Mechanism, parseSpf, type Qualifier, type SpfRecord } from './spf-record.ts'

/** The limit for include, a, mx, ptr, exists and redirect together. */
export const MAX_LOOKUPS = 10
/** How many of those may find no record. */
const MAX_VOID_LOOKUPS = 2
const MAX_EXCHANGES = 10

export interface SpfWalk {
  /** At most 11: the limit stops further queries. */
  lookups: number
  voidLookups: number
  /** Reasons for servers to refuse the record, as complete sentences. */
  faults: string[]
  /** Domains of include and redirect, in order of lookup. */
  included: string[]
  /** Addresses that may send, as far as they are known. */
  allowed: BlockList
  /** The qualifier of `all`, in the record or through redirect; null if there is none. */
  all: Qualifier | null
  usesPtr: boolean
  /** Some parts depend on the email or could not be resolved, so `allowed` may be incomplete. */
  isPartial: boolean
}

/** @param record the record of `domain` */
export async function walkSpf(dns: MailDns, domain: string, record: SpfRecord): Promise<SpfWalk> {
  const walk: SpfWalk = {
    lookups: 0,
    voidLookups: 0,
    faults: [],
    included: [],
    allowed: new BlockList(),
    all: null,
    usesPtr: false,
    isPartial: false,
  }
  walk.all = await follow(dns, walk, record, [domain])
  if (walk.voidLookups > MAX_VOID_LOOKUPS)
    walk.faults.push(
      `${walk.voidLookups} of its names lead to nothing; servers give up after ${MAX_VOID_LOOKUPS}.`,
    )
  return walk
}

/** @param path the chain of domains, this one last. @returns the qualifier of its `all` */
async function follow(
  dns: MailDns,
  walk: SpfWalk,
  { mechanisms, redirect }: SpfRecord,
  path: readonly string[],
): Promise<Qualifier | null> {
  const here = path.at(-1) ?? ''
  for (const mechanism of mechanisms) {
    const { name, qualifier, value } = mechanism
    if (name === 'all') return qualifier
    if (name === 'ip4' || name === 'ip6') {
      allow(walk, qualifier, value ?? '', mechanism)
      continue
    }
    if (!count(walk)) return null
    if (name === 'ptr') walk.usesPtr = true
    if (name === 'ptr' || name === 'exists' || hasMacro(value ?? '')) {
      walk.isPartial = true
      continue
    }
    const target = toDomain(value ?? here)
    if (!target) {
      walk.faults.push(`“${mechanism.text.slice(0, 100)}” names no domain.`)
      continue
    }
    if (name === 'include') {
      const included = await readIncluded(dns, walk, target, path)
      // The outcome of an included record matters only if it passes; otherwise the outer record decides.
      if (included) await follow(dns, walk, included, [...path, target])
    } else await allowHosts(dns, walk, mechanism, target)
    if (walk.lookups > MAX_LOOKUPS) return null
  }
  if (redirect === null || !count(walk)) return null
  const target = hasMacro(redirect) ? null : toDomain(redirect)
  if (!target) {
    walk.isPartial = true
    return null
  }
  const next = await readIncluded(dns, walk, target, path)
  return next && follow(dns, walk, next, [...path, target])
}

function count(walk: SpfWalk): boolean {
  walk.lookups += 1
  if (walk.lookups <= MAX_LOOKUPS) return true
  const fault = `It needs more than ${MAX_LOOKUPS} lookups, and mail servers stop there.`
  if (!walk.faults.includes(fault)) walk.faults.push(fault)
  return false
}

async function readIncluded(
  dns: MailDns,
  walk: SpfWalk,
  target: string,
  path: readonly string[],
): Promise<SpfRecord | null> {
  if (path.includes(target)) {
    walk.faults.push(`It goes round in a circle: ${[...path, target].join(' → ')}.`)
    return null
  }
  walk.included.push(target)
  const answer = await dns.txt(target)
  if (answer.kind === 'failed') {
    walk.isPartial = true
    return null
  }
  if (answer.kind === 'none') walk.voidLookups += 1
  const records = answer.kind === 'found' ? answer.records.filter(isSpf) : []
  const [text] = records
  if (text === undefined || records.length > 1) {
    walk.faults.push(
      `It includes ${target}, which has ${records.length === 0 ? 'no SPF record' : 'several SPF records'}.`,
    )
    return null
  }
  const parsed = parseSpf(text)
  if (parsed.ok) return parsed.record
  walk.faults.push(`It includes ${target}, whose record has a mistake: “${parsed.term.slice(0, 100)}”.`)
  return null
}

async function allowHosts(dns: MailDns, walk: SpfWalk, mechanism: Mechanism, target: string): Promise<void> {
  const hosts = mechanism.name === 'mx' ? await exchangesOf(dns, walk, target) : [target]
  for (const host of hosts) {
    const answer = await dns.addresses(host)
    if (answer.kind === 'failed') walk.isPartial = true
    else if (answer.kind === 'none') walk.voidLookups += mechanism.name === 'a' ? 1 : 0
    else for (const address of answer.records) allow(walk, mechanism.qualifier, address, mechanism)
  }
}

async function exchangesOf(dns: MailDns, walk: SpfWalk, target: string): Promise<string[]> {
  const answer = await dns.mx(target)
  if (answer.kind === 'failed') walk.isPartial = true
  if (answer.kind === 'none') walk.voidLookups += 1
  if (answer.kind !== 'found') return []
  if (answer.records.length > MAX_EXCHANGES) {
    walk.faults.push(`${target} has ${answer.records.length} mail servers; “mx” may have ${MAX_EXCHANGES}.`)
    return []
  }
  return answer.records.flatMap(({ host }) => toDomain(host) ?? [])
}

function allow({ allowed }: SpfWalk, qualifier: Qualifier, address: string, { prefix4, prefix6 }: Mechanism) {
  if (qualifier !== '+') return
  if (isIPv6(address)) allowed.addSubnet(address, prefix6, 'ipv6')
  else allowed.addSubnet(address, prefix4, 'ipv4')
}
