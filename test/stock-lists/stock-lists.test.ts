/** One test for each list of `stock-lists.ts`: the outcome of each of its rows. */
import { describe, expect, it } from 'vitest'
import type { PlateDeals } from '#services/deals/deals-concerned.ts'
import { openRows } from '#services/import/files/read.ts'
import { mapHeadings } from '#services/import/open-headings.ts'
import { MAX_LIST_ROWS, readList } from '#services/import/read-list.ts'
import { compareWithStock } from '#services/import/stock/compare-with-stock.ts'
import { type Decisions, decide, type RowOutcome, UNDECIDED } from '#services/import/stock/decide.ts'
import { mapRows } from '#services/import/stock/map-list.ts'
import type { StockPlate } from '#services/stock/stock-types.ts'
import { headingReader, NO_CHOICES } from '#shared/cells/headings.ts'
import { STOCK_LIST } from '#shared/plates/columns.ts'
import { DOUBTFUL_LISTS, REFUSED_FILES, STOCK, STOCK_LISTS, type StockListExample } from './stock-lists.ts'

const stock = new Map(
  STOCK.map((plate): [string, StockPlate] => [
    plate.registration,
    {
      id: `id of ${plate.registration}`,
      registration: plate.registration,
      priceGbp: plate.price,
      category: 'Prefix',
      description: null,
      detailedDescription: null,
      imageUrl: null,
      priceReason: null,
      isAvailable: plate.status === 'for_sale',
      isFeature: false,
      isDemonstration: false,
      status: plate.status,
      reservedUntil: null,
      reservedFor: null,
      dealId: null,
      costGbp: 'costGbp' in plate ? plate.costGbp : null,
      boughtOn: null,
      document: null,
      documentNumber: null,
      documentExpiresOn: null,
      notes: 'notes' in plate ? plate.notes : null,
      soldPriceGbp: null,
      soldOn: null,
      recordedSale: null,
      documentCheckedOn: null,
      holder: null,
      nominee: null,
      createdAt: '2026-01-01T00:00:00+00:00',
      updatedAt: '2026-01-01T00:00:00+00:00',
    },
  ]),
)

async function readExample({
  content,
  answers = {},
  ignore = [],
  sheet,
}: Omit<StockListExample, 'rowOutcomes'>) {
  const headings = headingReader(STOCK_LIST, {
    ...NO_CHOICES,
    map: new Map(
      Object.entries(answers)
        .filter(([, column]) => column !== '-')
        .map(([heading, column]) => [column, heading]),
    ),
    ignore: [...ignore, ...Object.keys(answers).filter((heading) => answers[heading] === '-')],
  })
  const list = await readList(openRows(Buffer.from(content), { search: headings, sheet }), headings)
  return { list, mapped: await mapHeadings(list, headings) }
}

async function rowOutcomesOf(
  example: Omit<StockListExample, 'rowOutcomes'>,
  decisions: Partial<Decisions> = {},
) {
  const { list, mapped } = await readExample(example)
  expect(mapped.questions).toBe(null)
  const rows = await mapRows(list, mapped.columns, { allowDoubtful: false })
  return decide(await compareWithStock(rows, stock, new Map()), { ...UNDECIDED, ...decisions }).rowOutcomes
}

function describeRowOutcome({ kind, line, registration, reason, changes, added }: RowOutcome): string {
  const { plate = {}, details = {} } = added ?? {}
  const parts = [
    ...(added ? [plate.priceGbp === null ? 'no price' : `£${plate.priceGbp}`, details.status] : []),
    ...(details.costGbp === undefined ? [] : [`cost ${details.costGbp}`]),
    ...(details.boughtOn === undefined ? [] : [`bought ${details.boughtOn}`]),
    details.document,
    details.documentNumber,
    details.documentExpiresOn,
    details.notes && `“${details.notes}”`,
  ].filter(Boolean)
  const changed = changes.map(({ column, from, to }) => `${column} ${from} → ${to}`).join(', ')
  const what = [parts.join(' '), changed, reason].filter((part) => part !== '').join('; ')
  return `${line ?? '-'} ${kind}${registration ? ` ${registration}` : ''}${what ? `: ${what}` : ''}`
}

describe.each([...STOCK_LISTS, ...DOUBTFUL_LISTS])('$name: $about', (example) => {
  it('the rows of a list have the outcomes that its case states', async () => {
    expect((await rowOutcomesOf(example)).map(describeRowOutcome)).toEqual(example.rowOutcomes)
  })
})

it.each(REFUSED_FILES)('$name is refused with words', async ({ content, message }) => {
  await expect(readExample({ name: '', about: '', content })).rejects.toThrow(message)
})

const find = (name: string) =>
  [...STOCK_LISTS, ...DOUBTFUL_LISTS].find((list) => list.name === name) as StockListExample

const blank = { ...stock.get('S1 OLD'), priceGbp: null }

const NONE_ASKED = { no_price: 0, reading: 0, vat: 0, cells: 0, hidden: 0, date: 0, garbled: 0, deal: 0 }

async function datedRows() {
  const { list, mapped } = await readExample({ name: '', about: '', content: 'Reg,Price\n01-Dec,900\n' })
  return mapRows(list, mapped.columns, { allowDoubtful: false })
}

it('a decision applies to all affected rows', async () => {
  const rowOutcomes = await rowOutcomesOf(find('poa-and-readings.csv'), {
    no_price: 'draft',
    reading: 'accept',
    vat: 'add',
  })
  expect(rowOutcomes.filter(({ kind }) => kind !== 'refused').map(describeRowOutcome)).toEqual([
    '2 new AB 12: no price draft',
    '3 new AB 13: £7600 for_sale',
    '4 new AB 14: £4500 for_sale',
    '5 new AB 15: £3600 for_sale',
    '6 new AB 16: £9000 for_sale',
    '7 new AB 17: no price draft',
    '8 new AB 18: no price draft',
    '9 new AB 19: £250 for_sale',
    '11 new AB 22: £12000 for_sale',
    '12 new AB 23: £1251 for_sale',
    '13 new AB 24: no price draft',
    '14 new AB 25: £2400 for_sale',
    '15 new AB 26: £2950 for_sale',
    '16 unchanged S1 OLD',
    '17 changed S2 OLD: price 2500 → null, is_available true → false, status for_sale → draft',
  ])
  expect(
    rowOutcomes.every(({ added }) => !added?.plate.isAvailable || Number(added.plate.priceGbp) > 0),
  ).toBe(true)
})

it('a decision accepts prices before VAT as written, or refuses them', async () => {
  const asWritten = await rowOutcomesOf(find('poa-and-readings.csv'), { vat: 'as_written' })
  expect(asWritten.filter(({ line }) => line === 5).map(describeRowOutcome)).toEqual([
    '5 new AB 15: £3000 for_sale',
  ])
  const refused = await rowOutcomesOf(find('poa-and-readings.csv'), { vat: 'refuse' })
  expect(refused.filter(({ line }) => line === 5)).toMatchObject([{ kind: 'refused', write: null }])
})

it.each<[string, Partial<Decisions>, string[]]>([
  [
    'excel-date.csv',
    { date: 'letters_first' },
    ['2 new DEC 25: £1250 for_sale', '3 new MAY 50: £900 for_sale', '4 new MAY 12: £950 for_sale'],
  ],
  [
    'excel-date.csv',
    { date: 'number_first' },
    ['2 new 25 DEC: £1250 for_sale', '3 new 50 MAY: £900 for_sale', '4 new 12 MAY: £950 for_sale'],
  ],
  [
    'hidden-rows.xlsx',
    { hidden: 'import', date: 'number_first' },
    ['2 new BU61 ABC: £1250 for_sale', '3 new BU62 ABC: £1350 for_sale'],
  ],
  [
    'hidden-rows.xlsx',
    { hidden: 'refuse' },
    ['2 refused BU61 ABC: the row is hidden in the workbook', '3 new BU62 ABC: £1350 for_sale'],
  ],
  [
    'garbled.csv',
    { garbled: 'mend' },
    ['2 new BU61 ABC: £1250 for_sale', '3 new BU62 ABC: £1300 for_sale', '4 new BU63 ABC: £1350 for_sale'],
  ],
  [
    'garbled.csv',
    { garbled: 'as_written' },
    [
      '2 new BU61 ABC: £1250 for_sale',
      '3 refused BU62 ABC: Price: “Â£1,300” is not a price in pounds, such as 1250 or £1,250',
    ],
  ],
  [
    'unquoted-thousands.csv',
    { reading: 'refuse' },
    ['2 refused BU61 ABC: “1” reads as £1, which is hardly a price'],
  ],
])('a decision settles the doubtful rows of %s with %j', async (name, decisions, rowOutcomes) => {
  const decided = (await rowOutcomesOf(find(name), decisions)).map(describeRowOutcome)
  expect(decided.slice(0, rowOutcomes.length)).toEqual(rowOutcomes)
})

it.each<[string, Partial<Decisions>]>([
  ['excel-date.csv', { date: 'number_first' }],
  ['hidden-rows.xlsx', { hidden: 'import', date: 'letters_first', reading: 'accept' }],
  ['garbled.csv', { garbled: 'mend' }],
  ['unquoted-thousands.csv', { reading: 'accept' }],
  ['documents-and-words.csv', {}],
])(
  'a decision is not asked for again, and nothing changes, when %s is imported twice',
  async (name, decisions) => {
    const { list, mapped } = await readExample(find(name))
    const rows = await mapRows(list, mapped.columns, { allowDoubtful: false })
    const after = new Map(stock)
    for (const { added, changes } of decide(await compareWithStock(rows, stock, new Map()), {
      ...UNDECIDED,
      ...decisions,
    }).rowOutcomes)
      if (added && changes.length === 0) {
        const known = { ...blank, ...added.plate, ...added.details } as StockPlate
        after.set(known.registration, known)
      }
    const { counts, asked } = decide(await compareWithStock(rows, after, new Map()), UNDECIDED)
    expect([counts.new, counts['needs-decision'], asked]).toEqual([0, 0, NONE_ASKED])
  },
)

it('a decision puts mended text on the site, or the text as written', async () => {
  const [mended] = await rowOutcomesOf(find('garbled.csv'), { garbled: 'mend' })
  expect(mended?.added?.plate.description).toBe('For Siân O’Neill')
  const [asWritten] = await rowOutcomesOf(find('garbled.csv'), { garbled: 'as_written' })
  expect(asWritten?.added?.plate.description).toBe('For SiÃ¢n Oâ€™Neill')
})

it('a decision about a row is counted with those about its cells, and a plate that a date may be is not withdrawn', async () => {
  const { list, mapped } = await readExample(find('hidden-rows.xlsx'))
  const rows = await mapRows(list, mapped.columns, { allowDoubtful: false })
  const dated = [...stock.values()].map((plate) => ({ ...plate, registration: '1 DEC' })).slice(0, 1)
  const comparison = await compareWithStock(
    [...rows, ...(await datedRows())],
    new Map(dated.map((plate) => [plate.registration, plate])),
    new Map(),
  )
  const { asked, missing } = decide(comparison, UNDECIDED)
  expect([asked, missing]).toEqual([{ ...NONE_ASKED, hidden: 3, reading: 1, date: 1 }, 0])
})

it('a decision omits cells that cannot be read', async () => {
  const rowOutcomes = await rowOutcomesOf(find('private-columns.xlsx'), { cells: 'skip' })
  expect(rowOutcomes[2]).toMatchObject({ kind: 'new', added: { details: { document: 'vehicle' } } })
  expect(rowOutcomes[2]?.added?.details.costGbp).toBe(undefined)
})

it('a decision puts cells that cannot be read into the private notes, and is not asked for again', async () => {
  const content =
    'Reg,Price,Document,Certificate,Notes\nAB 12,900,V750/V778,,Mine\nAB 13,900,,V778 or V750,\n'
  const example = { name: '', about: '', content }
  expect((await rowOutcomesOf(example)).map(describeRowOutcome)).toEqual([
    '2 needs-decision AB 12: Document: “V750/V778” names more than one document: V750 and V778',
    '3 needs-decision AB 13: Certificate: “V778 or V750” names more than one document: V750 and V778',
  ])
  const rowOutcomes = await rowOutcomesOf(example, { cells: 'note' })
  expect(rowOutcomes.map(describeRowOutcome)).toEqual([
    '2 new AB 12: £900 for_sale “Mine\nDocument: V750/V778”',
    '3 new AB 13: £900 for_sale “Certificate: V778 or V750”',
  ])
  const { list, mapped } = await readExample(example)
  const rows = await mapRows(list, mapped.columns, { allowDoubtful: false })
  const after = rowOutcomes.map(({ registration, added }) => {
    const known = { ...blank, ...added?.plate, ...added?.details } as StockPlate
    return [registration, known] as const
  })
  const { counts, asked } = decide(await compareWithStock(rows, new Map(after), new Map()), UNDECIDED)
  expect([counts.unchanged, asked]).toEqual([2, NONE_ASKED])
})

it('a decision that would make the private notes too long refuses the row', async () => {
  const content = `Reg,Price,Document,Notes\nAB 12,900,V750/V778,${'x'.repeat(4990)}\n`
  expect((await rowOutcomesOf({ name: '', about: '', content }, { cells: 'note' }))[0]).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('the private notes have no room'),
  })
})

it('a decision withdraws only the plates for sale that the list lacks', async () => {
  const plain = find('poa-and-readings.csv')
  const content = 'Reg,Price\nS1 OLD,1500\n'
  expect(await rowOutcomesOf({ ...plain, content })).toHaveLength(1)
  const rowOutcomes = await rowOutcomesOf({ ...plain, content }, { missing: 'withdraw' })
  expect(rowOutcomes.map(describeRowOutcome)).toEqual([
    '2 unchanged S1 OLD',
    '- changed S2 OLD: is_available true → false, status for_sale → withdrawn; it is not in the list',
  ])
})

describe('plates with open deals', () => {
  const CONTENT =
    'Reg,Price,Status\nS1 OLD,1500,reserved\nS4 RES,4500,sold\nS5 WDN,5500,for sale\nS3 GNE,3500,sold\n'
  const deals: PlateDeals = new Map(
    Object.entries({ 'S1 OLD': false, 'S2 OLD': false, 'S3 GNE': true, 'S4 RES': true, 'S5 WDN': true }).map(
      ([registration, isHolding]) => [
        registration,
        [
          {
            id: `deal of ${registration}`,
            name: 'Mrs Ash',
            registration,
            words: `${isHolding ? 'has agreed to buy' : 'has a quote for'} ${registration}`,
            isHolding,
          },
        ],
      ],
    ),
  )
  const reserved = {
    ...(stock.get('S4 RES') as StockPlate),
    dealId: 'deal of S4 RES',
    reservedFor: 'Mrs Ash',
  }

  async function planOf(decisions: Partial<Decisions>) {
    const { list, mapped } = await readExample({ ...find('plain.csv'), content: CONTENT })
    const rows = await mapRows(list, mapped.columns, { allowDoubtful: false })
    const comparison = await compareWithStock(rows, new Map(stock).set('S4 RES', reserved), deals)
    return decide(comparison, { ...UNDECIDED, ...decisions })
  }

  it('a plate that the list takes from a deal, or lacks and withdraws, waits for a decision that names the deal', async () => {
    const { rowOutcomes, asked } = await planOf({ missing: 'withdraw' })
    expect(rowOutcomes.map(describeRowOutcome)).toEqual([
      '2 needs-decision S1 OLD: Mrs Ash has a quote for S1 OLD.',
      '3 needs-decision S4 RES: Mrs Ash has agreed to buy S4 RES.',
      '4 skipped S5 WDN: somebody has agreed to buy it',
      '5 unchanged S3 GNE',
      '- needs-decision S2 OLD: Mrs Ash has a quote for S2 OLD.',
    ])
    expect(asked).toEqual({ ...NONE_ASKED, deal: 3 })
    expect((await planOf({})).asked.deal).toBe(2)
  })

  it('a plate with a deal is changed if that is decided, and its deal no longer holds it; otherwise it is left out', async () => {
    const { rowOutcomes } = await planOf({ missing: 'withdraw', deal: 'go_ahead' })
    expect(rowOutcomes.filter(({ write }) => write).map(describeRowOutcome)).toEqual([
      '2 changed S1 OLD: is_available true → false, status for_sale → reserved; Mrs Ash has a quote for S1 OLD.',
      '3 changed S4 RES: status reserved → sold, reserved_for Mrs Ash → null; Mrs Ash has agreed to buy S4 RES.',
      '- changed S2 OLD: is_available true → false, status for_sale → withdrawn; it is not in the list; Mrs Ash has a quote for S2 OLD.',
    ])
    expect(rowOutcomes[1]?.write?.details).toMatchObject({ status: 'sold', dealId: null })
    const refused = await planOf({ missing: 'withdraw', deal: 'refuse' })
    expect(refused.rowOutcomes.flatMap(({ write }) => write ?? [])).toEqual([])
    expect(refused.counts.refused).toBe(3)
  })
})

it('unknown headings cause questions with samples of their cells', async () => {
  const { mapped } = await readExample({ ...find('own-headings.csv'), answers: {} })
  expect(mapped.questions).toEqual({
    unknown: [
      { name: 'Cherished No.', samples: ['AB 12'] },
      { name: 'Retail ex VAT', samples: ['4500'] },
      { name: 'Owner', samples: ['Bob'] },
    ],
    repeated: [],
    unnamed: [{ name: 'column C', cell: 'ask Ann', line: 2 }],
    lacksRegistration: true,
    lacks: [],
    dates: [],
    sideBySide: [],
  })
})

it('a list of a million rows is refused before its rows are parsed to the end', async () => {
  const headings = headingReader(STOCK_LIST)
  const content = Buffer.from(`Reg,Price\n${'AB 12,4500\n'.repeat(1_000_000)}`)
  const file = openRows(content, { search: headings })
  await expect(readList(file, headings)).rejects.toThrow('more than 50,000 rows')
  expect(file.progress()).toBeLessThan((2 * MAX_LIST_ROWS) / 1_000_000)
})
