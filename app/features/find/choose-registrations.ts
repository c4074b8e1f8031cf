// Chooses which registrations for a name are shown: what one can buy now, then what lies within the budget, then the
// best readings.

import { type Budget, hasBudget } from '#shared/plates/budget.ts'
import type { SiteContext } from '../../context.ts'
import type { LawfulRegistration } from './lawful.ts'
import type { Guide, RegistrationState } from './registration-state.ts'

export type Candidate = Pick<LawfulRegistration, 'text' | 'system' | 'reads' | 'places'> & {
  state: RegistrationState
}

interface Options {
  budget: Budget
  /** What a hammer price comes to with all fees. */
  allIn: AllIn
  limit: number
  estimates: Pick<SiteContext['estimates'], 'estimate'>
}

type Fit = 'within' | 'partly' | 'outside' | 'unknown'

export type AllIn = (hammerGbp: number) => number

/** With fewer within a budget, the guides nearest to it follow. */
const ENOUGH = 8

/** 'partly': part of the guide is within the budget, but not its middle. A budget is what the buyer pays in all. */
export function fitOf(state: RegistrationState, budget: Budget, allIn: AllIn): Fit {
  if (!hasBudget(budget)) return 'within'
  const guide = state.kind === 'unknown' ? withFees(state.guide, allIn) : exactly(state, allIn)
  if (guide === null) return 'unknown'
  const from = budget.priceFrom ?? 0
  const to = budget.priceTo ?? Infinity
  if (guide.lowGbp > to || guide.highGbp < from) return 'outside'
  return guide.midGbp >= from && guide.midGbp <= to ? 'within' : 'partly'
}

function exactly(state: Exclude<RegistrationState, { kind: 'unknown' }>, allIn: AllIn): Guide | null {
  const { priceGbp } = state
  if (priceGbp === null || priceGbp <= 0) return null
  const isAllIn = state.kind === 'ours' || !state.isHammer
  return withFees({ lowGbp: priceGbp, midGbp: priceGbp, highGbp: priceGbp, isAllIn }, allIn)
}

const withFees = (guide: Guide | null, allIn: AllIn): Guide | null =>
  guide === null || guide.isAllIn
    ? guide
    : {
        lowGbp: allIn(guide.lowGbp),
        midGbp: allIn(guide.midGbp),
        highGbp: allIn(guide.highGbp),
        isAllIn: true,
      }

/**
 * With a budget, what is for sale within it, was sold within it or has an estimate that begins within it, and after a few
 * of these the guides nearest to it; if there is nothing like that, the best readings that are not ours.
 * @param known best reading first
 */
export async function chooseRegistrations<Known extends Candidate>(
  known: readonly Known[],
  options: Options,
): Promise<Known[]> {
  const { budget, limit, allIn } = options
  const ours = known
    .filter(({ state }) => state.kind === 'ours' && fitOf(state, budget, allIn) === 'within')
    .slice(0, limit)
  const others = known.filter(({ state }) => state.kind !== 'ours')
  const room = limit - ours.length
  if (hasBudget(budget)) {
    const within: Known[] = []
    const partly: Known[] = []
    const withoutFigure: Known[] = []
    const above: { registration: Known; lowGbp: number }[] = []
    for (const one of others) {
      if (within.length === room) break
      const { registration, fit, hasFigure } = await estimate(one, options)
      if (!hasFigure && (fit === 'within' || fit === 'partly')) withoutFigure.push(registration)
      else if (fit === 'within') within.push(registration)
      else if (fit === 'partly') partly.push(registration)
      else if (registration.state.kind === 'unknown' && registration.state.guide) {
        const { lowGbp } = registration.state.guide
        if (lowGbp > (budget.priceTo ?? Infinity)) above.push({ registration, lowGbp })
      }
    }
    const affordable = [...ours, ...within, ...partly, ...withoutFigure].slice(0, limit)
    // What cannot be had for the budget comes after what can.
    const nearest = above.toSorted((a, b) => a.lowGbp - b.lowGbp).map(({ registration }) => registration)
    const few = Math.min(limit, ENOUGH)
    if (affordable.length >= few) return affordable
    if (affordable.length > 0) return [...affordable, ...nearest.slice(0, few - affordable.length)]
  }
  const shown = await Promise.all(ofEachStyle(others, room).map((one) => estimate(one, options)))
  const sorted = shown.toSorted((a, b) => Number(a.fit === 'outside') - Number(b.fit === 'outside'))
  return [...ours, ...sorted.map(({ registration }) => registration)]
}

/** A guide is shown only if its confidence is medium or better. */
async function estimate<Known extends Candidate>(
  one: Known,
  { budget, allIn, estimates }: Options,
): Promise<{ registration: Known; fit: Fit; hasFigure: boolean }> {
  if (one.state.kind !== 'unknown')
    return { registration: one, fit: fitOf(one.state, budget, allIn), hasFigure: true }
  const answer = await estimates.estimate(one.text)
  if (!('midGbp' in answer)) return { registration: one, fit: 'unknown', hasFigure: false }
  const { lowGbp, midGbp, highGbp } = answer
  const hammer: Guide = { lowGbp, midGbp, highGbp, isAllIn: false }
  const guide = hasBudget(budget) ? withFees(hammer, allIn) : hammer
  const state = { kind: 'unknown', guide } as const
  const hasFigure = answer.confidence !== 'low'
  return { registration: hasFigure ? { ...one, state } : one, fit: fitOf(state, budget, allIn), hasFigure }
}

/** The systems with a year, which are the easiest to buy; their best readings are longer and would seldom be shown. */
const YEAR_SYSTEMS = ['current', 'suffix', 'prefix'] as const
/** A short list has the best readings alone. */
const PLACES_PER_SYSTEM = 8

/** The best readings, and in the last places the best of each system with a year that reads as well as the first does. */
function ofEachStyle<Known extends Candidate>(known: readonly Known[], limit: number): Known[] {
  const best = known.slice(0, limit)
  const missing = YEAR_SYSTEMS.flatMap((system) =>
    best.some((one) => one.system === system)
      ? []
      : (known.find((one) => one.system === system && one.reads === known[0]?.reads) ?? []),
  )
  const kept = missing.slice(0, limit / PLACES_PER_SYSTEM)
  return [...best.slice(0, limit - kept.length), ...kept]
}
