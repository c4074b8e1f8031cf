// Reads the results for the home page's search, from the same data as `/find` and the page of a registration.

import { withFallback } from '#shared/data/with-fallback.ts'
import { type Budget, hasBudget } from '#shared/plates/budget.ts'
import type { ListedPlate } from '#shared/plates/find-plates.ts'
import { type StockView, WHOLE_STOCK } from '#shared/plates/search/definitions.ts'
import { type RegistrationFacts, spokenDate } from '#shared/registration/registration-facts.ts'
import type { SiteContext } from '../../context.ts'
import { readFirstPage } from '../plates/large-stock.server.ts'
import { type KnownRegistration, readRegistration } from '../registrations/read-registration.server.ts'
import { chooseRegistrations, fitOf } from './choose-registrations.ts'
import type { FindAnswer, FoundCard, LeadAnswer } from './find-answer.ts'
import type { LeadRegistration } from './lead.ts'
import { allInAt, type KnownRegistrations, readKnownRegistrations } from './read-offered.server.ts'
import { soldState } from './registration-state.ts'

const MAX_CARDS = 4
/** The maximum for our plates and for sales each. */
const MAX_OF_A_KIND = 2

/** Never throws. `lead` is the result of `leadRegistration` for the text. */
export async function readAnswer(
  { name, isRefused, text }: LeadRegistration,
  { priceFrom, priceTo }: Budget,
  site: SiteContext,
): Promise<FindAnswer> {
  const budget = { priceFrom, priceTo }
  const answer: FindAnswer = {
    name: name?.shown ?? '',
    budget,
    isRefused,
    lead: null,
    cards: [],
    hasFailed: false,
  }
  if (name === null || text === null) return answer
  const [{ known, hasFailed }, registration, near] = await Promise.all([
    readKnownRegistrations(name.shown, site),
    readRegistration(text, site),
    readNear({ ...WHOLE_STOCK, search: name.shown, ...budget }, site),
  ])
  if (!('registration' in registration)) return answer
  const allIn = allInAt(site.site)
  const fits = ({ state }: FoundCard) => fitOf(state, budget, allIn) === 'within'
  // With a budget, the answer is about all cards, and the first one is among them.
  const isLead = (one: FoundCard) => !hasBudget(budget) && one.text === text
  const ours = oursAlike(known, near ?? []).filter((one) => !isLead(one) && fits(one))
  const isNew = (one: FoundCard) => !isLead(one) && ours.every((plate) => plate.text !== one.text)
  const sold = soldAlike(known, registration).filter((one) => isNew(one) && fits(one))
  const shownOurs = ours.slice(0, MAX_CARDS - Math.min(sold.length, MAX_OF_A_KIND))
  const shownSold = sold.slice(0, MAX_CARDS - shownOurs.length)
  // Without the backend we cannot say that they are not ours.
  const others = hasFailed
    ? []
    : await chooseRegistrations(
        known.filter((one) => one.state.kind === 'unknown' && isNew(one)),
        { budget, allIn, limit: MAX_CARDS - shownOurs.length - shownSold.length, estimates: site.estimates },
      )
  return {
    ...answer,
    lead: leadOf(registration),
    cards: [...shownOurs, ...shownSold, ...others].map(({ text, state }) => ({ text, state })),
    hasFailed: hasFailed || near === null || registration.hasReadFailed,
  }
}

/** Plates for sale that read as the name, then near misses, without duplicates. */
function oursAlike(known: KnownRegistrations, near: readonly ListedPlate[]): FoundCard[] {
  const ours = new Map<string, FoundCard>()
  for (const one of known) if (one.state.kind === 'ours') ours.set(one.text, one)
  for (const { registration: text, priceGbp } of near)
    ours.set(text, { text, state: { kind: 'ours', priceGbp } })
  return [...ours.values()]
}

function leadOf(known: KnownRegistration): LeadAnswer {
  const { registration, plate, sales, estimate, facts } = known
  const sale = sales.records.find(({ explorer }) => explorer === 'uk')
  return {
    text: registration,
    state: plate
      ? { kind: 'ours', priceGbp: plate.priceGbp }
      : sale
        ? soldState(sale)
        : { kind: known.hasReadFailed ? 'unread' : 'unknown' },
    // There is no estimate beside our own price, as on the page of the plate.
    estimate:
      'midGbp' in estimate && estimate.confidence !== 'low' && !plate
        ? { lowGbp: estimate.lowGbp, highGbp: estimate.highGbp }
        : null,
    vehicles: facts ? describeVehicles(facts) : '',
  }
}

function describeVehicles({ vehicles: { may, from, text } }: RegistrationFacts): string {
  return may === 'from' && from
    ? `It may go on vehicles first registered in ${spokenDate(from)} or later.`
    : text
}

/** Plates for sale that match the name in a stock search; null if they could not be read. */
function readNear(view: StockView, site: SiteContext): Promise<ListedPlate[] | null> {
  const read = readFirstPage(site, view).then(({ shown, alternatives }) => {
    const near = alternatives?.why === 'near' ? alternatives.shown : []
    return [...shown, ...near].slice(0, MAX_CARDS).map(({ plate }) => plate)
  })
  return withFallback(read, null, 'Error fetching plates that come close to a name', site.logError)
}

/** Sales of registrations that read as the name, otherwise of those similar to its best registration. */
function soldAlike(known: KnownRegistrations, { comparables }: KnownRegistration): FoundCard[] {
  const sold = known.filter(({ state }) => state.kind === 'sold' && state.priceGbp !== null)
  if (sold.length > 0) return sold
  return (comparables ?? []).map(({ sale }) => ({ text: sale.registration, state: soldState(sale) }))
}
