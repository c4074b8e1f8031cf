import { redirect } from 'react-router'
import { endSession } from '#services/people/sessions.ts'
import { dropSession } from '../../access/session.server.ts'
import { deskContext } from '../../context.ts'
import type { Route } from './+types/sign-out'

/**
 * Clears only the cache: `storage` would also delete the shortlist of the public site. This also drops pages that the
 * browser keeps in memory for Back.
 */
const CLEAR_CACHE = { 'Clear-Site-Data': '"cache"' }

export async function action({ context }: Route.ActionArgs) {
  const { database, signedIn } = context.get(deskContext)
  if (signedIn) await endSession(database, signedIn.session.id)
  dropSession(context)
  return redirect('/sign-in?signed-out=', { status: 303, headers: CLEAR_CACHE })
}

/** A GET does not sign out. */
export function loader(): Response {
  return redirect('/account')
}
