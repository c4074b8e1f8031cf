/** The actions of people at the desk, and of settings. */
import { argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database } from '#data/tables.ts'
import { takeChallenge } from '#services/people/challenges.ts'
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
  firstPersonLink,
  invitationPasskeyOptions,
  listInvitations,
  revokeInvitation,
} from '#services/people/invitations.ts'
import { noteRestore } from '#services/people/note-restore.ts'
import { changeRole, removePerson, renamePerson } from '#services/people/people.ts'
import { takeRecoveryCode } from '#services/people/recovery-codes.ts'
import { useRecoveryCode, verifyPasskey, verifyTotp } from '#services/people/second-factor.ts'
import { queueGuardedNotice } from '#services/people/security-notice.ts'
import { endSession, endSessionsOf, readSession, revokeSession } from '#services/people/sessions.ts'
import { passkeySignInOptions, signInWithPasskey, signInWithPassword } from '#services/people/sign-in.ts'
import { timeStep, totpCode } from '#services/people/totp.ts'
import { removeExpiredSignIns } from '#services/retention/retention.ts'
import { changeSettings, readEditableSettings } from '#services/settings/change-settings.ts'
import { defaultsOf } from '#services/settings/settings.ts'
import {
  codeAt,
  contextOf,
  DAY,
  enrol,
  granted,
  joinFirst,
  later,
  MINUTE,
  NOW,
  OFFICE,
  PASSWORD,
  passkeyOf,
  SITE_URL,
  tokenOf,
} from '../../people/sign-in-setup.ts'
import { SoftAuthenticator } from '../../soft-authenticator.ts'
import type { Scenes } from './scene.ts'

const defaults = defaultsOf({ ENQUIRY_RETENTION_MONTHS: 24, ACKNOWLEDGEMENTS: 'on' })
const BOB = { email: 'bob@plates.test', role: 'staff' } as const

const runArgon2 = promisify(argon2)

/** As an earlier release hashed a password. */
const argon2id = (password: string, memory: number) =>
  runArgon2('argon2id', {
    message: password,
    nonce: 'saltsaltsaltsalt',
    tagLength: 32,
    memory,
    passes: 1,
    parallelism: 1,
  })

const owner = async (quiet: Database) => enrol(contextOf(quiet), await joinFirst(contextOf(quiet)))

/** With two ways to sign in, so that either can be removed. */
async function ownerWithPasskey(quiet: Database) {
  const { authenticator, session } = await passkeyOf(contextOf(quiet), await owner(quiet))
  const { passkeys } = await readCredentials(quiet, session.person.id)
  return { authenticator, session, passkeyId: passkeys[0]?.id ?? '' }
}

async function invited(quiet: Database) {
  await owner(quiet)
  const { link } = granted(await createInvitation(quiet, SITE_URL, BOB, OFFICE, NOW))
  const [listed] = await listInvitations(quiet, NOW)
  return { token: tokenOf(link), id: listed?.id ?? '' }
}

const signedInWithPassword = async (quiet: Database) =>
  granted(await signInWithPassword(contextOf(quiet), { email: 'ann@plates.test', password: PASSWORD }))

const withPassword = { name: 'Bob', credential: { password: PASSWORD } }

export const PEOPLE_SCENES = {
  'change settings': [
    async (quiet) => {
      const { person } = await owner(quiet)
      const { recipients, strapline } = await readEditableSettings(quiet, defaults)
      const changes = [
        { name: 'recipients', value: ['eve@plates.test'], seen: recipients.seen },
        { name: 'strapline', value: 'Since 2001', seen: strapline.seen },
      ] as const
      const warning = { changes: ['Recipients'], tell: ['bob@plates.test'], siteUrl: SITE_URL, now: NOW }
      return (database) =>
        changeSettings(database, defaults, changes, OFFICE, (transaction) =>
          queueGuardedNotice(transaction, person, warning),
        )
    },
  ],
  'accept an invitation': [
    async (quiet) => {
      const { token } = await invited(quiet)
      return (database) => acceptInvitation(contextOf(database), token, withPassword)
    },
    async (quiet) => {
      const { token } = await invited(quiet)
      const authenticator = new SoftAuthenticator(SITE_URL)
      const { options } = granted(await invitationPasskeyOptions(contextOf(quiet), token, { name: 'Bob' }))
      const credential = { response: authenticator.create(options), label: 'Phone' }
      return (database) => acceptInvitation(contextOf(database), token, { name: 'Bob', credential })
    },
    async (quiet) => {
      await firstPersonLink(quiet, SITE_URL, { name: 'other', now: NOW })
      const token = tokenOf(await firstPersonLink(quiet, SITE_URL, { name: 'test', now: NOW }))
      return (database) =>
        acceptInvitation(contextOf(database), token, { ...withPassword, email: 'ann@plates.test' })
    },
    async (quiet) => {
      const { person } = await owner(quiet)
      const { link } = granted(await createReset(quiet, SITE_URL, person.id, OFFICE, NOW))
      return (database) => acceptInvitation(contextOf(database), tokenOf(link), withPassword)
    },
  ],
  'add a passkey': [
    async (quiet) => {
      const session = await owner(quiet)
      const { options } = granted(await passkeyRegistrationOptions(contextOf(quiet), session))
      const response = new SoftAuthenticator(SITE_URL).create(options)
      return (database) => addPasskey(contextOf(database), session, { response, label: 'Phone' })
    },
  ],
  'change a password': [
    async (quiet) => {
      const session = await owner(quiet)
      const given = { current: PASSWORD, password: 'three other words of mine' }
      return (database) => changePassword(contextOf(database), session, given)
    },
  ],
  'change a role': [
    async (quiet) => {
      const { token } = await invited(quiet)
      const bob = granted(await acceptInvitation(contextOf(quiet), token, withPassword))
      return (database) => changeRole(database, bob.person.id, 'owner', OFFICE)
    },
  ],
  'create the first link': [
    async (quiet) => {
      await firstPersonLink(quiet, SITE_URL, { name: 'test', now: NOW })
      return (database) => firstPersonLink(database, SITE_URL, { name: 'test', now: NOW })
    },
  ],
  'end a session': [
    async (quiet) => {
      const { session } = await owner(quiet)
      return (database) => endSession(database, session.id)
    },
  ],
  'end sessions': [
    async (quiet) => {
      const { person } = await owner(quiet)
      return (database) => endSessionsOf(database, person.id, OFFICE)
    },
  ],
  'give a second factor': [
    async (quiet) => {
      const { secret } = await owner(quiet)
      const pending = await signedInWithPassword(quiet)
      return (database) => verifyTotp(contextOf(database), pending, codeAt(secret, NOW))
    },
    async (quiet) => {
      const { recoveryCodes } = await owner(quiet)
      const pending = await signedInWithPassword(quiet)
      return (database) => useRecoveryCode(contextOf(database), pending, recoveryCodes[0] ?? '')
    },
    async (quiet) => {
      const { authenticator } = await ownerWithPasskey(quiet)
      const pending = await signedInWithPassword(quiet)
      const { options } = granted(await passkeySignInOptions(contextOf(quiet), pending))
      const response = authenticator.get(options)
      return (database) => verifyPasskey(contextOf(database), pending, response)
    },
  ],
  'invite a person': [
    async (quiet) => {
      await invited(quiet)
      return (database) => createInvitation(database, SITE_URL, BOB, OFFICE, NOW)
    },
  ],
  'note a restore': [
    async (quiet) => {
      const { person } = await owner(quiet)
      const notice = {
        mailKey: 'restore 1',
        kind: 'security-notice',
        recipient: person.email,
        subject: 'Restored',
        text: 'Restored',
        personId: person.id,
      } as const
      return (database) => noteRestore(database, OFFICE, 'restored from a backup', [notice])
    },
  ],
  'note that a session is used': [
    async (quiet) => {
      const { token } = await owner(quiet)
      return (database) => readSession(database, token, later(2 * MINUTE))
    },
  ],
  'remove a passkey': [
    async (quiet) => {
      const { session, passkeyId } = await ownerWithPasskey(quiet)
      return (database) => removePasskey(contextOf(database), session, passkeyId)
    },
  ],
  'remove a person': [
    async (quiet) => {
      const { token } = await invited(quiet)
      const bob = granted(await acceptInvitation(contextOf(quiet), token, withPassword))
      return (database) => removePerson(database, bob.person.id, OFFICE)
    },
  ],
  'remove an app': [
    async (quiet) => {
      const { session } = await ownerWithPasskey(quiet)
      return (database) => removeTotp(contextOf(database), session)
    },
  ],
  'remove expired sign-ins': [
    async (quiet) => {
      await invited(quiet)
      await passkeySignInOptions(contextOf(quiet))
      return (database) => removeExpiredSignIns(database, later(60 * DAY))
    },
  ],
  'rename a passkey': [
    async (quiet) => {
      const { session, passkeyId } = await ownerWithPasskey(quiet)
      return (database) => renamePasskey(contextOf(database), session, { id: passkeyId, label: 'Tablet' })
    },
  ],
  'rename a person': [
    async (quiet) => {
      const { person } = await owner(quiet)
      return (database) => renamePerson(database, person.id, 'Ann Other', OFFICE)
    },
  ],
  'renew recovery codes': [
    async (quiet) => {
      const session = await owner(quiet)
      return (database) => renewRecoveryCodes(contextOf(database), session)
    },
  ],
  'reset a sign-in': [
    async (quiet) => {
      const { session } = await ownerWithPasskey(quiet)
      return (database) => createReset(database, SITE_URL, session.person.id, OFFICE, NOW)
    },
  ],
  'revoke a session': [
    async (quiet) => {
      const { person, session } = await owner(quiet)
      return (database) => revokeSession(database, person.id, session.id, OFFICE)
    },
  ],
  'set up an app': [
    async (quiet) => {
      const session = await joinFirst(contextOf(quiet))
      const { secret } = granted(await startTotp(contextOf(quiet), session))
      const code = codeAt(secret.replaceAll(' ', ''), NOW)
      return (database) => confirmTotp(contextOf(database), session, code)
    },
  ],
  'sign in with a passkey': [
    async (quiet) => {
      const { authenticator } = await ownerWithPasskey(quiet)
      const { options } = granted(await passkeySignInOptions(contextOf(quiet)))
      const response = authenticator.get(options)
      return (database) => signInWithPasskey(contextOf(database), response)
    },
  ],
  'sign in with a password': [
    async (quiet, sql) => {
      await owner(quiet)
      const outdated = '$argon2id$v=19$m=8192,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$'
      const hash = `${outdated}${(await argon2id(PASSWORD, 8192)).toString('base64').replace(/=+$/, '')}`
      await sql(`UPDATE people SET password_hash = '${hash}'`)
      return signedInWithPassword
    },
  ],
  'store a challenge': [
    async (quiet) => {
      const session = await owner(quiet)
      return (database) => passkeyRegistrationOptions(contextOf(database), session)
    },
    async () => (database) => passkeySignInOptions(contextOf(database)),
  ],
  'take a challenge': [
    async (quiet, sql) => {
      await passkeySignInOptions(contextOf(quiet))
      const [{ value } = {}] = await sql('SELECT value FROM challenges')
      const challenge = { kind: 'sign-in', value: String(value), subject: null } as const
      return (database) => takeChallenge(database, challenge, NOW)
    },
  ],
  'take a code of an app': [
    async (quiet) => {
      const { secret } = await owner(quiet)
      const pending = await signedInWithPassword(quiet)
      return (database) => verifyTotp(contextOf(database), pending, codeAt(secret, NOW))
    },
  ],
  'take a recovery code': [
    async (quiet) => {
      const { person, recoveryCodes } = await owner(quiet)
      return (database) => takeRecoveryCode(database, person.id, recoveryCodes[0] ?? '', NOW)
    },
  ],
  'warn of a used code': [
    async (quiet) => {
      const { secret } = await owner(quiet)
      const pending = await signedInWithPassword(quiet)
      const used = totpCode(secret, timeStep(NOW) - 1)
      return (database) => verifyTotp(contextOf(database), pending, used)
    },
  ],
  'withdraw an invitation': [
    async (quiet) => {
      const { id } = await invited(quiet)
      return (database) => revokeInvitation(database, id, OFFICE)
    },
  ],
} satisfies Scenes
