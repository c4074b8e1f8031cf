/** Realistic dealers' lists (`fixtures/`), imported over the demonstration stock. */

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { DECIDE_AT_DESK } from '#cli/import/run-import.ts'
import { action } from '#services/action.ts'
import { loadSnapshot } from '#services/archive/snapshot.ts'
import { rememberHeadings } from '#services/import/heading-memory.ts'
import { parseRows } from '#shared/sales/sale-records.ts'
import { writeFile } from '#shared/sales/sales-export.ts'
import { editRows } from '../rows.ts'
import { SALES } from '../seed-sales.ts'
import { openTestCli, type TestCli } from './open-cli.ts'

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url))

/** The list's plates in stock after the import, with prices, or `off` if not for sale. */
async function stock(office: TestCli) {
  const rows = (await office.rows('plates')).filter((row) => row.is_demonstration === false)
  return rows.map(
    (row) =>
      `${row.plate_number} ${row.price}${row.is_available ? '' : ' off'}${row.is_feature ? ' featured' : ''}`,
  )
}

it('the list of a dealer puts on sale only what is for sale', async () => {
  const office = openTestCli()
  const file = fixture('status-windows-1252.csv')
  const before = await office.rows('plates')
  expect((await office.run('plates', 'import', file, '--dry-run')).out).toEqual([
    '7 plates would be added, 1 would be changed, 0 unchanged, 0 refused, 1 skipped: sold. Nothing has been changed.',
  ])
  expect(await office.rows('plates')).toEqual(before)
  const { out } = await office.run('plates', 'import', file)
  expect(out).toEqual(['7 plates added, 1 changed, 0 unchanged, 0 refused, 1 skipped: sold.'])
  expect(await stock(office)).toEqual([
    'AB 3 21000 off',
    'AB 4 20500',
    'AB 5 19950 off',
    'AB 6 19500',
    'K1 NGS 14995 featured',
    'M4 RVN 3250 off',
    'S4 RAH 8500 off',
  ])
})

it.each([
  [
    'plates',
    'own-headings.csv',
    'The meaning of these columns is not known: “Cherished No.”, “Retail ex VAT”.',
  ],
  ['plates', 'column-without-a-heading.csv', 'The meaning of these columns is not known: “column C”.'],
  ['plates', 'two-prices.csv', 'These columns mean the same: “Price”, “Asking Price”.'],
  ['sales', 'auction-results.csv', 'The meaning of these columns is not known: “Lot”.'],
])('a list of %s with the headings of %s is left to the desk', async (group, name, reason) => {
  const office = openTestCli()
  const { code, out, all } = await office.run(group, 'import', fixture(name))
  expect([code, out]).toEqual([1, []])
  expect(all).toContain(reason)
  expect(all).toContain(DECIDE_AT_DESK)
  expect(await stock(office)).toEqual([])
})

it.each([
  [
    'Reg,Price,Expiry\nBU61 ABC,1250,12/31/2030\n',
    'The dates of “Expiry” are not certain, such as “12/31/2030”.',
  ],
  ['Reg,Price,Bought\nBU61 ABC,1250,3 Apr\n', 'The dates of “Bought” are not certain, such as “3 Apr”.'],
  ['Reg,Price,,Reg,Price\nBU61 ABC,1250,,BU62 ABC,1300\n', 'The list has 2 lists side by side.'],
])('a list that can be read in several ways, such as %j, is left to the desk', async (content, reason) => {
  const office = openTestCli()
  const { code, all } = await office.run('plates', 'import', office.file('stock.csv', content))
  expect(code).toBe(1)
  expect(all).toContain(reason)
  expect(all).toContain(DECIDE_AT_DESK)
})

it('headings that were answered at the desk are known to an import by command', async () => {
  const office = openTestCli()
  const answers = { 'Cherished No.': 'plate_number', 'Retail ex VAT': 'price', Cost: '-', Notes: '-' }
  await office.withData((database) =>
    action(database, 'choose for a list', (transaction) =>
      rememberHeadings(
        transaction,
        { person: 'Ann', via: 'desk' },
        'stock',
        new Map(Object.entries(answers)),
      ),
    ),
  )
  const { out, notes } = await office.run('plates', 'import', fixture('own-headings.csv'))
  expect(out).toEqual(['1 plate added, 0 changed, 0 unchanged, 0 refused, 1 skipped: sold.'])
  expect(notes).toEqual(['Columns that are not imported: “Cost”, “Notes”.'])
  expect(await stock(office)).toEqual(['K1 NGS 14995'])
})

it('a row that needs a decision is refused, and left to the desk', async () => {
  const office = openTestCli()
  const file = office.file('stock.csv', 'Reg,Price\nAB 12,POA\nAB 13,500\n')
  const refused = await office.run('plates', 'import', file)
  expect([refused.code, refused.out]).toEqual([
    1,
    ['line 2: refused AB 12: the price is “POA”', '1 refused, so nothing has been imported.'],
  ])
  expect(refused.notes).toEqual([`1 row needs a decision. ${DECIDE_AT_DESK}`])
  const kept = await office.run('plates', 'import', file, '--keep-good')
  expect([kept.code, kept.out.at(-1)]).toEqual([1, '1 plate added, 0 changed, 0 unchanged, 1 refused.'])
  expect(await stock(office)).toEqual(['AB 13 500'])
})

it('a list that contradicts a sale on record is left to the desk', async () => {
  const office = openTestCli()
  const [sale] = (await office.rows('sales')).filter(({ plate_number }) => plate_number === '25 O')
  const { where_sold, sale_year } = sale ?? {}
  const list = `registration,seller,year,hammer\n25 O,${where_sold},${sale_year},1\n`
  const { code, notes } = await office.run('sales', 'import', office.file('sales.csv', list))
  expect(code).toBe(1)
  expect(notes.at(-1)).toContain(DECIDE_AT_DESK)
  expect((await office.rows('sales')).filter(({ plate_number }) => plate_number === '25 O')).toEqual([sale])
})

it('a plate of the stock returns to sale only if the list marks it as available', async () => {
  const office = openTestCli()
  await editRows(office.database, 'plates', { plate_number: '7 W' }, { is_available: false })
  const file = office.file('stock.csv', 'Reg,Price,Available\n7 W,285000,yes\n')
  expect((await office.run('plates', 'import', file)).code).toBe(0)
  const [plate] = (await office.rows('plates')).filter(({ plate_number }) => plate_number === '7 W')
  expect(plate?.is_available).toBe(true)
})

it('a static export can be imported', async () => {
  const office = openTestCli()
  await office.run('archive', 'publish')
  const folder = (await loadSnapshot(office.environment.DATA_DIR as string))?.folder ?? ''
  for (const [name, ...words] of [['sales'], ['jersey-sales', '--jersey']] as const)
    expect((await office.run('sales', 'import', join(folder, `${name}.json`), ...words)).out).toEqual([
      expect.stringMatching(/^0 .* added, 0 changed, \d+ unchanged, 0 refused\.$/),
    ])
})

it('the download of the sales explorer can be imported', async () => {
  const office = openTestCli()
  const sales = parseRows(await office.rows('sales'), () => {})
  const file = {
    title: '',
    address: '',
    licence: 'Free to reuse',
    citation: 'Sales, with a comma',
    count: sales.length,
  }
  let csv = ''
  for await (const piece of writeFile('csv', file, [sales])) csv += piece
  const { out } = await office.run('sales', 'import', office.file('sales.csv', csv))
  expect(out).toEqual([`0 sales added, 0 changed, ${SALES} unchanged, 0 refused.`])
})
