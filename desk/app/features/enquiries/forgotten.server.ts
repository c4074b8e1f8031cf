import { readStockPlates } from '#services/stock/stock-store.ts'
import { isUuid } from '#services/uuid.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { plural } from '#shared/text/format.ts'

/** The number of ids in one URL. */
export const MAX_LINKED = 50

/** Data for the list of enquiries after a person has been forgotten; the URL contains no name. */
export async function readForgotten(client: BackendClient, query: URLSearchParams) {
  const removed = query.get('forgotten')
  if (!removed) return null
  const ids = (query.get('plates') ?? '').split(',').filter(isUuid).slice(0, MAX_LINKED)
  const plates = (await readStockPlates(client, ids)).map(({ id, registration }) => ({ id, registration }))
  const changes = countIn(query, 'changes')
  return {
    removed,
    changes: changes > 0 ? plural(changes, 'change') : null,
    plates: plates.sort((a, b) => (a.registration < b.registration ? -1 : 1)),
    more: countIn(query, 'more'),
    kept: query.get('kept')?.slice(0, 500) ?? null,
  }
}

const countIn = (query: URLSearchParams, name: string) => {
  const text = query.get(name) ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : 0
}
