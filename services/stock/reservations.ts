import type { BackendClient } from '#shared/data/client.ts'
import { isOrAre, namePlates } from '#shared/registration/name-registrations.ts'
import { THE_SITE } from '../audit/actor.ts'
import { ChangeConflict } from '../changes/call-change.ts'
import { londonDay } from '../london-time.ts'
import { writeChange } from './change-plates.ts'
import { changeStatusOf, hasPrice } from './status-change.ts'
import { listStock, type StockPlate } from './stock-store.ts'

/**
 * Puts plates back on sale whose reservation has expired in London; one without a price becomes a draft. Several servers
 * may run this at once: plates that another one has released are skipped.
 * @returns the number of plates released.
 */
export async function releaseReservations(client: BackendClient, now: Date): Promise<number> {
  const { plates } = await listStock(client, { reservedBefore: londonDay(now), limit: 1000 })
  const priced = plates.filter(hasPrice)
  const unpriced = plates.filter((plate) => !hasPrice(plate))
  return (
    (await release(client, priced, 'for_sale', 'for sale again: the reservation has ended')) +
    (await release(client, unpriced, 'draft', 'a draft: the reservation has ended, and there is no price'))
  )
}

async function release(
  client: BackendClient,
  plates: readonly StockPlate[],
  status: 'for_sale' | 'draft',
  becomes: string,
): Promise<number> {
  const registrations = plates.map(({ registration }) => registration)
  try {
    const { changed } = await writeChange(client, {
      actor: THE_SITE,
      action: 'release',
      change: `${namePlates(registrations)} ${isOrAre(registrations)} ${becomes}`,
      changes: plates.map((plate) => ({
        id: plate.id,
        seenAt: plate.updatedAt,
        ...changeStatusOf(plate, { status }),
      })),
    })
    return changed
  } catch (error) {
    // Another server or person was faster; the next run processes the remaining plates.
    if (error instanceof ChangeConflict) return 0
    throw error
  }
}
