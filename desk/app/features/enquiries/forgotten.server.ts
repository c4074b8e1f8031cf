import type { Reader } from '#data/tables.ts'
import { isUuid } from '#services/uuid.ts'
import { plural } from '#shared/text/format.ts'

/** The number of ids in the URL. */
export const MAX_LINKED = 50

/** Data for the list of enquiries after a person has been forgotten; the URL contains no name. */
export async function readForgotten(reader: Reader, query: URLSearchParams) {
  const removed = query.get('forgotten')
  if (!removed) return null
  const ids = (query.get('plates') ?? '').split(',').filter(isUuid).slice(0, MAX_LINKED)
  const plates = ids.length === 0 ? [] : await readRegistrations(reader, ids)
  const changes = countIn(query, 'changes')
  return {
    removed,
    changes: changes > 0 ? plural(changes, 'change') : null,
    plates,
    more: countIn(query, 'more'),
    kept: query.get('kept')?.slice(0, 500) ?? null,
  }
}

const readRegistrations = (reader: Reader, ids: readonly string[]) =>
  reader
    .selectFrom('plates')
    .select(['id', 'plateNumber as registration'])
    .where('id', 'in', ids)
    .orderBy('plateNumber')
    .execute()

const countIn = (query: URLSearchParams, name: string) => {
  const text = query.get(name) ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : 0
}
