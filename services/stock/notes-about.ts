/**
 * Finds what the dealer wrote about a person in the private columns of plates, and removes its copies that are kept for
 * undo.
 */
import type { BackendClient } from '#shared/data/client.ts'
import { readPages } from '#shared/data/read-all.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { containsCondition, equalsCondition } from '#shared/list/rest-text.ts'

export interface NotedPlate {
  id: string
  registration: string
}

/** Keeps the escaped pattern within the contract's 256 characters. */
const LONGEST = 180
/** The contract allows ten patterns per request. */
const NAMES_AT_ONCE = 8
/** The number of ids in one URL. */
const REMOVED_AT_ONCE = 100

/**
 * The plates whose notes or reservation contain the address, or whose reservation contains one of the names, sorted by
 * registration.
 */
export async function findPlatesNoting(
  client: BackendClient,
  { email, names }: { email: string; names: readonly string[] },
): Promise<NotedPlate[]> {
  const conditions = [contains('notes', email), contains('reserved_for', email)]
  const found = new Map<string, NotedPlate>()
  for (let from = 0; from === 0 || from < names.length; from += NAMES_AT_ONCE) {
    const named = names.slice(from, from + NAMES_AT_ONCE).map(isFor)
    const either = [...(from === 0 ? conditions : []), ...named].join()
    const matching = () => client.from('stock').select('id,plate_number').or(either)
    for await (const { id, plate_number } of readPages(matching))
      found.set(String(id), { id: String(id), registration: String(plate_number) })
  }
  return [...found.values()].sort((a, b) => (a.registration < b.registration ? -1 : 1))
}

/**
 * Removes changes of plates that contain the address before or after the change.
 * @param email a valid address, which JSON does not escape
 * @returns the number removed.
 */
export async function removePlateChangesNoting(client: BackendClient, email: string): Promise<number> {
  const either = [contains('before', email), contains('after', email)].join()
  let removed = 0
  for (;;) {
    const page = client.from('plate_changes').select('id').or(either).order('id').limit(REMOVED_AT_ONCE)
    const ids = requireRows(await page).map(({ id }) => String(id))
    if (ids.length === 0) return removed
    requireSuccess(await client.from('plate_changes').delete().in('id', ids))
    removed += ids.length
  }
}

const contains = (column: string, text: string) => containsCondition(column, text.slice(0, LONGEST))

/** A name of two letters occurs in many words, so it must be the whole text. */
const isFor = (name: string) =>
  name.length > 2 ? contains('reserved_for', name) : equalsCondition('reserved_for', name)
