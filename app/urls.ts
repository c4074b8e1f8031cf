import type { Sale } from './features/sales/sale.ts'

export function platePath(registration: string): string {
  return `/plate/${encodeURIComponent(registration)}`
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

export type Wish = 'find' | 'tell'

/** The contact form, asking to find a registration that is not ours, or to be told when it is. */
export function wishPath(registration: string, wish: Wish): string {
  return `/contact?plate=${encodeURIComponent(registration)}&type=purchase&wish=${wish}`
}

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
  const sold = saleMonth === null ? String(saleYear) : `${saleYear}-${String(saleMonth).padStart(2, '0')}`
  const seller = whereSold === null ? '' : `&seller=${encodeURIComponent(whereSold)}`
  return `/contact?type=other&plate=${encodeURIComponent(registration)}&sold=${sold}${seller}`
}

export function shareImagePath(registration: string): string {
  return `/share/plate/${encodeURIComponent(registration)}.png`
}

/** Which registrations read as a name: '/find?q=BIG+DAY&to=5000' */
export function findPath(search = '', budgetGbp: number | null = null): string {
  const query = new URLSearchParams()
  if (search !== '') query.set('q', search)
  if (budgetGbp !== null) query.set('to', String(budgetGbp))
  return query.size === 0 ? '/find' : `/find?${query}`
}

/** Asks us to look for a plate that reads so: '/contact?type=purchase&wanted=SOPHIE&to=5000' */
export function wantedPath(wanted: string, budgetGbp: number | null = null): string {
  const query = new URLSearchParams({ type: 'purchase', wanted })
  if (budgetGbp !== null) query.set('to', String(budgetGbp))
  return `/contact?${query}`
}
