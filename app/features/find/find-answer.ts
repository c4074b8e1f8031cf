// The response of `/find.json`, which the home page's search shows, and its wording.

import { plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { RegistrationState, SoldState } from './read-offered.ts'

export interface LeadAnswer {
  text: string
  /** 'unread': its state could not be read. */
  state: RegistrationState | { kind: 'unread' }
  /** A hammer price before fees; null for our own plates, and if there is none. */
  estimate: { lowGbp: number; highGbp: number } | null
  /** The vehicles that it may go on. */
  vehicles: string
}

export interface OursAnswer {
  text: string
  /** 0: on request. */
  priceGbp: number
}

export type SoldAnswer = Omit<SoldState, 'kind'> & { text: string }

export interface FindAnswer {
  /** As displayed: 'BIG DAY'. */
  name: string
  isRefused: boolean
  /** The best registration for the name, or the one that was typed; null if there is none. */
  lead: LeadAnswer | null
  /** Other plates of ours that match or come close, closest first. */
  ours: OursAnswer[]
  /** Prices of other matching registrations that were sold, otherwise of similar ones. */
  sold: SoldAnswer[]
  /** Further matching registrations that are neither ours nor sold. */
  others: string[]
  /** Some of the data could not be read. */
  hasFailed: boolean
}

export const REFUSED =
  'We don’t search for that one. The DVLA withholds registrations that are likely to offend.'
export const NOTHING =
  'No registration reads like that. Try a name or a word in the letters A to Z, a pair of initials, or a number of up to four figures.'
export const UNREACHABLE = 'We can’t look that up just now. Please try again in a minute.'

/** '/find.json?q=BIG+DAY': the name as displayed. */
export const findJsonPath = (name: string) => `/find.json?${new URLSearchParams({ q: name })}`

/** 'SOP 1E sold for £1,500 (total, computed) in July 2025. It may go on a vehicle of any age. 2 of ours come close, from £950.' */
export function describeAnswer({ lead, ours }: FindAnswer): string {
  if (lead === null) return NOTHING
  const { estimate, vehicles } = lead
  return [
    describeState(lead),
    estimate &&
      `We estimate ${formatGbp(estimate.lowGbp)} to ${formatGbp(estimate.highGbp)} at auction, before fees.`,
    vehicles,
    describeOurs(ours, lead.state.kind === 'ours'),
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

function describeOurs(ours: readonly OursAnswer[], isAnotherOurs: boolean): string {
  if (ours.length === 0) return ''
  const prices = ours.map(({ priceGbp }) => priceGbp).filter((priceGbp) => priceGbp > 0)
  const from = prices.length > 0 ? `, from ${formatGbp(Math.min(...prices))}` : ''
  const count = isAnotherOurs ? plural(ours.length, 'more', 'more') : String(ours.length)
  return `${count} of ours ${ours.length === 1 ? 'comes' : 'come'} close${from}.`
}
