import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { editRows } from '../rows.ts'
import { SALES } from '../seed-sales.ts'
import { manySales, openTestCli, spawnCli, type TestCli } from './open-cli.ts'

/** Saved by Excel with a comma as the decimal sign, with prices written the English way. */
const excel = Buffer.from(
  '\ufeffReg No;Asking Price;Available;Description\r\nab1;£1,250;yes;"Short; sweet"\r\n M4RVN ;"£12,500.00";No;\r\n',
)

it('an import of plates reads a list from Excel', async () => {
  const office = openTestCli()
  const { code, out } = await office.run('plates', 'import', office.file('stock.csv', excel))
  expect([code, out]).toEqual([0, ['2 plates added, 0 changed, 0 unchanged, 0 refused.']])
  const rows = (await office.rows('plates')).filter((row) => row.is_demonstration === false)
  expect(rows).toMatchObject([
    {
      plate_number: 'AB 1',
      price: 1250,
      is_available: true,
      description: 'Short; sweet',
      category: 'Number 1',
    },
    { plate_number: 'M4 RVN', price: 12_500, is_available: false, description: null, category: 'Prefix' },
  ])
})

it('an import of plates shows in a preview what it would do, and does none of it', async () => {
  const office = openTestCli()
  const before = await office.rows('plates')
  const file = office.file(
    'stock.csv',
    'plate,price\n7 W,280000\nab1,1250\nH 8,198500\nZZ,5\nAB 2,\nAB 1,1300\n',
  )
  const { code, out } = await office.run('plates', 'import', file, '--dry-run')
  expect(code).toBe(1)
  expect(out).toEqual([
    'line 5: refused ZZ: ZZ has no figures, and a registration needs at least one',
    'line 6: refused AB 2: it has no price',
    'line 7: refused AB 1: line 3 has the same plate with other details',
    '1 plate would be added, 1 would be changed, 1 unchanged, 3 refused. Nothing has been changed.',
  ])
  expect(await office.rows('plates')).toEqual(before)
})

it('an import of plates with an invalid row changes nothing, or imports only the valid ones on request', async () => {
  const office = openTestCli()
  const before = await office.rows('plates')
  const file = office.file('stock.csv', 'plate,price\nAB 1,100\nAB 2,POA\nAB 3,300\n')
  const refused = await office.run('plates', 'import', file)
  expect([refused.code, refused.out]).toEqual([
    1,
    ['line 3: refused AB 2: the price is “POA”', '1 refused, so nothing has been imported.'],
  ])
  expect(await office.rows('plates')).toEqual(before)
  const kept = await office.run('plates', 'import', file, '--keep-good')
  expect([kept.code, kept.out.at(-1)]).toEqual([1, '2 plates added, 0 changed, 0 unchanged, 1 refused.'])
})

it.each([
  ['missing.csv', null, 'There is no file'],
  ['empty.csv', '', 'The file is empty.'],
  ['stock.csv', 'price\n5\n', 'No column has the registration'],
  [
    'stock.csv',
    `plate,price,description\nAB 1,5,${'x'.repeat(10_000_000)}\n`,
    'begins on line 2 is longer than a million',
  ],
  ['stock.csv', 'plate,price,image\nAB 1,500,javascript:alert(1)\n', 'not a picture address'],
  [
    'stock.csv',
    'plate,price\n=HYPERLINK("https://evil.test"),5\n',
    'refused =HYPERLINK("https://evil.test"): “=” cannot be part of a registration',
  ],
  ['stock.csv', 'plate,price\n=1+1,5\n', 'refused =1+1: “=” cannot be part of a registration'],
  ['stock.csv', 'plate,price\n\u001b[2JAB1,5\n', 'refused [2JAB1'],
])('an import of plates from %s is refused with a clear message', async (name, content, args) => {
  const office = openTestCli()
  const path = content === null ? '/nowhere/missing.csv' : office.file(name, content)
  const { code, all } = await office.run('plates', 'import', path)
  expect(code).toBe(1)
  expect(all).toContain(args)
  expect(all).not.toContain('\u001b')
  expect(all).not.toMatch(/at .*\.ts:/)
  expect(await office.rows('plates')).toHaveLength(44)
})

it('an import of sales fills in category, type and basis, and keeps the values of the file', async () => {
  const office = openTestCli()
  const csv = 'date,plate,seller,hammer,category\n12/07/2024,ab7,Bonhams,"53,000",\n2023,1cd,,900,Cherished\n'
  await office.run('sales', 'import', office.file('sales.csv', csv))
  const rows = (await office.rows('sales')).filter((row) =>
    ['AB 7', '1 CD'].includes(String(row.plate_number)),
  )
  expect(rows).toMatchObject([
    {
      plate_number: '1 CD',
      category: 'Cherished',
      type: '2 Letter Number 1',
      where_sold: null,
      sale_month: null,
    },
    {
      plate_number: 'AB 7',
      category: '3-Character',
      type: 'Letters First',
      sale_month: 7,
      price_basis: 'hammer',
    },
  ])
})

it('an import of Jersey sales adds them to the Jersey list', async () => {
  const office = openTestCli()
  const csv = 'plate,price,year\nJ 99,900,2020\nAB51 ABC,5,2020\n'
  const { out } = await office.run('sales', 'import', office.file('s.csv', csv), '--jersey', '--keep-good')
  expect(out).toEqual([
    'line 3: refused AB51 ABC: AB51 ABC is not a Jersey registration',
    '1 Jersey sale added, 0 changed, 0 unchanged, 1 refused.',
  ])
  expect((await office.rows('jersey_sales')).find((row) => row.plate_number === 'J 99')).toMatchObject({
    total_price: 900,
    price_basis: 'unclear',
  })
})

it('an import of sales reports duplicate rows in the file', async () => {
  const office = openTestCli()
  const csv = 'plate,year,total\nAB 1,2020,5\nab1,2020,£5\n'
  const { out } = await office.run('sales', 'import', office.file('s.csv', csv))
  expect(out).toEqual([
    '1 sale added, 0 changed, 0 unchanged, 0 refused, 1 skipped: in the list more than once.',
  ])
})

it.each(['csv', 'json'])(
  'an export as %s comes back without a change, and into an empty database whole',
  async (format) => {
    const office = openTestCli()
    await editRows(office.database, 'plates', { plate_number: '7 W' }, { description: '=cmd|x' })
    await editRows(office.database, 'plates', { plate_number: 'H 8' }, { description: '\'=a, "b"' })
    const empty = openTestCli({}, { seed: false })
    for (const [table, ...args] of [
      ['plates', 'plates'],
      ['sales', 'sales'],
      ['jersey_sales', 'sales', '--jersey'],
    ] as const) {
      const [group, ...flags] = args
      const file = office.file(`${table}.${format}`, '')
      expect((await office.run(group, 'export', file, ...flags)).code).toBe(0)
      if (table === 'plates' && format === 'csv') expect(readFileSync(file, 'utf8')).toContain(",'=cmd|x,")
      const before = await office.rows(table)
      const back = await office.run(group, 'import', file, ...flags)
      expect(back.out.at(-1)).toMatch(/^0 .* added, 0 changed, \d+ unchanged, 0 refused\.$/)
      expect(await office.rows(table)).toEqual(before)
      await empty.run(group, 'import', file, ...flags)
      expect((await empty.rows(table)).map(content)).toEqual(before.map(content))
    }
  },
)

const content = ({ id, created_at, updated_at, category, ...row }: Record<string, unknown>) => row

describe('an embedded import', () => {
  const count = (office: TestCli) => {
    const database = new DatabaseSync(join(office.environment.DATA_DIR as string, 'plateworthy.db'))
    const { n } = database.prepare('SELECT count(*) AS n FROM sales').get() as { n: number }
    const { integrity_check } = database.prepare('PRAGMA integrity_check').get() as {
      integrity_check: string
    }
    database.close()
    return { n, integrity_check }
  }

  it('an import into the embedded backend that is killed while writing leaves whole parts of it, and the next one imports the rest', async () => {
    const office = openTestCli()
    const file = office.file('sales.csv', manySales(10_000))
    const { child, ended } = spawnCli(office, 'sales', 'import', file)
    const wal = join(office.environment.DATA_DIR as string, 'plateworthy.db-wal')
    const size = () => (existsSync(wal) ? statSync(wal).size : 0)
    const before = size()
    // The transaction is in progress once it spills into the write-ahead log.
    while (size() < before + 500_000 && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 2))
    child.kill('SIGKILL')
    expect(await ended).toEqual({ code: null, signal: 'SIGKILL' })
    const { n, integrity_check } = count(office)
    expect([SALES, SALES + 5_000]).toContain(n)
    expect(integrity_check).toBe('ok')
    expect(await office.run('sales', 'import', file)).toMatchObject({ code: 0 })
    expect(count(office).n).toBe(SALES + 10_000)
    expect(await office.rows('sale_changes')).toHaveLength(10_000)
  })

  it('two imports into the embedded backend at the same time both finish, and every sale is there once', async () => {
    const office = openTestCli()
    const file = office.file('sales.csv', manySales(500))
    const both = [spawnCli(office, 'sales', 'import', file), spawnCli(office, 'sales', 'import', file)]
    for (const { ended } of both) expect(await ended).toEqual({ code: 0, signal: null })
    expect(both.map(({ output }) => output.out).sort()).toEqual([
      '0 sales added, 0 changed, 500 unchanged, 0 refused.\n',
      '500 sales added, 0 changed, 0 unchanged, 0 refused.\n',
    ])
    expect(count(office).n).toBe(SALES + 500)
  })
})
