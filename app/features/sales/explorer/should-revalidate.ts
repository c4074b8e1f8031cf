import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Also true for the same URL: a reload. */
export function isDifferentPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href
}
