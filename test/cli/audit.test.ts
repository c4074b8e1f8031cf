import { userInfo } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openBackend } from '#db/embedded.ts'
import { startErasure } from '#services/retention/erasure.ts'
import { asContact } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { type Postgrest, postgrestMissingReason, startPostgrest } from '../postgrest.ts'
import { temporaryDataDir } from '../temporary-folder.ts'
import { openHostedCli, openTestCli, type TestCli } from './open-cli.ts'

const store = async (office: TestCli, email: string) =>
  (await office.withData((database) => storeEnquiry(database, asContact({ email, name: 'Zachary Quixote' }))))
    .reference

/** Entries as 'plates edit: 7 W: price 1 → 2'. */
async function trailOf(office: TestCli): Promise<string[]> {
  const { out } = await office.run('audit', '--json')
  const entries = JSON.parse(out.join('\n')) as Record<string, string>[]
  return entries.map(({ command, change }) => `${command}: ${change}`)
}

/** Has two plates. */
const TWO_PLATES = fileURLToPath(new URL('./fixtures/tabs-utf-16.csv', import.meta.url))

const missing = postgrestMissingReason()
let postgrest: Postgrest | undefined
beforeAll(async () => {
  if (!missing) postgrest = await startPostgrest()
})
afterAll(() => postgrest?.close())

const openers = [
  ['the embedded database', async () => openTestCli()],
  ...(missing ? [] : [['a hosted backend', async () => openHostedCli(postgrest)] as const]),
] as const

test.each(openers)('on %s every command that changes something adds an entry', async (where, open) => {
  const office = await open()
  const isEmbedded = where.startsWith('the')
  const list = office.file('stock.csv', 'plate,price,demo\nAB 2,100,yes\nAB 3,200,no\n')
  await office.run('plates', 'import', list)
  await office.run('plates', 'import', list)
  await office.run('plates', 'clear-demo', '--yes')
  await office.run('sales', 'import', office.file('sales.csv', 'plate,year,total\nAB 5,2020,7\n'))
  await store(office, 'ann@visitor.example')
  await store(office, 'quixote@visitor.example')
  await store(office, 'quixote@visitor.example')
  await office.run('enquiries', 'forget', 'quixote@visitor.example')
  await office.run('enquiries', 'retention', '--confirm')
  if (isEmbedded) await office.run('keys', 'rotate', '--yes')
  await office.run('archive', 'publish')
  for (const args of [
    ['plates', 'export', office.file('out.csv', '')],
    ['plates', 'import', list, '--dry-run'],
    ['enquiries', 'retention'],
    ['doctor'],
  ])
    await office.run(...args)

  const demo = isEmbedded ? '45 demonstration plates' : '1 demonstration plate'
  expect(await trailOf(office)).toEqual([
    'plates import: 2 plates added, 0 changed, 0 unchanged, 0 refused, from stock.csv',
    `plates clear-demo: ${demo} removed`,
    'sales import: 1 sale added, 0 completed, 0 corrected, 0 unchanged, 0 refused, from sales.csv',
    'enquiries forget: forgot one person, 2 enquiries',
    'enquiries retention: 0 enquiries removed because of their age, and the clock confirmed',
    ...(isEmbedded ? ['keys rotate: new keys made'] : []),
    expect.stringMatching(/^archive publish: static exports published as of 20/),
  ])
  const { all } = await office.run('audit', '--json')
  expect(all).not.toMatch(/quixote/i)
  const listed = await office.run('audit')
  expect(listed.out[0]).toMatch(
    new RegExp(
      `^ +20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d  ${userInfo().username} +plates import: 2 plates added`,
    ),
  )
  expect((await office.run('audit', '--since', '2999-01-01')).notes).toEqual(['0 entries.'])
  expect((await office.run('audit', '--since', 'Tuesday')).code).toBe(2)
})

test('an entry names the person behind sudo', async () => {
  const office = openTestCli({ SUDO_USER: 'ann' })
  await office.run('plates', 'clear-demo', '--yes')
  const [entry] = JSON.parse((await office.run('audit', '--json')).out.join('\n'))
  expect(entry.person).toBe(`ann as ${userInfo().username}`)
})

test('on the embedded database a change and its entry are one transaction', async () => {
  const office = openTestCli()
  const database = new DatabaseSync(join(office.environment.DATA_DIR ?? '', 'plateworthy.db'))
  database.exec("CREATE TRIGGER t BEFORE INSERT ON audit BEGIN SELECT raise(ABORT, 'no trail'); END")
  const before = await office.rows('plates')
  await office.run('plates', 'clear-demo', '--yes').catch(() => {})
  await office.run('plates', 'import', office.file('s.csv', 'plate,price\nAB 2,100\n')).catch(() => {})
  expect(await office.rows('plates')).toEqual(before)
  database.exec('DROP TRIGGER t')
  database.close()
})

test.skipIf(missing)(
  'without a table on a hosted backend the command says what to do and changes nothing',
  async () => {
    const office = openHostedCli(postgrest)
    const before = await office.rows('plates')
    await postgrest?.sql('ALTER TABLE import_headings RENAME TO renamed_headings')
    onTestFinished(async () => {
      await postgrest?.sql('ALTER TABLE renamed_headings RENAME TO import_headings')
    })
    expect(await office.run('plates', 'import', TWO_PLATES)).toMatchObject({
      code: 1,
      all: expect.stringContaining('migrate (docs/operations/hosted.md)'),
    })
    expect(await office.rows('plates')).toEqual(before)
  },
)

test('entries are removed when they are 24 months old, and not before, when the write in their way has ended', async () => {
  const dataDir = temporaryDataDir({ seed: false })
  const backend = openBackend({ dataDir, seed: false })
  const database = new DatabaseSync(join(dataDir, 'plateworthy.db'))
  const insert = database.prepare(
    "INSERT INTO audit (at, person, command, change) VALUES (?, 'ann', 'c', 'x')",
  )
  for (const at of ['2024-01-31T10:00:00+00:00', '2024-03-01T10:00:00.5+00:00']) insert.run(at)
  database.exec('BEGIN IMMEDIATE')
  const error = vi.fn()
  const erasure = startErasure(backend, { error })
  erasure.afterRetention(new Date('2026-03-01T10:00:00.500Z'))
  expect(database.prepare('SELECT at FROM audit').all()).toHaveLength(2)
  database.exec('COMMIT')
  await expect.poll(() => database.prepare('SELECT at FROM audit').all()).toHaveLength(1)
  erasure.stop()
  expect(error).not.toHaveBeenCalled()
  expect(database.prepare('SELECT at FROM audit').all()).toMatchObject([
    { at: '2024-03-01T10:00:00.5+00:00' },
  ])
  database.close()
  backend.close()
})

test('deleted rows are erased from the database log although old entries cannot be removed', async () => {
  const error = vi.fn()
  const truncateLog = vi.fn(() => true)
  const removeAuditBefore = () => {
    throw new Error('The disk is full')
  }
  const erasure = startErasure({ removeAuditBefore, truncateLog }, { error })
  erasure.afterRetention(new Date())
  await expect.poll(() => truncateLog.mock.calls).toHaveLength(1)
  erasure.stop()
  expect(error).toHaveBeenCalledOnce()
})
