// Reads everything that is known about a registration. A failed read is logged, and the page is then not cached.

import { criteriaQuery } from '#shared/alerts/criteria.ts'
import { withFallback } from '#shared/data/with-fallback.ts'
import type { ListedPlate, Plate } from '#shared/plates/find-plates.ts'
import { listNamedPlates } from '#shared/plates/list-plates.ts'
import type { Registration, System } from '#shared/registration/registration.ts'
import { classify, parseRegistration, SYSTEM_NAMES } from '#shared/registration/registration.ts'
import { describeRegistration, type RegistrationFacts } from '#shared/registration/registration-facts.ts'
import { parseTyped, spellingsOf } from '#shared/registration/typed-registration.ts'
import { EXPLORERS } from '#shared/sales/explorers.ts'
import { knownPrice } from '#shared/sales/sale.ts'
import { registrationPath } from '#shared/urls.ts'
import type { EstimateAnswer, MeasuredEstimate, SiteContext } from '../../context.ts'
import { plateWords } from '../plates/plate-words.ts'
import { readComparables } from '../plates/read-plate.ts'
import { readSimilarPlates } from '../plates/similar-plates.ts'
import { type RegistrationSales, readSalesOf } from '../sales/data/registration-sales.ts'
import { sourcesOf } from '../sales/data/sales-sources.ts'
import { type SimilarSale, salesOfSameFormat } from '../sales/similar-sales/similar-sales.ts'
import { type ConfidenceText, describeConfidence } from './describe-confidence.ts'
import { nearRegistrations } from './near-registrations.ts'
import { contradictsOwnSale, ownSaleOf } from './own-sale.ts'

export interface KnownRegistration {
  /** In its lawful spacing. */
  registration: string
  /** Null if it is on record but fits no system. */
  system: System | null
  /** Facts from the characters alone; null without a system. */
  facts: RegistrationFacts | null
  /** Other systems that it fits: J 27 may also be Jersey's. */
  alsoOf: string[]
  /** The words that it reads as, likeliest first. */
  readings: string[]
  /** All spellings that were looked up. */
  spellings: string[]
  sales: RegistrationSales
  plate: Plate | null
  estimate: ShownEstimate
  /** The query of the address that sets up an alert for it. */
  alert: string
  /** Empty: none are close. Null: they could not be read. */
  comparables: SimilarSale[] | null
  /** Sales of the same format, where there are neither comparables nor an estimate. */
  sameFormat: SimilarSale[]
  /** The explorer with the sales of its category; null for other registers and systems without one. */
  categoryPath: string | null
  /** On record or in stock. */
  isKnown: boolean
  /** It could not be read whether it is. */
  hasReadFailed: boolean
}

/** An estimate with its confidence in words, another result of the service, or none if a sale contradicts it. */
type ShownEstimate =
  | { refused: 'own-sale' }
  | Exclude<EstimateAnswer, MeasuredEstimate>
  | (Omit<MeasuredEstimate, 'errors'> & { confidenceText: ConfidenceText })

export interface NoRegistration {
  reason: string
  near: string[]
  hasReadFailed: boolean
}

const MAX_READINGS = 6

/** Redirects `/registration/ab12 cde` to `/registration/AB12CDE`; null for text that no system allows. */
export function canonicalPath(typed: string): string | null {
  const parsed = parseTyped(typed)
  return parsed.ok ? registrationPath(parsed.registration.text) : null
}

/** Doesn't query text that no record can have. Never throws. */
export async function readRegistration(
  typed: string,
  site: SiteContext,
): Promise<KnownRegistration | NoRegistration> {
  const parsed = parseTyped(typed)
  const spellings = spellingsOf(typed)
  const mainland = parsed.ok ? parsed.registration : null
  const [sales, plate, words, similar] = await Promise.all([
    readSalesOf(spellings, sourcesOf(site)),
    readPlate(spellings, site),
    mainland ? site.estimates.readings(mainland.compact) : [],
    mainland ? readComparables(site.client, { registration: mainland.text }, site.logError) : [],
  ])
  const [latest] = sales.records
  const home = latest && EXPLORERS[latest.explorer].home
  const atHome = mainland && home ? parseRegistration(mainland.compact, home.jurisdiction) : null
  const own = atHome?.ok ? atHome.registration : mainland
  // J 27 of Jersey is not the J 27 that a DVLA auction would sell.
  const isAnother = own !== mainland && own?.system === home?.system
  const comparables = isAnother ? [] : similar
  const evidence = { ownSale: ownSaleOf(inUk(sales)), hasComparables: (comparables ?? []).length > 0 }
  const answer = mainland
    ? withWords(await site.estimates.estimate(mainland.compact, evidence), evidence.hasComparables)
    : ({ off: true } as const)
  const estimate = 'midGbp' in answer ? checkEstimate(answer, sales, isAnother) : answer
  const sameFormat =
    mainland && comparables?.length === 0 && !isAnother && !('midGbp' in estimate)
      ? await withFallback(
          salesOfSameFormat(site.client, mainland.text, site.logError),
          [],
          'Error fetching sales of the same format',
          site.logError,
        )
      : []
  const isKnown = sales.records.length > 0 || (plate !== null && plate !== UNREAD)
  const hasReadFailed = !isKnown && (sales.archive !== null || plate === UNREAD)
  if (!parsed.ok && !isKnown) return { reason: parsed.reason, near: nearRegistrations(typed), hasReadFailed }
  const knownPlate = plate === UNREAD ? null : plate
  const registration = own?.text ?? (latest ?? knownPlate)?.registration ?? typed
  const readings = [...new Set(words.map(({ word }) => word))]
  return {
    registration,
    system: own?.system ?? null,
    facts: own && describeRegistration(own),
    alsoOf: own ? otherSystems(own) : [],
    readings: (readings.length > 0 ? readings : plateWords(registration)).slice(0, MAX_READINGS),
    spellings,
    sales,
    plate: knownPlate,
    estimate,
    alert: criteriaQuery({ kind: 'registration', registration }),
    comparables,
    sameFormat,
    categoryPath: mainland && !isAnother ? categoryPath(mainland.text) : null,
    isKnown,
    hasReadFailed,
  }
}

/** '1 ABC' → '/sales-explorer?category=Number+1&type=Letters+Last' */
function categoryPath(registration: string): string | null {
  const { category, type } = classify(registration)
  return category && type && `${EXPLORERS.uk.path}?${new URLSearchParams({ category, type })}`
}

function withWords(answer: EstimateAnswer, hasCloseSale: boolean): ShownEstimate {
  if (!('midGbp' in answer)) return answer
  const { errors, ...estimate } = answer
  return { ...estimate, confidenceText: describeConfidence(estimate, hasCloseSale, errors) }
}

function checkEstimate(
  estimate: Extract<ShownEstimate, { midGbp: number }>,
  sales: RegistrationSales,
  isAnother: boolean,
): ShownEstimate {
  if (isAnother) return { refused: 'unlearnt-system' }
  return contradictsOwnSale(estimate, inUk(sales)) ? { refused: 'own-sale' } : estimate
}

const inUk = ({ records }: RegistrationSales) => records.filter(({ explorer }) => explorer === 'uk')

/** The read failed; with `null` it is not for sale. */
const UNREAD = 'unread' as const

async function readPlate(spellings: string[], { client, logError }: SiteContext) {
  const read = listNamedPlates(client, spellings).then(([plate]) => plate ?? null)
  return withFallback(read, UNREAD, 'Error fetching plate', logError)
}

/** Similar plates of ours at a similar price. Never throws. */
export function readPlatesLike(
  { registration, plate, estimate, sales }: KnownRegistration,
  { client, logError }: SiteContext,
): Promise<ListedPlate[]> {
  return readSimilarPlates(client, { registration, priceGbp: priceNear(plate, estimate, sales) }, logError)
}

/** Only for choosing plates of ours at a similar price; 0 is unknown. */
function priceNear(plate: Plate | null, estimate: ShownEstimate, { records }: RegistrationSales): number {
  if (plate && plate.priceGbp > 0) return plate.priceGbp
  if ('midGbp' in estimate) return estimate.midGbp
  const [latest] = records
  return (latest && knownPrice(latest)) ?? 0
}

/** Removes systems that nobody could confuse with it: private vehicles have no military or trade plates. */
const otherSystems = ({ otherReadings }: Registration): string[] =>
  otherReadings
    .filter(({ system }) => system !== 'military' && system !== 'trade')
    .map(({ system }) => SYSTEM_NAMES[system])
