import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** The number of rows that a query finds, which selects nothing yet. */
export async function countRows<Name extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Name, object>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}
