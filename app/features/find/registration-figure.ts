// What a registration costs, in one line.

import { formatGbp } from '#shared/text/money.ts'
import type { Guide, RegistrationState } from './registration-state.ts'

/** 'Auction guide £1,200 to £2,600' */
export const describeGuide = ({ lowGbp, highGbp }: Omit<Guide, 'midGbp'>) =>
  `Auction guide ${formatGbp(lowGbp)} to ${formatGbp(highGbp)}`

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
