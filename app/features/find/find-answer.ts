// The response of `/find.json`, which the home page's search shows, and its wording.

import { appendBudget, type Budget, describeBudget, hasBudget, NO_BUDGET } from '#shared/plates/budget.ts'
import { plural } from '#shared/text/format.ts'
import { formatGbp, threeFigures } from '#shared/text/money.ts'
import { describeGuide } from './registration-figure.ts'
import type { Guide, OfferedRegistration, RegistrationState } from './registration-state.ts'

export interface LeadAnswer {
  text: string
  /** 'unread': its state could not be read. */
  state: Exclude<RegistrationState, { kind: 'unknown' }> | { kind: 'unknown' | 'unread' }
  /** A hammer price before fees; null for our own plates, and if there is none. */
  estimate: Pick<Guide, 'lowGbp' | 'highGbp'> | null
  /** The vehicles that it may go on. */
  vehicles: string
}

export type FoundCard = Pick<OfferedRegistration, 'text' | 'state'>

export interface FindAnswer {
  /** As displayed: 'BIG DAY'. */
  name: string
  budget: Budget
  isRefused: boolean
  /** The best registration for the name, or the one that was typed; null if there is none. */
  lead: LeadAnswer | null
  /**
   * Other plates of ours that match or come close, closest first; then matching registrations that were sold, otherwise
   * similar ones; then matching ones that are neither ours nor sold.
   */
  cards: FoundCard[]
  /** Some of the data could not be read. */
  hasFailed: boolean
}

export const REFUSED = 'We don’t search for that. The DVLA withholds registrations that are likely to offend.'
export const NOTHING =
  'No registration reads like that. Try a name or a word in the letters A to Z, a pair of initials, or a number of up to four figures.'
export const UNREACHABLE = 'We can’t look that up just now. Please try again in a minute.'

/** '/find.json?q=BIG+DAY&to=5000': the name as displayed. */
export function findJsonPath(name: string, budget: Budget = NO_BUDGET): string {
  const query = new URLSearchParams({ q: name })
  appendBudget(query, budget)
  return `/find.json?${query}`
}

/** 'One of these is ours, at £14,950.'; 'We have none within £1,000; auction guides start at £1,200, all in.' */
export function describeFound(states: readonly RegistrationState[], budget: Budget): string {
  const prices = pricesOfOurs(states)
  const { priceFrom, priceTo } = budget
  const within =
    priceFrom === null && priceTo !== null ? ` within ${formatGbp(priceTo)}` : describeBudget(budget)
  if (prices.length > 0) {
    const from = lowest(prices)
    return prices.length === 1
      ? `One of these is ours${within}, ${from === null ? 'price on request' : `at ${from}`}.`
      : `${prices.length} of these are ours${within}${from === null ? '' : `, from ${from}`}.`
  }
  const guides = states.flatMap((state) =>
    state.kind === 'unknown' && state.guide ? [state.guide.lowGbp] : [],
  )
  const none = within === '' ? 'We have none of these just now' : `We have none${within}`
  return guides.length === 0
    ? `${none}.`
    : `${none}; auction guides start at ${formatGbp(threeFigures(Math.min(...guides)))}${hasBudget(budget) ? ', all in' : ''}.`
}

/** 'SOP 1E sold for £1,500 (total, computed) in July 2025. It may go on a vehicle of any age. 2 of ours come close, from £950.' */
export function describeAnswer({ lead, cards, budget, hasFailed }: FindAnswer): string {
  if (lead === null) return NOTHING
  const states = cards.map(({ state }) => state)
  if (hasBudget(budget) && !hasFailed) return describeFound(states, budget)
  const { estimate, vehicles } = lead
  return [
    describeState(lead),
    estimate && `${describeGuide({ ...estimate, isAllIn: false })}, before fees.`,
    vehicles,
    describeOurs(pricesOfOurs(states), lead.state.kind === 'ours'),
  ]
    .filter(Boolean)
    .join(' ')
}

function describeState({ text, state }: LeadAnswer): string {
  switch (state.kind) {
    case 'ours':
      return `We have ${text} for sale${state.priceGbp > 0 ? ` at ${formatGbp(state.priceGbp)}` : ', price on request'}.`
    case 'sold':
      return state.priceGbp === null
        ? `${text} was sold in ${state.date}.`
        : `${text} sold for ${formatGbp(state.priceGbp)} (${state.priceWords}) in ${state.date}.`
    case 'unread':
      return 'We can’t check our plates just now.'
    default:
      return `We don’t have ${text} for sale just now.`
  }
}

function describeOurs(prices: readonly number[], isAnotherOurs: boolean): string {
  if (prices.length === 0) return ''
  const from = lowest(prices)
  const count = isAnotherOurs ? plural(prices.length, 'more', 'more') : String(prices.length)
  return `${count} of ours ${prices.length === 1 ? 'comes' : 'come'} close${from === null ? '' : `, from ${from}`}.`
}

/** 0: on request. */
const pricesOfOurs = (states: readonly RegistrationState[]) =>
  states.flatMap((state) => (state.kind === 'ours' ? [state.priceGbp] : []))

function lowest(prices: readonly number[]): string | null {
  const known = prices.filter((priceGbp) => priceGbp > 0)
  return known.length > 0 ? formatGbp(Math.min(...known)) : null
}
