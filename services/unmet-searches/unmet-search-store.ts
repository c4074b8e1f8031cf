import type { BackendClient } from '#shared/data/client.ts'
import { readAll } from '#shared/data/read-all.ts'
import { requireSuccess } from '#shared/data/response.ts'
import { MIN_SEARCHES, type SearchedList } from '#shared/list/unmet-search.ts'

export const UNMET_SEARCHES = {
  table: 'unmet_searches',
  key: 'day,list,term',
  name: 'term',
  count: 'searches',
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
  for await (const row of readAll(client, UNMET_SEARCHES.table, within)) {
    const { day, list, term, searches } = row as unknown as {
      day: string
      list: SearchedList
      term: string
      searches: number
    }
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
  requireSuccess(await client.from(UNMET_SEARCHES.table).delete().lt('day', day))
}
