/**
 * The second step of signing in, required again for keys, people and exports. Each success replaces the session token.
 */
import { action } from '../action.ts'
import { noteUse, type UsedPasskey, verifyAuthentication } from './passkeys.ts'
import { readPerson, readPersonToChange, type StoredPerson } from './person-store.ts'
import { countRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
import { EXPIRED, REFUSED, takeGuess, takeQuestion } from './refusals.ts'
import { queueSecurityNotice } from './security-notice.ts'
import { startFullSession, takeSession } from './sessions.ts'
import { noteSignIn } from './sign-in.ts'
import { matchTotp } from './totp.ts'
import type { SignedIn, SignInContext, SignInResult } from './types.ts'

/** Takes a code of the authenticator app to complete a sign-in or to refresh the second factor. */
export async function verifyTotp(
  context: SignInContext,
  current: SignedIn,
  code: string,
): Promise<SignInResult> {
  return guess(context, current, 'the authenticator app', (person) => takeTotp(context, person, code))
}

/** Takes a recovery code, each of which works once. */
export async function useRecoveryCode(
  context: SignInContext,
  current: SignedIn,
  code: string,
): Promise<SignInResult> {
  const { database, now } = context
  return guess(context, current, 'a recovery code', ({ id }) => takeRecoveryCode(database, id, code, now))
}

/** Takes a passkey of the same person. @param response the browser's response, as JSON. */
export async function verifyPasskey(
  context: SignInContext,
  current: SignedIn,
  response: string,
): Promise<SignInResult> {
  const refusal = takeQuestion(context)
  if (refusal) return refusal
  if (current.stage === 'enrol') return REFUSED
  const used = await verifyAuthentication(context, current.session.id, response)
  if (used?.passkey.personId !== current.person.id) return REFUSED
  return complete(context, current, `a passkey (${used.passkey.label})`, used)
}

async function guess(
  context: SignInContext,
  current: SignedIn,
  by: string,
  isRight: (person: StoredPerson) => Promise<boolean>,
): Promise<SignInResult> {
  const { database, log } = context
  if (current.stage === 'enrol') return REFUSED
  const person = await readPerson(database, current.person.id)
  if (!person) return EXPIRED
  const { id } = person
  const taken = await takeGuess(context, { guess: 'second factor', whom: id, personId: id })
  if (!taken.ok) return taken
  if (!(await isRight(person))) {
    // The password was right, so a wrong code may be an attack.
    log.info(`A second factor of ${person.name} was refused, after the correct password`)
    return REFUSED
  }
  taken.refund()
  const left = by === 'a recovery code' ? ` (${await countRecoveryCodes(database, id)} left)` : ''
  return complete(context, current, `${by}${left}`)
}

async function complete(
  context: SignInContext,
  current: SignedIn,
  by: string,
  used?: UsedPasskey,
): Promise<SignInResult> {
  const { session, stage } = current
  return action(context.database, 'give a second factor', async (transaction) => {
    if (used && !(await noteUse(transaction, used, context.now))) return REFUSED
    const person = await readPersonToChange(transaction, current.person.id)
    if (!person || !(await takeSession(transaction, session, person))) return EXPIRED
    // Only a sign-in starts the 30 days.
    const replaced = stage === 'full' ? { expiresAt: session.expiresAt } : {}
    const started = await startFullSession(transaction, context, person, replaced)
    if (stage !== 'full') await noteSignIn(transaction, started, `a password and ${by}`)
    return { ok: true, ...started }
  })
}

/** Only one of two concurrent requests with the same code gets true. */
async function takeTotp(
  { database, siteUrl, now }: SignInContext,
  person: StoredPerson,
  code: string,
): Promise<boolean> {
  if (person.totpSecret === null) return false
  const step = matchTotp(person.totpSecret, code, now, person.totpLastStep)
  if (step === null) {
    const used = matchTotp(person.totpSecret, code, now, null)
    const what = 'A code of your authenticator app was used a second time, and refused'
    if (used !== null)
      await action(database, 'warn of a used code', (transaction) =>
        queueSecurityNotice(transaction, person, { what, occasion: `code ${used}`, siteUrl, now }),
      )
    return false
  }
  const taken = await action(database, 'take a code of an app', (transaction) =>
    transaction
      .updateTable('people')
      .set({ totpLastStep: step })
      .where('id', '=', person.id)
      .where('totpSecret', '=', person.totpSecret)
      .where('totpLastStep', '<', step)
      .returning('id')
      .execute(),
  )
  return taken.length === 1
}
