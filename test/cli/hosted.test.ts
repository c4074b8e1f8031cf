/** The commands on a hosted backend, and moves to it and back, if PostgreSQL and PostgREST are available. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tables } from '#db/schema.ts'
import { AWAY } from '../broken-backend.ts'
import { IDS } from '../fill-every-table.ts'
import { openLossyProxy } from '../lossy-proxy.ts'
import { type Postgrest, postgrestMissingReason, startPostgrest } from '../postgrest.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { manySales, openHostedCli, openTestCli, spawnCli } from './open-cli.ts'
import { closedOf, expectSame, openSource } from './open-move.ts'

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

  const open = async () => openHostedCli(postgrest)

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

  it('the doctor says what visitors may read, and names the role that the site signs in as, and one that may change the audit trail', async () => {
    const office = await open()
    const { all } = await office.run('doctor')
    expect(all).toContain('ok     Visitors read as plateworthy_public, who sees only plates for sale.')
    expect(all).toContain('as plateworthy_site, who adds to the audit trail')
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

  /** A source whose target is this PostgreSQL. */
  const openMove = async (url = postgrest?.databaseUrl ?? '') => {
    const source = await openSource({ TARGET_DATABASE_URL: url })
    const move = (...args: string[]) => source.run('move', '--to-database', ...args)
    return { source, target: await open(), move }
  }

  it('a move copies every table, and comes back into a folder, which gets no demonstration plates', async () => {
    const { source, target, move } = await openMove()
    expect((await move('--dry-run')).out).toContain('  enquiries: 4 rows')
    expect(await target.rows('plates')).toEqual([])
    expect(await move()).toMatchObject({ code: 0 })
    await expectSame(source, target)
    expect(await closedOf(source, target)).toEqual(['moved', null])

    await postgrest?.sql(`UPDATE plates SET plate_number = 'AB 9', price = 5 WHERE id = '${IDS.plate}'`)
    const folder = temporaryFolder()
    expect(await target.run('move', '--to-folder', folder)).toMatchObject({ code: 0 })
    const again = openTestCli({ DATA_DIR: folder })
    await expectSame(target, again)
    expect(await closedOf(target, again)).toEqual(['moved', null])
  })

  it('the sales that a move copies are counted', async () => {
    const { move } = await openMove()
    await move()
    expect(await postgrest?.sql('SELECT sum(sales)::int AS sales FROM sales_counts')).toEqual([{ sales: 2 }])
  })

  it('a move whose connection ends is continued by the same command, and a part of it that is not answered is sent again', async () => {
    const proxy = await openLossyProxy(`${postgrest?.socketFolder}/.s.PGSQL.5432`)
    const { source, target, move } = await openMove(
      `postgres://plateworthy_site@127.0.0.1:${proxy.port}/postgres`,
    )
    expect(await move()).toMatchObject({ code: 1, all: expect.stringContaining('it continues') })
    expect(await closedOf(source, target)).toEqual([null, 'copy'])
    proxy.lose()
    expect(await move()).toMatchObject({ code: 0 })
    expect(proxy.lost()).toBe(2)
    await expectSame(source, target)
  })

  it('a move asks for the address on a terminal, and never shows it', async () => {
    const source = await openSource()
    expect((await source.run('move', '--to-database')).all).toContain('set TARGET_DATABASE_URL')
    const url = String(postgrest?.databaseUrl).replace('@', ':hunter2@')
    const { code, all } = await source.runInteractive([url], 'move', '--to-database')
    expect(code).toBe(0)
    expect(all).not.toContain('hunter2')
  })

  it('a move to a database with rows, or from a backend that was moved to one, is refused', async () => {
    const { source, target, move } = await openMove()
    const name = `${postgrest?.socketFolder}:5432/postgres`
    await postgrest?.sql(
      `INSERT INTO alerts (token, email, criteria) VALUES ('${'a'.repeat(43)}', 'ann@a.test', 'q=A')`,
    )
    for (const option of [[], ['--dry-run']])
      expect(await move(...option)).toMatchObject({
        code: 1,
        all: `${name} is not empty: it has alerts. Move to an empty backend.`,
      })
    expect(await closedOf(target)).toEqual([null])

    await postgrest?.sql('DELETE FROM alerts')
    expect((await move()).code).toBe(0)
    const elsewhere = await source.run('move', '--to-folder', temporaryFolder())
    expect([elsewhere.code, elsewhere.all]).toEqual([1, expect.stringContaining(`was moved to ${name}`)])
    expect((await source.run('doctor')).all).toContain(`This backend was moved to ${name}`)
  })

  it('a move to the source itself is refused, however its address is written', async () => {
    const office = await open()
    office.environment.TARGET_DATABASE_URL = `postgresql://postgres:x@/postgres?host=${postgrest?.socketFolder}&port=5432`
    const { code, all } = await office.run('move', '--to-database')
    expect([code, all]).toEqual([2, expect.stringContaining('The target is the current backend')])
  })

  it('a move by a role that may not sign in is refused before anything is copied', async () => {
    const { move } = await openMove(`postgres://anon@/postgres?host=${postgrest?.socketFolder}`)
    expect(await move()).toMatchObject({
      code: 1,
      all: expect.stringMatching(
        /cannot be used: its database cannot be reached, because .* \(role "anon" is not permitted to log in\)/,
      ),
    })
  })
})

const verified = 'must have ?sslmode=verify-full at its end'

it.each([
  ['https://project.supabase.co', 2, 'must be an address such as postgres://'],
  ['postgres://site:hunter2@db.example/plates', 2, verified],
  ['postgres://site:hunter2@db.example/plates?sslmode=disable', 2, verified],
  ['postgres://site:hunter2@db.example/plates?sslmode=no-verify', 2, verified],
  ['postgres://site:hunter2@db.example:port/plates', 2, 'TARGET_DATABASE_URL cannot be used'],
  [
    'postgres://site:hunter2@127.0.0.1:9/plates',
    1,
    'cannot be used: its database cannot be reached, because nothing listens',
  ],
  [
    'postgres://site:hunter2@db.invalid/plates?sslmode=verify-full',
    1,
    'db.invalid:5432/plates cannot be used',
  ],
])('a move to %s is refused, and no password is shown', async (url, exit, expected) => {
  const source = openTestCli({ TARGET_DATABASE_URL: url }, { seed: false })
  const { code, all } = await source.run('move', '--to-database')
  expect([code, all]).toEqual([exit, expect.stringContaining(expected)])
  expect(all).not.toContain('hunter2')
})

it('an unavailable backend is named, with what to do', async () => {
  const office = openTestCli(AWAY)
  const { code, all } = await office.run('sales', 'import', office.file('sales.csv', manySales(500)))
  expect(code).toBe(1)
  expect(all).toContain(
    'Nothing has been imported: the backend failed, its database cannot be reached, because nothing listens at that address and port (connect ECONNREFUSED 127.0.0.1:9). Run the same command again.',
  )
})
