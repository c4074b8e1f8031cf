/** How a deal keeps its plate for the buyer, and lets it go. */
import type { Transaction } from '#data/tables.ts'
import { longDay } from '#shared/text/format.ts'
import { ChangeRefusal } from '../changes/refusal.ts'
import { addDays } from '../london-time.ts'
import { changedValues } from '../stock/plate-form.ts'
import { STATUS_ACTIONS } from '../stock/set-status.ts'
import { changeStatusOf, hasPrice, type StatusTarget } from '../stock/status-change.ts'
import type { PlateValues, StockPlate } from '../stock/stock-types.ts'
import { changeStock } from '../stock/write-stock.ts'
import type { Deal } from './deal-types.ts'
import { type Claim, type Claiming, readClaim } from './read-claims.ts'
import { canHave, STANDING_WORDS } from './standing.ts'
import type { Step } from './write-deal.ts'

/** A plate that the buyer of the deal can have. @throws ChangeRefusal that says why not */
export async function requireClaim(step: Pick<Step, 'transaction' | 'deal'>): Promise<StockPlate> {
  const claim = await lockClaim(step)
  if (!claim.plate || !canHave(claim.standing)) throw new ChangeRefusal(describeClaim(step.deal, claim))
  return claim.plate
}

/** What the plate is to the deal, which nobody changes before the end of the transaction. */
export async function lockClaim({ transaction, deal }: { transaction: Transaction; deal: Claiming }) {
  if (deal.plateId) await lockPlate(transaction, deal.plateId)
  return readClaim(transaction, deal)
}

/** Whoever asks for the same plate meanwhile waits for the end of this transaction, and then sees what it has written. */
export async function lockPlate(transaction: Transaction, id: string): Promise<void> {
  await transaction.selectFrom('plates').select('id').where('id', '=', id).forUpdate().execute()
}

/** '1 KP is agreed with somebody else (Mrs Ash).' */
export function describeClaim({ registration }: Pick<Deal, 'registration'>, claim: Claim): string {
  const { standing, plate, others } = claim
  const [agreed] = others.filter(({ agreedOn, lapsedOn }) => agreedOn && !lapsedOn)
  const name = standing === 'agreed' ? agreed?.name : standing === 'reserved' ? plate?.reservedFor : null
  const renamed = standing === 'gone' && plate ? `: it is ${plate.registration} now` : ''
  return `${registration} is ${STANDING_WORDS[standing]}${name ? ` (${name})` : ''}${renamed}.`
}

type Holding = Pick<Step, 'transaction' | 'deal' | 'actor'>

/**
 * Reserves the plate for the deal. One that was never on sale stays as it is; it is written all the same, so that a sale or
 * another deal of somebody who saw it before is refused.
 */
export async function holdPlate(step: Holding, plate: StockPlate, until: string): Promise<void> {
  const { id, name } = step.deal
  const target: StatusTarget = { status: 'reserved', until, for: name, deal: id }
  const isOffered = hasPrice(plate) && plate.status !== 'draft'
  if (isOffered) await setPlateStatus(step, plate, target, `reserved until ${longDay(until)}`)
  await touchPlate(step.transaction, plate)
}

/** Does nothing unless the plate is reserved for the deal. */
export async function releasePlate(step: Holding, plate: StockPlate | null): Promise<void> {
  if (plate?.status === 'reserved' && plate.dealId === step.deal.id)
    await setPlateStatus(step, plate, { status: 'for_sale' }, 'no longer reserved')
}

/** A new time of the plate, which refuses whoever saw it before. */
export async function touchPlate(
  transaction: Transaction,
  { id, registration }: Pick<StockPlate, 'id' | 'registration'>,
): Promise<void> {
  await transaction.updateTable('plates').set({ plateNumber: registration }).where('id', '=', id).execute()
}

export const setPlateStatus = (
  step: Holding,
  plate: StockPlate,
  target: StatusTarget,
  said: string,
): Promise<void> =>
  changePlate(
    step,
    plate,
    STATUS_ACTIONS[target.status],
    said,
    changedValues(plate, changeStatusOf(plate, target)),
  )

export async function changePlate(
  { transaction, actor }: Holding,
  { id, registration }: StockPlate,
  action: string,
  said: string,
  change: Partial<PlateValues>,
): Promise<void> {
  const changes = [{ id, ...change }]
  await changeStock(transaction, { actor, action, change: `${registration} ${said}`, changes })
}

/** The columns of a deal from the day of the yes, or from today if that is later. */
export function agreedValues(
  { deposit, depositDays, balanceDays }: Pick<Deal, 'deposit' | 'depositDays' | 'balanceDays'>,
  on: string,
  today: string,
) {
  const from = on > today ? on : today
  return {
    agreedOn: on,
    depositBy: addDays(from, depositDays),
    balanceBy: addDays(from, deposit === null ? balanceDays : Math.max(depositDays, balanceDays)),
    lapsedOn: null,
  }
}
