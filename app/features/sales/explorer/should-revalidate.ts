import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** A view change needs no loader; another page does, and so does a reload of the same URL. */
export function isDifferentPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href
}
