import type { SignInStage } from '../../../services/people/types.ts'

/**
 * - `open`: for everybody, signed in or not
 * - `halfway`: for a sign-in that waits for its second factor or has none yet, and for whoever is signed in
 * - `people`: for whoever is signed in
 * - `owners`: for persons of role owner
 */
export type Door = 'open' | 'halfway' | 'people' | 'owners'

/** Patterns of routes.ts. A route that is not listed is for whoever is signed in. */
const DOORS: Readonly<Record<string, Door>> = {
  '/sign-in': 'open',
  '/join': 'open',
  '/passkey-options': 'open',
  '/sign-out': 'open',
  '/sign-in/code': 'halfway',
  '/set-up': 'halfway',
  '/set-up/app': 'halfway',
}

/** With everything below them. */
const OWNERS = ['/people', '/settings', '/keys', '/firm/mail', '/firm/templates/:template']

/** @param pattern of the matched route, as React Router writes it: 'people/:id' */
export function doorOf(pattern: string): Door {
  const path = `/${pattern.replace(/^\/+/, '').toLowerCase()}`
  if (OWNERS.some((own) => path === own || path.startsWith(`${own}/`))) return 'owners'
  return DOORS[path] ?? 'people'
}

/** Where a sign-in goes on that is not complete. */
export const NEXT_STEP = {
  'second-factor': '/sign-in/code',
  enrol: '/set-up',
} as const satisfies Partial<Record<SignInStage, string>>
