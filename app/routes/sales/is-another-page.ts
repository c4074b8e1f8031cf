import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Another view of the same explorer is made from what is loaded; only another page loads anything. */
export function isAnotherPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname
}
