import type { Database } from '#data/tables.ts'
import { isOrAre, namePlates } from '#shared/registration/name-registrations.ts'
import { THE_SITE } from '../audit/actor.ts'
import { ChangeConflict } from '../changes/write-changes.ts'
import { londonDay } from '../london-time.ts'
import { writeChange } from './change-plates.ts'
import { changeStatusOf, hasPrice, type StatusTarget } from './status-change.ts'
import type { StockPlate } from './stock-types.ts'
import { listStock } from './stored-plates.ts'

/** Somebody who has agreed to buy a plate. */
export interface Holder {
  id: string
  name: string
  balanceBy: string | null
}

/**
 * Puts plates back on sale whose reservation has expired in London; one without a price becomes a draft. Several servers
 * may run this at once: plates that another one has released are skipped. One that somebody has agreed to buy stays off sale:
 * after a reservation for another person it is reserved for them.
 * @param holders by the id of the plate
 * @returns the number of plates released.
 */
export async function releaseReservations(
  database: Database,
  now: Date,
  holders: ReadonlyMap<string, Holder>,
): Promise<number> {
  const today = londonDay(now)
  const { plates } = await listStock(database, { reservedBefore: today, limit: 1000 })
  const free = plates.filter(({ id }) => !holders.has(id))
  const priced = free.filter(hasPrice)
  const unpriced = free.filter((plate) => !hasPrice(plate))
  for (const plate of plates) await holdAgain(database, plate, holders.get(plate.id), today)
  return (
    (await release(database, priced, { status: 'for_sale' }, 'for sale again: the reservation has ended')) +
    (await release(
      database,
      unpriced,
      { status: 'draft' },
      'a draft: the reservation has ended, and there is no price',
    ))
  )
}

async function holdAgain(
  database: Database,
  plate: StockPlate,
  holder: Holder | undefined,
  today: string,
): Promise<void> {
  if (!holder || plate.dealId === holder.id) return
  const until = holder.balanceBy !== null && holder.balanceBy > today ? holder.balanceBy : today
  const target: StatusTarget = { status: 'reserved', until, for: holder.name, deal: holder.id }
  await release(database, [plate], target, 'reserved for the person who has agreed to buy it')
}

async function release(
  database: Database,
  plates: readonly StockPlate[],
  target: StatusTarget,
  becomes: string,
): Promise<number> {
  const registrations = plates.map(({ registration }) => registration)
  try {
    const { changed } = await writeChange(database, {
      actor: THE_SITE,
      action: 'release',
      change: `${namePlates(registrations)} ${isOrAre(registrations)} ${becomes}`,
      changes: plates.map((plate) => ({
        id: plate.id,
        seenAt: plate.updatedAt,
        ...changeStatusOf(plate, target),
      })),
    })
    return changed
  } catch (error) {
    // Another server or person was faster; the next run processes the remaining plates.
    if (error instanceof ChangeConflict) return 0
    throw error
  }
}
