/** The people of the desk over both backends. */

import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '#services/audit/actor.ts'
import { noteChange } from '#services/audit/audit-log.ts'
import {
  addPasskey,
  changePassword,
  confirmTotp,
  passkeyRegistrationOptions,
  readCredentials,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  startTotp,
} from '#services/people/credentials.ts'
import {
  acceptInvitation,
  createInvitation,
  createReset,
  findInvitation,
  firstPersonLink,
  invitationPasskeyOptions,
  listInvitations,
  revokeInvitation,
} from '#services/people/invitations.ts'
import {
  changeRole,
  findPersonByEmail,
  listPeople,
  removePerson,
  renamePerson,
} from '#services/people/people.ts'
import { useRecoveryCode, verifyPasskey, verifyTotp } from '#services/people/second-factor.ts'
import {
  endSession,
  endSessionsOf,
  hasFreshSecondFactor,
  listSessions,
  readSession,
  revokeSession,
} from '#services/people/sessions.ts'
import { passkeySignInOptions, signInWithPasskey, signInWithPassword } from '#services/people/sign-in.ts'
import { SignInLimits } from '#services/people/sign-in-limits.ts'
import { timeStep, totpCode } from '#services/people/totp.ts'
import type { NewSession, Role, SignInContext } from '#services/people/types.ts'
import { removeExpiredSignIns } from '#services/retention/retention.ts'
import { hashToken, newToken } from '#services/tokens.ts'
import {
  codeAt,
  contextOf,
  DAY,
  type Enrolled,
  enrol,
  granted,
  HOUR,
  join,
  joinFirst,
  later,
  logged,
  MINUTE,
  NOW,
  newNetwork,
  OFFICE,
  PASSWORD,
  passkeyOf,
  SITE_URL,
  tokenOf,
} from '../people/sign-in-setup.ts'
import { addRows, editRows, findRows, type TableName } from '../rows.ts'
import { SoftAuthenticator } from '../soft-authenticator.ts'
import { transact } from '../transact.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const database = () => contract().database
const at = (now: Date = NOW, more: Partial<Parameters<typeof contextOf>[1]> = {}) =>
  contextOf(database(), { now, ...more })
const refused = { ok: false, reason: 'refused' }
const expired = { ok: false, reason: 'expired' }

beforeEach(async () => {
  logged.length = 0
  await contract().fill({})
})

async function owner(context = at()): Promise<Enrolled> {
  return enrol(context, await joinFirst(context))
}

async function staff(context = at()): Promise<Enrolled> {
  return enrol(context, await join(context, { email: 'bob@plates.test', role: 'staff', name: 'Bob Staff' }))
}

/** Password and code. */
async function signIn(secret: string, email: string, context: SignInContext): Promise<NewSession> {
  const pending = granted(await signInWithPassword(context, { email, password: PASSWORD }))
  return granted(await verifyTotp(context, pending, codeAt(secret, context.now)))
}

const rows = (table: TableName): Promise<Record<string, unknown>[]> => findRows(database(), table, '*')

describe('the first person', () => {
  const server = (name: string, now = NOW) => ({ name, now })

  it('the first person joins by the link that a start prints, and is an owner', async () => {
    const joined = await joinFirst(at())
    expect(joined).toMatchObject({ stage: 'enrol', person: { role: 'owner', email: 'ann@plates.test' } })
    expect(await firstPersonLink(database(), SITE_URL, server('test'))).toBeNull()
  })

  it('the first person gets another link with each start, and the older one ends', async () => {
    const first = tokenOf(await firstPersonLink(database(), SITE_URL, server('a')))
    const second = tokenOf(await firstPersonLink(database(), SITE_URL, server('a')))
    expect(await findInvitation(database(), first, NOW)).toBeNull()
    expect(await findInvitation(database(), second, NOW)).toMatchObject({
      kind: 'first',
      role: 'owner',
      email: null,
    })
  })

  it('the first person cannot use a link that another server printed an hour ago', async () => {
    const old = tokenOf(await firstPersonLink(database(), SITE_URL, server('a')))
    await firstPersonLink(database(), SITE_URL, server('b', later(HOUR)))
    expect(await findInvitation(database(), old, later(HOUR))).toBeNull()
  })

  it('the first person has a day to use the link', async () => {
    const token = tokenOf(await firstPersonLink(database(), SITE_URL, server('a')))
    expect(await findInvitation(database(), token, later(DAY - 1))).not.toBeNull()
    expect(await findInvitation(database(), token, later(DAY))).toBeNull()
    expect(await findInvitation(database(), token, later(-DAY))).toBeNull()
  })
})

describe('an invitation', () => {
  beforeEach(async () => {
    const ann = { email: 'ann@plates.test', name: 'Ann', role: 'owner', security_stamp: newToken() }
    await addRows(database(), 'people', ann)
  })

  const invite = async (email = 'bob@plates.test') =>
    tokenOf(granted(await createInvitation(database(), SITE_URL, { email, role: 'staff' }, OFFICE, NOW)).link)
  const bob = { name: 'Bob', credential: { password: PASSWORD } }

  it('an invitation gives the role and the address that it was made for, whatever is posted', async () => {
    const token = await invite('Bob@Plates.test ')
    const given = { ...bob, email: 'eve@plates.test', role: 'owner' }
    const joined = granted(await acceptInvitation(at(), token, given))
    expect(joined.person).toMatchObject({ email: 'bob@plates.test', role: 'staff', name: 'Bob' })
  })

  it('an invitation is left as it was by what is wrong in the form', async () => {
    const token = await invite()
    for (const [fault, field] of [
      [{ name: ' ' }, 'name'],
      [{ name: '\u202e' }, 'name'],
      [{ credential: { password: 'elevenchars' } }, 'password'],
      [{ credential: { password: 'password1234' } }, 'password'],
      [{ credential: { password: 'PassWord1234' } }, 'password'],
      [{ credential: { password: 'bob@plates.test' } }, 'password'],
      [{ credential: { password: 'x'.repeat(129) } }, 'password'],
    ] as const)
      expect(await acceptInvitation(at(), token, { ...bob, ...fault })).toMatchObject({
        reason: 'invalid',
        field,
      })
    granted(await acceptInvitation(at(), token, bob))
  })

  it('an invitation ends after seven days, when it is withdrawn, and when another one is made for the address', async () => {
    const token = await invite()
    expect(await findInvitation(database(), token, later(7 * DAY))).toBeNull()
    const second = await invite()
    expect(await findInvitation(database(), token, NOW)).toBeNull()
    const [listed] = await listInvitations(database(), NOW)
    expect(listed).toMatchObject({ email: 'bob@plates.test', kind: 'invite', createdBy: 'root' })
    expect(JSON.stringify(listed)).not.toContain(hashToken(second))
    expect(await revokeInvitation(database(), listed?.id ?? '', OFFICE)).toBe(true)
    expect(await revokeInvitation(database(), listed?.id ?? '', OFFICE)).toBe(false)
    expect(await acceptInvitation(at(), second, bob)).toEqual(expired)
  })

  it.each([
    ['no text', ''],
    ['a short one', 'x'],
    ['another token', newToken()],
    ['SQL', "' or 1=1"],
    ['a filter', `${newToken()}&kind=eq.first`],
  ])('an invitation is not found by %s', async (_, token) => {
    await invite()
    expect(await acceptInvitation(at(), token, bob)).toEqual(expired)
  })

  it('an invitation is not made for an existing person or an invalid address', async () => {
    for (const email of ['ann@plates.test', 'ANN@plates.test', 'ann', ''])
      expect(
        await createInvitation(database(), SITE_URL, { email, role: 'staff' }, OFFICE, NOW),
      ).toMatchObject({
        reason: 'invalid',
        field: 'email',
      })
  })

  it('an invitation is accepted with a passkey, which signs in in full', async () => {
    const token = await invite()
    const authenticator = new SoftAuthenticator(SITE_URL)
    const { options } = granted(await invitationPasskeyOptions(at(), token, { name: 'Bob' }))
    expect(options).toMatchObject({
      rp: { id: 'plates.test' },
      user: { name: 'bob@plates.test', displayName: 'Bob' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const credential = { response: authenticator.create(options), label: 'Phone' }
    const joined = granted(await acceptInvitation(at(), token, { name: 'Bob', credential }))
    expect(joined.stage).toBe('full')
    expect(await readSession(database(), joined.token, NOW)).toMatchObject({ stage: 'full' })
    const context = at(later(HOUR))
    const asked = granted(await passkeySignInOptions(context))
    expect(granted(await signInWithPasskey(context, authenticator.get(asked.options))).person.name).toBe(
      'Bob',
    )
  })

  it('an invitation rejects a passkey that was made for another invitation', async () => {
    const [one, other] = [await invite('bob@plates.test'), await invite('eve@plates.test')]
    const authenticator = new SoftAuthenticator(SITE_URL)
    const { options } = granted(await invitationPasskeyOptions(at(), one, { name: 'Eve' }))
    const credential = { response: authenticator.create(options), label: 'Phone' }
    expect(await acceptInvitation(at(), other, { name: 'Eve', credential })).toEqual(refused)
    expect(await rows('people')).toHaveLength(1)
  })
})

it('signing in with a password needs a code, and then gives another token', async () => {
  const { secret } = await owner()
  const context = at(later(HOUR))
  const pending = granted(
    await signInWithPassword(context, { email: ' ANN@plates.test', password: PASSWORD }),
  )
  expect(pending).toMatchObject({ stage: 'second-factor', session: { secondFactorAt: null } })
  const full = granted(await verifyTotp(context, pending, codeAt(secret, context.now)))
  expect(full).toMatchObject({ stage: 'full', session: { device: 'Firefox on Linux' } })
  expect(full.token).not.toBe(pending.token)
  expect(await readSession(database(), pending.token, context.now)).toBeNull()
  expect(await readSession(database(), full.token, context.now)).toMatchObject({
    person: { name: 'Ann Owner' },
  })
})

it.each([
  ['a wrong password', { email: 'ann@plates.test', password: `${PASSWORD}!` }],
  ['no password', { email: 'ann@plates.test', password: '' }],
  ['a password of a megabyte', { email: 'ann@plates.test', password: 'x'.repeat(2 ** 20) }],
  ['an unknown address', { email: 'eve@plates.test', password: PASSWORD }],
  ['no address', { email: '', password: PASSWORD }],
  ['a pattern for an address', { email: '*', password: PASSWORD }],
  ['an address with a filter', { email: 'eve@plates.test&email=neq.x', password: PASSWORD }],
])('signing in with a password is refused in the same words for %s', async (_, given) => {
  await owner()
  expect(await signInWithPassword(at(), given)).toEqual(refused)
  expect(logged).toEqual(['A sign-in with a password was refused'])
})

it('signing in with a password is refused to a person who has a passkey and no password', async () => {
  const token = tokenOf(await firstPersonLink(database(), SITE_URL, { name: 'test', now: NOW }))
  const given = { name: 'Ann', email: 'ann@plates.test' }
  const { options } = granted(await invitationPasskeyOptions(at(), token, given))
  const credential = { response: new SoftAuthenticator(SITE_URL).create(options), label: 'Phone' }
  granted(await acceptInvitation(at(), token, { ...given, credential }))
  expect(await signInWithPassword(at(), { email: given.email, password: '' })).toEqual(refused)
})

it('signing in takes the password in any form that looks the same', async () => {
  const token = tokenOf(await firstPersonLink(database(), SITE_URL, { name: 'test', now: NOW }))
  const credential = { password: 'Ünïcödé is für Ann' }
  const email = 'ann@plates.test'
  granted(await acceptInvitation(at(), token, { name: 'Ann', email, credential }))
  const password = credential.password.normalize('NFD')
  expect(password).not.toBe(credential.password)
  expect((await signInWithPassword(at(), { email, password })).ok).toBe(true)
})

it('signing in with a password counts no spaces away and no length', async () => {
  const token = tokenOf(await firstPersonLink(database(), SITE_URL, { name: 'test', now: NOW }))
  const password = `  ${'long '.repeat(25)}`
  const email = 'ann@plates.test'
  granted(await acceptInvitation(at(), token, { name: 'Ann', email, credential: { password } }))
  expect(await signInWithPassword(at(), { email, password: password.trim() })).toEqual(refused)
  expect(await signInWithPassword(at(), { email, password: password.slice(0, -1) })).toEqual(refused)
  expect((await signInWithPassword(at(), { email, password })).ok).toBe(true)
})

it('signing in with a password without a second factor yet leads to setting one up', async () => {
  await joinFirst(at())
  const context = at()
  const pending = granted(await signInWithPassword(context, { email: 'ann@plates.test', password: PASSWORD }))
  expect(pending.stage).toBe('enrol')
  // Nobody can enter a code for an app that is not set up.
  expect(await verifyTotp(context, pending, '000000')).toEqual(refused)
  expect((await enrol(context, pending)).stage).toBe('full')
})

it('signing in at stage enrol ends its right to enrol once another session has enrolled', async () => {
  const joined = await joinFirst(at())
  const other = granted(await signInWithPassword(at(), { email: 'ann@plates.test', password: PASSWORD }))
  await enrol(at(), joined)
  expect(await readSession(database(), other.token, NOW)).toBeNull()
})

it('signing in with a password renews a hash of a lower cost', async () => {
  const { person } = await owner()
  // Of "three words of mine", with m=8192,t=1.
  const { argon2Sync } = await import('node:crypto')
  const nonce = Buffer.alloc(16, 7)
  const cost = { parallelism: 1, memory: 8192, passes: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, ...cost })
    .toString('base64')
    .replace(/=+$/, '')
  const old = `$argon2id$v=19$m=8192,t=1,p=1$${nonce.toString('base64').replace(/=+$/, '')}$${tag}`
  await editRows(database(), 'people', { id: person.id }, { password_hash: old })
  granted(await signInWithPassword(at(), { email: person.email, password: PASSWORD }))
  expect((await rows('people'))[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

describe('guessing', () => {
  const wrong = { email: 'ann@plates.test', password: 'a wrong password' }

  it('guessing from one network is slowed down after ten tries, for every address', async () => {
    await owner()
    const limits = new SignInLimits()
    const network = newNetwork()
    const results = []
    for (let tries = 0; tries < 11; tries++)
      results.push(
        await signInWithPassword(at(NOW, { limits, network }), { ...wrong, email: `x${tries}@plates.test` }),
      )
    expect(results.slice(0, 10)).toEqual(Array(10).fill(refused))
    expect(results[10]).toMatchObject({ reason: 'slow-down', retryAfterSeconds: expect.any(Number) })
    const right = { email: 'ann@plates.test', password: PASSWORD }
    expect(await signInWithPassword(at(NOW, { limits, network }), right)).toMatchObject({
      reason: 'slow-down',
    })
    expect((await signInWithPassword(at(NOW, { limits }), right)).ok).toBe(true)
  }, 60_000)

  it('guessing by many networks slows strangers down, and neither known networks nor passkeys', async () => {
    const home = newNetwork()
    const context = at(NOW, { network: home })
    const { authenticator } = await passkeyOf(context, await owner(context))
    const limits = new SignInLimits()
    const results = []
    for (let tries = 0; tries < 11; tries++)
      results.push(await signInWithPassword(at(NOW, { limits }), wrong))
    expect(results.at(-1)).toMatchObject({ reason: 'slow-down' })
    // Strangers wait for seconds; there is no lock that someone has to remove.
    const wait = results.at(-1) as { retryAfterSeconds: number }
    expect(wait.retryAfterSeconds).toBeLessThanOrEqual(90)
    const right = { email: 'ann@plates.test', password: PASSWORD }
    expect((await signInWithPassword(at(NOW, { limits, network: home }), right)).ok).toBe(true)
    const abroad = at(NOW, { limits })
    const { options } = granted(await passkeySignInOptions(abroad))
    expect((await signInWithPasskey(abroad, authenticator.get(options))).ok).toBe(true)
  }, 60_000)

  it('guessing the codes of an app is slowed down after ten tries, over all sessions', async () => {
    await owner()
    const limits = new SignInLimits()
    const results = []
    for (let tries = 0; tries < 11; tries++) {
      const context = at(later(HOUR), { limits })
      const pending = granted(
        await signInWithPassword(context, { email: 'ann@plates.test', password: PASSWORD }),
      )
      results.push(await verifyTotp(context, pending, '000000'))
    }
    expect(results.slice(0, 10)).toEqual(Array(10).fill(refused))
    expect(results[10]).toMatchObject({ reason: 'slow-down' })
    expect(logged.at(-1)).toBe('A second factor of Ann Owner was refused, after the correct password')
  }, 60_000)

  it('guessing at an unknown address is slowed down as at a known one', async () => {
    const limits = new SignInLimits()
    const results = []
    for (let tries = 0; tries < 11; tries++)
      results.push(await signInWithPassword(at(NOW, { limits }), wrong))
    expect(results.at(-1)).toMatchObject({ reason: 'slow-down' })
  }, 60_000)
})

it('a code of the app works once', async () => {
  const { secret } = await owner()
  const context = at(later(HOUR))
  const credentials = { email: 'ann@plates.test', password: PASSWORD }
  const one = granted(await signInWithPassword(context, credentials))
  const other = granted(await signInWithPassword(context, credentials))
  const code = codeAt(secret, context.now)
  granted(await verifyTotp(context, one, code))
  expect(await verifyTotp(context, other, code)).toEqual(refused)
  expect(await verifyTotp(context, other, totpCode(secret, timeStep(context.now) - 1))).toEqual(refused)
  expect((await verifyTotp(context, other, totpCode(secret, timeStep(context.now) + 1))).ok).toBe(true)
})

it('a code of the app of the set-up is not accepted again', async () => {
  const context = at()
  const joined = await joinFirst(context)
  const { secret } = granted(await startTotp(context, joined))
  const code = codeAt(secret.replaceAll(' ', ''), NOW)
  granted(await confirmTotp(context, joined, code))
  const pending = granted(await signInWithPassword(context, { email: 'ann@plates.test', password: PASSWORD }))
  expect(await verifyTotp(context, pending, code)).toEqual(refused)
})

it('a code of the app of somebody else is refused', async () => {
  const context = at()
  await owner(context)
  const bob = await staff(context)
  const later1 = at(later(HOUR))
  const pending = granted(await signInWithPassword(later1, { email: 'ann@plates.test', password: PASSWORD }))
  expect(await verifyTotp(later1, pending, codeAt(bob.secret, later1.now))).toEqual(refused)
})

it('a code of the app sets nothing up when it is wrong, and may be typed again', async () => {
  const context = at()
  const joined = await joinFirst(context)
  const begun = granted(await startTotp(context, joined))
  expect(await confirmTotp(context, joined, '000000')).toMatchObject({ reason: 'invalid', field: 'code' })
  // Reloading the page shows the same secret.
  expect(granted(await startTotp(context, joined)).secret).toBe(begun.secret)
  const done = await confirmTotp(context, joined, codeAt(begun.secret.replaceAll(' ', ''), NOW))
  expect(granted(done).recoveryCodes).toHaveLength(10)
  expect(await confirmTotp(context, joined, codeAt(begun.secret.replaceAll(' ', ''), NOW))).toEqual(expired)
})

it('a recovery code stands in for the app, once, as people type it', async () => {
  const { recoveryCodes, person } = await owner()
  expect(new Set(recoveryCodes).size).toBe(10)
  const context = at(later(HOUR))
  const credentials = { email: 'ann@plates.test', password: PASSWORD }
  const [code = ''] = recoveryCodes
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ')}`
  const pending = granted(await signInWithPassword(context, credentials))
  expect(granted(await useRecoveryCode(context, pending, typed)).stage).toBe('full')
  const again = granted(await signInWithPassword(context, credentials))
  expect(await useRecoveryCode(context, again, code)).toEqual(refused)
  expect((await readCredentials(database(), person.id)).recoveryCodesLeft).toBe(9)
  const trail = (await rows('audit')).map(({ change }) => change)
  expect(trail).toContain('with a password and a recovery code (9 left), Firefox on Linux')
})

it('recovery codes end when new ones are made', async () => {
  const context = at()
  const ann = await owner(context)
  const { recoveryCodes } = granted(await renewRecoveryCodes(context, ann))
  const pending = granted(await signInWithPassword(context, { email: 'ann@plates.test', password: PASSWORD }))
  expect(await useRecoveryCode(context, pending, ann.recoveryCodes[0] ?? '')).toEqual(refused)
  expect((await useRecoveryCode(context, pending, recoveryCodes[0] ?? '')).ok).toBe(true)
})

it('a passkey signs in without a name, and is noted', async () => {
  const { authenticator } = await passkeyOf(at(), await owner())
  const context = at(later(HOUR))
  const { options } = granted(await passkeySignInOptions(context))
  expect(options).toMatchObject({ rpId: 'plates.test', userVerification: 'required' })
  expect(options.allowCredentials ?? []).toEqual([])
  const started = granted(await signInWithPasskey(context, authenticator.get(options)))
  expect(started).toMatchObject({ stage: 'full', person: { name: 'Ann Owner' } })
  const { passkeys } = await readCredentials(database(), started.person.id)
  expect(Date.parse(passkeys[0]?.lastUsedAt ?? '')).toBe(context.now.getTime())
})

it.each([
  ['another origin', { origin: 'https://plates.test.evil.example' }],
  ['the same host over http', { origin: 'http://plates.test' }],
  ['another host', { rpId: 'evil.example' }],
  ['a challenge that nobody asked', { challenge: newToken() }],
  ['a user that was not verified', { isUnverified: true }],
  ['a person that it is not of', { userHandle: Buffer.from('somebody').toString('base64url') }],
  ['no person', { userHandle: '' }],
])('a passkey with %s is refused', async (_, lies) => {
  const { authenticator } = await passkeyOf(at(), await owner())
  const { options } = granted(await passkeySignInOptions(at()))
  expect(await signInWithPasskey(at(), authenticator.get(options, lies))).toEqual(refused)
  expect(await rows('sessions')).toHaveLength(1)
})

it.each([
  '',
  '{}',
  'null',
  '[]',
  '{"id":1}',
  '{"id":"aaaaaaaaaaaaaaaaaaaa","response":{"clientDataJSON":"e30"}}',
])('the answer of a passkey is not %s', async (response) => {
  await owner()
  expect(await signInWithPasskey(at(), response)).toEqual(refused)
})

it('a passkey answers a challenge for five minutes, whatever the clock did', async () => {
  const { authenticator } = await passkeyOf(at(), await owner())
  for (const ms of [5 * MINUTE, -DAY]) {
    const { options } = granted(await passkeySignInOptions(at()))
    expect(await signInWithPasskey(at(later(ms)), authenticator.get(options))).toEqual(refused)
  }
})

it('a passkey that was copied is refused: its counter has been used', async () => {
  const { authenticator } = await passkeyOf(at(), await owner())
  const signInAt = async (counter: number) => {
    const { options } = granted(await passkeySignInOptions(at()))
    return (await signInWithPasskey(at(), authenticator.get(options, { counter }))).ok
  }
  expect([
    await signInAt(3_000_000_000),
    await signInAt(3_000_000_000),
    await signInAt(2),
    await signInAt(3_000_000_001),
  ]).toEqual([true, false, false, true])
})

it('a passkey of one person is not another one’s second factor', async () => {
  const context = at()
  await passkeyOf(context, await owner(context))
  const bob = await passkeyOf(context, await staff(context))
  const pending = granted(await signInWithPassword(context, { email: 'ann@plates.test', password: PASSWORD }))
  const { options } = granted(await passkeySignInOptions(context, pending))
  expect(options.allowCredentials).toHaveLength(1)
  expect(await verifyPasskey(context, pending, bob.authenticator.get(options))).toEqual(refused)
})

it('a passkey is a second factor after the password, for the challenge of this session alone', async () => {
  const context = at()
  const { authenticator } = await passkeyOf(context, await owner(context))
  const credentials = { email: 'ann@plates.test', password: PASSWORD }
  const pending = granted(await signInWithPassword(context, credentials))
  const other = granted(await signInWithPassword(context, credentials))
  const { options } = granted(await passkeySignInOptions(context, pending))
  expect(await verifyPasskey(context, other, authenticator.get(options))).toEqual(refused)
  expect(await signInWithPasskey(context, authenticator.get(options))).toEqual(refused)
  expect(granted(await verifyPasskey(context, pending, authenticator.get(options))).stage).toBe('full')
})

it('a passkey is not stored twice, nor for a challenge of another session', async () => {
  const context = at()
  const { authenticator, session } = await passkeyOf(context, await owner(context))
  const { options } = granted(await passkeyRegistrationOptions(context, session))
  expect(options.excludeCredentials).toHaveLength(1)
  const bob = await staff(context)
  const label = 'Again'
  expect(await addPasskey(context, bob, { response: authenticator.create(options), label })).toEqual(refused)
  const again = granted(await passkeyRegistrationOptions(context, session))
  expect(
    await addPasskey(context, session, { response: authenticator.create(again.options), label }),
  ).toEqual(refused)
  expect(await rows('passkeys')).toHaveLength(1)
})

it.each([
  ['the address of the server', 'https://10.0.0.1'],
  ['another name of the site', 'https://www.plates.test'],
  ['the site without https', 'http://plates.test'],
  ['no origin', 'null'],
])('a passkey cannot be made at %s', async (_, origin) => {
  const context = at()
  const ann = await owner(context)
  expect(await passkeyRegistrationOptions(at(NOW, { origin }), ann)).toMatchObject({
    reason: 'invalid',
    field: 'passkey',
  })
})

it('a passkey is renamed and removed by its owner, unless nothing would be left to sign in with', async () => {
  const context = at()
  const ann = await passkeyOf(context, await owner(context))
  const bob = await staff(context)
  const [key] = (await readCredentials(database(), ann.session.person.id)).passkeys
  const id = key?.id ?? ''
  expect(await renamePasskey(context, bob, { id, label: 'Mine' })).toEqual(expired)
  expect(await removePasskey(context, bob, id)).toEqual(expired)
  expect(await renamePasskey(context, ann.session, { id, label: 'Old phone' })).toEqual({ ok: true })
  const without = granted(await removeTotp(context, ann.session))
  expect(await removePasskey(context, without, id)).toMatchObject({ reason: 'invalid', field: 'passkey' })
  const back = await enrol(context, without)
  const done = granted(await removePasskey(context, back, id))
  expect(await rows('passkeys')).toHaveLength(0)
  expect(await removeTotp(context, done)).toMatchObject({ reason: 'invalid', field: 'code' })
})

it('a session counts for twelve hours without use and for thirty days in all', async () => {
  const ann = await owner()
  let seen = NOW
  expect(await readSession(database(), ann.token, later(12 * HOUR))).toBeNull()
  while (seen < later(30 * DAY - 11 * HOUR)) {
    seen = later(11 * HOUR, seen)
    expect([seen, await readSession(database(), ann.token, seen)]).not.toEqual([seen, null])
  }
  expect(await readSession(database(), ann.token, later(30 * DAY))).toBeNull()
}, 60_000)

it('a session is recorded as used at most once a minute, and never at an earlier time', async () => {
  const ann = await owner()
  const seenAt = async () => Date.parse(String((await rows('sessions'))[0]?.seen_at))
  await readSession(database(), ann.token, later(59_000))
  expect(await seenAt()).toBe(NOW.getTime())
  await readSession(database(), ann.token, later(MINUTE))
  expect(await seenAt()).toBe(later(MINUTE).getTime())
  await readSession(database(), ann.token, later(30_000))
  expect(await seenAt()).toBe(later(MINUTE).getTime())
})

it('a session that a clock ahead has begun or used does not count until that time is near', async () => {
  const ann = await owner(at(later(DAY)))
  expect(await readSession(database(), ann.token, NOW)).toBeNull()
  expect(hasFreshSecondFactor(ann.session, NOW)).toBe(false)
  // A clock difference of minutes between servers signs nobody out.
  expect(await readSession(database(), ann.token, later(DAY - 4 * MINUTE))).not.toBeNull()
  expect(await readSession(database(), ann.token, later(DAY + 11 * HOUR))).not.toBeNull()
  expect(await readSession(database(), ann.token, later(DAY + HOUR))).toBeNull()
})

it.each([
  ['no text', ''],
  ['a short one', 'x'],
  ['another token', newToken()],
  ['a long one', 'x'.repeat(5000)],
  ['SQL', "' or '1'='1"],
  ['no cookie', null],
])('a session is not found by %s', async (_, token) => {
  await owner()
  expect(await readSession(database(), token, NOW)).toBeNull()
})

it('a session of a password alone ends after ten minutes', async () => {
  const { secret } = await owner()
  const pending = granted(await signInWithPassword(at(), { email: 'ann@plates.test', password: PASSWORD }))
  expect(await readSession(database(), pending.token, later(9 * MINUTE))).toMatchObject({
    stage: 'second-factor',
  })
  expect(await readSession(database(), pending.token, later(10 * MINUTE))).toBeNull()
  expect(secret).toHaveLength(32)
})

it('a session gets another token and keeps its thirty days when the second factor is given again', async () => {
  const { secret, token } = await owner()
  const context = at(later(11 * HOUR))
  const current = await readSession(database(), token, context.now)
  if (!current) throw new Error('There is no session')
  expect(hasFreshSecondFactor(current.session, context.now)).toBe(false)
  const renewed = granted(await verifyTotp(context, current, codeAt(secret, context.now)))
  expect(renewed.token).not.toBe(token)
  expect(hasFreshSecondFactor(renewed.session, later(9 * MINUTE, context.now))).toBe(true)
  expect(hasFreshSecondFactor(renewed.session, later(10 * MINUTE, context.now))).toBe(false)
  expect(Date.parse(renewed.session.expiresAt)).toBe(later(30 * DAY).getTime())
  expect(await readSession(database(), token, context.now)).toBeNull()
})

it('a session cannot be planted: whatever cookie the browser had, the token after each step is new and the old one worthless', async () => {
  const { secret } = await owner()
  const context = at(later(HOUR))
  const planted = newToken()
  const pending = granted(await signInWithPassword(context, { email: 'ann@plates.test', password: PASSWORD }))
  const full = granted(await verifyTotp(context, pending, codeAt(secret, context.now)))
  const tokens = [planted, pending.token, full.token]
  expect(new Set(tokens).size).toBe(3)
  expect(await Promise.all(tokens.map((token) => readSession(database(), token, context.now)))).toEqual([
    null,
    null,
    expect.objectContaining({ stage: 'full' }),
  ])
})

it('a session is listed, revoked and ended', async () => {
  const ann = await owner()
  const other = await signIn(ann.secret, 'ann@plates.test', at(later(HOUR)))
  await signInWithPassword(at(later(HOUR)), { email: 'ann@plates.test', password: PASSWORD })
  const listed = await listSessions(database(), ann.person.id, later(HOUR))
  expect(listed.map(({ id }) => id)).toEqual([other.session.id, ann.session.id])
  expect(JSON.stringify(listed)).not.toContain(hashToken(ann.token))
  const actor = { person: 'Ann Owner', via: 'desk' } as const
  const bob = await staff()
  expect(await revokeSession(database(), bob.person.id, other.session.id, actor)).toBe(false)
  expect(await revokeSession(database(), ann.person.id, other.session.id, actor)).toBe(true)
  expect(await readSession(database(), other.token, later(HOUR))).toBeNull()
  await endSession(database(), ann.session.id)
  expect(await readSession(database(), ann.token, NOW)).toBeNull()
  await endSession(database(), ann.session.id)
  expect(await endSessionsOf(database(), bob.person.id, actor, bob.session.id)).toBe(0)
  expect(await endSessionsOf(database(), bob.person.id, actor)).toBe(1)
})

it('a session ends with the role, the password and the person; the one that changes the password gets another token', async () => {
  const context = at()
  const ann = await owner(context)
  const bob = await staff(context)
  const bobElsewhere = await signIn(bob.secret, 'bob@plates.test', at(later(HOUR)))
  const fresh = { password: 'another few words', current: PASSWORD }
  const changed = granted(await changePassword(context, bob, fresh))
  expect(await readSession(database(), bob.token, NOW)).toBeNull()
  expect(await readSession(database(), bobElsewhere.token, later(HOUR))).toBeNull()
  expect(await readSession(database(), changed.token, NOW)).toMatchObject({ stage: 'full' })

  expect(await changeRole(database(), bob.person.id, 'owner', OFFICE)).toEqual({ ok: true })
  expect(await readSession(database(), changed.token, NOW)).toBeNull()

  const again = at(later(2 * HOUR))
  const pending = granted(
    await signInWithPassword(again, { email: 'bob@plates.test', password: fresh.password }),
  )
  const signedIn = granted(await verifyTotp(again, pending, codeAt(bob.secret, again.now)))
  expect(signedIn.person.role).toBe('owner')
  expect(await removePerson(database(), bob.person.id, OFFICE)).toEqual({ ok: true })
  expect(await readSession(database(), signedIn.token, again.now)).toBeNull()
  expect(await verifyTotp(again, signedIn, '000000')).toEqual(expired)
  expect(await readSession(database(), ann.token, NOW)).toMatchObject({ person: { role: 'owner' } })
})

it('a session of before a change of rights cannot be made into one of after it', async () => {
  const context = at()
  const { secret, person } = await owner(context)
  const hour = at(later(HOUR))
  const pending = granted(await signInWithPassword(hour, { email: person.email, password: PASSWORD }))
  // The row of the pending session survives, as if the reset had not reached it yet.
  await editRows(database(), 'people', { id: person.id }, { security_stamp: newToken() })
  expect(await verifyTotp(hour, pending, codeAt(secret, hour.now))).toEqual(expired)
  expect(await readSession(database(), pending.token, hour.now)).toBeNull()
})

it('nobody is invited as staff while there is no owner', async () => {
  const invited = (role: Role) =>
    createInvitation(database(), SITE_URL, { email: 'bob@plates.test', role }, OFFICE, NOW)
  expect(await invited('staff')).toMatchObject({ reason: 'invalid', field: 'role' })
  expect(await invited('owner')).toMatchObject({ ok: true })
})

it('the own credentials are changed only with a second factor of the last ten minutes, and never by a half sign-in', async () => {
  const { token, secret, person } = await owner()
  const now = later(11 * MINUTE)
  const stale = await readSession(database(), token, now)
  const pending = granted(await signInWithPassword(at(now), { email: person.email, password: PASSWORD }))
  const needed = { ok: false, reason: 'second-factor' }
  for (const session of [stale, pending]) {
    if (!session) throw new Error('There is no session')
    const context = at(now)
    const results = [
      await startTotp(context, session),
      await confirmTotp(context, session, codeAt(secret, now)),
      await removeTotp(context, session),
      await renewRecoveryCodes(context, session),
      await changePassword(context, session, { current: PASSWORD, password: 'another few words' }),
      await passkeyRegistrationOptions(context, session),
      await addPasskey(context, session, { response: '{}', label: 'x' }),
      await renamePasskey(context, session, { id: person.id, label: 'x' }),
      await removePasskey(context, session, person.id),
    ]
    expect(results).toEqual(results.map(() => needed))
  }
})

it('the own credentials need the current password for another one, which follows the same rules', async () => {
  const context = at()
  const ann = await owner(context)
  const change = (given: { current?: string; password: string }) => changePassword(context, ann, given)
  expect(await change({ password: 'another few words' })).toMatchObject({ field: 'current' })
  expect(await change({ password: 'another few words', current: 'wrong' })).toMatchObject({
    field: 'current',
  })
  expect(await change({ password: 'qwertyqwerty', current: PASSWORD })).toMatchObject({ field: 'password' })
  granted(await change({ password: 'another few words', current: PASSWORD }))
  const old = { email: 'ann@plates.test', password: PASSWORD }
  expect(await signInWithPassword(context, old)).toEqual(refused)
})

describe('a change in how a person signs in', () => {
  const mails = async () =>
    (await rows('mails')).map(({ id, kind, recipient, body, person_id }) => ({
      id,
      kind,
      recipient,
      person_id,
      body: String(body),
    }))

  const steps: [what: string, words: RegExp, change: (ann: Enrolled, context: SignInContext) => unknown][] = [
    [
      'another password',
      /signed in as you changed the password, using Firefox on Linux\./,
      (ann, context) => changePassword(context, ann, { current: PASSWORD, password: 'another few words' }),
    ],
    ['a new passkey', /added the passkey Phone/, (ann, context) => passkeyOf(context, ann)],
    [
      'a removed passkey',
      /removed the passkey Phone/,
      async (ann, context) => {
        const { session } = await passkeyOf(context, ann)
        const [passkey] = (await readCredentials(database(), ann.person.id)).passkeys
        granted(await removePasskey(context, session, passkey?.id ?? ''))
      },
    ],
    ['an app', /set up an authenticator app/, (ann, context) => enrol(context, ann)],
    [
      'a removed app',
      /removed the authenticator app/,
      async (ann, context) => removeTotp(context, (await passkeyOf(context, ann)).session),
    ],
    ['new recovery codes', /made new recovery codes/, (ann, context) => renewRecoveryCodes(context, ann)],
    [
      'a reset',
      /^root reset your sign-in/m,
      (ann) => createReset(database(), SITE_URL, ann.person.id, OFFICE, NOW),
    ],
    [
      'what a reset leads to',
      /^Someone used your reset link to set up a password, using Firefox on Linux/m,
      async (ann, context) => {
        const { link } = granted(await createReset(database(), SITE_URL, ann.person.id, OFFICE, NOW))
        granted(await acceptInvitation(context, tokenOf(link), { credential: { password: PASSWORD } }))
      },
    ],
    [
      'a code that is used again',
      /^A code of your authenticator app was used a second time, and refused/m,
      async (ann, context) => {
        const code = codeAt(ann.secret, NOW)
        const pending = () => signInWithPassword(context, { email: ann.person.email, password: PASSWORD })
        granted(await verifyTotp(context, granted(await pending()), code))
        expect(await verifyTotp(context, granted(await pending()), code)).toEqual(refused)
        expect(await verifyTotp(context, granted(await pending()), code)).toEqual(refused)
      },
    ],
  ]

  it.each(steps)(
    'a change in how a person signs in is told to the person by mail: %s',
    async (_what, words, change) => {
      const context = at()
      const ann = await owner(context)
      const earlier = new Set((await mails()).map(({ id }) => id))
      await change(ann, context)
      const told = (await mails()).filter(({ id, body }) => !earlier.has(id) && words.test(body))
      expect(told).toMatchObject([
        { kind: 'security-notice', recipient: 'ann@plates.test', person_id: ann.person.id },
      ])
      expect(told[0]?.body).toContain('On Tuesday, 1 December 2026 at 12:00')
    },
  )

  it('a change in how a person signs in is told without a link, and without anything that opens the desk', async () => {
    const context = at()
    const ann = await owner(context)
    const { recoveryCodes } = granted(await renewRecoveryCodes(context, ann))
    const { link } = granted(await createReset(database(), SITE_URL, ann.person.id, OFFICE, NOW))
    const sent = JSON.stringify(await rows('mails'))
    for (const secret of [tokenOf(link), ann.token, ann.secret, PASSWORD, '://', ...recoveryCodes])
      expect(sent).not.toContain(secret)
  })

  it('a change in how a person signs in that was refused is told to nobody', async () => {
    const context = at()
    const ann = await owner(context)
    const earlier = (await mails()).length
    await changePassword(context, ann, { current: 'wrong', password: 'another few words' })
    await signInWithPassword(context, { email: ann.person.email, password: 'wrong' })
    expect(await mails()).toHaveLength(earlier)
  })
})

it('the last owner stays an owner and stays a person of the desk', async () => {
  const context = at()
  const ann = await owner(context)
  const bob = await staff(context)
  const last = { ok: false, reason: 'invalid', field: 'role' }
  expect(await changeRole(database(), ann.person.id, 'staff', OFFICE)).toMatchObject(last)
  expect(await removePerson(database(), ann.person.id, OFFICE)).toMatchObject(last)
  expect(await readSession(database(), ann.token, NOW)).not.toBeNull()
  await changeRole(database(), bob.person.id, 'owner', OFFICE)
  expect(await changeRole(database(), ann.person.id, 'staff', OFFICE)).toEqual({ ok: true })
})

describe('a reset', () => {
  const reset = async (id: string) => granted(await createReset(database(), SITE_URL, id, OFFICE, NOW)).link

  it('a reset ends sessions and credentials, and its link gives the same person new ones', async () => {
    const context = at()
    const ann = await owner(context)
    const { authenticator, session } = await passkeyOf(context, ann)
    const token = tokenOf(await reset(ann.person.id))
    expect(await readSession(database(), session.token, NOW)).toBeNull()
    expect(await readCredentials(database(), ann.person.id)).toEqual({
      hasPassword: false,
      hasTotp: false,
      passkeys: [],
      recoveryCodesLeft: 0,
    })
    expect(await signInWithPassword(context, { email: 'ann@plates.test', password: PASSWORD })).toEqual(
      refused,
    )
    const { options } = granted(await passkeySignInOptions(context))
    expect(await signInWithPasskey(context, authenticator.get(options))).toEqual(refused)

    expect(await findInvitation(database(), token, NOW)).toMatchObject({
      kind: 'reset',
      name: 'Ann Owner',
      role: 'owner',
    })
    const credential = { password: 'another few words' }
    const back = granted(
      await acceptInvitation(context, token, { name: 'Eve', email: 'eve@x.test', credential }),
    )
    expect(back.person).toEqual(ann.person)
    expect(back.stage).toBe('enrol')
    expect(await acceptInvitation(context, token, { credential })).toEqual(expired)
  })

  it('a reset is valid for an hour, and only its last link counts', async () => {
    const { person } = await owner()
    const [first, second] = [tokenOf(await reset(person.id)), tokenOf(await reset(person.id))]
    expect(await findInvitation(database(), first, NOW)).toBeNull()
    expect(await findInvitation(database(), second, later(HOUR - 1))).not.toBeNull()
    expect(await findInvitation(database(), second, later(HOUR))).toBeNull()
  })

  it('a reset may give a passkey', async () => {
    const { person } = await owner()
    const token = tokenOf(await reset(person.id))
    const authenticator = new SoftAuthenticator(SITE_URL)
    const { options } = granted(await invitationPasskeyOptions(at(), token, {}))
    const credential = { response: authenticator.create(options), label: 'New phone' }
    expect(granted(await acceptInvitation(at(), token, { credential }))).toMatchObject({
      stage: 'full',
      person,
    })
  })

  it('a reset ends with the person', async () => {
    const context = at()
    await owner(context)
    const bob = await staff(context)
    const token = tokenOf(await reset(bob.person.id))
    await removePerson(database(), bob.person.id, OFFICE)
    expect(await acceptInvitation(context, token, { credential: { password: PASSWORD } })).toEqual(expired)
  })
})

it.each(['Ann Owner', 'ann owner', 'Ann  Owner', 'Ann Öwner', '\u0410nn Owner'])(
  'nobody can take the name of another person as “%s”',
  async (name) => {
    const context = at()
    const ann = await owner(context)
    const bob = await staff(context)
    expect(await renamePerson(database(), bob.person.id, name, OFFICE)).toMatchObject({ field: 'name' })
    const again = join(context, { email: 'eve@plates.test', role: 'staff', name })
    await expect(again).rejects.toThrow()
    expect(await renamePerson(database(), ann.person.id, 'Ann O.', OFFICE)).toEqual({ ok: true })
  },
)

it.each([
  'the site',
  'The  SITE',
  'the\u00a0site',
  'the\u2800site',
  'the\u3164site',
  'The-Site.',
  'the_site',
  '\u0442h\u0435 \u0455\u0456t\u0435',
])('nobody can be named “%s”, which the trail says of what happens by itself', async (name) => {
  const context = at()
  await owner(context)
  const bob = await staff(context)
  expect(await renamePerson(database(), bob.person.id, name, OFFICE)).toMatchObject({ field: 'name' })
  const joining = join(context, { email: 'eve@plates.test', role: 'staff', name })
  await expect(joining).rejects.toThrow()
})

it('the audit trail keeps the id of a person who is renamed', async () => {
  const context = at()
  await owner(context)
  const { person } = await staff(context)
  const note = (actor: Actor, change: string) =>
    transact(database(), (transaction) => noteChange(transaction, actor, 'test', change))
  await note({ person: person.name, via: 'desk' }, 'before the new name')
  await renamePerson(database(), person.id, 'Robert', OFFICE)
  await note({ person: 'Robert', via: 'desk' }, 'after the new name')
  await note({ person: 'Robert', via: 'office' }, 'by a command')
  const entries = (await rows('audit')).filter(({ command }) => /^(?:desk: )?test$/.test(String(command)))
  expect(Object.fromEntries(entries.map(({ change, person_id }) => [change, person_id]))).toEqual({
    'before the new name': person.id,
    'after the new name': person.id,
    'by a command': null,
  })
})

it('the list of people shows who signs in with what, and names can be changed', async () => {
  const context = at()
  await passkeyOf(context, await owner(context))
  const bob = await staff(context)
  expect(await renamePerson(database(), bob.person.id, ' Aaron ', OFFICE)).toEqual({ ok: true })
  expect(await renamePerson(database(), bob.person.id, '', OFFICE)).toMatchObject({ field: 'name' })
  const people = await listPeople(database(), NOW)
  expect(people).toMatchObject([
    { name: 'Aaron', role: 'staff', hasPassword: true, hasTotp: true, passkeys: 0, sessions: 1 },
    { name: 'Ann Owner', role: 'owner', hasPassword: true, hasTotp: true, passkeys: 1, sessions: 1 },
  ])
  expect(Object.keys(people[0] ?? {})).not.toContain('passwordHash')
  expect(await findPersonByEmail(database(), 'BOB@plates.test')).toMatchObject({ name: 'Aaron' })
})

it('the list of people is changed with an entry in the audit trail for each change, and none without', async () => {
  const context = at()
  const before = new Set((await rows('audit')).map(({ id }) => id))
  const ann = await owner(context)
  const bob = await staff(context)
  const { session } = await passkeyOf(context, ann)
  const [passkey] = (await readCredentials(database(), ann.person.id)).passkeys
  for (const label of ['Laptop', 'Laptop'])
    granted(await renamePasskey(context, session, { id: passkey?.id ?? '', label }))
  await changeRole(database(), bob.person.id, 'owner', OFFICE)
  await changeRole(database(), bob.person.id, 'owner', OFFICE)
  await createReset(database(), SITE_URL, bob.person.id, OFFICE, NOW)
  await removePerson(database(), bob.person.id, { person: ann.person.name, via: 'desk' })
  const trail = (await rows('audit')).filter(({ id }) => !before.has(id))
  expect(trail.map(({ person, command, change }) => [person, command, change])).toEqual(
    expect.arrayContaining([
      ['Ann Owner', 'desk: people join', 'became the first person as owner, with a password'],
      ['Ann Owner', 'desk: own sign-in', 'set up an authenticator app'],
      ['Ann Owner', 'desk: own sign-in', 'renamed the passkey Phone to Laptop'],
      ['root', 'people invite', 'invited bob@plates.test as staff'],
      ['Bob Staff', 'desk: people join', 'accepted an invitation as staff, with a password'],
      ['root', 'people role', 'Bob Staff: staff → owner'],
      ['root', 'people reset', 'Bob Staff was given a new sign-in link'],
      ['Ann Owner', 'desk: people remove', 'removed Bob Staff (owner)'],
    ]),
  )
  expect(trail.filter(({ command }) => command === 'people role')).toHaveLength(1)
  expect(trail.filter(({ change }) => /renamed/.test(String(change)))).toHaveLength(1)
})

it('expired challenges are removed when new ones are created', async () => {
  for (const ms of [0, MINUTE, 6 * MINUTE, 12 * MINUTE]) granted(await passkeySignInOptions(at(later(ms))))
  expect(await rows('challenges')).toHaveLength(1)
})

it('only expired rows of people are removed', async () => {
  const context = at()
  const ann = await owner(context)
  granted(await passkeySignInOptions(context))
  await createInvitation(database(), SITE_URL, { email: 'bob@plates.test', role: 'staff' }, OFFICE, NOW)
  await removeExpiredSignIns(database(), later(4 * MINUTE))
  expect([(await rows('sessions')).length, (await rows('challenges')).length]).toEqual([1, 1])
  expect(await readSession(database(), ann.token, later(4 * MINUTE))).not.toBeNull()
  await removeExpiredSignIns(database(), later(13 * HOUR))
  expect([(await rows('sessions')).length, (await rows('challenges')).length]).toEqual([0, 0])
  expect(await listInvitations(database(), later(13 * HOUR))).toHaveLength(1)
  await removeExpiredSignIns(database(), later(40 * DAY))
  expect(await rows('invitations')).toHaveLength(0)
  expect(await rows('people')).toHaveLength(1)
})
