// Reads candidates for comparable sales: a few indexed queries, each ordered so that its limit keeps the best.

import type { BackendClient } from '#shared/data/client.ts'
import type { LogError } from '#shared/data/with-fallback.ts'
import type { DocumentedSale } from '#shared/sales/sale.ts'
import { COLUMNS, querySales } from '#shared/sales/sale-records.ts'
import { headOf, headReading } from './closeness.ts'
import type { PlateParts, PlateSystem } from './plate-parts.ts'
import { readingsOf, spellingsOf } from './spellings.ts'

const VIEW = 'sales_comparable'
const LIMIT = 40
/** Among sales with the same number, those with letters of another kind are excluded. */
const SAME_NUMBER_LIMIT = 100

const SYSTEMS: PlateSystem[] = ['dateless', 'suffix', 'prefix', 'current']

/** At most seven queries in parallel. A sale may be in several results. @throws DataError */
export async function readCandidates(
  client: BackendClient,
  parts: PlateParts,
  logError: LogError,
): Promise<DocumentedSale[]> {
  const queries = [
    ...sameLetters(client, parts),
    ...sameNumber(client, parts),
    ...nearLetters(client, parts),
    ...byRegistration(client, parts),
  ]
  return (await Promise.all(queries.map((query) => querySales(query, logError)))).flat()
}

/** Sales of the nearest numbers in the same format, whatever the letters. @throws DataError */
export async function readSameFormat(
  client: BackendClient,
  { shape, number }: PlateParts,
  logError: LogError,
): Promise<DocumentedSale[]> {
  const queries = nearestNumbers(() => select(client).eq('plate_shape', shape), number)
  return (await Promise.all(queries.map((query) => querySales(query, logError)))).flat()
}

const select = (client: BackendClient) => client.from(VIEW).select(`${COLUMNS.uk},source_url`)
type Query = ReturnType<typeof select>

const latestFirst = (query: Query) =>
  query
    .order('sale_year', { ascending: false, nullsFirst: false })
    .order('sale_month', { ascending: false, nullsFirst: false })

/** From the number upwards and downwards, nearest first, and for each number the latest sale first. */
function nearestNumbers(narrow: () => Query, number: number): Query[] {
  const from = (ascending: boolean) => {
    const query = ascending ? narrow().gte('plate_figures', number) : narrow().lt('plate_figures', number)
    return latestFirst(query.order('plate_figures', { ascending, nullsFirst: false })).limit(LIMIT)
  }
  return [from(true), from(false)]
}

/** The nearest numbers of the same system; the latest sales of other systems. */
function sameLetters(client: BackendClient, { letters, system, number }: PlateParts): Query[] {
  const same = () => select(client).eq('plate_letters', letters)
  const nearest = nearestNumbers(() => same().eq('plate_system', system), number)
  const others = SYSTEMS.filter((other) => other !== system)
  // Registrations with fewer letters are dateless.
  if (letters.length < 3) return nearest
  return [...nearest, latestFirst(same().in('plate_system', others)).limit(LIMIT)]
}

function sameNumber(client: BackendClient, { system, shape, number }: PlateParts): Query[] {
  // The number of a current-style registration is its age.
  if (system === 'current') return []
  const same = select(client).eq('plate_shape', shape).eq('plate_figures', number)
  return [latestFirst(same).limit(SAME_NUMBER_LIMIT)]
}

/** Dateless registrations with the same number of figures. Dated ones with other letters are looked up one by one. */
function nearLetters(client: BackendClient, { system, letters, number }: PlateParts): Query[] {
  if (system !== 'dateless' || letters.length === 1) return []
  const figures = String(number).length
  const near = () =>
    select(client)
      .eq('plate_system', system)
      .in('plate_letters', oneLetterAway(letters))
      .gte('plate_figures', 10 ** (figures - 1))
      .lt('plate_figures', 10 ** figures)
  return nearestNumbers(near, number)
}

/** Single registrations, found by the natural key: other spellings of its word, and those with one letter changed. */
function byRegistration(client: BackendClient, parts: PlateParts): Query[] {
  const registrations = new Set(
    readingsOf(parts.compact).flatMap(({ word }) =>
      spellingsOf(word).map(({ registration }) => registration),
    ),
  )
  if (parts.system !== 'dateless')
    for (const letters of oneLetterAway(parts.letters))
      registrations.add(parts.text.replace(parts.letters, letters))
  registrations.delete(parts.text)
  const queries: Query[] = []
  if (registrations.size > 0)
    queries.push(latestFirst(select(client).in('plate_number', [...registrations])).limit(LIMIT))
  if (headReading(parts)) {
    const head = headOf(parts)
    // '!' sorts after the space.
    const same = select(client).gte('plate_number', `${head} `).lt('plate_number', `${head}!`)
    queries.push(same.order('plate_number').limit(LIMIT))
  }
  return queries
}

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** 'SAM' → AAM … ZAM, SBM … SZM, SAA … SAZ */
function oneLetterAway(letters: string): string[] {
  return [...letters].flatMap((letter, at) =>
    ALPHABET.filter((other) => other !== letter).map(
      (other) => letters.slice(0, at) + other + letters.slice(at + 1),
    ),
  )
}
