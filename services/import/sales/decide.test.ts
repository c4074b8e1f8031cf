/** The outcome of each row of a list of sales beside recorded sales. */
import { expect, it } from 'vitest'
import { headingReader } from '#shared/cells/headings.ts'
import type { Row } from '#shared/cells/table-specs.ts'
import { oneSheet, type TestCell } from '#test/cli/make-workbook.ts'
import { openRows } from '../files/read.ts'
import { mapHeadings } from '../open-headings.ts'
import { readList } from '../read-list.ts'
import { decideSales, UNDECIDED_SALES } from './decide.ts'
import { readSales } from './read-rows.ts'
import { auctionForm, listForm, type SalesForm } from './sales-form.ts'

const NONE = { hammer_price: null, total_price: null, price_basis: null, source_url: null, note: null }
const PLACE = { plate_number: 'XD 11', where_sold: 'Bonhams', sale_year: 2024, sale_month: 5 }
const recorded = (sale: Row): Row => ({ ...NONE, ...PLACE, selection: 'reported', ...sale })
const BOTH = { hammer_price: 1000, total_price: 1300, price_basis: 'both' }
const DVLA = { where_sold: 'DVLA Auction', sale_year: 2025, sale_month: 6 }
const REPLACE = { contradictions: 'replace', rows: {} } as const

async function planOf(
  content: string | Buffer,
  sales: readonly Row[],
  {
    form = listForm('uk'),
    decisions = UNDECIDED_SALES,
  }: { form?: SalesForm; decisions?: typeof REPLACE | typeof UNDECIDED_SALES } = {},
) {
  const records = sales.map((sale, index): Row => ({ id: `sale ${index}`, ...recorded(sale) }))
  const headings = headingReader(form.headings)
  const file = openRows(Buffer.from(content), { search: headings })
  const list = await readList(file, headings)
  const { columns } = await mapHeadings(list, headings)
  const { rows } = await readSales(list, { form, headings, columns }, { allowDoubtful: false })
  const keys = new Set(rows.flatMap((listed) => (listed.kind === 'sale' ? [listed.row.key] : [])))
  const noted = records.filter(
    ({ note }) => form.notePrefix !== null && String(note).startsWith(form.notePrefix),
  )
  const match = form.matcher({ has: (key) => keys.has(key), unit: list.unit }, noted)
  const findings = rows.map((listed) => {
    if (listed.kind !== 'sale') return listed
    const same = records.filter(({ plate_number }) => plate_number === listed.row.given.plate_number)
    return { ...listed, ...match(listed.row, same) }
  })
  return decideSales(findings, form.table, decisions).rowOutcomes.map(
    ({ kind, changes, correction, reason }) =>
      [
        kind,
        correction ??
          (changes.map(({ column, from, to }) => `${column} ${from} → ${to}`).join(', ') || reason),
      ]
        .filter(Boolean)
        .join(': '),
  )
}

const list = (...rows: string[]) =>
  `registration,seller,year,month,hammer,total,basis,selection\n${rows.join('\n')}\n`

it.each([
  ['another hammer price', '2024,5,1100,1300', 'needs-decision: Hammer price £1,000 → £1,100'],
  ['another total', '2024,5,1000,1400', 'needs-decision: Total price £1,300 → £1,400'],
  ['another basis', '2024,5,1000,1300,total', 'needs-decision: Price basis both → total'],
  ['another selection', '2024,5,1000,1300,,highest', 'needs-decision: Selection reported → highest'],
  ['no month', '2024,,1100', 'needs-decision: Hammer price £1,000 → £1,100'],
  ['another month', '2024,6,1100', 'new'],
  ['another year', '2023,5,1100', 'new'],
  [
    'a hammer price above the total',
    '2024,5,1400',
    expect.stringMatching(/^refused: .* above the total price\.$/),
  ],
])('a listed sale with %s has its outcome beside the recorded one', async (_, row, outcome) => {
  expect(await planOf(list(`XD 11,Bonhams,${row}`), [BOTH])).toEqual([outcome])
})

it.each([
  ['xd11,,2024,5,1100', 'needs-decision: Hammer price £1,000 → £1,100'],
  ['XD 11,bonhams ,2024,5,1100', 'needs-decision: Hammer price £1,000 → £1,100'],
  ['XD 11,Brightwells,2024,5,1100', 'new'],
])(
  'the seller of a listed sale may be missing or differ in its letters, but not be another: %s',
  async (row, outcome) => {
    expect(await planOf(list(row), [BOTH])).toEqual([outcome])
  },
)

const OTHER = { ...BOTH, hammer_price: 2000, total_price: 2600 }
it.each<[string, Row[], string, string]>([
  [
    'both recorded sales',
    [BOTH, OTHER],
    '2024,5,1100',
    'refused: 2 sales on record have this date and seller, with other values: correct one of them, or remove it',
  ],
  ['one of two recorded sales', [BOTH, OTHER], '2024,5,2000', 'unchanged'],
  [
    'one of two recorded sales in a list without months',
    [BOTH, { ...OTHER, sale_month: 9 }],
    '2024,,2000,2600',
    'unchanged',
  ],
  ['two recorded sales, without a month', [BOTH, { ...BOTH, sale_month: 9 }], '2024,,1100', 'new'],
  [
    'a record without month and seller',
    [{ ...BOTH, sale_month: null, where_sold: null }],
    '2024,5,1000',
    'changed: where_sold null → Bonhams, sale_month null → 5',
  ],
])('a listed sale is compared with %s', async (_, sales, row, outcome) => {
  expect(await planOf(list(`XD 11,Bonhams,${row}`), sales)).toEqual([outcome])
})

it.each<[string, Row, number, string]>([
  ['is added', { hammer_price: 1000, price_basis: 'hammer' }, 1000, 'changed: total_price null → 1364'],
  [
    'follows the hammer price',
    { hammer_price: 1000, total_price: 1364, price_basis: 'hammer' },
    1100,
    'needs-decision: Hammer price £1,000 → £1,100; total price £1,364 → £1,492',
  ],
  [
    'replaces a price of unclear basis',
    { total_price: 1000, price_basis: 'unclear' },
    1000,
    'needs-decision: Hammer price none → £1,000; total price £1,000 → £1,364; price basis unclear → hammer',
  ],
])('a total that an import computes %s', async (_, sale, hammer, outcome) => {
  expect(await planOf(list(`XD 11,DVLA Auction,2025,6,${hammer}`), [{ ...DVLA, ...sale }])).toEqual([outcome])
})

it('a list may have a second sale beside the recorded one, but not two versions of that', async () => {
  const second = list('XD 11,Bonhams,2024,5,1000,1300', 'XD 11,Bonhams,2024,5,2000')
  expect(await planOf(second, [BOTH])).toEqual(['unchanged', 'new'])
  const versions = list('XD 11,Bonhams,2024,5,1100', 'XD 11,Bonhams,2024,5,1200')
  expect(await planOf(versions, [BOTH], { decisions: REPLACE })).toEqual([
    'corrected: Hammer price £1,000 → £1,100',
    'refused: line 2 is about the same sale on record, with other values: correct the list',
  ])
})

const RESULTS = auctionForm({ name: 'B999', saleYear: 2025, saleMonth: 6 })
const AUCTION = {
  ...DVLA,
  hammer_price: 1000,
  total_price: 1364,
  price_basis: 'hammer',
  selection: 'complete',
}
const LOT = { ...AUCTION, note: 'DVLA auction B999, lot 1; read in a copy' }
const NEW_NOTE = "DVLA auction B999, lot 1; from the auctioneer's results list"

it.each<[string, Row, string, string]>([
  [
    'another price',
    {},
    '1,XD 11,1100',
    'needs-decision: Hammer price £1,000 → £1,100; total price £1,364 → £1,492',
  ],
  [
    'another registration',
    {},
    '1,XD12 ABC,1000',
    'needs-decision: Registration XD 11 → XD12 ABC; category none → Current; type none → Current',
  ],
  [
    'another month',
    { sale_year: 2024, sale_month: 7 },
    '1,XD 11,1000',
    'needs-decision: Month July → June; year 2024 → 2025',
  ],
  [
    'another lot',
    {},
    '4,XD 11,1000',
    expect.stringMatching(/^needs-decision: Note .*, lot 1; .* → .*, lot 4; /),
  ],
  [
    'no price',
    {},
    '1,XD 11,',
    expect.stringMatching(/^refused: the lot is unsold in the list, but on record as the sale of XD 11/),
  ],
  ['the record of a sample', { selection: 'sample' }, '1,XD 11,1000', 'changed: selection sample → complete'],
  ['the record of another auction', { note: 'DVLA auction B275, lot 1; x' }, '1,XD 11,900', 'new'],
])(
  'a lot in the results of an auction with %s has its outcome beside the record',
  async (_, sale, row, outcome) => {
    expect(
      await planOf(`lot,registration,hammer\n${row}\n`, [{ ...LOT, ...sale }], { form: RESULTS }),
    ).toEqual([outcome])
  },
)

it.each<[string, Row, string[]]>([
  [
    'a total',
    { total_price: 1400, price_basis: 'total', note: 'to a farmer' },
    ['price_basis total → both', `note to a farmer → ${NEW_NOTE}; to a farmer`],
  ],
  [
    'a price of unclear basis',
    { total_price: 1000, price_basis: 'unclear' },
    ['price_basis unclear → hammer', `note null → ${NEW_NOTE}`, 'total_price 1000 → 1364'],
  ],
])('the results of an auction complete the report of %s', async (_, report, changes) => {
  const sale = { ...DVLA, sale_month: null, selection: 'complete', ...report }
  expect(await planOf('lot,registration,hammer\n1,XD 11,1000\n', [sale], { form: RESULTS })).toEqual([
    `changed: ${['sale_month null → 6', 'hammer_price null → 1000', ...changes].join(', ')}`,
  ])
})

const price = '“Hammer Price”, column C: '
it.each<[string, TestCell[], string]>([
  ['a price in words', [1, 'XD 11', 'POA'], `${price}“POA” is not a price in pounds`],
  ['pence', [1, 'XD 11', 250.5], `${price}“250.5” has pence`],
  ['a formula without a result', [1, 'XD 11', { formula: 'D2*2' }], `${price}the cell is a formula without`],
  ['an error', [1, 'XD 11', { error: '#N/A' }], `${price}the cell is the error #N/A`],
  [
    'a registration that became a date',
    [1, { date: 45741 }, 250],
    '“Registration”, column B: “2025-03-25” is a date',
  ],
  ['a registration that is a number', [1, 45741, 250], '“Registration”, column B: “45741” is a number'],
  ['a registration that is none', [1, 'ZZ', 250], '“Registration”, column B: ZZ has no figures'],
  ['no registration', [1, null, 250], '“Registration”, column B: it has no registration'],
  ['no lot', [null, 'XD 11', 250], '“Lot”, column A: the lot is blank'],
  ['a lot that is none', ['A/7', 'XD 11', 250], '“Lot”, column A: “A/7” is not the number of a lot'],
  [
    'a sold lot without a price',
    [1, 'XD 11', null, 200, 'Sold'],
    `${price}the lot is sold, but has no price`,
  ],
  ['an unknown status', [1, 'XD 11', 250, 200, 'pending'], '“Status”, column E: “pending” is neither sold'],
  ['a price below the reserve', [1, 'XD 11', 250, 300], `${price}£250 is below £300 in “Reserve”, column D`],
  [
    'a date of another month',
    [1, 'XD 11', 250, 200, null, { date: 45741 }],
    '“Date”, column F: “2025-03-25” is not in June 2025',
  ],
  [
    'a date of another month, as a number',
    [1, 'XD 11', 250, 200, null, 45741],
    '“Date”, column F: “45741” is not in June 2025',
  ],
])('a lot with %s is refused with its column', async (_, row, message) => {
  const sheet = oneSheet([['Lot', 'Registration', 'Hammer Price', 'Reserve', 'Status', 'Date'], row])
  const [outcome] = await planOf(sheet, [], { form: RESULTS })
  expect(outcome).toContain(`refused: ${message}`)
})

it('a lot or a registration that the results have already is refused', async () => {
  const results = 'lot,registration,hammer\n1,XD 11,250\n1,XD 12,250\n2,XD 11,300\n'
  expect(await planOf(results, [], { form: RESULTS })).toEqual([
    'new',
    'refused: line 2 has the same sale with other details',
    'refused: line 2 has XD 11 already, as lot 1',
  ])
})
