import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Another view of the same explorer needs no loader; only another page does, or who asks for this one anew. */
export function isDifferentPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href
}
