/** The first step of signing in: a password, or a passkey, which completes it. */
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Transaction } from '#data/tables.ts'
import { action } from '../action.ts'
import { noteChange } from '../audit/audit-log.ts'
import { createAuthentication, noteUse, passkeysOf, verifyAuthentication } from './passkeys.ts'
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
  const { database, log } = context
  const email = normalizeEmail(given.email).slice(0, 254)
  const person = await readPersonByEmail(database, email)
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
  const needsNewPassword = passwordFault(given.password, person.email) !== null
  const newHash = await newHashFor(person, given.password)
  return action(database, 'sign in with a password', async (transaction) => {
    if (newHash) await replaceHash(transaction, person, newHash)
    return { ok: true, needsNewPassword, ...(await startPendingSession(transaction, context, person)) }
  })
}

/** Null if the stored hash has the cost parameters of today. */
const newHashFor = async ({ passwordHash }: StoredPerson, password: string): Promise<string | null> =>
  passwordHash !== null && isOutdated(passwordHash) ? hashPassword(password) : null

async function replaceHash(transaction: Transaction, person: StoredPerson, passwordHash: string) {
  await transaction
    .updateTable('people')
    .set({ passwordHash })
    .where('id', '=', person.id)
    .where('passwordHash', '=', person.passwordHash)
    .execute()
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
  const allowed = current ? await passkeysOf(context.database, current.person.id) : []
  if (current && allowed.length === 0) return REFUSED
  return createAuthentication(context, { subject: current?.session.id ?? null, allowed })
}

/** @param response the browser's response, as JSON. A passkey is both factors, so it signs in completely. */
export async function signInWithPasskey(context: SignInContext, response: string): Promise<SignInResult> {
  const { database, log, now } = context
  const refusal = takeQuestion(context)
  if (refusal) return refusal
  const used = await verifyAuthentication(context, null, response)
  const result = used
    ? await action(database, 'sign in with a passkey', async (transaction): Promise<SignInResult> => {
        const person = await readPerson(transaction, used.passkey.personId)
        if (!person || !(await noteUse(transaction, used, now))) return REFUSED
        const started = await startFullSession(transaction, context, person)
        await noteSignIn(transaction, started, `a passkey (${used.passkey.label})`)
        return { ok: true, ...started }
      })
    : REFUSED
  if (!result.ok) log.info('A sign-in with a passkey was refused')
  return result
}

/** Only the device, not the address, because the audit trail is kept for years. */
export async function noteSignIn(
  transaction: Transaction,
  { person, session }: SignedIn,
  by: string,
): Promise<void> {
  const actor = { person: person.name, via: 'desk' } as const
  await noteChange(transaction, actor, 'sign in', `with ${by}, ${session.device}`)
}
