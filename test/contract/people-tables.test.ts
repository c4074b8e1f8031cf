import { beforeEach, expect, it } from 'vitest'
import { pauseSending, resumeSending } from '#services/mail/sending.ts'
import { acceptInvitation, firstPersonLink } from '#services/people/invitations.ts'
import { removePerson } from '#services/people/people.ts'
import { readSession } from '#services/people/sessions.ts'
import type { NewSession, SignInContext } from '#services/people/types.ts'
import {
  contextOf,
  emptyPeople,
  enrol,
  granted,
  join,
  joinFirst,
  NOW,
  OFFICE,
  PASSWORD,
  passkeyOf,
  SITE_URL,
  tokenOf,
} from '../people/sign-in-setup.ts'
import { deleteRows, editRows, findRows, type TableName } from '../rows.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const database = () => contract().database
const at = () => contextOf(database())

beforeEach(() => emptyPeople(database()))

const owner = async (context: SignInContext = at()) => enrol(context, await joinFirst(context))
const staff = async (context: SignInContext = at()) =>
  enrol(context, await join(context, { email: 'bob@plates.test', role: 'staff', name: 'Bob Staff' }))

const rows = (table: TableName): Promise<Record<string, unknown>[]> => findRows(database(), table, '*')

it('the tables of people hold no password, token, link or recovery code that would be of use to a reader', async () => {
  const context = at()
  const link = await firstPersonLink(database(), SITE_URL, { name: 'test', now: NOW })
  const joined = granted(
    await acceptInvitation(context, tokenOf(link), {
      name: 'Ann',
      email: 'ann@plates.test',
      credential: { password: PASSWORD },
    }),
  )
  const { token, recoveryCodes } = await enrol(context, joined)
  const all = JSON.stringify([
    ...(await rows('people')),
    ...(await rows('recovery_codes')),
    ...(await rows('invitations')),
    ...(await rows('sessions')),
    ...(await rows('audit')),
  ])
  const plainCodes = recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')])
  for (const secret of [PASSWORD, token, joined.token, tokenOf(link), ...plainCodes])
    expect(all).not.toContain(secret)
  expect(all).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
})

it('the tables of people lose all rows of a person together with the person', async () => {
  const context = at()
  const first = await owner(context)
  await passkeyOf(context, await staff(context))
  const data = await findRows(database(), 'people', ['id'], { email: 'bob@plates.test' })
  expect((await removePerson(database(), String(data[0]?.id), OFFICE)).ok).toBe(true)
  for (const table of ['passkeys', 'recovery_codes', 'sessions', 'invitations'] as const)
    for (const row of await rows(table)) expect([table, row.person_id]).not.toEqual([table, data[0]?.id])
  expect(await readSession(database(), first.token, NOW)).not.toBeNull()
})

it('the last owner is held by the database: no single write leaves people without an owner', async () => {
  const context = at()
  const ann = await owner(context)
  const bob = await join(context, { email: 'bob@plates.test', role: 'owner', name: 'Bob' })
  const refusal = { code: '23514', message: expect.stringContaining('owner') }
  const demote = ({ person: { id } }: NewSession) => editRows(database(), 'people', { id }, { role: 'staff' })
  const remove = ({ person: { id } }: NewSession) => deleteRows(database(), 'people', { id })
  await demote(bob)
  await expect(demote(ann)).rejects.toMatchObject(refusal)
  await expect(remove(ann)).rejects.toMatchObject(refusal)
  await remove(bob)
  await expect(remove(ann)).rejects.toMatchObject(refusal)
})

it('an owner may be missing for a while in a copy that a move has not opened yet', async () => {
  const ann = await owner()
  await staff()
  await pauseSending(database(), { kind: 'copy', other: 'x', at: NOW.toISOString() })
  await deleteRows(database(), 'people', { id: ann.person.id })
  await resumeSending(database())
  expect(await rows('people')).toHaveLength(1)
})
