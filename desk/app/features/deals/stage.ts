import { type Deal, ENDINGS, stageOf } from '#services/deals/deal-types.ts'
import { shortDay } from '../../ui/dates.ts'

/** 'Quoted until 27 Nov 2026' */
export function describeStage(deal: Deal): string {
  const { kind, validUntil, agreedOn, soldOn, ending, handedOverOn, lostReason } = deal
  const on = (words: string, day: string | null) => (day ? `${words} on ${shortDay(day)}` : words)
  switch (stageOf(deal)) {
    case 'open':
      return `${kind === 'sale' ? 'Quoted' : 'Our bid'} until ${shortDay(validUntil)}`
    case 'agreed':
      return on('Agreed', agreedOn)
    case 'sold':
      return on(kind === 'sale' ? 'Sold' : 'Put into the stock', soldOn)
    case 'handed-over':
      return on(ENDINGS[ending ?? 'certificate'], handedOverOn)
    case 'done':
      return 'Done'
    case 'lost':
      return lostReason ? `Lost: ${lostReason}` : 'Lost'
    case 'withdrawn':
      return 'Withdrawn'
    case 'expired':
      return on(`The ${kind === 'sale' ? 'quote' : 'bid'} ended`, validUntil)
  }
}

export type StepName =
  | 'agree'
  | 'reserve'
  | 'identity'
  | 'certificate'
  | 'pay'
  | 'sell'
  | 'hand-over'
  | 'draft'
  | 'done'

/** @param owed in pence. @returns the next step of an open deal */
export function nextStepOf(
  deal: Deal,
  { isReserved, owed }: { isReserved: boolean; owed: number },
): StepName {
  if (!deal.agreedOn) return 'agree'
  if (deal.kind === 'purchase') {
    if (!deal.identitySeenOn) return 'identity'
    if (!deal.certificateReceivedOn) return 'certificate'
    if (owed > 0) return 'pay'
    return deal.soldOn ? 'done' : 'draft'
  }
  if (!deal.soldOn && !isReserved && owed > 0) return 'reserve'
  if (owed > 0) return 'pay'
  if (!deal.soldOn) return 'sell'
  return deal.handedOverOn ? 'done' : 'hand-over'
}
