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
  limit: number
  estimates: Pick<SiteContext['estimates'], 'estimate'>
}

type Fit = 'within' | 'partly' | 'outside' | 'unknown'

/** 'partly': part of the guide is within the budget, but not its middle. */
export function fitOf(state: RegistrationState, budget: Budget): Fit {
  if (!hasBudget(budget)) return 'within'
  const guide = state.kind === 'unknown' ? state.guide : exactly(state.priceGbp)
  if (guide === null) return 'unknown'
  const { priceFrom, priceTo } = { priceFrom: budget.priceFrom ?? 0, priceTo: budget.priceTo ?? Infinity }
  if (guide.lowGbp > priceTo || guide.highGbp < priceFrom) return 'outside'
  return guide.midGbp >= priceFrom && guide.midGbp <= priceTo ? 'within' : 'partly'
}

const exactly = (priceGbp: number | null): Guide | null =>
  priceGbp === null || priceGbp <= 0 ? null : { lowGbp: priceGbp, midGbp: priceGbp, highGbp: priceGbp }

/**
 * With a budget, only what is for sale within it, was sold within it or has an estimate that begins within it; if there
 * is nothing like that, the best readings that are not ours.
 * @param known best reading first
 */
export async function chooseRegistrations<Known extends Candidate>(
  known: readonly Known[],
  { budget, limit, estimates }: Options,
): Promise<Known[]> {
  const ours = known
    .filter(({ state }) => state.kind === 'ours' && fitOf(state, budget) === 'within')
    .slice(0, limit)
  const others = known.filter(({ state }) => state.kind !== 'ours')
  const room = limit - ours.length
  if (hasBudget(budget)) {
    const within: Known[] = []
    const partly: Known[] = []
    const withoutFigure: Known[] = []
    for (const one of others) {
      if (within.length === room) break
      const { registration, fit, hasFigure } = await estimate(one, budget, estimates)
      if (!hasFigure && (fit === 'within' || fit === 'partly')) withoutFigure.push(registration)
      else if (fit === 'within') within.push(registration)
      else if (fit === 'partly') partly.push(registration)
    }
    const affordable = [...ours, ...within, ...partly, ...withoutFigure].slice(0, limit)
    if (affordable.length > 0) return affordable
  }
  const shown = ofEachStyle(others, room).map((one) => estimate(one, budget, estimates))
  return [...ours, ...(await Promise.all(shown)).map(({ registration }) => registration)]
}

/** A guide is shown only if its confidence is medium or better. */
async function estimate<Known extends Candidate>(
  one: Known,
  budget: Budget,
  estimates: Options['estimates'],
): Promise<{ registration: Known; fit: Fit; hasFigure: boolean }> {
  if (one.state.kind !== 'unknown')
    return { registration: one, fit: fitOf(one.state, budget), hasFigure: true }
  const answer = await estimates.estimate(one.text)
  if (!('midGbp' in answer)) return { registration: one, fit: 'unknown', hasFigure: false }
  const { lowGbp, midGbp, highGbp } = answer
  const state = { kind: 'unknown', guide: { lowGbp, midGbp, highGbp } } as const
  const hasFigure = answer.confidence !== 'low'
  return { registration: hasFigure ? { ...one, state } : one, fit: fitOf(state, budget), hasFigure }
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
