/** Passkeys through @simplewebauthn/server: discoverable credentials with user verification on the device. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Reader, Row, Transaction } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { type Challenge, storeChallenge, takeChallenge } from './challenges.ts'
import { invalid } from './refusals.ts'
import type { Refusal, SignInContext } from './types.ts'

export const MAX_PASSKEYS = 20
const TIMEOUT_MS = 5 * 60_000
/**
 * Ed25519, ES256 and RS256, which authenticators support. The library would also probe algorithms that Node calls
 * experimental.
 */
const ALGORITHMS = [-8, -7, -257]

interface StoredPasskey extends Omit<Row<'passkeys'>, 'transports'> {
  transports: string[]
}

/** Loaded with the first passkey, because it parses certificates of every manufacturer. */
const library = () => import('@simplewebauthn/server')

interface RelyingParty {
  id: string
  origin: string
}

const isAddress = (hostname: string) => /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
const isLoopback = (hostname: string) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/**
 * Passkeys belong to the origin of SITE_URL. An IP address cannot have any (WebAuthn, 5.1.3), so a site whose SITE_URL
 * is a loopback address has them at localhost, at the same port. Port 0 leaves the port to the system.
 */
export function relyingParty(siteUrl: string, origin: string): RelyingParty | null {
  if (!URL.canParse(origin)) return null
  const [own, visited] = [new URL(siteUrl), new URL(origin)]
  const isOwn = isLoopback(own.hostname)
    ? visited.hostname === 'localhost' && (own.port === '0' || visited.port === own.port)
    : visited.origin === own.origin && own.protocol === 'https:' && !isAddress(own.hostname)
  return isOwn ? { id: visited.hostname, origin: visited.origin } : null
}

const elsewhere = (siteUrl: string) =>
  invalid(
    'passkey',
    siteUrl.startsWith('https:')
      ? `Passkeys work at ${siteUrl} only: open the desk there.`
      : 'Passkeys work over https, and on this machine at http://localhost: use a password here.',
  )

interface NewPasskeyFor {
  subject: string
  personId: string
  email: string
  name: string
  existing: readonly StoredPasskey[]
}

export async function createRegistration(
  { database, siteUrl, firm, visit, now }: SignInContext,
  { subject, personId, email, name, existing }: NewPasskeyFor,
): Promise<{ ok: true; options: PublicKeyCredentialCreationOptionsJSON } | Refusal> {
  const party = relyingParty(siteUrl, visit.origin)
  if (!party) return elsewhere(siteUrl)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: firm,
    rpID: party.id,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(personId),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(database, { kind: 'register', value: options.challenge, subject, personId }, now)
  return { ok: true, options }
}

export async function createAuthentication(
  { database, siteUrl, visit, now }: SignInContext,
  { subject, allowed }: { subject: string | null; allowed: readonly StoredPasskey[] },
): Promise<{ ok: true; options: PublicKeyCredentialRequestOptionsJSON } | Refusal> {
  const party = relyingParty(siteUrl, visit.origin)
  if (!party) return elsewhere(siteUrl)
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(allowed.length > 0 && {
      allowCredentials: allowed.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    }),
  })
  await storeChallenge(database, { kind: 'sign-in', value: options.challenge, subject, personId: null }, now)
  return { ok: true, options }
}

export interface NewPasskey {
  /** The user for whom the authenticator has stored the passkey. */
  personId: string
  row: Pick<Row<'passkeys'>, 'credentialId' | 'publicKey' | 'counter' | 'transports'>
}

/** Takes the challenge. @param text the browser's response, as JSON. @returns null if it is invalid */
export async function verifyRegistration(
  { database, siteUrl, visit, now }: SignInContext,
  subject: string,
  text: string,
): Promise<NewPasskey | null> {
  const given = readResponse<RegistrationResponseJSON>(text, siteUrl, visit.origin)
  if (!given) return null
  const { response, party, value } = given
  const challenge = await takeChallenge(database, { kind: 'register', value, subject }, now)
  if (!challenge?.personId) return null
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: value,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    })
    if (!verified) return null
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return {
      personId: challenge.personId,
      row: {
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: transports
          .filter((one) => /^[a-z-]{1,20}$/.test(one))
          .slice(0, 8)
          .join(','),
      },
    }
  } catch {
    return null // the library throws if it refuses the response
  }
}

/** A passkey that has answered a challenge. */
export interface UsedPasskey {
  passkey: StoredPasskey
  newCounter: number
}

/** Takes the challenge; `noteUse` belongs to the action that the answer allows. @returns null if the response is invalid */
export async function verifyAuthentication(
  { database, siteUrl, visit, now }: SignInContext,
  subject: string | null,
  text: string,
): Promise<UsedPasskey | null> {
  const given = readResponse<AuthenticationResponseJSON>(text, siteUrl, visit.origin)
  if (!given) return null
  const { response, party, value } = given
  const challenge: Challenge | null = await takeChallenge(database, { kind: 'sign-in', value, subject }, now)
  const passkey = challenge && (await findPasskey(database, response.id))
  if (!passkey) return null
  const { userHandle } = response.response
  const owner = userHandle === undefined ? null : Buffer.from(userHandle, 'base64url').toString()
  // Before sign-in, the authenticator must name the owner of the passkey.
  if (owner === null ? subject === null : owner !== passkey.personId) return null
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: value,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
        transports: passkey.transports,
      },
      requireUserVerification: true,
    })
    return verified ? { passkey, newCounter: authenticationInfo.newCounter } : null
  } catch {
    return null // the library throws if it refuses the response
  }
}

/** The counter of a cloned authenticator would repeat a value. @returns false if it has been used since it was read */
export async function noteUse(
  transaction: Transaction,
  { passkey, newCounter }: UsedPasskey,
  now: Date,
): Promise<boolean> {
  const used = await transaction
    .updateTable('passkeys')
    .set({ counter: newCounter, lastUsedAt: toTime(now) })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .returning('id')
    .execute()
  return used.length === 1
}

async function findPasskey(reader: Reader, credentialId: string): Promise<StoredPasskey | null> {
  const rows = reader.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId)
  const row = await rows.executeTakeFirst()
  return row ? toPasskey(row) : null
}

/** Oldest first. */
export async function passkeysOf(reader: Reader, personId: string): Promise<StoredPasskey[]> {
  const rows = await reader
    .selectFrom('passkeys')
    .selectAll()
    .where('personId', '=', personId)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(MAX_PASSKEYS + 1)
    .execute()
  return rows.map(toPasskey)
}

const toPasskey = ({ transports, ...row }: Row<'passkeys'>): StoredPasskey => ({
  ...row,
  transports: transports.split(',').filter(Boolean),
})

/** A response with the challenge that it answers. */
function readResponse<Response extends GivenResponse>(text: string, siteUrl: string, origin: string) {
  const response = parse<Response>(text)
  const party = relyingParty(siteUrl, origin)
  const value = response && challengeOf(response.response.clientDataJSON)
  return response && party && value ? { response, party, value } : null
}

type GivenResponse = { id: string; response: { clientDataJSON: string } }

const CREDENTIAL_ID = /^[\w-]{16,1400}$/

/** Validates the fields that are read here; the library validates the others. */
function parse<Response extends GivenResponse>(text: string): Response | null {
  try {
    const given = JSON.parse(text)
    const isResponse =
      typeof given?.id === 'string' &&
      CREDENTIAL_ID.test(given.id) &&
      typeof given.response?.clientDataJSON === 'string' &&
      ['undefined', 'string'].includes(typeof (given.response.userHandle ?? undefined))
    if (!isResponse) return null
    if (given.response.userHandle === null) delete given.response.userHandle
    return given
  } catch {
    return null
  }
}

function challengeOf(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' && /^[\w-]{16,200}$/.test(challenge) ? challenge : null
  } catch {
    return null
  }
}
