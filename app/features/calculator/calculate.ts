// Calculates the bill from the visitor's input, with the same function on the server and while typing.

import type { FeeRegime, RateClaim } from '#shared/sales/fee-regimes.ts'
import { claimedRegimes, type FeeBill, feeBill, findFeeRegime, highestBidPence } from '#shared/sales/fees.ts'
import { isDay } from '#shared/text/format.ts'
import { parseAmount } from './amount.ts'
import type { CalculatorView } from './calculator-view.ts'
import { DVLA_AUCTIONS, HOUSES, type House } from './houses.ts'

export interface Answer {
  /** The buyer's premium in the first tier. */
  rate: number
  /** 0 if the budget is below the total of the lowest bid; the bill is then that of the lowest bid. */
  hammerPence: number
  bill: FeeBill
  /** What remains of the budget, if there is one. */
  leftPence: number | null
  /** The source of this rate if sources disagree. */
  source: RateClaim['source'] | null
}

export interface Calculation {
  house: House
  /** 'YYYY-MM-DD' */
  date: string
  errors: { house?: string; date?: string; amount?: string }
  /** Null without a valid amount. */
  amountPence: number | null
  /** Null if nothing is known about the fees of that house and time. */
  regime: FeeRegime | null
  /** One, or one for each disputed rate; empty without rates or an amount. */
  answers: Answer[]
}

/** @param today 'YYYY-MM-DD' */
export function calculate(view: CalculatorView, today: string, regimes: readonly FeeRegime[]): Calculation {
  const errors: Calculation['errors'] = {}
  const house = view.house === '' ? DVLA_AUCTIONS : HOUSES.find(({ key }) => key === view.house)
  if (!house) errors.house = 'Choose an auction from the list.'
  const date = view.date === '' ? today : parseDay(view.date)
  if (date === null) errors.date = 'That date doesn’t exist. Enter it as 2025-11-20.'
  const amount = parseAmount(view.amount)
  if (amount && 'error' in amount) errors.amount = amount.error
  const amountPence = amount && 'pence' in amount ? amount.pence : null
  const known = { house: house ?? DVLA_AUCTIONS, date: date ?? today, errors, amountPence }
  if (!house || date === null) return { ...known, regime: null, answers: [] }
  const [saleYear = 0, saleMonth = 0] = date.split('-').map(Number)
  const regime = findFeeRegime({ whereSold: house.seller, saleYear, saleMonth }, regimes)
  return {
    ...known,
    regime,
    answers: amountPence === null || !regime ? [] : answer(view, amountPence, regime, house),
  }
}

function answer({ given }: CalculatorView, amountPence: number, known: FeeRegime, house: House): Answer[] {
  const stepPence = (house.bidStepGbp ?? 1) * 100
  return claimedRegimes(known).flatMap(({ rate, regime, source }) => {
    const hammerPence = given === 'hammer' ? amountPence : highestBidPence(amountPence, regime, stepPence)
    const bill = feeBill(hammerPence || stepPence, regime)
    if (!bill) return []
    const leftPence = given === 'budget' && hammerPence > 0 ? amountPence - bill.totalPence : null
    return [{ rate, hammerPence, bill, leftPence, source }]
  })
}

/** The computed value of the other field: of two rates, the one that costs the buyer more. */
export function otherAmountPence(given: CalculatorView['given'], answers: readonly Answer[]): number | null {
  if (answers.length === 0) return null
  if (given === 'hammer') return Math.max(...answers.map(({ bill }) => bill.totalPence))
  return Math.min(...answers.map(({ hammerPence }) => hammerPence))
}

/** '2025-11-20' unchanged, '2025-11' as its first day, null for '2025-02-30' or 'soon'. */
export function parseDay(typed: string): string | null {
  const [, year, month, day = '01'] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(typed) ?? []
  const text = `${year}-${month}-${day}`
  return isDay(text) ? text : null
}

const STALE_AFTER_DAYS = 90

/** Rates should be verified again after 90 days. */
export function isStale(checked: string, today: string): boolean {
  return (Date.parse(today) - Date.parse(checked)) / 86_400_000 > STALE_AFTER_DAYS
}
