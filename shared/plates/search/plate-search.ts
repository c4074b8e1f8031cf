// Searches the stock: a plate matches if a person could read the typed text on it. Near misses are only computed if
// nothing matches.

import {
  type Codes,
  compactOf,
  fromCodes,
  lettersIn,
  lookCost,
  MAX_CODES,
  pairCost,
  type Reading,
  readFrom,
  toCodes,
  UNLIKE,
} from '../../registration/look-alikes.ts'
import { formatList } from '../../text/format.ts'

export interface Searchable {
  registration: string
  description: string | null
}

interface Hit<Plate> {
  plate: Plate
  /** Lower is closer; comparable within one search only. */
  rank: number
  /** Null for a match without look-alikes. */
  readsAs: string | null
  /** 'Reads as BIG DAY' */
  reason: string
}

export interface Found<Plate> {
  hits: Hit<Plate>[]
  near: Hit<Plate>[]
}

export const MAX_SEARCH_LENGTH = 40
const MAX_NEAR = 12

/** Ignores spaces, case, accents and punctuation. 'heaven' → H34 VEN; 'gs' → 9 GS; 'garden' → near: G4 RDN */
export function searchStock<Plate extends Searchable>(stock: readonly Plate[], typed: string): Found<Plate> {
  const text = typed.slice(0, MAX_SEARCH_LENGTH)
  const query = readQuery(text)
  if (query === null) return { hits: [], near: [] }
  const entries = entriesOf(stock)
  const hits = findHits(entries, query)
  return { hits, near: hits.length > 0 ? [] : findNear(entries, query, text) }
}

/** The plates on which the text can be read, without near misses. */
export function readsAs<Plate extends Searchable>(stock: readonly Plate[], typed: string): Plate[] {
  const query = readQuery(typed.slice(0, MAX_SEARCH_LENGTH))
  return query === null ? [] : findHits(entriesOf(stock), query).map(({ plate }) => plate)
}

export const isSearch = (typed: string): boolean => compactOf(typed.slice(0, MAX_SEARCH_LENGTH)) !== ''

/** 'big  day' gives 'BIG DAY'. */
export function quoteSearch(typed: string): string {
  return typed.slice(0, MAX_SEARCH_LENGTH).toUpperCase().replace(/\s+/g, ' ').trim()
}

const MAX_START = 4

/** 'paul jones' → 'PJ', 'nigel' → 'N', and 'DJB' → 'DJB', because it is not a name */
export const initialsOf = (typed: string): string =>
  wordsOf(typed)
    .map((word) => (/[AEIOUY]/.test(word) ? word.charAt(0) : word))
    .join('')

/** Plates whose letters are exactly the initials: 'paul jones' → 'PJ 1', 'nigel' → '742 N' */
export function findInitials<Plate extends Searchable>(stock: readonly Plate[], typed: string): Hit<Plate>[] {
  const initials = initialsOf(typed)
  if (!/^[A-Z]{1,3}$/.test(initials)) return []
  const pattern = new RegExp(`^\\d*${[...initials].join('\\d*')}\\d*$`)
  return entriesOf(stock)
    .filter(({ compact }) => pattern.test(compact))
    .map(({ plate }) => ({
      plate,
      rank: 0,
      readsAs: null,
      reason: initials.length === 1 ? `The initial ${initials}` : `The initials ${formatList([...initials])}`,
    }))
}

/** Plates with the same beginning, longest first: 'sophie' → 'SOP 1', then 'SO 12', but not 'SW 258' */
export function findStarts<Plate extends Searchable>(stock: readonly Plate[], typed: string): Hit<Plate>[] {
  const compact = compactOf(typed.slice(0, MAX_SEARCH_LENGTH))
  if (!/^[A-Z]/.test(compact)) return []
  const letters = /^[A-Z]+/.exec(compact)?.[0] ?? ''
  const hits: Hit<Plate>[] = []
  for (const { plate, compact: onPlate } of entriesOf(stock)) {
    let shared = 0
    while (shared < MAX_START && shared < letters.length && onPlate[shared] === letters[shared]) shared++
    if (shared > 1)
      hits.push({
        plate,
        rank: -shared,
        readsAs: null,
        reason: `Begins with ${letters.slice(0, shared)}`,
      })
  }
  return hits.sort((a, b) => a.rank - b.rank)
}

const wordsOf = (typed: string) =>
  typed
    .slice(0, MAX_SEARCH_LENGTH)
    .split(/[\s,.&+/-]+/)
    .map(compactOf)
    .filter(Boolean)

interface Query {
  compact: string
  quoted: string
  codes: Codes
  hasLetter: boolean
  /** Figures of the query may also represent letters on the plate. */
  isLoose: boolean
}

function readQuery(typed: string): Query | null {
  const compact = compactOf(typed)
  if (compact === '') return null
  const hasLetter = /[A-Z]/.test(compact)
  const quoted = quoteSearch(typed)
  return { compact, quoted, codes: toCodes(compact), hasLetter, isLoose: hasLetter && compact.length >= 4 }
}

interface Entry<Plate> {
  plate: Plate
  compact: string
  codes: Codes
  /** A bit for each letter that can be read on it, and one for each figure on it. */
  letters: number
  figures: number
  /** The start of each group, and the length: AB51 ABC gives 0, 4, 7. */
  edges: number[]
}

const entries = new WeakMap<object, Entry<Searchable>>()
/** A search passes over the same list several times, and 100,000 lookups of plates take longer than the rest of it. */
const lists = new WeakMap<readonly object[], Entry<Searchable>[]>()

function entriesOf<Plate extends Searchable>(stock: readonly Plate[]): Entry<Plate>[] {
  const list = lists.get(stock) ?? stock.map(prepareSearch)
  lists.set(stock, list)
  return list as Entry<Plate>[]
}

/** What a search needs to know of a plate, found out once: by the first search, or before it. */
export function prepareSearch(plate: Searchable): Entry<Searchable> {
  const known = entries.get(plate)
  if (known) return known
  const compact = compactOf(plate.registration)
  const codes = toCodes(compact)
  let figures = 0
  for (const code of codes) if (code >= FIRST_FIGURE) figures |= bitOf(code)
  const edges = [0]
  for (const group of plate.registration.split(/[^A-Za-z0-9]+/))
    if (group !== '') edges.push((edges.at(-1) ?? 0) + group.length)
  const entry = { plate, compact, codes, letters: lettersIn(codes), figures, edges }
  entries.set(plate, entry)
  return entry
}

const FIRST_FIGURE = 26
const bitOf = (code: number) => 1 << (code < FIRST_FIGURE ? code : code - FIRST_FIGURE)

/** For each figure, the letters on a plate that a loose search reads as it. */
const ALIKE = Array.from({ length: 10 }, (_, figure) =>
  Array.from({ length: FIRST_FIGURE }, (_, letter) =>
    lookCost(letter, figure + FIRST_FIGURE, true) === UNLIKE ? 0 : bitOf(letter),
  ).reduce((bits, bit) => bits | bit, 0),
)

/** Whether nothing on the plate reads as this character of the query, which is found out much faster than a reading. */
function isMissing(code: number, { letters, figures }: Entry<unknown>, isLoose: boolean): boolean {
  if (code < FIRST_FIGURE) return (letters & bitOf(code)) === 0
  if ((figures & bitOf(code)) !== 0) return false
  return !isLoose || (letters & (ALIKE[code - FIRST_FIGURE] as number)) === 0
}

function isAnyMissing(query: Codes, entry: Entry<unknown>, isLoose: boolean): boolean {
  for (let at = 0; at < query.length; at++) if (isMissing(query[at] as number, entry, isLoose)) return true
  return false
}

// The tiers of a hit, closest first. Within a tier, fewer look-alikes and fewer other characters are closer.
const EXACT = 0
const BEGINS_AS_GROUP = 1
const BEGINS = 2
const IS_GROUP = 3
const READS_WHOLE = 4
const READS_FROM_START = 5
const CONTAINS = 6
const READS_INSIDE = 7
const RANKS_PER_TIER = 1000

function findHits<Plate extends Searchable>(entries: readonly Entry<Plate>[], query: Query): Hit<Plate>[] {
  if (query.compact.length > MAX_CODES) return []
  const hits: Hit<Plate>[] = []
  for (const entry of entries) {
    if (isAnyMissing(query.codes, entry, query.isLoose)) continue
    const hit = hitOn(entry, query)
    if (hit) hits.push(hit)
  }
  return hits.sort((a, b) => a.rank - b.rank)
}

function hitOn<Plate extends Searchable>(entry: Entry<Plate>, query: Query): Hit<Plate> | null {
  const { plate, codes, edges } = entry
  let best: { rank: number; start: number; end: number; cost: number; tier: number } | null = null
  for (let start = 0; start < codes.length; start++) {
    const reading = readFrom(codes, start, query.codes, query.isLoose)
    if (!reading) continue
    const { cost, end } = reading
    if (cost > 0 && !isPlausible(query, start, reading)) continue
    const tier = tierOf(cost, start, end, codes.length, edges)
    const rank = tier * RANKS_PER_TIER + cost * 20 + (codes.length - (end - start))
    if (!best || rank < best.rank) best = { rank, start, end, cost, tier }
  }
  if (!best) return null
  const { rank, start, end, cost, tier } = best
  return {
    plate,
    rank,
    readsAs: cost > 0 ? query.quoted : null,
    reason:
      cost > 0
        ? describeReading(entry, start, end, query.quoted)
        : describeMatch(tier, query.quoted, end === codes.length),
  }
}

/** Strict for short words and the middle of a plate, otherwise every plate would match something. */
function isPlausible({ codes, hasLetter }: Query, start: number, { literals }: Reading): boolean {
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
  return isGrouped ? IS_GROUP : CONTAINS
}

function describeMatch(tier: number, query: string, isAtEnd: boolean): string {
  if (tier === EXACT) return 'Exactly as you typed it'
  if (tier === BEGINS_AS_GROUP || tier === BEGINS) return `Begins with ${query}`
  return isAtEnd ? `Ends in ${query}` : `Contains ${query}`
}

function describeReading(
  { plate, codes }: Entry<Searchable>,
  start: number,
  end: number,
  text: string,
): string {
  const isWhole = start === 0 && end === codes.length
  return isWhole ? `Reads as ${text}` : `${writtenPart(plate.registration, start, end)} reads as ${text}`
}

/** The characters from `start` to `end`, not counting spaces, in their spelling: 'H34 VEN', 0 to 4 gives 'H34 V'. */
function writtenPart(registration: string, start: number, end: number): string {
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
  stock: readonly Entry<Plate>[],
  query: Query,
  typed: string,
): Hit<Plate>[] {
  const found = new Map<Plate, Hit<Plate>>()
  const add = (hits: Hit<Plate>[]) => {
    for (const hit of hits.sort((a, b) => a.rank - b.rank)) {
      const known = found.get(hit.plate)
      if (known ? known.readsAs === null && hit.readsAs !== null : found.size < MAX_NEAR)
        found.set(hit.plate, hit) // a reading takes precedence over a mention in the description
    }
  }
  add(findMentions(stock, typed))
  add(findNearReadings(stock, query))
  add(findShortForms(stock, query))
  const words = wordsOf(typed)
  if (words.length > 1) {
    for (const word of words.filter((word) => word.length > 1)) {
      const wordQuery = readQuery(word)
      if (wordQuery) add(findHits(stock, wordQuery).filter((hit) => hit.rank < CONTAINS * RANKS_PER_TIER))
    }
    const initials = /^[A-Z]+$/.test(initialsOf(typed)) ? readQuery(initialsOf(typed)) : null
    if (initials) add(findHits(stock, initials).filter((hit) => hit.readsAs === null))
  }
  return [...found.values()]
}

function findMentions<Plate extends Searchable>(stock: readonly Entry<Plate>[], typed: string): Hit<Plate>[] {
  const word = typed.trim().replace(/\s+/g, ' ')
  if (compactOf(word).length < 3 || !/^[\p{L}' -]+$/u.test(word)) return []
  const pattern = new RegExp(`(?:^|\\P{L})${word}(?!\\p{L})`, 'iu')
  return stock
    .filter(({ plate: { description } }) => description !== null && pattern.test(description))
    .map(({ plate }) => ({
      plate,
      rank: 0,
      readsAs: null,
      reason: `Its description mentions ${quoteSearch(word)}`,
    }))
}

const WRONG_COST = 1.2
const EXTRA_COST = 1
const OUTSIDE_READING_COST = 0.25
const LOOK_ALIKE_WEIGHT = 0.1
/** Indexed by code; vowels are omitted most often. */
const OMISSION_COSTS = Array.from({ length: 36 }, (_, code) =>
  'AEIOUY'.includes(fromCodes([code])) ? 0.6 : 1,
)

/** About one letter in a short word, two in a long one. */
const maxDistance = (length: number) => (length < 3 ? 0 : length < 7 ? 0.6 + 0.25 * length : 2.5)

function findNearReadings<Plate extends Searchable>(
  stock: readonly Entry<Plate>[],
  query: Query,
): Hit<Plate>[] {
  let furthest = maxDistance(query.codes.length)
  if (furthest === 0 || query.compact.length > MAX_CODES) return []
  const nearest: { entry: Entry<Plate>; cost: number }[] = []
  for (const entry of stock) {
    if (costOfMissing(query.codes, entry) > furthest) continue
    const cost = align(entry.codes, query.codes)
    if (cost > furthest) continue
    const next = nearest.findIndex((other) => other.cost > cost)
    nearest.splice(next < 0 ? nearest.length : next, 0, { entry, cost })
    if (nearest.length > MAX_NEAR) nearest.pop()
    if (nearest.length === MAX_NEAR) furthest = nearest.at(-1)?.cost as number
  }
  return nearest.map(({ entry, cost }) => {
    const { text, start, end, isRead } = retrace(entry.codes, query.codes)
    const readsAs = isRead && !/\d/.test(text) ? text : null
    const reason = readsAs ? describeReading(entry, start, end, readsAs) : `Nearly ${query.quoted}`
    return { plate: entry.plate, rank: cost, readsAs, reason }
  })
}

/** A lower bound of `align` that is much faster. */
function costOfMissing(query: Codes, entry: Entry<unknown>): number {
  let cost = 0
  for (let at = 0; at < query.length; at++) {
    const code = query[at] as number
    if (isMissing(code, entry, true)) cost += OMISSION_COSTS[code] as number
  }
  return cost
}

// The table of align(), allocated once: with ten thousand plates, allocating it for each would take most of the time.
const COSTS = new Float64Array((MAX_CODES + 1) ** 2)
const PREVIOUS = new Int16Array((MAX_CODES + 1) ** 2)

/** The lowest cost of reading the query on a part of the plate, with omitted or extra letters (edit distance). */
function align(plate: Codes, query: Codes): number {
  const width = query.length + 1
  COSTS.fill(Number.POSITIVE_INFINITY, 0, (plate.length + 1) * width)
  const reach = (from: number, to: number, cost: number) => {
    const total = (COSTS[from] as number) + cost
    if (total >= (COSTS[to] as number)) return
    COSTS[to] = total
    PREVIOUS[to] = from
  }
  for (let i = 0; i <= plate.length; i++) {
    const row = i * width
    COSTS[row] = i * OUTSIDE_READING_COST
    PREVIOUS[row] = -1
    for (let j = 0; j < query.length; j++) {
      const here = row + j
      const inQuery = query[j] as number
      reach(here, here + 1, OMISSION_COSTS[inQuery] as number)
      if (i === plate.length) continue
      const onPlate = plate[i] as number
      if (j > 0) reach(here, here + width, EXTRA_COST)
      const look = lookCost(onPlate, inQuery, true)
      reach(here, here + width + 1, look === UNLIKE ? WRONG_COST : look * LOOK_ALIKE_WEIGHT)
      if (i + 1 < plate.length) {
        const pair = pairCost(onPlate, plate[i + 1] as number, inQuery)
        if (pair !== UNLIKE) reach(here, here + 2 * width + 1, pair * LOOK_ALIKE_WEIGHT)
      }
    }
  }
  return totalAt(cheapestEnd(plate, query), plate, query)
}

const totalAt = (end: number, plate: Codes, query: Codes) =>
  (COSTS[end * (query.length + 1) + query.length] as number) + (plate.length - end) * OUTSIDE_READING_COST

function cheapestEnd(plate: Codes, query: Codes): number {
  let end = 0
  for (let i = 1; i <= plate.length; i++) if (totalAt(i, plate, query) < totalAt(end, plate, query)) end = i
  return end
}

/** The cheapest reading: its text, position, and whether it uses look-alikes. */
function retrace(plate: Codes, query: Codes) {
  align(plate, query)
  const width = query.length + 1
  const end = cheapestEnd(plate, query)
  const text: number[] = []
  let isRead = false
  let at = end * width + query.length
  while ((PREVIOUS[at] as number) >= 0) {
    const from = PREVIOUS[at] as number
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

const SHORTEST_FORM = 4

/** Long names are abbreviated on plates: CHR 15 for Christopher. */
function findShortForms<Plate extends Searchable>(
  stock: readonly Entry<Plate>[],
  query: Query,
): Hit<Plate>[] {
  if (query.compact.length < 6 || /\d/.test(query.compact)) return []
  const shortest = query.codes.subarray(0, SHORTEST_FORM)
  const hits: Hit<Plate>[] = []
  for (const entry of stock) {
    if (isAnyMissing(shortest, entry, true)) continue
    const { plate, codes } = entry
    for (let length = Math.min(query.codes.length - 1, codes.length); length >= SHORTEST_FORM; length--) {
      const beginning = query.codes.subarray(0, length)
      const reading = readFrom(codes, 0, beginning, true)
      if (!reading || reading.end < codes.length - 1) continue
      const readsAs = fromCodes(beginning)
      const reason = describeReading(entry, 0, reading.end, readsAs)
      hits.push({ plate, rank: reading.cost - length, readsAs, reason })
      break
    }
  }
  return hits
}
