/** The canonical path of a plate's page: 'AB 1' gives '/plate/AB%201'. */
export function platePath(registration: string): string {
  return `/plate/${encodeURIComponent(registration)}`
}

/** Where an enquiry about a plate, or about several, begins: `plate` is repeated. */
export function enquiryPath(...registrations: string[]): string {
  const plates = registrations.map((registration) => `plate=${encodeURIComponent(registration)}`)
  return `/contact?${plates.join('&')}&type=purchase`
}

/** The share image of a plate, made by the server. */
export function shareImagePath(registration: string): string {
  return `/share/plate/${encodeURIComponent(registration)}.png`
}
