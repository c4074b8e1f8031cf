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
const NAMES_AT_ONCE = 3
/** Private columns that have a name. */
const NAME_COLUMNS = ['reserved_for', 'holder', 'nominee']
/** The number of ids in one URL. */
const REMOVED_AT_ONCE = 100

/**
 * The plates whose notes contain the address, or whose reservation, holder or nominee contains it or one of the names,
 * sorted by registration.
 * @param email null if the person has none
 */
export async function findPlatesNoting(
  client: BackendClient,
  { email, names }: { email: string | null; names: readonly string[] },
): Promise<NotedPlate[]> {
  const searches = email ? [['notes', ...NAME_COLUMNS].map((column) => contains(column, email))] : []
  for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
    const some = names.slice(from, from + NAMES_AT_ONCE)
    searches.push(some.flatMap((name) => NAME_COLUMNS.map((column) => isNamed(column, name))))
  }
  const found = new Map<string, NotedPlate>()
  for (const conditions of searches) {
    const matching = () => client.from('stock').select('id,plate_number').or(conditions.join())
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
const isNamed = (column: string, name: string) =>
  name.length > 2 ? contains(column, name) : equalsCondition(column, name)
