import type { Database } from '#data/tables.ts'
import { isOrAre, namePlates } from '#shared/registration/name-registrations.ts'
import type { Actor } from '../audit/actor.ts'
import { type ChangeResult, type PlateRef, readPlates, writeChange } from './change-plates.ts'

/** Marks plates as featured, or removes the mark. @throws ChangeRefusal, ChangeConflict */
export async function featurePlates(
  database: Database,
  refs: readonly PlateRef[],
  isFeature: boolean,
  actor: Actor,
): Promise<ChangeResult> {
  const plates = (await readPlates(database, refs)).filter((plate) => plate.isFeature !== isFeature)
  const registrations = plates.map(({ registration }) => registration)
  return writeChange(database, {
    actor,
    action: 'feature',
    change: `${namePlates(registrations)} ${isOrAre(registrations)} ${isFeature ? '' : 'no longer '}featured`,
    changes: plates.map((plate) => ({ id: plate.id, seenAt: plate.updatedAt, plate: { isFeature } })),
  })
}
