/** Changes of a person's credentials. Each requires a recent second factor and replaces the session token. */
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { BackendClient } from '#shared/data/client.ts'
import { isInserted, requireSuccess } from '#shared/data/response.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { recordChange } from '../audit/audit-log.ts'
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
import { nameFault, readPerson, renewStamp, type StoredPerson } from './person-store.ts'
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

export async function readCredentials(client: BackendClient, personId: string): Promise<Credentials> {
  const person = await readPerson(client, personId)
  const passkeys = await passkeysOf(client, personId)
  return {
    hasPassword: person?.passwordHash != null,
    hasTotp: person?.totpSecret != null,
    passkeys: passkeys.map(({ id, label, createdAt, lastUsedAt }) => ({ id, label, createdAt, lastUsedAt })),
    recoveryCodesLeft: await countRecoveryCodes(client, personId),
  }
}

/** A person who signs in for the first time has no second factor yet. */
const mayChange = ({ session, stage }: SignedIn, now: Date) =>
  stage === 'enrol' || (stage === 'full' && hasFreshSecondFactor(session, now))

/**
 * Starts the set-up of an authenticator app: `uri` for the QR code, `secret` in groups for typing. It takes effect once
 * a code confirms it.
 */
export async function startTotp(
  { client, firm, now }: SignInContext,
  current: SignedIn,
): Promise<{ ok: true; uri: string; secret: string } | Refusal> {
  if (!mayChange(current, now)) return NEEDS_SECOND_FACTOR
  const subject = current.session.id
  // Reloading the page shows the same secret.
  const begun = await peekChallenge(client, { kind: 'totp', subject }, now)
  const secret = begun?.value ?? newTotpSecret()
  if (!begun)
    await storeChallenge(client, { kind: 'totp', value: secret, subject, personId: current.person.id }, now)
  const uri = totpUri(secret, firm, current.person.email)
  return { ok: true, uri, secret: secret.replace(/(.{4})(?=.)/g, '$1 ') }
}

/** Confirms the app with a first code. The recovery codes are shown once. */
export async function confirmTotp(
  context: SignInContext,
  current: SignedIn,
  code: string,
): Promise<({ ok: true; recoveryCodes: string[] } & NewSession) | Refusal> {
  const { client, now } = context
  if (!mayChange(current, now)) return NEEDS_SECOND_FACTOR
  const subject = current.session.id
  const begun = await peekChallenge(client, { kind: 'totp', subject }, now)
  if (!begun) return EXPIRED
  const step = matchTotp(begun.value, code, now, null)
  if (step === null)
    return invalid(
      'code',
      'The code is wrong. Check that your phone’s clock is right, and enter the newest code.',
    )
  if (!(await takeChallenge(client, { kind: 'totp', value: begun.value, subject }, now))) return EXPIRED
  const change = { totp_secret: begun.value, totp_last_step: step }
  const started = await changeOwn(context, current, 'set up an authenticator app', change, {
    secondFactorAt: now.toISOString(),
  })
  if (!started.ok) return started
  return { ...started, recoveryCodes: await replaceRecoveryCodes(client, current.person.id) }
}

/** Creates ten recovery codes, shown once; the old ones become invalid. */
export async function renewRecoveryCodes(
  context: SignInContext,
  current: SignedIn,
): Promise<{ ok: true; recoveryCodes: string[] } | Refusal> {
  const { client, now } = context
  if (current.stage !== 'full' || !mayChange(current, now)) return NEEDS_SECOND_FACTOR
  const person = await readPerson(client, current.person.id)
  // Recovery codes replace the second factor, so they are useless without a password.
  if (person?.passwordHash == null) return REFUSED
  const recoveryCodes = await replaceRecoveryCodes(client, person.id)
  await recordAndNotify(context, person, 'made new recovery codes')
  return { ok: true, recoveryCodes }
}

/** Refused if the person could no longer sign in. Ends other sessions. */
export async function removeTotp(context: SignInContext, current: SignedIn): Promise<SignInResult> {
  const { client, now } = context
  if (current.stage !== 'full' || !mayChange(current, now)) return NEEDS_SECOND_FACTOR
  if ((await passkeysOf(client, current.person.id)).length === 0)
    return invalid('code', 'Add a passkey first: you could not sign in without the app.')
  const change = { totp_secret: null, totp_last_step: null }
  return changeOwn(context, current, 'removed the authenticator app', change)
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
  const { client, now } = context
  if (current.stage !== 'full' || !mayChange(current, now)) return NEEDS_SECOND_FACTOR
  const person = await readPerson(client, current.person.id)
  if (!person) return EXPIRED
  const fault = passwordFault(given.password, person.email)
  if (fault) return invalid('password', fault)
  return unlessBusy(async () => {
    const refusal = await checkCurrent(context, person, given.current ?? '')
    if (refusal) return refusal
    const change = { password_hash: await hashPassword(given.password) }
    const what = person.passwordHash === null ? 'set a password' : 'changed the password'
    return changeOwn(context, current, what, change)
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
  const { client, now } = context
  const refusal = takeQuestion(context)
  if (refusal) return refusal
  if (!mayChange(current, now)) return NEEDS_SECOND_FACTOR
  const { id, email, name } = current.person
  const existing = await passkeysOf(client, id)
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
  const { client, now } = context
  if (!mayChange(current, now)) return NEEDS_SECOND_FACTOR
  const label = cleanLine(given.label)
  const fault = labelFault(label)
  if (fault) return invalid('label', fault)
  const made = await verifyRegistration(context, current.session.id, given.response)
  if (made?.personId !== current.person.id) return REFUSED
  const person = await readPerson(client, current.person.id)
  if (!person || !(await takeSession(client, current.session, person))) return EXPIRED
  if (!(await insertPasskey(client, made, label))) return REFUSED
  await recordAndNotify(context, person, `added the passkey ${label}`)
  const { session, stage } = current
  return { ok: true, ...(await startFullSession(context, person, stage === 'full' ? session : {})) }
}

/** @returns false if another person or session has stored this passkey. */
export async function insertPasskey(
  client: BackendClient,
  { personId, row }: NewPasskey,
  label: string,
): Promise<boolean> {
  return isInserted(await client.from('passkeys').insert({ ...row, person_id: personId, label }))
}

export const labelFault = (label: string): string | null => nameFault(label)

export async function renamePasskey(
  { client, now }: SignInContext,
  current: SignedIn,
  given: { id: string; label: string },
): Promise<Done> {
  if (current.stage !== 'full' || !mayChange(current, now)) return NEEDS_SECOND_FACTOR
  const label = cleanLine(given.label)
  const fault = labelFault(label)
  if (fault) return invalid('label', fault)
  const { id, name } = current.person
  const renamed = (await passkeysOf(client, id)).find((passkey) => passkey.id === given.id)
  if (!renamed) return EXPIRED
  if (renamed.label === label) return { ok: true }
  const actor = { person: name, via: 'desk' } as const
  await recordChange(client, actor, 'own sign-in', `renamed the passkey ${renamed.label} to ${label}`)
  requireSuccess(await client.from('passkeys').update({ label }).eq('id', renamed.id).eq('person_id', id))
  return { ok: true }
}

/** Refused if the person could no longer sign in. Ends other sessions. */
export async function removePasskey(
  context: SignInContext,
  current: SignedIn,
  id: string,
): Promise<SignInResult> {
  const { client, now } = context
  if (current.stage !== 'full' || !mayChange(current, now)) return NEEDS_SECOND_FACTOR
  const person = await readPerson(client, current.person.id)
  const passkeys = await passkeysOf(client, current.person.id)
  const removed = passkeys.find((passkey) => passkey.id === id)
  if (!person || !removed) return EXPIRED
  if (passkeys.length === 1 && (person.passwordHash === null || person.totpSecret === null))
    return invalid(
      'passkey',
      'This is your only way to sign in. First add another passkey, or a password and an app.',
    )
  const started = await changeOwn(context, current, `removed the passkey ${removed.label}`)
  if (started.ok) requireSuccess(await client.from('passkeys').delete().eq('id', removed.id))
  return started
}

/** Ends all sessions of the person and starts one that replaces the current one. */
async function changeOwn(
  context: SignInContext,
  { person: { id }, session, stage }: SignedIn,
  what: string,
  change: Record<string, string | number | null> = {},
  replaced: { secondFactorAt?: string } = {},
): Promise<SignInResult> {
  const { client } = context
  const person = await readPerson(client, id)
  if (!person || !(await takeSession(client, session, person))) return EXPIRED
  const renewed = await renewStamp(client, id, change)
  if (!renewed) return EXPIRED
  await recordAndNotify(context, renewed, what)
  const kept = stage === 'full' ? { ...session, ...replaced } : replaced
  return { ok: true, ...(await startFullSession(context, renewed, kept)) }
}

/** Records the change in the audit trail, and reports it to the person by email. */
async function recordAndNotify(
  { client, siteUrl, visit, now }: SignInContext,
  person: StoredPerson,
  what: string,
): Promise<void> {
  await recordChange(client, { person: person.name, via: 'desk' }, 'own sign-in', what)
  const device = describeDevice(visit.userAgent)
  await queueSecurityNotice(client, person, {
    what: `Someone who was signed in as you ${what}, using ${device}`,
    siteUrl,
    now,
  })
}

/** Removes all credentials of a person who is locked out and must start again. */
export async function removeCredentials(client: BackendClient, personId: string): Promise<void> {
  await renewStamp(client, personId, { password_hash: null, totp_secret: null, totp_last_step: null })
  requireSuccess(await client.from('passkeys').delete().eq('person_id', personId))
  await removeRecoveryCodes(client, personId)
}
