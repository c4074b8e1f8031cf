/** How a deal keeps its plate for the buyer, and lets it go. */
import { longDay } from '#shared/text/format.ts'
import type { Actor } from '../audit/actor.ts'
import type { Write } from '../changes/call-change.ts'
import { ChangeRefusal } from '../changes/refusal.ts'
import { addDays } from '../london-time.ts'
import { changedValues } from '../stock/plate-form.ts'
import { changeStatusOf, hasPrice, type StatusTarget } from '../stock/status-change.ts'
import { stockWrite } from '../stock/stock-store.ts'
import type { StockPlate } from '../stock/stock-types.ts'
import type { Deal } from './deal-types.ts'
import { type Claim, readClaim } from './read-claims.ts'
import { canHave, STANDING_WORDS } from './standing.ts'
import type { Step } from './write-deal.ts'

/** A plate that the buyer of the deal can have. @throws ChangeRefusal that says why not */
export async function requireClaim({ client, deal }: Pick<Step, 'client' | 'deal'>): Promise<StockPlate> {
  const claim = await readClaim(client, deal)
  if (!claim.plate || !canHave(claim.standing)) throw new ChangeRefusal(describeClaim(deal, claim))
  return claim.plate
}

/** '1 KP is agreed with somebody else (Mrs Ash).' */
export function describeClaim({ registration }: Pick<Deal, 'registration'>, claim: Claim): string {
  const { standing, plate, others } = claim
  const [agreed] = others.filter(({ agreedOn, lapsedOn }) => agreedOn && !lapsedOn)
  const name = standing === 'agreed' ? agreed?.name : standing === 'reserved' ? plate?.reservedFor : null
  const renamed = standing === 'gone' && plate ? `: it is ${plate.registration} now` : ''
  return `${registration} is ${STANDING_WORDS[standing]}${name ? ` (${name})` : ''}${renamed}.`
}

/**
 * Reserves the plate for the deal. One that was never on sale stays as it is; it is written all the same, so that a sale or
 * another deal of the same moment is refused.
 */
export function holdWrites(
  { deal, actor }: Pick<Step, 'deal' | 'actor'>,
  plate: StockPlate,
  until: string,
): Write[] {
  const target: StatusTarget = { status: 'reserved', until, for: deal.name, deal: deal.id }
  const isOffered = hasPrice(plate) && plate.status !== 'draft'
  return isOffered
    ? [statusWrite(actor, plate, target, `reserved until ${longDay(until)}`), touchWrite(plate, null)]
    : [touchWrite(plate, plate.updatedAt)]
}

/** Nothing unless the plate is reserved for the deal. */
export const releaseWrites = (
  { deal, actor }: Pick<Step, 'deal' | 'actor'>,
  plate: StockPlate | null,
): Write[] =>
  plate?.status === 'reserved' && plate.dealId === deal.id
    ? [statusWrite(actor, plate, { status: 'for_sale' }, 'no longer reserved')]
    : []

/** A new time of the plate, which refuses whoever saw it before. @param seenAt null is unconditional */
export const touchWrite = ({ id, registration }: StockPlate, seenAt: string | null): Write => ({
  table: 'plates',
  id,
  seen_at: seenAt,
  update: { plate_number: registration },
})

export const statusWrite = (actor: Actor, plate: StockPlate, target: StatusTarget, said: string): Write =>
  stockWrite({
    actor,
    action: target.status === 'reserved' ? 'reserve' : target.status === 'draft' ? 'draft' : 'for-sale',
    change: `${plate.registration} ${said}`,
    changes: [
      { id: plate.id, seenAt: plate.updatedAt, ...changedValues(plate, changeStatusOf(plate, target)) },
    ],
  })

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
