import type { Database } from '#data/tables.ts'
import { CellError } from '#shared/cells/fields.ts'
import { readDay } from '#shared/cells/stock-cells.ts'
import type { FormField } from '#shared/form/form-field.ts'
import { lineOf } from '#shared/form/form-parsers.ts'
import { hasOrHave, isOrAre, namePlates, nameRefused } from '#shared/registration/name-registrations.ts'
import type { Actor } from '../audit/actor.ts'
import { ChangeRefusal, readForm } from '../changes/refusal.ts'
import { londonDay } from '../london-time.ts'
import { type ChangeResult, type PlateRef, readPlates, writeChange } from './change-plates.ts'
import { changedValues, isEmptyChange } from './plate-form.ts'
import { changeStatusOf, describeTarget, hasPrice, type StatusTarget } from './status-change.ts'

/** The actions of the audit trail. */
export const STATUS_ACTIONS = {
  draft: 'draft',
  for_sale: 'for-sale',
  reserved: 'reserve',
  withdrawn: 'withdraw',
} as const

/**
 * Makes plates drafts, puts them on sale, reserves or withdraws them, all or none. Plates that already have the status
 * are skipped.
 * @throws ChangeRefusal if a plate needs a price and has none, or if one of several is sold; ChangeConflict
 */
export async function setStatus(
  database: Database,
  refs: readonly PlateRef[],
  target: StatusTarget,
  actor: Actor,
): Promise<ChangeResult> {
  const plates = await readPlates(database, refs)
  const changed = plates.flatMap((plate) => {
    const change = changedValues(plate, changeStatusOf(plate, target))
    return isEmptyChange(change) ? [] : { plate, change }
  })
  const sold = changed.filter(({ plate }) => plate.status === 'sold')
  if (plates.length > 1 && sold.length > 0) refuseSold(sold.map(({ plate }) => plate.registration))
  if (target.status === 'for_sale' || target.status === 'reserved') {
    const unpriced = changed.filter(({ plate }) => !hasPrice(plate))
    if (unpriced.length > 0) refuseUnpriced(unpriced.map(({ plate }) => plate.registration))
  }
  const registrations = changed.map(({ plate }) => plate.registration)
  return writeChange(database, {
    actor,
    action: STATUS_ACTIONS[target.status],
    change: `${namePlates(registrations)} ${isOrAre(registrations)} ${describeTarget(target)}`,
    changes: changed.map(({ plate, change }) => ({ id: plate.id, seenAt: plate.updatedAt, ...change })),
  })
}

/** Among many plates it is probably a mistake, and it would put a sold plate back on sale. */
function refuseSold(registrations: string[]): never {
  const it = registrations.length === 1 ? 'it' : 'each'
  throw new ChangeRefusal(
    `${nameRefused(registrations)} ${isOrAre(registrations)} sold, so nothing has been changed. Change ${it} on its own, or undo the sale.`,
  )
}

function refuseUnpriced(registrations: string[]): never {
  throw new ChangeRefusal(
    `${nameRefused(registrations)} ${hasOrHave(registrations)} no price, so nothing has been changed. A plate needs one to be for sale or reserved.`,
  )
}

/** As entered: until '3/12/2026', for 'Mrs Ash', which may be empty. */
export const RESERVATION_FIELDS = {
  until: {
    label: 'Reserved until',
    help: 'Off the site until the end of this day, then for sale again.',
    input: 'date',
    required: true,
    parse: readFutureDay,
  },
  for: {
    label: 'Reserved for',
    help: 'A name, if you like. Only people at the desk see it.',
    ...lineOf(200),
  },
} as const satisfies Record<string, FormField>

/** @throws InvalidInput with a sentence for each invalid field */
export const readReservation = (form: Record<keyof typeof RESERVATION_FIELDS, string>, now: Date) => ({
  status: 'reserved' as const,
  ...readForm(RESERVATION_FIELDS, form, londonDay(now)),
})

function readFutureDay(text: string, today: string): string {
  if (text.trim() === '') throw new CellError('enter the last day of the reservation, such as 3/12/2026')
  const day = readDay(text)
  if (day <= today) throw new CellError('it must be a day in the future')
  return day
}
