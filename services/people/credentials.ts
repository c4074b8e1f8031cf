/** Changes of a person's credentials. Each requires a recent second factor and replaces the session token. */
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { Updateable } from 'kysely'
import type { Reader, Tables, Transaction } from '#data/tables.ts'
import { type Time, toTime } from '#data/times.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { action } from '../action.ts'
import { noteChange } from '../audit/audit-log.ts'
import { peekChallenge, storeChallenge, takeChallenge } from './challenges.ts'
import { describeDevice } from './device.ts'
import {
  createRegistration,
  MAX_PASSKEYS,
  type NewPasskey,
  passkeysOf,
  verifyRegistration,
} from './passkeys.ts'
import { hashPassword, passwordFault, verifyPassword } from './passwords.ts'
import { nameFault, readPerson, readPersonToChange, renewStamp, type StoredPerson } from './person-store.ts'
import { countRecoveryCodes, removeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import {
  EXPIRED,
  invalid,
  NEEDS_SECOND_FACTOR,
  REFUSED,
  takeGuess,
  takeQuestion,
  unlessBusy,
} from './refusals.ts'
import { queueSecurityNotice } from './security-notice.ts'
import { hasFreshSecondFactor, startFullSession, takeSession } from './sessions.ts'
import { matchTotp, newTotpSecret, totpUri } from './totp.ts'
import type {
  Credentials,
  Done,
  NewSession,
  Refusal,
  SignedIn,
  SignInContext,
  SignInResult,
} from './types.ts'

export async function readCredentials(reader: Reader, personId: string): Promise<Credentials> {
  const person = await readPerson(reader, personId)
  const passkeys = await passkeysOf(reader, personId)
  return {
    hasPassword: person?.passwordHash != null,
    hasTotp: person?.totpSecret != null,
    passkeys: passkeys.map(({ id, label, createdAt, lastUsedAt }) => ({ id, label, createdAt, lastUsedAt })),
    recoveryCodesLeft: await countRecoveryCodes(reader, personId),
  }
}

const isFresh = ({ session, stage }: SignedIn, now: Date) =>
  stage === 'full' && hasFreshSecondFactor(session, now)

/** A person who signs in for the first time has no second factor yet. */
const mayChange = (current: SignedIn, now: Date) => current.stage === 'enrol' || isFresh(current, now)

/**
 * Starts the set-up of an authenticator app: `uri` for the QR code, `secret` in groups for typing. It takes effect once
 * a code confirms it.
 */
export async function startTotp(
  { database, firm, now }: SignInContext,
  current: SignedIn,
): Promise<{ ok: true; uri: string; secret: string } | Refusal> {
  if (!mayChange(current, now)) return NEEDS_SECOND_FACTOR
  const subject = current.session.id
  // Reloading the page shows the same secret.
  const begun = await peekChallenge(database, { kind: 'totp', subject }, now)
  const secret = begun?.value ?? newTotpSecret()
  if (!begun)
    await storeChallenge(database, { kind: 'totp', value: secret, subject, personId: current.person.id }, now)
  const uri = totpUri(secret, firm, current.person.email)
  return { ok: true, uri, secret: secret.replace(/(.{4})(?=.)/g, '$1 ') }
}

/** Confirms the app with a first code. The recovery codes are shown once. */
export async function confirmTotp(
  context: SignInContext,
  current: SignedIn,
  code: string,
): Promise<({ ok: true; recoveryCodes: string[] } & NewSession) | Refusal> {
  const { database, now } = context
  if (!mayChange(current, now)) return NEEDS_SECOND_FACTOR
  const subject = current.session.id
  const begun = await peekChallenge(database, { kind: 'totp', subject }, now)
  if (!begun) return EXPIRED
  const step = matchTotp(begun.value, code, now, null)
  if (step === null)
    return invalid(
      'code',
      'The code is wrong. Check that your phone’s clock is right, and enter the newest code.',
    )
  if (!(await takeChallenge(database, { kind: 'totp', value: begun.value, subject }, now))) return EXPIRED
  const change = { totpSecret: begun.value, totpLastStep: step }
  return action(database, 'set up an app', async (transaction) => {
    const started = await changeOwn(transaction, context, current, 'set up an authenticator app', change, {
      secondFactorAt: toTime(now),
    })
    if (!started.ok) return started
    return { ...started, recoveryCodes: await replaceRecoveryCodes(transaction, current.person.id) }
  })
}

/** Creates ten recovery codes, shown once; the old ones become invalid. */
export async function renewRecoveryCodes(
  context: SignInContext,
  current: SignedIn,
): Promise<{ ok: true; recoveryCodes: string[] } | Refusal> {
  const { database, now } = context
  if (!isFresh(current, now)) return NEEDS_SECOND_FACTOR
  return action(database, 'renew recovery codes', async (transaction) => {
    const person = await readPersonToChange(transaction, current.person.id)
    // Recovery codes replace the second factor, so they are useless without a password.
    if (person?.passwordHash == null) return REFUSED
    const recoveryCodes = await replaceRecoveryCodes(transaction, person.id)
    await noteAndNotify(transaction, context, person, 'made new recovery codes')
    return { ok: true, recoveryCodes }
  })
}

/** Refused if the person could no longer sign in. Ends other sessions. */
export async function removeTotp(context: SignInContext, current: SignedIn): Promise<SignInResult> {
  const { database, now } = context
  if (!isFresh(current, now)) return NEEDS_SECOND_FACTOR
  return action(database, 'remove an app', async (transaction) => {
    await readPersonToChange(transaction, current.person.id)
    if ((await passkeysOf(transaction, current.person.id)).length === 0)
      return invalid('code', 'Add a passkey first: you could not sign in without the app.')
    const change = { totpSecret: null, totpLastStep: null }
    return changeOwn(transaction, context, current, 'removed the authenticator app', change)
  })
}

/**
 * Sets or changes the password. Ends other sessions.
 * @param given.current required if there is one
 */
export async function changePassword(
  context: SignInContext,
  current: SignedIn,
  given: { current?: string; password: string },
): Promise<SignInResult> {
  const { database, now } = context
  if (!isFresh(current, now)) return NEEDS_SECOND_FACTOR
  const person = await readPerson(database, current.person.id)
  if (!person) return EXPIRED
  const fault = passwordFault(given.password, person.email)
  if (fault) return invalid('password', fault)
  return unlessBusy(async () => {
    const refusal = await checkCurrent(context, person, given.current ?? '')
    if (refusal) return refusal
    const change = { passwordHash: await hashPassword(given.password) }
    const what = person.passwordHash === null ? 'set a password' : 'changed the password'
    return action(database, 'change a password', (transaction) =>
      changeOwn(transaction, context, current, what, change),
    )
  })
}

async function checkCurrent(
  context: SignInContext,
  { id: personId, email: whom, passwordHash }: StoredPerson,
  given: string,
): Promise<Refusal | null> {
  if (passwordHash === null) return null
  const taken = await takeGuess(context, { guess: 'password', whom, personId })
  if (!taken.ok) return taken
  if (!(await verifyPassword(given, passwordHash)))
    return invalid('current', 'This is not your current password.')
  taken.refund()
  return null
}

/** Options for the browser. */
export async function passkeyRegistrationOptions(
  context: SignInContext,
  current: SignedIn,
): Promise<{ ok: true; options: PublicKeyCredentialCreationOptionsJSON } | Refusal> {
  const { database, now } = context
  const refusal = takeQuestion(context)
  if (refusal) return refusal
  if (!mayChange(current, now)) return NEEDS_SECOND_FACTOR
  const { id, email, name } = current.person
  const existing = await passkeysOf(database, id)
  if (existing.length >= MAX_PASSKEYS)
    return invalid('passkey', `You already have ${MAX_PASSKEYS} passkeys. Remove one first.`)
  return createRegistration(context, { subject: current.session.id, personId: id, email, name, existing })
}

/** @param given.response the browser's response, as JSON. */
export async function addPasskey(
  context: SignInContext,
  current: SignedIn,
  given: { response: string; label: string },
): Promise<SignInResult> {
  const { database, now } = context
  if (!mayChange(current, now)) return NEEDS_SECOND_FACTOR
  const label = cleanLine(given.label)
  const fault = nameFault(label)
  if (fault) return invalid('label', fault)
  const made = await verifyRegistration(context, current.session.id, given.response)
  if (made?.personId !== current.person.id) return REFUSED
  return action(database, 'add a passkey', async (transaction) => {
    const person = await readPersonToChange(transaction, current.person.id)
    if (!person || !(await takeSession(transaction, current.session, person))) return EXPIRED
    if (!(await insertPasskey(transaction, made, label))) return REFUSED
    await noteAndNotify(transaction, context, person, `added the passkey ${label}`)
    const continued = current.stage === 'full' ? current.session : {}
    return { ok: true, ...(await startFullSession(transaction, context, person, continued)) }
  })
}

/** @returns false if another person or session has stored this passkey. */
export async function insertPasskey(
  transaction: Transaction,
  { personId, row }: NewPasskey,
  label: string,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('passkeys')
    .values({ ...row, personId, label })
    .onConflict((same) => same.column('credentialId').doNothing())
    .returning('id')
    .execute()
  return inserted.length === 1
}

export async function renamePasskey(
  { database, now }: SignInContext,
  current: SignedIn,
  given: { id: string; label: string },
): Promise<Done> {
  if (!isFresh(current, now)) return NEEDS_SECOND_FACTOR
  const label = cleanLine(given.label)
  const fault = nameFault(label)
  if (fault) return invalid('label', fault)
  const { id, name } = current.person
  return action(database, 'rename a passkey', async (transaction) => {
    const renamed = (await passkeysOf(transaction, id)).find((passkey) => passkey.id === given.id)
    if (!renamed) return EXPIRED
    if (renamed.label === label) return { ok: true }
    const actor = { person: name, via: 'desk' } as const
    await noteChange(transaction, actor, 'own sign-in', `renamed the passkey ${renamed.label} to ${label}`)
    await transaction.updateTable('passkeys').set({ label }).where('id', '=', renamed.id).execute()
    return { ok: true }
  })
}

/** Refused if the person could no longer sign in. Ends other sessions. */
export async function removePasskey(
  context: SignInContext,
  current: SignedIn,
  id: string,
): Promise<SignInResult> {
  const { database, now } = context
  if (!isFresh(current, now)) return NEEDS_SECOND_FACTOR
  return action(database, 'remove a passkey', async (transaction) => {
    const person = await readPersonToChange(transaction, current.person.id)
    const passkeys = await passkeysOf(transaction, current.person.id)
    const removed = passkeys.find((passkey) => passkey.id === id)
    if (!person || !removed) return EXPIRED
    if (passkeys.length === 1 && (person.passwordHash === null || person.totpSecret === null))
      return invalid(
        'passkey',
        'This is your only way to sign in. First add another passkey, or a password and an app.',
      )
    await transaction.deleteFrom('passkeys').where('id', '=', removed.id).execute()
    return changeOwn(transaction, context, current, `removed the passkey ${removed.label}`)
  })
}

/** Ends all sessions of the person and starts one that replaces the current one. */
async function changeOwn(
  transaction: Transaction,
  context: SignInContext,
  { person: { id }, session, stage }: SignedIn,
  what: string,
  change: Updateable<Tables['people']> = {},
  replaced: { secondFactorAt?: Time } = {},
): Promise<SignInResult> {
  const person = await readPersonToChange(transaction, id)
  if (!person || !(await takeSession(transaction, session, person))) return EXPIRED
  const renewed = await renewStamp(transaction, id, change)
  if (!renewed) return EXPIRED
  await noteAndNotify(transaction, context, renewed, what)
  const continued = stage === 'full' ? { ...session, ...replaced } : replaced
  return { ok: true, ...(await startFullSession(transaction, context, renewed, continued)) }
}

/** Notes the change in the audit trail, and reports it to the person by email. */
async function noteAndNotify(
  transaction: Transaction,
  { siteUrl, visit, now }: SignInContext,
  person: StoredPerson,
  what: string,
): Promise<void> {
  await noteChange(transaction, { person: person.name, via: 'desk' }, 'own sign-in', what)
  const device = describeDevice(visit.userAgent)
  await queueSecurityNotice(transaction, person, {
    what: `Someone who was signed in as you ${what}, using ${device}`,
    siteUrl,
    now,
  })
}

/** Removes all credentials of a person who is locked out and must start again. */
export async function removeCredentials(transaction: Transaction, personId: string): Promise<void> {
  await renewStamp(transaction, personId, { passwordHash: null, totpSecret: null, totpLastStep: null })
  await transaction.deleteFrom('passkeys').where('personId', '=', personId).execute()
  await removeRecoveryCodes(transaction, personId)
}
