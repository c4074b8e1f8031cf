import { formatGbp } from '../text/money.ts'

/** What a visitor wants to pay; null for a limit that is not set. */
export interface Budget {
  priceFrom: number | null
  priceTo: number | null
}

export const NO_BUDGET: Budget = { priceFrom: null, priceTo: null }

export const hasBudget = ({ priceFrom, priceTo }: Budget): boolean => priceFrom !== null || priceTo !== null

export function appendBudget(query: URLSearchParams, { priceFrom, priceTo }: Budget): void {
  if (priceFrom !== null) query.set('from', String(priceFrom))
  if (priceTo !== null) query.set('to', String(priceTo))
}

/** ' up to £5,000', ' between £500 and £1,000', ' at £500 or more', with a leading space; '' without a budget. */
export function describeBudget({ priceFrom, priceTo }: Budget): string {
  if (priceFrom !== null && priceTo !== null)
    return ` between ${formatGbp(priceFrom)} and ${formatGbp(priceTo)}`
  if (priceTo !== null) return ` up to ${formatGbp(priceTo)}`
  return priceFrom === null ? '' : ` at ${formatGbp(priceFrom)} or more`
}
