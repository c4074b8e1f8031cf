import { type Deal, ENDINGS, type Stage, stageOf } from '#services/deals/deal-types.ts'
import { shortDay } from '../../ui/dates.ts'

/** 'Quoted until 27 Nov 2026' */
export function describeStage(deal: Deal): string {
  const { validUntil, agreedOn, lapsedOn, soldOn, handedOverOn, lostReason } = deal
  const isSale = deal.kind === 'sale'
  const words: Record<Stage, readonly [string, day?: string | null]> = {
    open: [isSale ? 'Quoted until' : 'Our bid until', validUntil],
    agreed: ['Agreed on', agreedOn],
    lapsed: ['Not paid in time, lapsed on', lapsedOn],
    sold: [isSale ? 'Sold on' : 'In the stock since', soldOn],
    'handed-over': [`${ENDINGS[deal.ending ?? 'certificate']} on`, handedOverOn],
    done: ['Done'],
    lost: [lostReason ? `Lost: ${lostReason}` : 'Lost'],
    withdrawn: ['Withdrawn'],
    expired: ['Ended on', validUntil],
  }
  const [text, day] = words[stageOf(deal)]
  return day ? `${text} ${shortDay(day)}` : text
}
