import { countRows } from '#data/count-rows.ts'
import type { Database, Reader } from '#data/tables.ts'
import { plural } from '#shared/text/format.ts'
import type { Actor } from '../audit/actor.ts'
import { type ChangeResult, writeChange } from './change-plates.ts'
import type { StockChange } from './stock-types.ts'
import { readWholeStock } from './stored-plates.ts'

/** The invented plates of a new site. */
export const countDemonstration = (reader: Reader): Promise<number> =>
  countRows(reader.selectFrom('plates').where('isDemonstration', '=', true))

/** Those that were sold to try it out, which no figure and no account has. */
export const countSoldDemonstration = (reader: Reader): Promise<number> =>
  countRows(reader.selectFrom('stock').where('isDemonstration', '=', true).where('status', '=', 'sold'))

/** @throws ChangeConflict */
export async function removeDemonstration(database: Database, actor: Actor): Promise<ChangeResult> {
  const changes: StockChange[] = []
  for await (const { id, isDemonstration, updatedAt } of readWholeStock(database))
    if (isDemonstration) changes.push({ id, seenAt: updatedAt, remove: true })
  return writeChange(database, {
    actor,
    action: 'plates clear-demo',
    change: `${plural(changes.length, 'demonstration plate')} removed`,
    changes,
  })
}
