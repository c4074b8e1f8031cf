import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { acceptInvitation, findInvitation } from '#services/people/invitations.ts'
import { readSession } from '#services/people/sessions.ts'
import { contextOf, granted, PASSWORD, tokenOf } from '../people/sign-in-setup.ts'
import { editRows } from '../rows.ts'
import { withData } from '../with-data.ts'
import { openTestCli, type TestCli } from './open-cli.ts'

const dataDirOf = ({ environment }: TestCli) => environment.DATA_DIR ?? ''

async function join(office: TestCli, email: string, role: string, name: string) {
  const { out, code } = await office.run('people', 'invite', email, '--role', role)
  expect(code).toBe(0)
  const given = { name, credential: { password: PASSWORD } }
  return withData(dataDirOf(office), async (database) =>
    granted(await acceptInvitation(contextOf(database, { now: new Date() }), tokenOf(out[0]), given)),
  )
}

test('people are invited, listed, changed, reset and removed', async () => {
  const office = openTestCli()
  const ann = await join(office, 'ann@plates.test', 'owner', 'Ann')
  const bob = await join(office, 'bob@plates.test', 'staff', 'Bob')

  expect((await office.run('people', 'list')).all).toMatch(
    /Ann <ann@plates.test> +owner {2}password {2}not signed in/,
  )
  expect((await office.run('people', 'role', 'bob@plates.test', 'owner')).out).toEqual(['Bob is an owner.'])
  const isSignedIn = async ({ token }: { token: string }) =>
    withData(dataDirOf(office), async (database) => (await readSession(database, token, new Date())) !== null)
  expect(await isSignedIn(bob)).toBe(false)

  const reset = await office.run('people', 'reset', 'ann@plates.test', '--yes')
  expect(reset.out).toHaveLength(1)
  expect(reset.out[0]).toMatch(/^http:\/\/localhost:3000\/desk\/join\?token=[\w-]{43}$/)
  expect(await isSignedIn(ann)).toBe(false)
  const invitation = await withData(dataDirOf(office), (database) =>
    findInvitation(database, tokenOf(reset.out[0]), new Date()),
  )
  expect(invitation).toMatchObject({ name: 'Ann' })
  expect((await office.run('people', 'list')).all).toContain('nothing to sign in with')

  expect((await office.run('people', 'remove', 'ann@plates.test', '--yes')).out).toEqual(['Removed Ann.'])
  expect(await office.rows('people')).toMatchObject([{ name: 'Bob', role: 'owner' }])

  const trail = (await office.rows('audit')).map(({ person, command, change }) => [person, command, change])
  const office_ = userInfo().username
  expect(trail).toEqual(
    expect.arrayContaining([
      [office_, 'people invite', 'invited ann@plates.test as owner'],
      [office_, 'people role', 'Bob: staff → owner'],
      [office_, 'people reset', 'Ann was given a new sign-in link'],
      [office_, 'people remove', 'removed Ann (owner)'],
    ]),
  )
  // One entry for each command, and none with only the name of a table.
  expect(trail.filter(([person]) => person === office_)).toHaveLength(5)
  expect(JSON.stringify(trail)).not.toContain(tokenOf(reset.out[0]))
})

test('the sessions of a person are listed and ended', async () => {
  const office = openTestCli()
  await join(office, 'ann@plates.test', 'owner', 'Ann')
  expect((await office.run('people', 'sessions', 'ann@plates.test')).all).toContain('0 sessions.')
  await editRows(office.database, 'sessions', {}, { second_factor_at: new Date().toISOString() })
  const listed = await office.run('people', 'sessions', 'ANN@plates.test')
  expect(listed.all).toMatch(/Firefox on Linux {2}10\.9\.\d+\.\d+ +since /)
  expect(JSON.stringify(await office.run('people', 'sessions', 'ann@plates.test', '--json'))).not.toContain(
    'token',
  )
  expect((await office.run('people', 'sessions', 'ann@plates.test', '--end')).out).toEqual([
    'Ended 1 session of Ann.',
  ])
  expect(await office.rows('sessions')).toEqual([])
})

test.each([
  [['invite', 'bob'], 1, 'Enter an e-mail address'],
  [['invite', 'bob@plates.test'], 1, 'the first person must be one'],
  [['invite', 'bob@plates.test', '--role', 'admin'], 2, 'There is no role “admin”: owner or staff.'],
  [['invite'], 2, 'Missing argument'],
  [['role', 'ann@plates.test', 'king'], 2, 'There is no role “king”'],
  [['role', 'ann@plates.test', 'owner'], 1, 'Nobody at the desk has the address ann@plates.test.'],
  [['remove', 'ann@plates.test', '--yes'], 1, 'Nobody at the desk'],
  [['reset', 'ann@plates.test', '--yes'], 1, 'Nobody at the desk'],
  [['sessions', 'ann@plates.test'], 1, 'Nobody at the desk'],
] as const)('people %j is refused with words that help', async (args, code, words) => {
  const office = openTestCli()
  const answer = await office.run('people', ...args)
  expect(answer.code).toBe(code)
  expect(answer.all).toContain(words)
  expect(await office.rows('audit')).toEqual([])
})

test('the only owner stays, and nothing is removed without a confirmation', async () => {
  const office = openTestCli()
  await join(office, 'ann@plates.test', 'owner', 'Ann')
  const stays = 'This is the only owner. Make someone else an owner first.'
  expect((await office.run('people', 'remove', 'ann@plates.test', '--yes')).all).toContain(stays)
  expect((await office.run('people', 'role', 'ann@plates.test', 'staff')).all).toContain(stays)
  const unsure = await office.run('people', 'reset', 'ann@plates.test')
  expect([unsure.code, unsure.all]).toEqual([2, expect.stringContaining('confirm with --yes')])
  const no = await office.runInteractive(['no'], 'people', 'remove', 'ann@plates.test')
  expect(no.all).toContain('Nothing has been changed.')
  expect(await office.rows('people')).toMatchObject([{ name: 'Ann', role: 'owner' }])
})
