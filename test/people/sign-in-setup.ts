/** Shared by the tests of sign-in: requests from an address, and people who have joined. */

import type { Database } from '#data/tables.ts'
import type { ClientNetwork } from '#services/client-ip.ts'
import { pauseSending, resumeSending } from '#services/mail/sending.ts'
import {
  addPasskey,
  confirmTotp,
  passkeyRegistrationOptions,
  startTotp,
} from '#services/people/credentials.ts'
import { acceptInvitation, createInvitation, firstPersonLink } from '#services/people/invitations.ts'
import { SignInLimits } from '#services/people/sign-in-limits.ts'
import { timeStep, totpCode } from '#services/people/totp.ts'
import type { NewSession, Refusal, Role, SignInContext } from '#services/people/types.ts'
import { deleteRows } from '../rows.ts'
import { SoftAuthenticator } from '../soft-authenticator.ts'

export const SITE_URL = 'https://plates.test'
export const PASSWORD = 'three words of mine'
export const OFFICE = { person: 'root', via: 'office' } as const

export const NOW = new Date('2026-12-01T12:00:00.000Z')
export const later = (ms: number, from = NOW) => new Date(from.getTime() + ms)
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

let networks = 0

/** A different one each time. */
export function newNetwork(): ClientNetwork {
  networks++
  const network = `10.9.${networks >> 8}.${networks & 255}`
  return { network, prefixes: [network] }
}

export const logged: string[] = []

export function contextOf(
  database: Database,
  { now = NOW, network = newNetwork(), origin = SITE_URL, limits = new SignInLimits() } = {},
): SignInContext {
  return {
    database,
    siteUrl: SITE_URL,
    firm: 'Plateworthy',
    limits,
    visit: {
      network,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      origin,
    },
    log: {
      info: (message) => void logged.push(message),
      error: (message, error) => void logged.push(`${message}: ${error}`),
    },
    now,
  }
}

export const tokenOf = (link: string | null | undefined): string =>
  new URL(link ?? '').searchParams.get('token') ?? ''

/** @throws if it was refused */
export function granted<Result extends { ok: true }>(result: Result | Refusal): Result {
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result)}`)
  return result
}

export async function emptyPeople(database: Database): Promise<void> {
  // As in a copy, where the last owner may go.
  await pauseSending(database, { kind: 'copy', other: 'x', at: NOW.toISOString() })
  for (const table of [
    'people',
    'passkeys',
    'recovery_codes',
    'invitations',
    'sessions',
    'challenges',
    'mails',
  ] as const)
    await deleteRows(database, table)
  await resumeSending(database)
  logged.length = 0
}

/** The first person, an owner, who has not set up a second factor yet. */
export async function joinFirst(context: SignInContext, name = 'Ann Owner'): Promise<NewSession> {
  const link = await firstPersonLink(context.database, SITE_URL, { name: 'test', now: context.now })
  const given = { name, email: 'ann@plates.test', credential: { password: PASSWORD } }
  return granted(await acceptInvitation(context, tokenOf(link), given))
}

export async function join(
  context: SignInContext,
  { email, role, name }: { email: string; role: Role; name: string },
): Promise<NewSession> {
  const { database, now } = context
  const { link } = granted(await createInvitation(database, SITE_URL, { email, role }, OFFICE, now))
  return granted(await acceptInvitation(context, tokenOf(link), { name, credential: { password: PASSWORD } }))
}

export interface Enrolled extends NewSession {
  secret: string
  recoveryCodes: string[]
}

/** Sets up an app with the code of the previous time step, so that the current one is still unused. */
export async function enrol(context: SignInContext, session: NewSession): Promise<Enrolled> {
  const begun = granted(await startTotp(context, session))
  const secret = begun.secret.replaceAll(' ', '')
  const confirmed = await confirmTotp(context, session, totpCode(secret, timeStep(context.now) - 1))
  return { ...granted(confirmed), secret }
}

export const codeAt = (secret: string, at: Date): string => totpCode(secret, timeStep(at))

export async function passkeyOf(context: SignInContext, session: NewSession) {
  const authenticator = new SoftAuthenticator(SITE_URL)
  const { options } = granted(await passkeyRegistrationOptions(context, session))
  const response = authenticator.create(options)
  return {
    authenticator,
    response,
    session: granted(await addPasskey(context, session, { response, label: 'Phone' })),
  }
}
