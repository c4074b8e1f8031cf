// What a registration costs, in one line.

import { formatGbp, threeFigures } from '#shared/text/money.ts'
import type { Guide, RegistrationState } from './registration-state.ts'

/** 'Auction guide £1,200 to £2,600', 'Auction guide £1,620 to £3,420, all in' */
export function describeGuide({ lowGbp, highGbp, isAllIn }: Omit<Guide, 'midGbp'>): string {
  const [low, high] = [lowGbp, highGbp].map((amountGbp) => formatGbp(threeFigures(amountGbp)))
  return `Auction guide ${low} to ${high}${isAllIn ? ', all in' : ''}`
}

/** The one line below a registration: 'For sale, £14,950', 'Sold July 2025, £1,500 (total, computed)'; '' without a figure. */
export function describeFigure(state: RegistrationState): string {
  switch (state.kind) {
    case 'ours':
      return `For sale, ${state.priceGbp > 0 ? formatGbp(state.priceGbp) : 'price on request'}`
    case 'sold':
      return `Sold ${state.date}${state.priceGbp === null ? '' : `, ${formatGbp(state.priceGbp)} (${state.priceWords})`}`
    case 'unknown':
      return state.guide ? describeGuide(state.guide) : ''
  }
}
