import type { Sale } from './features/sales/sale.ts'

/** The canonical path of a plate's page: 'AB 1' gives '/plate/AB%201'. */
export function platePath(registration: string): string {
  return `/plate/${encodeURIComponent(registration)}`
}

/** Where an enquiry about a plate, or about several, begins: `plate` is repeated. */
export function enquiryPath(...registrations: string[]): string {
  const plates = registrations.map((registration) => `plate=${encodeURIComponent(registration)}`)
  return `/contact?${plates.join('&')}&type=purchase`
}

/**
 * Where a visitor reports a wrong figure of a recorded sale:
 * `/contact?type=other&plate=JB%201&sold=2025-07&seller=Bonhams`
 */
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

/** The share image of a plate, made by the server. */
export function shareImagePath(registration: string): string {
  return `/share/plate/${encodeURIComponent(registration)}.png`
}
