/** The commands on a hosted backend: PostgreSQL and PostgREST if they are available; moves also on a server of the same contract. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tables } from '#db/schema.ts'
import { readClosed } from '#services/mail/rest-sending.ts'
import { IDS } from '../fill-every-table.ts'
import { openLossyProxy } from '../lossy-proxy.ts'
import { type Postgrest, postgrestMissingReason, startPostgrest } from '../postgrest.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type HostedCli, manySales, openHostedCli, openTestCli, spawnCli } from './open-cli.ts'
import { expectSame, openMove } from './open-move.ts'

const missing = postgrestMissingReason()
if (missing) console.info(`The commands are not tested on PostgreSQL, since ${missing}`)

const ownTables = [...tables.values()].filter(({ kind }) => kind === 'table').map(({ name }) => name)

describe.skipIf(missing)('on PostgreSQL', () => {
  let postgrest: Postgrest | undefined
  beforeAll(async () => {
    if (!missing) postgrest = await startPostgrest()
  })
  afterAll(() => postgrest?.close())
  beforeEach(async () => {
    await postgrest?.sql(`TRUNCATE ${ownTables}`)
  })

  const open = () => openHostedCli({ postgrest })

  it('stock is added, changed, listed, taken off sale and removed', async () => {
    const office = await open()
    const csv = 'plate,price,demo\nab51abc,"£1,250",no\nAB 2,900,yes\n'
    expect((await office.run('plates', 'import', office.file('s.csv', csv))).out).toEqual([
      '2 plates added, 0 changed, 0 unchanged, 0 refused.',
    ])
    const changed = 'plate,price,description\nAB51 ABC,1300,"A “nice”, (bracketed) one"\n'
    expect((await office.run('plates', 'import', office.file('s.csv', changed))).code).toBe(0)
    const sold = 'plate,sold\nAB51 ABC,yes\n'
    expect((await office.run('plates', 'import', office.file('s.csv', sold))).code).toBe(0)
    expect((await office.run('plates', 'export', office.file('out.csv', ''))).code).toBe(0)
    expect((await office.run('plates', 'clear-demo', '--yes')).out).toEqual([
      'Removed 1 demonstration plate.',
    ])
    expect(await office.rows('plates')).toMatchObject([
      {
        plate_number: 'AB51 ABC',
        price: 1300,
        description: 'A “nice”, (bracketed) one',
        is_available: false,
      },
    ])
  })

  it('the doctor names the role that the site signs in as, and one that may change the audit trail', async () => {
    const office = await open()
    expect((await office.run('doctor')).all).toContain('as plateworthy_site, who adds to the audit trail')
    office.environment.DATABASE_URL = `postgres://postgres@/postgres?host=${postgrest?.socketFolder}`
    expect((await office.run('doctor')).all).toMatch(/ERROR.*as postgres, who can change the audit trail/)
  })

  it('an import that is killed is complete or absent, and the next one completes it', async () => {
    const office = await open()
    const file = office.file('sales.csv', manySales(1_000))
    const { child, ended } = spawnCli(office, 'sales', 'import', file)
    const inserts = 'query ILIKE \'insert into "sales"%\''
    const isWriting = `SELECT 1 FROM pg_stat_activity WHERE usename = 'plateworthy_site' AND ${inserts}`
    await expect.poll(() => postgrest?.sql(isWriting), { interval: 1 }).not.toEqual([])
    child.kill('SIGKILL')
    await ended
    expect([0, 1_000]).toContain((await office.rows('sales')).length)
    expect(await office.run('sales', 'import', file)).toMatchObject({ code: 0 })
    expect(await office.rows('sales')).toHaveLength(1_000)
    expect(await office.rows('sale_changes')).toHaveLength(1_000)
  })

  it('two imports at once add every sale once', async () => {
    const office = await open()
    const file = office.file('sales.csv', manySales(1_000))
    const both = await Promise.all([office.run('sales', 'import', file), office.run('sales', 'import', file)])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    const sum = both.map(({ out }) => Number(/^([\d,]+) sale/.exec(out[0] ?? '')?.[1]?.replace(',', '')))
    expect((sum[0] ?? 0) + (sum[1] ?? 0)).toBe(1_000)
    expect(await office.rows('sales')).toHaveLength(1_000)
  })

  it('an import whose commit is carried out but not answered is sent again, without duplicate effects', async () => {
    const office = await open()
    const proxy = await openLossyProxy(`${postgrest?.socketFolder}/.s.PGSQL.5432`)
    office.environment.DATABASE_URL = String(postgrest?.databaseUrl).replace(
      /@(\/\w+).*/,
      `@127.0.0.1:${proxy.port}$1`,
    )
    const { code, out } = await office.run('sales', 'import', office.file('sales.csv', manySales(300)))
    expect([code, out]).toEqual([0, ['300 sales added, 0 changed, 0 unchanged, 0 refused.']])
    expect(await office.rows('sales')).toHaveLength(300)
    expect(await office.rows('sale_changes')).toHaveLength(300)
    await office.run('plates', 'import', office.file('stock.csv', 'plate,price\nAB 2,100\nAB 3,200\n'))
    // The second attempt finds the rows as the first one has changed them.
    proxy.lose()
    const dearer = office.file('dearer.csv', 'plate,price\nAB 2,150\nAB 3,250\n')
    expect(await office.run('plates', 'import', dearer)).toMatchObject({ code: 0 })
    expect((await office.rows('plates')).map(({ price }) => price).sort()).toEqual([150, 250])
    expect(proxy.lost()).toBe(2)
  })

  it('a move copies every table, and comes back', async () => {
    const { source, target, move } = await openMove({ postgrest })
    expect(await move()).toMatchObject({ code: 0 })
    await expectSame(source.client, target.client)

    await target.client.from('plates').update({ plate_number: 'AB 9', price: 5 }).eq('id', IDS.plate)
    const folder = temporaryFolder()
    expect(await target.run('move', '--to-folder', folder)).toMatchObject({ code: 0 })
    await expectSame(target.client, openTestCli({ DATA_DIR: folder }).client)
  })
})

describe('moving', () => {
  const open = async (): Promise<HostedCli> => openHostedCli()

  it('a move asks for the key on a terminal, and never shows it', async () => {
    const target = await open()
    const source = openTestCli({}, { seed: false })
    expect((await source.run('move', '--to', target.url)).all).toContain('set TARGET_SERVICE_KEY')
    const { code, all } = await source.runInteractive([target.serviceKey], 'move', '--to', target.url)
    expect(code).toBe(0)
    expect(all).not.toContain(target.serviceKey)
  })

  it('a move to a backend with rows, or from one that was moved elsewhere, is refused', async () => {
    const [target, other] = [await open(), await open()]
    const source = openTestCli({ TARGET_SERVICE_KEY: target.serviceKey }, { seed: false })
    await target.client.from('alerts').insert({ token: 'a'.repeat(43), email: 'ann@a.test', criteria: 'q=A' })
    for (const option of [[], ['--dry-run']])
      expect(await source.run('move', '--to', target.url, ...option)).toMatchObject({
        code: 1,
        all: `${target.url}/rest/v1 is not empty: it has alerts. Move to an empty backend.`,
      })
    expect(await readClosed(target.client)).toBeNull()

    await target.client.from('alerts').delete().eq('criteria', 'q=A')
    expect((await source.run('move', '--to', target.url)).code).toBe(0)
    source.environment.TARGET_SERVICE_KEY = other.serviceKey
    const elsewhere = await source.run('move', '--to', other.url)
    expect([elsewhere.code, elsewhere.all]).toEqual([
      1,
      expect.stringContaining(`was moved to ${target.url}`),
    ])
    expect((await source.run('doctor')).all).toContain(`This backend was moved to ${target.url}`)
  })

  it('a backend that was moved sends again after a move with --open', async () => {
    const target = await open()
    const source = openTestCli({ TARGET_SERVICE_KEY: target.serviceKey }, { seed: false })
    expect((await source.run('move', '--open')).out).toEqual(['This backend already sends e-mail.'])
    await source.run('move', '--to', target.url)
    expect((await source.run('doctor')).all).toContain('was moved to')
    expect((await source.run('move', '--open')).out.at(-1)).toBe('This backend sends e-mail again.')
    expect((await source.run('doctor')).all).not.toContain('was moved to')
  })

  it('a move to the source itself is refused, however its URL is written', async () => {
    const office = await open()
    const { code, all } = await office.run('move', '--to', `${office.url}/rest/v1/`)
    expect([code, all]).toEqual([2, expect.stringContaining('The target is the current backend')])
  })

  it.each([
    ['http://project.example', 'https://, because the service key is sent there'],
    ['https://user:secret@project.example', 'must not contain a user name or password'],
    ['project', '--to needs an address'],
    ['https://project.example/?key=secret', '--to must not have a query or a fragment'],
  ])('a move to %s is refused', async (address, expected) => {
    const { code, all } = await openTestCli({ TARGET_SERVICE_KEY: 'x' }, { seed: false }).run(
      'move',
      '--to',
      address,
    )
    expect(code).toBe(2)
    expect(all).toContain(expected)
    expect(all).not.toContain('secret')
  })

  it.each([
    ['', '/rest/v1/applied_files'],
    ['/', '/applied_files'],
    ['/api', '/api/applied_files'],
    ['/api/', '/api/applied_files'],
  ])('a move to a URL that ends with “%s” requests %s, as BACKEND_URL would', async (end, path) => {
    const target = await open()
    await openTestCli({ TARGET_SERVICE_KEY: target.serviceKey }, { seed: false }).run(
      ...['move', '--to', target.url + end, '--dry-run'],
    )
    expect(target.asked[0]).toBe(`GET ${path}`)
  })

  it('a move with the public key, a wrong key, or an unreachable URL is refused before anything is sent', async () => {
    const target = await open()
    const anonKey = target.environment.BACKEND_ANON_KEY as string
    const withKey = (key: string, to = target.url) =>
      openTestCli({ TARGET_SERVICE_KEY: key }, { seed: false }).run('move', '--to', to)
    expect((await withKey(anonKey)).all).toContain('That is the public key')
    expect((await withKey('sb_publishable_abc')).all).toContain('That is the public key')
    expect((await withKey('nonsense')).all).toContain('it does not accept the service key')
    expect((await withKey(target.serviceKey, 'http://127.0.0.1:9')).all).toContain(
      'cannot be used: it cannot be reached',
    )
    expect(target.asked.filter((asked) => asked.startsWith('POST'))).toEqual([])
  })
})

it('an unavailable backend is named, with what to do', async () => {
  const office = await openHostedCli()
  const { code, all } = await office.run('sales', 'import', office.file('sales.csv', manySales(500)))
  expect(code).toBe(1)
  expect(all).toContain(
    'Nothing has been imported: the backend failed, its database failed (connect ECONNREFUSED 127.0.0.1:9). Run the same command again.',
  )
})

it('a hosted backend without its service key is reported', async () => {
  const office = openTestCli({ BACKEND_URL: 'https://backend.test', BACKEND_ANON_KEY: 'public' })
  expect(await office.run('audit')).toMatchObject({
    code: 1,
    all: 'The commands need the database and the service key: set DATABASE_URL and BACKEND_SERVICE_KEY for BACKEND_URL (see .env.example).',
  })
})
