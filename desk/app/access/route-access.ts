import type { SignInStage } from '#services/people/types.ts'

/**
 * - `open`: everyone, signed in or not
 * - `halfway`: people whose sign-in lacks a second factor, and people who are signed in
 * - `people`: people who are signed in
 * - `owners`: people with the role owner
 */
type RouteAccess = 'open' | 'halfway' | 'people' | 'owners'

/** Patterns of routes.ts. A route that is not listed requires a sign-in. */
const ACCESS: Readonly<Record<string, RouteAccess>> = {
  '/sign-in': 'open',
  '/join': 'open',
  '/passkey-options': 'open',
  '/sign-out': 'open',
  '/sign-in/code': 'halfway',
  '/set-up': 'halfway',
  '/set-up/app': 'halfway',
}

/** Including everything below them. */
const OWNERS = ['/people', '/firm/mail', '/firm/templates/:template']

const pathOf = (pattern: string) => `/${pattern.replace(/^\/+/, '').toLowerCase()}`

/** Whether the route has words for a form that cannot be read, as when the upload of a picture breaks off. */
export const saysWhatIsMissing = (pattern: string): boolean =>
  ['/pictures', '/pictures.json'].includes(pathOf(pattern))

/** @param pattern of the matched route, as React Router writes it: 'people/:id' */
export function accessTo(pattern: string): RouteAccess {
  const path = pathOf(pattern)
  if (OWNERS.some((own) => path === own || path.startsWith(`${own}/`))) return 'owners'
  return ACCESS[path] ?? 'people'
}

/** The next page of an incomplete sign-in. */
export const NEXT_STEP = {
  'second-factor': '/sign-in/code',
  enrol: '/set-up',
} as const satisfies Partial<Record<SignInStage, string>>
