/** Realistic dealers' lists (`fixtures/`), imported over the demonstration stock. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { loadSnapshot } from '#services/archive/snapshot.ts'
import { toSales } from '#shared/sales/sale-records.ts'
import { writeFile } from '#shared/sales/sales-export.ts'
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

it('the list of a dealer is shown completely in a preview, which changes nothing', async () => {
  const office = openTestCli()
  const before = await office.rows('plates')
  const { out } = await office.run('plates', 'import', fixture('status-windows-1252.csv'), '--dry-run')
  expect(out.slice(0, -1)).toEqual([
    'line 2: add K1 NGS · £14,995 · Prefix · featured',
    'line 3: add S4 RAH · £8,500 · Prefix · not for sale',
    'line 4: add M4 RVN · £3,250 · Prefix · not for sale',
    'line 5: skip AB 2: sold',
    'line 6: add AB 3 · £21,000 · Dateless · not for sale',
    'line 7: add AB 4 · £20,500 · Dateless',
    'line 8: add AB 5 · £19,950 · Dateless · not for sale',
    'line 9: change H 8: is_available yes → no (sold)',
    'line 10: add AB 6 · £19,500 · Dateless',
  ])
  expect(await office.rows('plates')).toEqual(before)
})

it('the list of a dealer puts on sale only what is for sale', async () => {
  const office = openTestCli()
  const { out, notes } = await office.run('plates', 'import', fixture('status-windows-1252.csv'))
  expect(out).toEqual(['7 plates added, 1 changed, 0 unchanged, 0 refused, 1 skipped: sold.'])
  expect(notes).toContain('Taken off sale: H 8.')
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

it('an unknown heading stops the import, listing the headings and the options to map or ignore them', async () => {
  const office = openTestCli()
  const { code, out, all } = await office.run('plates', 'import', fixture('own-headings.csv'))
  expect([code, out]).toEqual([1, []])
  expect(all.split('\n')).toEqual([
    'Unknown headings: “Cherished No.”, “Retail ex VAT”.',
    'No column has the registration.',
    'The headings, on line 2, are: “Cherished No.”, “Retail ex VAT”, “Cost” (cost), “Sold” (sold), “Notes” (notes).',
    'Nothing has been imported. Map or ignore each of them:',
    '  --map COLUMN="Cherished No."   or   --ignore "Cherished No."',
    '  --map COLUMN="Retail ex VAT"   or   --ignore "Retail ex VAT"',
    'Known columns: registration, price, category, description, detailed_description, image_url, price_reason, feature, demonstration, cost, bought_on, document, document_number, document_expires_on, notes, document_checked_on, holder, nominee, reserved_until, reserved_for, sold_price, sold_on, available, sold, status.',
  ])
  expect(await stock(office)).toEqual([])
})

it('an unknown heading is mapped or ignored according to the options', async () => {
  const office = openTestCli()
  const options = ['--map', 'registration=cherished no', '--map', 'Price=Retail ex VAT', '--map', '-=Cost']
  const { out, notes } = await office.run(
    'plates',
    'import',
    fixture('own-headings.csv'),
    ...options,
    '--ignore=Notes',
  )
  expect(out).toEqual(['1 plate added, 0 changed, 0 unchanged, 0 refused, 1 skipped: sold.'])
  expect(notes).toEqual([
    'The headings are on line 2; the lines above them are skipped.',
    'Columns that are not imported: Notes, Cost.',
  ])
  expect(await stock(office)).toEqual(['K1 NGS 14995'])
})

it.each([
  [['--map', 'profit=Cost'], 2, '--map: unknown column “profit”. Known columns: registration, price,'],
  [['--map', 'Cost'], 2, '--map needs a column and a heading, such as --map price="Retail £"'],
  [['--map', 'price=Cost', '--map', 'price=Retail'], 2, '--map names two headings for price'],
  [['--map', 'price=Trade'], 1, '--map names “Trade”, which the list does not have.'],
])('an unknown heading is not resolved by %j', async (options, expected, words) => {
  const { code, all } = await openTestCli().run('plates', 'import', fixture('own-headings.csv'), ...options)
  expect([code, all]).toEqual([expected, expect.stringContaining(words)])
})

it('an unknown heading stops an import of sales, too', async () => {
  const office = openTestCli()
  const file = fixture('auction-results.csv')
  const stopped = await office.run('sales', 'import', file)
  expect([stopped.code, stopped.all]).toEqual([1, expect.stringContaining('Unknown heading: “Lot”')])
  expect((await office.run('sales', 'import', file, '--ignore', 'Lot')).out).toEqual([
    '2 sales added, 0 changed, 0 unchanged, 0 refused.',
  ])
})

it('two columns that both mean the price are resolved by --map, which ignores the other', async () => {
  const office = openTestCli()
  const file = fixture('two-prices.csv')
  const { all } = await office.run('plates', 'import', file)
  expect(all).toContain('  --map price="Price"\n  --map price="Asking Price"')
  const { out, notes } = await office.run('plates', 'import', file, '--map', 'price=Asking Price')
  expect(out).toEqual(['1 plate added, 0 changed, 0 unchanged, 0 refused, 1 skipped: sold.'])
  expect(notes).toContain('Columns that are not imported: Price.')
  expect(await stock(office)).toEqual(['K1 NGS 14995'])
})

it('a column without a heading must be empty or mapped', async () => {
  const office = openTestCli()
  const file = fixture('column-without-a-heading.csv')
  const { code, all } = await office.run('plates', 'import', file)
  expect([code, all]).toEqual([
    1,
    expect.stringContaining('Column C has no heading, but line 3 has “SOLD” in it.'),
  ])
  expect((await office.run('plates', 'import', file, '--map', 'sold=column C')).out).toEqual([
    '1 plate added, 0 changed, 0 unchanged, 0 refused, 1 skipped: sold.',
  ])
})

it('a plate of the stock returns to sale only if the list marks it as available, and the import reports it', async () => {
  const office = openTestCli()
  const withdrawn = office.client.from('plates').update({ is_available: false }).eq('plate_number', '7 W')
  await withdrawn.throwOnError()
  const file = office.file('stock.csv', 'Reg,Price,Available\n7 W,285000,yes\n')
  expect((await office.run('plates', 'import', file, '-n')).out[0]).toBe(
    'line 2: change 7 W: is_available no → yes',
  )
  expect((await office.run('plates', 'import', file)).notes).toEqual(['Put back on sale: 7 W.'])
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
  const sales = toSales(await office.rows('sales'), () => {})
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
