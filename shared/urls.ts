import { appendBudget, type Budget, NO_BUDGET } from './plates/budget.ts'
import type { Sale } from './sales/sale.ts'
import { isoMonth } from './text/format.ts'

export function platePath(registration: string): string {
  return `/plate/${encodeURIComponent(registration)}`
}

export const PLATE_SIDES = ['rear', 'front'] as const
export type PlateSide = (typeof PLATE_SIDES)[number]

/** The sheets on which the plate is printed at actual size. */
export function printPath(registration: string): string {
  return `${platePath(registration)}/print`
}

/** A folding card for a plate that is a present. */
export function cardPath(registration: string): string {
  return `${platePath(registration)}/card`
}

/** The plate as a drawing of exact size: '/plate/AB%201/front.svg' */
export function plateDrawingPath(registration: string, side: PlateSide): string {
  return `${platePath(registration)}/${side}.svg`
}

/**
 * `/registration/AB12CDE`: what is known of a registration, ours or not. Text that is longer than any registration, or
 * has other characters, is on record as it was written and keeps its spaces.
 */
export function registrationPath(registration: string): string {
  const compact = registration.replaceAll(' ', '')
  return `/registration/${encodeURIComponent(/^[A-Z0-9]{1,8}$/.test(compact) ? compact : registration)}`
}

/** The valuation form with the registration filled in. */
export function valuationPath(registration: string): string {
  return `/valuations?plate=${encodeURIComponent(registration)}`
}

export type Wish = 'find' | 'offer' | 'reserve'

/**
 * The contact form with a wish about one registration: to find it or to be told when it is for sale, where it is not
 * ours; to make an offer or to reserve it, where it is.
 */
export function wishPath(registration: string, wish: Wish): string {
  return `/contact?plate=${encodeURIComponent(registration)}&type=purchase&wish=${wish}`
}

/** The contact form, for those who want to sell us a plate and not to have it valued first. */
export const sellingPath = '/contact?type=general&wish=sell'

/** The contact form as a valuation request of an executor or an agent, who does not own the registration. */
export const onBehalfPath = '/contact?type=valuation&wish=on-behalf'

export function enquiryPath(...registrations: string[]): string {
  const plates = registrations.map((registration) => `plate=${encodeURIComponent(registration)}`)
  return `/contact?${plates.join('&')}&type=purchase`
}

/** Reports a wrong figure of a sale: `/contact?type=other&plate=JB%201&sold=2025-07&seller=Bonhams` */
export function reportFigurePath({
  registration,
  whereSold,
  saleYear,
  saleMonth,
}: Pick<Sale, 'registration' | 'whereSold' | 'saleYear' | 'saleMonth'>): string {
  const seller = whereSold === null ? '' : `&seller=${encodeURIComponent(whereSold)}`
  return `/contact?type=other&plate=${encodeURIComponent(registration)}&sold=${isoMonth(saleYear, saleMonth)}${seller}`
}

export function shareImagePath(registration: string): string {
  return `/share/plate/${encodeURIComponent(registration)}.png`
}

/** Which registrations read as a name: '/find?q=BIG+DAY&to=5000' */
export function findPath(search = '', budget: Budget = NO_BUDGET): string {
  const query = new URLSearchParams()
  if (search !== '') query.set('q', search)
  appendBudget(query, budget)
  return String(query) === '' ? '/find' : `/find?${query}`
}

/** Asks us to look for a plate that reads so: '/contact?type=purchase&wanted=SOPHIE&to=5000' */
export function wantedPath(wanted: string, budget: Budget): string {
  const query = new URLSearchParams({ type: 'purchase', wanted })
  appendBudget(query, budget)
  return `/contact?${query}`
}

/** Where an alert is asked for: '/alerts?registration=SAM1', '/alerts?q=SAM&to=5000' */
export function alertsPath(criteria: string): string {
  return criteria === '' ? '/alerts' : `/alerts?${criteria}`
}

/**
 * The page of one alert, where it is started, changed and stopped. The key is its secret, in the query because the log
 * has paths.
 */
export function alertPath(token: string): string {
  return `/alerts/manage?key=${token}`
}

/** Ends an alert with one POST (RFC 8058). */
export function unsubscribePath(token: string): string {
  return `/alerts/unsubscribe?key=${token}`
}

/** Whether it may go on a vehicle: the questions, with the registration filled in. */
export function eligibilityPath(registration: string): string {
  return `/eligibility?registration=${encodeURIComponent(registration.replaceAll(' ', ''))}`
}

/** What a hammer price comes to: '/auction-calculator?hammer=8800' at a DVLA auction today. */
export function calculatorPath(hammerGbp: number): string {
  return `/auction-calculator?hammer=${hammerGbp}`
}
