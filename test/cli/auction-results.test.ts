/** `sales import --as dvla-results`: invented results in the auctioneer's format. */
import { expect, it } from 'vitest'
import { DECIDE_AT_DESK } from '#cli/import/run-import.ts'
import { makeWorkbook, oneSheet, type TestCell } from './make-workbook.ts'
import { openTestCli, type TestCli } from './open-cli.ts'

const results = (auction: string, month: string) => [
  '--as',
  'dvla-results',
  '--auction',
  auction,
  '--month',
  month,
]

/** Not an auction of the seed. */
const JUNE = results('B999', '2025-06')

const importList = (office: TestCli, file: string, ...options: string[]) =>
  office.run('sales', 'import', file, ...JUNE, ...options)

/** The recorded sales of the auction. */
const lots = async (office: TestCli, auction = 'B999') =>
  (await office.rows('sales')).filter(({ note }) => String(note).startsWith(`DVLA auction ${auction}, lot `))

const HEADINGS = ['Lot No.', 'Start Price', 'Registration Mark', 'CURRENT PRICE (£)', 'Category']
const RESULTS: TestCell[][] = [
  ['DVLA personalised registrations'],
  ['Results of auction B999, June 2025'],
  [],
  HEADINGS,
  [1, 250, 'XD 11', 1000, 'dateless'],
  [2, 130, 'XD11 ABC', 610, 'current'],
  [3, 200, 'XD 13', null, 'dateless'],
  [4, 300, 'XD 14', 0, 'dateless'],
  [5, null, 'XD 15', 'Withdrawn', 'dateless'],
  [6, 250, 'x1 abd', 530, 'prefix'],
]
const workbook = () => oneSheet(RESULTS, ['A1:E1', 'A2:E2'])
const csv = (rows: readonly (readonly TestCell[])[]) =>
  rows
    .map((row) =>
      row
        .map((cell) => (typeof cell === 'number' ? `"£${cell.toLocaleString('en-GB')}"` : (cell ?? '')))
        .join(','),
    )
    .join('\r\n')

it.each([
  ['a workbook', 'B999.xlsx', workbook],
  [
    'a CSV',
    'B999.csv',
    () => csv(RESULTS.map(([lot, ...row]) => [lot === null ? null : String(lot ?? ''), ...row])),
  ],
])(
  'the results of an auction from %s are recorded as every sold lot, with totals where the fees are known',
  async (_, name, content) => {
    const office = openTestCli()
    const { code, out } = await importList(office, office.file(name, content()))
    expect([code, out]).toEqual([
      0,
      ['3 sales added, 0 changed, 0 unchanged, 0 refused, 2 skipped: unsold, 1 skipped: withdrawn.'],
    ])
    expect(await lots(office)).toMatchObject([
      { plate_number: 'X1 ABD', hammer_price: 530, total_price: 761 },
      {
        plate_number: 'XD 11',
        where_sold: 'DVLA Auction',
        sale_year: 2025,
        sale_month: 6,
        hammer_price: 1000,
        total_price: 1364,
        price_basis: 'hammer',
        selection: 'complete',
        category: '2x2',
        type: 'Letters First',
        source_url: null,
        note: "DVLA auction B999, lot 1; from the auctioneer's results list",
      },
      { plate_number: 'XD11 ABC', hammer_price: 610 },
    ])
  },
)

it('the results of an auction imported twice change nothing, whatever the spelling', async () => {
  const office = openTestCli()
  await importList(office, office.file('B999.xlsx', workbook()))
  const before = await office.rows('sales')
  const again = 'lot;reg;hammer\n1;xd11;£1,000.00\n02;XD11ABC;610\nLot 6;X1ABD;530\n'
  expect((await importList(office, office.file('again.csv', again))).out).toEqual([
    '0 sales added, 0 changed, 3 unchanged, 0 refused.',
  ])
  expect(await office.rows('sales')).toEqual(before)
})

it('the results of an auction are shown in a preview, which changes nothing', async () => {
  const office = openTestCli()
  const before = await office.rows('sales')
  const { code, out } = await importList(office, office.file('B999.xlsx', workbook()), '--dry-run')
  expect(code).toBe(0)
  expect(out).toEqual([
    '3 sales would be added, 0 would be changed, 0 unchanged, 0 refused, 2 skipped: unsold, 1 skipped: withdrawn. Nothing has been changed.',
  ])
  expect(await office.rows('sales')).toEqual(before)
})

it('the results of an auction in a month whose fees are disputed have no total', async () => {
  const office = openTestCli()
  const file = office.file('list.csv', 'lot,registration,hammer price\n1,XD 11,1000\n')
  await office.run('sales', 'import', file, '--as', 'dvla-results', '--auction', 'b278', '--month', '2025-11')
  expect((await office.rows('sales')).filter(({ plate_number }) => plate_number === 'XD 11')).toMatchObject([
    {
      sale_month: 11,
      hammer_price: 1000,
      total_price: null,
      price_basis: 'hammer',
      selection: 'complete',
    },
  ])
})

it('the results of an auction have columns in any order; others are left out, and so are rows below the list', async () => {
  const office = openTestCli()
  const file = office.file(
    'list.csv',
    'Bids,Status,Hammer,Plate,Ends,Lot,Date\n7,Sold,300,XD 11,21:00,1,25/06/2025\n3,Unsold,250,XD 12,21:00,2,\n,,300,,,,\n',
  )
  const { code, out, notes } = await importList(office, file, '--source', 'https://dvlaauction.co.uk/results')
  expect([code, out]).toEqual([0, ['1 sale added, 0 changed, 0 unchanged, 0 refused, 1 skipped: unsold.']])
  expect(notes).toContain('Columns that are not imported: “Bids”, “Ends”.')
  expect(notes).toContain('1 row without a lot and a registration is skipped.')
  expect(await lots(office)).toMatchObject([{ source_url: 'https://dvlaauction.co.uk/results' }])
})

it('the results of an auction report which lots are missing from the list', async () => {
  const office = openTestCli()
  const { notes } = await importList(
    office,
    office.file('list.csv', 'lot,reg,hammer\n1,XD 11,300\n5,XD 12,300\n'),
  )
  expect(notes).toContain(
    'The list goes up to lot 5 and has no row for 3 of these lots: make sure that it has every sold lot.',
  )
})

it.each([
  [['--as', 'dvla-results', '--month', '2025-06'], 'Missing auction: --auction B278.'],
  [['--as', 'dvla-results', '--auction', 'B999'], 'Missing month of the auction'],
  [
    ['--as', 'dvla-results', '--auction', 'B 274', '--month', '2025-06'],
    '“B 274” is not the name of an auction',
  ],
  [
    ['--as', 'dvla-results', '--auction', 'B999', '--month', 'June'],
    '--month: “June” is not a month, such as 2025-11.',
  ],
  [['--as', 'dvla-results', '--auction', 'B999', '--month', '2025-13'], 'is not a month'],
  [['--as', 'dvla-results', '--auction', 'B999', '--month', '2999-01'], 'in the future'],
  [['--as', 'ebay'], 'the known form of a list is dvla-results'],
  [['--auction', 'B999'], '--auction is for results lists: add --as dvla-results.'],
  [[...JUNE, '--keep-good'], '--keep-good does not apply'],
  [[...JUNE, '--jersey'], 'for the United Kingdom’s sales'],
  [[...JUNE, '--source', 'x'], '--source: “x” is not an address'],
])('the import of results with %j explains what is wrong', async (options, message) => {
  const office = openTestCli()
  const { code, all } = await office.run(
    'sales',
    'import',
    office.file('list.csv', 'lot,reg,hammer\n'),
    ...options,
  )
  expect([code, all]).toEqual([2, expect.stringContaining(message)])
})

it.each([
  ['registration,hammer\nXD 11,5\n', 'No column has the lot'],
  ['lot,registration\n1,XD 11\n', 'No column has the hammer price'],
  ['lot,hammer\n1,5\n', 'No column has the registration'],
  ['lot,reg,hammer,current price\n1,XD 11,5,5\n', 'These columns mean the same: “hammer”, “current price”.'],
])('the import of the results list %j says which column it needs', async (content, message) => {
  const office = openTestCli()
  const { code, all } = await importList(office, office.file('list.csv', content))
  expect([code, all]).toEqual([1, expect.stringContaining(message)])
})

it('the import of results leaves it to the desk which sheet of a workbook has them', async () => {
  const office = openTestCli()
  const rows = [
    ['Lot', 'Reg', 'Hammer'],
    [1, 'XD 11', 300],
  ]
  const sheets = [
    { name: 'Day 1', rows },
    { name: 'Day 2', rows },
  ]
  const { code, all } = await importList(office, office.file('list.xlsx', makeWorkbook(sheets)))
  expect([code, all]).toEqual([
    1,
    `The workbook has several sheets.\nNothing has been imported. ${DECIDE_AT_DESK}`,
  ])
})

it('the import of results adds the auction to the audit trail', async () => {
  const office = openTestCli()
  await importList(office, office.file('B999.xlsx', workbook()))
  expect((await office.run('audit')).all).toContain('from B999.xlsx (DVLA auction B999)')
})
