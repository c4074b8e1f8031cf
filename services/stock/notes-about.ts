/**
 * Finds what the dealer wrote about a person in the private columns of plates, and removes its copies that are kept for
 * undo.
 */
import { containsText, equalsText } from '#data/contains-text.ts'
import type { Reader, Transaction } from '#data/tables.ts'

export interface NotedPlate {
  id: string
  registration: string
}

/** Private columns that have a name. */
const NAME_COLUMNS = ['reservedFor', 'holder', 'nominee']

/**
 * The plates whose notes contain the address, or whose reservation, holder or nominee contains it or one of the names,
 * sorted by registration.
 * @param email null if the person has none
 */
export async function findPlatesNoting(
  reader: Reader,
  { email, names }: { email: string | null; names: readonly string[] },
): Promise<NotedPlate[]> {
  const addressed = email ? ['notes', ...NAME_COLUMNS].map((column) => containsText(column, email)) : []
  const named = names.flatMap((name) => NAME_COLUMNS.map((column) => isNamed(column, name)))
  return reader
    .selectFrom('stock')
    .select(['id', 'plateNumber as registration'])
    .where((is) => is.or([...addressed, ...named]))
    .orderBy('plateNumber')
    .orderBy('id')
    .execute()
}

/**
 * Removes changes of plates that contain the address before or after the change.
 * @param email a valid address, which JSON does not escape
 * @returns the number removed.
 */
export async function removePlateChangesNoting(transaction: Transaction, email: string): Promise<number> {
  const removed = await transaction
    .deleteFrom('plateChanges')
    .where((is) => is.or([containsText('before', email), containsText('after', email)]))
    .returning('id')
    .execute()
  return removed.length
}

/** A name of two letters occurs in many words, so it must be the whole text. */
const isNamed = (column: string, name: string) =>
  name.length > 2 ? containsText(column, name) : equalsText(column, name)
