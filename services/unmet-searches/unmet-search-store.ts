import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { readAll } from '#shared/data/read-all.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { MIN_SEARCHES, type SearchedList } from '#shared/list/unmet-search.ts'

export interface UnmetSearch {
  /** UTC, as 2026-11-22. */
  day: string
  list: SearchedList
  term: string
  searches: number
}

const TABLE = 'unmet_searches'
const KEY = 'day,list,term'
/** Other servers add to the same row. */
const MAX_TRIES = 5

/** Adds to the count of a day's term; several servers may do so at once. */
export async function addUnmetSearches(
  client: BackendClient,
  { day, list, term, searches }: UnmetSearch,
): Promise<void> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const insertion = client
      .from(TABLE)
      .upsert({ day, list, term, searches }, { onConflict: KEY, ignoreDuplicates: true })
    if (requireRows(await insertion.select('id')).length > 0) return
    const known = client.from(TABLE).select('id,searches').eq('day', day).eq('list', list).eq('term', term)
    const [row] = requireRows(await known)
    if (!row) continue
    const update = client
      .from(TABLE)
      .update({ searches: Number(row.searches) + searches })
      .eq('id', String(row.id))
      .eq('searches', Number(row.searches))
    if (requireRows(await update.select('id')).length > 0) return
  }
  throw new DataError({ message: `The searches for ${term} could not be added` }, 409)
}

export interface SearchedTerm {
  term: string
  searches: number
  /** The number of searches in each list. */
  lists: Partial<Record<SearchedList, number>>
  lastDay: string
}

/**
 * Terms with at least `MIN_SEARCHES` since a day, most searched first.
 * @param days the number of days from `since`; default: all.
 */
export async function listSearchedTerms(
  client: BackendClient,
  since: string,
  days?: number,
): Promise<SearchedTerm[]> {
  const terms = new Map<string, SearchedTerm>()
  const within = days === undefined ? undefined : { column: 'day', list: `(${daysFrom(since, days)})` }
  for await (const row of readAll(client, TABLE, within)) {
    const { day, list, term, searches } = row as unknown as UnmetSearch
    if (day < since) continue
    const known = terms.get(term) ?? { term, searches: 0, lists: {}, lastDay: day }
    known.searches += searches
    known.lists[list] = (known.lists[list] ?? 0) + searches
    if (day > known.lastDay) known.lastDay = day
    terms.set(term, known)
  }
  return [...terms.values()]
    .filter(({ searches }) => searches >= MIN_SEARCHES)
    .sort((a, b) => b.searches - a.searches || (a.term < b.term ? -1 : 1))
}

const DAY_MS = 86_400_000

const daysFrom = (since: string, days: number) =>
  Array.from({ length: days }, (_, at) =>
    new Date(Date.parse(since) + at * DAY_MS).toISOString().slice(0, 10),
  )

export async function removeUnmetSearchesBefore(client: BackendClient, moment: Date): Promise<void> {
  const day = moment.toISOString().slice(0, 10)
  requireSuccess(await client.from(TABLE).delete().lt('day', day))
}
