/** The first step of signing in: a password, or a passkey, which completes it. */
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { requireSuccess } from '#shared/data/response.ts'
import { recordChange } from '../audit/audit-log.ts'
import { createAuthentication, passkeysOf, verifyAuthentication } from './passkeys.ts'
import { hashPassword, isOutdated, passwordFault, verifyPassword } from './passwords.ts'
import { NOBODY, normalizeEmail, readPerson, readPersonByEmail, type StoredPerson } from './person-store.ts'
import { REFUSED, takeGuess, takeQuestion, unlessBusy } from './refusals.ts'
import { startFullSession, startPendingSession } from './sessions.ts'
import type { NewSession, Refusal, SignedIn, SignInContext, SignInResult } from './types.ts'

/**
 * Returns a session of stage `second-factor` or `enrol`, or the same refusal for every fault. Unknown addresses cause
 * the same queries, limits and argon2 run as known ones.
 * @returns `needsNewPassword` if the password has since been added to the list of common ones
 */
export async function signInWithPassword(
  context: SignInContext,
  given: { email: string; password: string },
): Promise<({ ok: true; needsNewPassword: boolean } & NewSession) | Refusal> {
  const { client, log } = context
  const email = normalizeEmail(given.email).slice(0, 254)
  const person = await readPersonByEmail(client, email)
  const personId = person?.id ?? NOBODY
  const taken = await takeGuess(context, { guess: 'password', whom: email, personId })
  if (!taken.ok) return taken
  const isRight = await unlessBusy(() => verifyPassword(given.password, person?.passwordHash ?? null))
  if (typeof isRight === 'object') return isRight
  if (!isRight || !person) {
    log.info('A sign-in with a password was refused')
    return REFUSED
  }
  taken.refund()
  await renewOutdatedHash(context, person, given.password)
  const needsNewPassword = passwordFault(given.password, person.email) !== null
  return { ok: true, needsNewPassword, ...(await startPendingSession(context, person)) }
}

async function renewOutdatedHash({ client }: SignInContext, person: StoredPerson, password: string) {
  const { id, passwordHash } = person
  if (passwordHash === null || !isOutdated(passwordHash)) return
  const change = { password_hash: await hashPassword(password) }
  requireSuccess(await client.from('people').update(change).eq('id', id).eq('password_hash', passwordHash))
}

/**
 * Options for the browser. They store a challenge, so pages request them with a POST.
 * @param current the session that gives a second factor; limits the options to that person's passkeys
 */
export async function passkeySignInOptions(
  context: SignInContext,
  current?: SignedIn,
): Promise<{ ok: true; options: PublicKeyCredentialRequestOptionsJSON } | Refusal> {
  const refusal = takeQuestion(context)
  if (refusal) return refusal
  const allowed = current ? await passkeysOf(context.client, current.person.id) : []
  if (current && allowed.length === 0) return REFUSED
  return createAuthentication(context, { subject: current?.session.id ?? null, allowed })
}

/** @param response the browser's response, as JSON. A passkey is both factors, so it signs in completely. */
export async function signInWithPasskey(context: SignInContext, response: string): Promise<SignInResult> {
  const { client, log } = context
  const refusal = takeQuestion(context)
  if (refusal) return refusal
  const passkey = await verifyAuthentication(context, null, response)
  const person = passkey && (await readPerson(client, passkey.personId))
  if (!person) {
    log.info('A sign-in with a passkey was refused')
    return REFUSED
  }
  const started = await startFullSession(context, person)
  await noteSignIn(context, started, `a passkey (${passkey.label})`)
  return { ok: true, ...started }
}

/** Only the device, not the address, because the audit trail is kept for years. */
export async function noteSignIn(
  { client }: SignInContext,
  { person, session }: SignedIn,
  by: string,
): Promise<void> {
  const actor = { person: person.name, via: 'desk' } as const
  await recordChange(client, actor, 'sign in', `with ${by}, ${session.device}`)
}
