// The plate search: a plate matches if a person could read the typed text on it. Near misses are a separate result,
// computed only if nothing matches.

import {
  type Codes,
  compactOf,
  fromCodes,
  lettersIn,
  lookCost,
  pairCost,
  type Reading,
  readFrom,
  toCodes,
  UNLIKE,
} from '../../../shared/registration/look-alikes.ts'

export interface Searchable {
  registration: string
  description: string | null
}

export interface Hit<Plate> {
  plate: Plate
  /** Lower is nearer; only good for comparing hits of one search. */
  rank: number
  /** The part that was recognised, as it is written: 'B16 DAY', 'H34 V'. */
  part: string
  /** What that part reads as; null where the very characters stand there. */
  readsAs: string | null
  /** 'Reads as BIG DAY' */
  reason: string
}

export interface Found<Plate> {
  /** Nearest first; equals keep the order of the stock. */
  hits: Hit<Plate>[]
  /** Only where there are no hits. */
  near: Hit<Plate>[]
}

const LONGEST_QUERY = 40
const MOST_NEAR = 12

/**
 * Searches the stock as people read it. Spaces, case, accents and punctuation make no difference to the hits.
 *   'heaven' → H34 VEN, reads as HEAVEN     'gs' → 9 GS, ends in GS     'garden' → near: G4 RDN
 */
export function searchStock<Plate extends Searchable>(stock: readonly Plate[], typed: string): Found<Plate> {
  const query = readQuery(typed)
  if (query === null) return { hits: [], near: [] }
  const hits = findHits(stock, query)
  return { hits, near: hits.length > 0 ? [] : findNear(stock, query, typed) }
}

/** At least one letter or digit. */
export const isSearch = (typed: string): boolean => compactOf(typed.slice(0, LONGEST_QUERY)) !== ''

/** A search as it is quoted back: 'big  day' gives 'BIG DAY'. */
export function quoteSearch(typed: string): string {
  return typed.slice(0, LONGEST_QUERY).toUpperCase().replace(/\s+/g, ' ').trim()
}

interface Query {
  compact: string
  /** As it is quoted back, with the spaces it was typed with. */
  quoted: string
  codes: Codes
  hasLetter: boolean
  /** The letters in it, a bit each. */
  letters: number
  /** May figures of the query stand for letters on the plate? */
  isLoose: boolean
}

function readQuery(typed: string): Query | null {
  const compact = compactOf(typed.slice(0, LONGEST_QUERY))
  if (compact === '') return null
  const hasLetter = /[A-Z]/.test(compact)
  const quoted = quoteSearch(typed)
  const codes = toCodes(compact)
  const letters = codes.reduce((bits, code) => (code < 26 ? bits | (1 << code) : bits), 0)
  return { compact, quoted, codes, hasLetter, letters, isLoose: hasLetter && compact.length >= 4 }
}

/** A registration prepared for the search. */
interface Entry {
  codes: Codes
  /** What its characters can be read as, a bit for each letter. */
  letters: number
  /** Where its groups begin, and its length: AB51 ABC gives 0, 4, 7. */
  edges: number[]
}

const entries = new WeakMap<object, Entry>()

function entryOf(plate: Searchable): Entry {
  let entry = entries.get(plate)
  if (!entry) {
    const groups = plate.registration.split(/[^A-Za-z0-9]+/).map((group) => toCodes(compactOf(group)))
    const codes = toCodes(compactOf(plate.registration))
    const edges = [0]
    for (const group of groups) if (group.length > 0) edges.push((edges.at(-1) ?? 0) + group.length)
    entry = { codes, letters: lettersIn(codes), edges }
    entries.set(plate, entry)
  }
  return entry
}

// The tiers of a hit, nearest first. Within one, the fewer look-alikes and the less beside it, the nearer.
const EXACT = 0
const BEGINS_AS_GROUP = 1
const BEGINS = 2
const IS_A_GROUP = 3
const READS_WHOLE = 4
const READS_FROM_START = 5
const HAS = 6
const READS_INSIDE = 7

function findHits<Plate extends Searchable>(stock: readonly Plate[], query: Query): Hit<Plate>[] {
  if (query.compact.length > toCodes(query.compact).length) return [] // longer than any registration
  const hits: Hit<Plate>[] = []
  for (const plate of stock) {
    const hit = hitOn(plate, query)
    if (hit) hits.push(hit)
  }
  return hits.sort((a, b) => a.rank - b.rank)
}

function hitOn<Plate extends Searchable>(plate: Plate, query: Query): Hit<Plate> | null {
  const { codes, letters, edges } = entryOf(plate)
  if ((letters & query.letters) !== query.letters) return null
  let best: { rank: number; start: number; end: number; cost: number; tier: number } | null = null
  for (let start = 0; start < codes.length; start++) {
    const reading = readFrom(codes, start, query.codes, query.isLoose)
    if (!reading) continue
    const { cost, end } = reading
    if (cost > 0 && !mayBeRead(query, start, reading)) continue
    const tier = tierOf(cost, start, end, codes.length, edges)
    const rank = tier * 1000 + cost * 20 + (codes.length - (end - start))
    if (!best || rank < best.rank) best = { rank, start, end, cost, tier }
  }
  if (!best) return null
  const part = written(plate.registration, best.start, best.end)
  const readsAs = best.cost > 0 ? query.quoted : null
  const reason = describeHit(best.tier, part, query.quoted, best.end === codes.length)
  return { plate, rank: best.rank, part, readsAs, reason }
}

/** Short words and the middle of a plate are read strictly, or every plate would read as something. */
function mayBeRead({ codes, hasLetter }: Query, start: number, { literals }: Reading): boolean {
  if (!hasLetter || codes.length === 1) return false
  if (codes.length === 2) return start === 0 && literals === 1
  return start === 0 || literals * 2 >= codes.length
}

function tierOf(cost: number, start: number, end: number, length: number, edges: number[]): number {
  const isWhole = start === 0 && end === length
  if (cost > 0) return isWhole ? READS_WHOLE : start === 0 ? READS_FROM_START : READS_INSIDE
  if (isWhole) return EXACT
  const isGrouped = edges.includes(start) && edges.includes(end)
  if (start === 0) return isGrouped ? BEGINS_AS_GROUP : BEGINS
  return isGrouped ? IS_A_GROUP : HAS
}

function describeHit(tier: number, part: string, query: string, isAtEnd: boolean): string {
  switch (tier) {
    case EXACT:
      return 'Exactly as you typed it'
    case BEGINS_AS_GROUP:
    case BEGINS:
      return `Begins with ${query}`
    case IS_A_GROUP:
    case HAS:
      return isAtEnd ? `Ends in ${query}` : `Has ${query} in it`
    case READS_WHOLE:
      return `Reads as ${query}`
    default:
      return `${part} reads as ${query}`
  }
}

/** A stretch of the registration as it is written, from one character to another, spaces not counted. */
function written(registration: string, start: number, end: number): string {
  let seen = 0
  let text = ''
  for (const char of registration) {
    const counts = /[A-Za-z0-9]/.test(char)
    if (seen >= start && (counts ? seen < end : seen > start && seen < end)) text += char
    if (counts) seen++
  }
  return text
}

function findNear<Plate extends Searchable>(
  stock: readonly Plate[],
  query: Query,
  typed: string,
): Hit<Plate>[] {
  const found = new Map<Plate, Hit<Plate>>()
  const add = (hits: Hit<Plate>[]) => {
    for (const hit of hits.sort((a, b) => a.rank - b.rank)) {
      const known = found.get(hit.plate)
      if (known ? known.readsAs === null && hit.readsAs !== null : found.size < MOST_NEAR)
        found.set(hit.plate, hit) // a reading says more than that the description mentions the word
    }
  }
  add(mentions(stock, typed))
  add(nearReadings(stock, query))
  add(shortForms(stock, query))
  const words = typed
    .slice(0, LONGEST_QUERY)
    .split(/[\s,.&+/-]+/)
    .map(compactOf)
    .filter(Boolean)
  if (words.length > 1) {
    for (const word of words.filter((word) => word.length > 1)) {
      const of = readQuery(word)
      if (of) add(findHits(stock, of).filter((hit) => hit.rank < HAS * 1000))
    }
    const initials = readQuery(words.map((word) => word.charAt(0)).join(''))
    if (initials && initials.compact.length > 1)
      add(findHits(stock, initials).filter((hit) => hit.readsAs === null))
  }
  return [...found.values()]
}

/** Plates whose description says the word. */
function mentions<Plate extends Searchable>(stock: readonly Plate[], typed: string): Hit<Plate>[] {
  const word = typed.slice(0, LONGEST_QUERY).trim().replace(/\s+/g, ' ')
  if (compactOf(word).length < 3 || !/^[\p{L}' -]+$/u.test(word)) return []
  const pattern = new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu')
  return stock
    .filter(({ description }) => description !== null && pattern.test(description))
    .map((plate) => ({
      plate,
      rank: 0,
      part: plate.registration,
      readsAs: null,
      reason: `Its description mentions ${quoteSearch(word)}`,
    }))
}

const WRONG = 1.2
const LEFT_OUT = 1
const VOWEL_LEFT_OUT = 0.6
const EXTRA = 1
const BESIDE = 0.25
const LOOK_ALIKE = 0.1
const IS_VOWEL = Array.from({ length: 36 }, (_, code) => 'AEIOUY'.includes(fromCodes([code])))

/** How far a plate may be from the query: about a letter in a short word, two in a long one. */
const reachOf = (length: number) => (length < 3 ? 0 : length < 7 ? 0.6 + 0.25 * length : 2.5)

function nearReadings<Plate extends Searchable>(stock: readonly Plate[], query: Query): Hit<Plate>[] {
  const furthest = reachOf(query.codes.length)
  if (furthest === 0 || query.compact.length > query.codes.length) return []
  const nearest: { plate: Plate; cost: number }[] = []
  for (const plate of stock) {
    const { codes, letters } = entryOf(plate)
    if (missing(query.codes, letters) > furthest) continue
    const cost = align(codes, query.codes)
    if (cost <= furthest) nearest.push({ plate, cost })
  }
  nearest.sort((a, b) => a.cost - b.cost)
  return nearest.slice(0, MOST_NEAR).map(({ plate, cost }) => {
    const { codes } = entryOf(plate)
    align(codes, query.codes)
    const { text, start, end, isRead } = retrace(codes, query.codes)
    const part = written(plate.registration, start, end)
    const subject = start === 0 && end === codes.length ? 'Reads' : `${part} reads`
    const readsAs = isRead && !/\d/.test(text) ? text : null
    const reason = readsAs ? `${subject} as ${readsAs}` : `Nearly ${query.quoted}`
    return { plate, rank: cost, part, readsAs, reason }
  })
}

/** What the letters cost that cannot be read anywhere on the plate: never more than align() comes to. */
function missing(query: Codes, letters: number): number {
  let cost = 0
  for (const code of query) {
    if (code < 26 && (letters & (1 << code)) === 0) cost += IS_VOWEL[code] ? VOWEL_LEFT_OUT : LEFT_OUT
  }
  return cost
}

// The table of align(), made once: with ten thousand plates, making it anew is most of the work.
const COSTS = new Float64Array(17 * 17)
const CAME = new Int16Array(17 * 17)

/** What the cheapest way costs to lay the query over a stretch of the plate, with letters left out or added on either. */
function align(plate: Codes, query: Codes): number {
  const width = query.length + 1
  COSTS.fill(Number.POSITIVE_INFINITY, 0, (plate.length + 1) * width)
  const reach = (from: number, to: number, cost: number) => {
    const total = (COSTS[from] as number) + cost
    if (total >= (COSTS[to] as number)) return
    COSTS[to] = total
    CAME[to] = from
  }
  for (let i = 0; i <= plate.length; i++) {
    const row = i * width
    COSTS[row] = i * BESIDE
    CAME[row] = -1
    for (let j = 0; j < query.length; j++) {
      const here = row + j
      const inQuery = query[j] as number
      reach(here, here + 1, IS_VOWEL[inQuery] ? VOWEL_LEFT_OUT : LEFT_OUT)
      if (i === plate.length) continue
      const onPlate = plate[i] as number
      if (j > 0) reach(here, here + width, EXTRA)
      const look = lookCost(onPlate, inQuery, true)
      reach(here, here + width + 1, look === UNLIKE ? WRONG : look * LOOK_ALIKE)
      if (i + 1 < plate.length) {
        const pair = pairCost(onPlate, plate[i + 1] as number, inQuery)
        if (pair !== UNLIKE) reach(here, here + 2 * width + 1, pair * LOOK_ALIKE)
      }
    }
  }
  return totalAt(endOf(plate, query), plate, query)
}

const totalAt = (end: number, plate: Codes, query: Codes) =>
  (COSTS[end * (query.length + 1) + query.length] as number) + (plate.length - end) * BESIDE

/** After which character of the plate the query is best over; the rest stands beside it. */
function endOf(plate: Codes, query: Codes): number {
  let end = 0
  for (let i = 1; i <= plate.length; i++) if (totalAt(i, plate, query) < totalAt(end, plate, query)) end = i
  return end
}

/** After align(): what each character of that stretch was read as. */
function retrace(plate: Codes, query: Codes) {
  const width = query.length + 1
  const end = endOf(plate, query)
  const text: number[] = []
  let isRead = false
  let at = end * width + query.length
  while ((CAME[at] as number) >= 0) {
    const from = CAME[at] as number
    const [i, j] = [Math.floor(from / width), from % width]
    const [nextI, nextJ] = [Math.floor(at / width), at % width]
    if (nextI > i) {
      const onPlate = plate[i] as number
      const inQuery = query[j] as number
      const isPair = nextI - i === 2
      const isAlike = nextJ > j && (isPair || lookCost(onPlate, inQuery, false) !== UNLIKE)
      text.unshift(isAlike ? inQuery : onPlate)
      if (isAlike && (isPair || inQuery !== onPlate)) isRead = true
    }
    at = from
  }
  return { text: fromCodes(text), start: Math.floor(at / width), end, isRead }
}

/** Long names are shortened on plates: CHR 15 for Christopher. */
function shortForms<Plate extends Searchable>(stock: readonly Plate[], query: Query): Hit<Plate>[] {
  if (query.compact.length < 6 || /\d/.test(query.compact)) return []
  const hits: Hit<Plate>[] = []
  for (const plate of stock) {
    const { codes } = entryOf(plate)
    for (let length = Math.min(query.codes.length - 1, codes.length); length >= 4; length--) {
      const beginning = query.codes.subarray(0, length)
      const reading = readFrom(codes, 0, beginning, true)
      if (!reading || reading.end < codes.length - 1) continue
      const readsAs = fromCodes(beginning)
      const part = written(plate.registration, 0, reading.end)
      const subject = reading.end === codes.length ? 'Reads' : `${part} reads`
      hits.push({ plate, rank: reading.cost - length, part, readsAs, reason: `${subject} as ${readsAs}` })
      break
    }
  }
  return hits
}
