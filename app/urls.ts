import type { Sale } from './features/sales/sale.ts'

export function platePath(registration: string): string {
  return `/plate/${encodeURIComponent(registration)}`
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

/** 'AB12 CDE' gives '/registration/AB12CDE'. */
export const registrationPath = (registration: string): string =>
  `/registration/${encodeURIComponent(registration.replace(/ /g, ''))}`

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
