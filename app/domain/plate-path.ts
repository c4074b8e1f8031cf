/** The canonical path of a plate's page: 'AB 1' gives '/plate/AB%201'. */
export function platePath(registration: string): string {
  return `/plate/${encodeURIComponent(registration)}`
}

/** Where an enquiry about a plate begins. */
export function enquiryPath(registration: string): string {
  return `/contact?plate=${encodeURIComponent(registration)}&type=purchase`
}

/** The share image of a plate, made by the server. */
export function shareImagePath(registration: string): string {
  return `/share/plate/${encodeURIComponent(registration)}.png`
}
