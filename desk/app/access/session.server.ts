import type { RouterContextProvider } from 'react-router'
import { describeDevice } from '#services/people/device.ts'
import { newFormToken } from '#services/people/form-tokens.ts'
import { endedSessionCookie, sessionCookie } from '#services/people/session-cookie.ts'
import type { NewSession } from '#services/people/types.ts'
import { deskContext } from '../context.ts'

type Context = Readonly<RouterContextProvider>

/** Sets the cookie of the session that replaces the current one; later loaders of this request use it too. */
export function adoptSession(context: Context, started: NewSession): void {
  const desk = context.get(deskContext)
  const { token, person, session, stage } = started
  const isFull = stage === 'full'
  desk.cookies.push(sessionCookie(token, desk.siteUrl))
  Object.assign(desk, {
    signedIn: { person, session, stage },
    person: isFull ? person : null,
    session: isFull ? session : null,
    csrfToken: newFormToken(token),
  })
}

/** Removes the cookie; the caller ends the session itself. */
export function dropSession(context: Context): void {
  const desk = context.get(deskContext)
  desk.cookies.push(endedSessionCookie(desk.siteUrl))
  Object.assign(desk, { signedIn: null, person: null, session: null })
}

/** The default label of a new passkey: 'Safari on iPhone'. */
export const deviceOf = (context: Context): string =>
  describeDevice(context.get(deskContext).signIn.visit.userAgent)
