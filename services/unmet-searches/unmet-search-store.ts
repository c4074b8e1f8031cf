import { sql } from 'kysely'
import type { Database, Reader, Row, Transaction } from '#data/tables.ts'
import { MIN_SEARCHES, type SearchedList } from '#shared/list/unmet-search.ts'
import { action } from '../action.ts'

type UnmetSearches = Omit<Row<'unmetSearches'>, 'id'>

/** Adds them to those of other servers. */
export const addUnmetSearches = (database: Database, searches: readonly UnmetSearches[]): Promise<void> =>
  action(database, 'count unmet searches', async (transaction) => {
    const insertion = transaction.insertInto('unmetSearches').values(searches)
    await insertion
      .onConflict((same) =>
        same
          .columns(['day', 'list', 'term'])
          .doUpdateSet({ searches: sql`unmet_searches.searches + excluded.searches` }),
      )
      .execute()
  })

export interface SearchedTerm {
  term: string
  searches: number
  /** The number of searches in each list. */
  lists: Partial<Record<SearchedList, number>>
  lastDay: string
}

/** Terms with at least `MIN_SEARCHES` since a day, most searched first. */
export async function listSearchedTerms(reader: Reader, since: string): Promise<SearchedTerm[]> {
  const terms = new Map<string, SearchedTerm>()
  const counted = reader
    .selectFrom('unmetSearches')
    .select(({ fn }) => [
      'term',
      'list',
      fn.sum<number>('searches').as('searches'),
      fn.max('day').as('lastDay'),
    ])
    .where('day', '>=', since)
    .groupBy(['term', 'list'])
  for (const { term, list, searches, lastDay } of await counted.execute()) {
    const known = terms.get(term) ?? { term, searches: 0, lists: {}, lastDay }
    known.searches += searches
    known.lists[list] = searches
    if (lastDay > known.lastDay) known.lastDay = lastDay
    terms.set(term, known)
  }
  return [...terms.values()]
    .filter(({ searches }) => searches >= MIN_SEARCHES)
    .sort((a, b) => b.searches - a.searches || (a.term < b.term ? -1 : 1))
}

export async function removeUnmetSearchesBefore(transaction: Transaction, moment: Date): Promise<void> {
  const day = moment.toISOString().slice(0, 10)
  await transaction.deleteFrom('unmetSearches').where('day', '<', day).execute()
}
