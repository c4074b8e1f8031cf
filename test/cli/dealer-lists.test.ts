/** Realistic dealers' lists (`fixtures/`), imported over the demonstration stock. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
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

const isForSale = async (office: TestCli, registration: string) =>
  (await office.rows('plates')).find((row) => row.plate_number === registration)?.is_available

describe.each([
  {
    name: 'sold-column.csv',
    preview: [
      'line 2: add K1 NGS · £14,995 · Prefix',
      'line 3: skip S4 RAH: sold',
      'line 4: add M4 RVN · £3,250 · Prefix',
      'line 5: change 7 W: is_available yes → no (sold)',
      'line 6: skip AB 2: sold',
      'line 7: skip AB 3: sold',
      'line 8: skip AB 4: sold',
      'line 9: skip AB 5: sold',
      'line 10: add AB 6 · £19,500 · 3-Character',
    ],
    output: '3 plates added, 1 changed, 0 unchanged, 0 refused, 5 skipped: sold.',
    stock: ['AB 6 19500', 'K1 NGS 14995', 'M4 RVN 3250'],
    offSale: ['7 W'],
  },
  {
    name: 'status-windows-1252.csv',
    preview: [
      'line 2: add K1 NGS · £14,995 · Prefix · featured',
      'line 3: add S4 RAH · £8,500 · Prefix · not for sale',
      'line 4: add M4 RVN · £3,250 · Prefix · not for sale',
      'line 5: skip AB 2: sold',
      'line 6: add AB 3 · £21,000 · Dateless · not for sale',
      'line 7: add AB 4 · £20,500 · Dateless',
      'line 8: add AB 5 · £19,950 · Dateless · not for sale',
      'line 9: change H 8: is_available yes → no (sold)',
      'line 10: add AB 6 · £19,500 · Dateless',
    ],
    output: '7 plates added, 1 changed, 0 unchanged, 0 refused, 1 skipped: sold.',
    stock: [
      'AB 3 21000 off',
      'AB 4 20500',
      'AB 5 19950 off',
      'AB 6 19500',
      'K1 NGS 14995 featured',
      'M4 RVN 3250 off',
      'S4 RAH 8500 off',
    ],
    offSale: ['H 8'],
  },
  {
    name: 'tabs-utf-16.csv',
    preview: [
      'line 2: add K1 NGS · £14,995 · Prefix',
      'line 3: add S4 RAH · £8,500 · Prefix · not for sale',
      'line 4: skip M4 RVN: sold',
    ],
    output: '2 plates added, 0 changed, 0 unchanged, 0 refused, 1 skipped: sold.',
    stock: ['K1 NGS 14995', 'S4 RAH 8500 off'],
    offSale: [],
  },
  {
    name: 'titles-and-blank-rows.csv',
    preview: [
      'line 14: refused AB 2: the price is “POA”',
      'line 7: add K1 NGS · £14,995 · Prefix',
      'line 10: add S4 RAH · £8,500 · Prefix · not for sale',
      'line 13: skip M4 RVN: sold',
    ],
    output: '2 plates added, 0 changed, 0 unchanged, 1 refused, 1 skipped: sold.',
    stock: ['K1 NGS 14995', 'S4 RAH 8500 off'],
    offSale: [],
  },
  {
    name: 'sold-in-the-price.csv',
    preview: [
      'line 5: refused M4 RVN: “4,500 ono” reads as £4,500',
      'line 6: refused AB 2: Price: “0” is not an asking price',
      'line 7: refused AB 3: Price: “-250” is not a price in pounds, such as 1250 or £1,250',
      'line 8: refused AB 4: Price: “1.5” has pence: prices are whole pounds',
      'line 9: refused AB 5: the price is “POA”',
      'line 2: add K1 NGS · £14,995 · Prefix',
      'line 3: skip S4 RAH: sold',
      'line 4: change 7 W: is_available yes → no (sold)',
    ],
    output: '1 plate added, 1 changed, 0 unchanged, 5 refused, 1 skipped: sold.',
    stock: ['K1 NGS 14995'],
    offSale: ['7 W'],
  },
  {
    name: 'odd-values.csv',
    preview: [
      'line 2: refused K1 NGS: Status: “ask Dave” is neither for sale nor sold',
      'line 3: refused S4 RAH: Sold: “sold?” is neither for sale nor sold',
      'line 4: refused M4 RVN: “Sold” (yes) and “Status” (Available) contradict each other',
      'line 5: refused AB 2: Status: “yes” is neither for sale nor sold',
      'line 6: add AB 3 · £21,000 · 3-Character',
    ],
    output: '1 plate added, 0 changed, 0 unchanged, 4 refused.',
    stock: ['AB 3 21000'],
    offSale: [],
  },
])('$name', ({ name, preview, output, stock: expected, offSale }) => {
  it('the list of a dealer is shown completely in a preview, which changes nothing', async () => {
    const office = openTestCli()
    const before = await office.rows('plates')
    const { out } = await office.run('plates', 'import', fixture(name), '--dry-run')
    expect(out.slice(0, -1)).toEqual(preview)
    expect(await office.rows('plates')).toEqual(before)
  })

  it('the list of a dealer puts on sale only what is for sale', async () => {
    const office = openTestCli()
    const { out } = await office.run('plates', 'import', fixture(name), '--keep-good')
    expect(out.at(-1)).toBe(output)
    expect(await stock(office)).toEqual(expected)
    for (const registration of offSale) expect(await isForSale(office, registration)).toBe(false)
  })
})

it.each([
  ['Sold', 'sold'],
  ['SOLD?', 'Y'],
  ['Status', 'SOLD'],
  ['status ', 'Sold 12.3.24'],
  ['Is available', 'sold'],
  ['For-Sale', 'no'],
  ['Availability', 'Reserved'],
])('a list that flags its plates under “%s” as “%s” puts none of them on sale', async (heading, flag) => {
  const office = openTestCli()
  const lines = Array.from({ length: 6 }, (_, index) => `AC ${index + 1},500,${flag}`)
  const file = office.file('stock.csv', `Registration,Price,${heading}\n${lines.join('\n')}\n`)
  expect((await office.run('plates', 'import', file)).code).toBe(0)
  expect((await stock(office)).filter((line) => !line.endsWith(' off'))).toEqual([])
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
    'Known columns: registration, price, category, description, detailed_description, image_url, price_reason, feature, demonstration, cost, bought_on, document, document_number, document_expires_on, notes, document_checked_on, reserved_until, reserved_for, sold_price, sold_on, available, sold, status.',
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

it('an unknown heading is reported as missing if --map names it and the list lacks it', async () => {
  const office = openTestCli()
  const list = office.file('stock.csv', 'Reg,Price\nK1 NGS,500\n')
  const { code, all } = await office.run('plates', 'import', list, '--map', 'description=Remarks')
  expect([code, all]).toEqual([1, '--map names “Remarks”, which the list does not have.'])
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

it.each([
  ['registration,price,Retail\nK1 NGS,1,2\n', '“price” and “Retail” both hold the price'],
  ['Price,Reg,Price\n1,K1 NGS,2\n', '“Price (column A)” and “Price (column C)” both hold the price'],
  ['Number,Reg,Price\n1,K1 NGS,2\n', '“Number” and “Reg” both hold the registration'],
])('an unknown heading conflicts with another of the same meaning: %j', async (csv, words) => {
  const office = openTestCli()
  const { code, all } = await office.run('plates', 'import', office.file('stock.csv', csv))
  expect([code, all]).toEqual([1, expect.stringContaining(words)])
  expect(await stock(office)).toEqual([])
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

describe('a plate of the stock', () => {
  const withdraw = (office: TestCli) =>
    office.client.from('plates').update({ is_available: false }).eq('plate_number', '7 W').throwOnError()

  const list = (office: TestCli, row: string) =>
    office.file('stock.csv', `Reg,Price,Sold,Available\n${row}\n`)

  it('a plate of the stock that the list marks as sold goes off sale, and the import reports it', async () => {
    const office = openTestCli()
    const { out, notes } = await office.run('plates', 'import', list(office, '7 W,285000,yes,'))
    expect(out).toEqual(['0 plates added, 1 changed, 0 unchanged, 0 refused.'])
    expect(notes).toEqual(['Taken off sale: 7 W.'])
    expect(await isForSale(office, '7 W')).toBe(false)
  })

  it.each(['7 W,285000,,', '7 W,285000,no,', '7 W,285000,yes,', '7 W,285000,sold,no'])(
    'a plate of the stock that is off sale stays so under %s',
    async (row) => {
      const office = openTestCli()
      await withdraw(office)
      await office.run('plates', 'import', list(office, row))
      expect(await isForSale(office, '7 W')).toBe(false)
    },
  )

  it('a plate of the stock returns to sale only if the list marks it as available, and the import reports it', async () => {
    const office = openTestCli()
    await withdraw(office)
    const file = list(office, '7 W,285000,,yes')
    expect((await office.run('plates', 'import', file, '-n')).out[0]).toBe(
      'line 2: change 7 W: is_available no → yes',
    )
    expect((await office.run('plates', 'import', file)).notes).toEqual(['Put back on sale: 7 W.'])
  })
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
