/** One test for each list of `stock-lists.ts`: the outcome of each of its rows. */
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openRows } from '../../services/import/files/read.ts'
import { mapHeadings } from '../../services/import/heading-questions.ts'
import { MAX_LIST_ROWS, readList } from '../../services/import/read-list.ts'
import { headingReader, NO_CHOICES } from '../../services/import/rows/headings.ts'
import { compareWithStock } from '../../services/import/stock/compare-with-stock.ts'
import { type Decisions, decide, type Fate, UNDECIDED } from '../../services/import/stock/decide.ts'
import { mapRows } from '../../services/import/stock/map-list.ts'
import { STOCK_LIST } from '../../services/import/stock/stock-columns.ts'
import type { StockPlate } from '../../services/stock/stock-store.ts'
import { REFUSED_FILES, STOCK, STOCK_LISTS, type StockListExample } from './stock-lists.ts'

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
      costGbp: 'costGbp' in plate ? plate.costGbp : null,
      boughtOn: null,
      document: null,
      documentNumber: null,
      documentExpiresOn: null,
      notes: null,
      soldPriceGbp: null,
      soldOn: null,
      recordedSale: null,
      createdAt: '2026-01-01T00:00:00+00:00',
      updatedAt: '2026-01-01T00:00:00+00:00',
    },
  ]),
)

async function readExample({ content, answers = {}, ignore = [], sheet }: Omit<StockListExample, 'fates'>) {
  const headings = headingReader(STOCK_LIST, {
    ...NO_CHOICES,
    map: new Map(
      Object.entries(answers)
        .filter(([, column]) => column !== '-')
        .map(([heading, column]) => [column, { heading, label: column }]),
    ),
    ignore: [...ignore, ...Object.keys(answers).filter((heading) => answers[heading] === '-')],
  })
  const bytes = Readable.from([Buffer.from(content)])
  const list = await readList(await openRows(bytes, () => null, { search: headings, sheet }), headings)
  return { list, mapped: await mapHeadings(list, headings) }
}

async function fatesOf(example: Omit<StockListExample, 'fates'>, decisions: Partial<Decisions> = {}) {
  const { list, mapped } = await readExample(example)
  expect(mapped.questions).toBe(null)
  const rows = await mapRows(list, mapped.columns, { allowDoubtful: false })
  return decide(await compareWithStock(rows, stock), { ...UNDECIDED, ...decisions }).fates
}

function describeFate({ kind, line, registration, reason, changes, added }: Fate): string {
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

describe.each(STOCK_LISTS)('$name: $about', (example) => {
  it('has these outcomes', async () => {
    expect((await fatesOf(example)).map(describeFate)).toEqual(example.fates)
  })
})

it.each(REFUSED_FILES)('$name is refused with words', async ({ content, message }) => {
  await expect(readExample({ name: '', about: '', content })).rejects.toThrow(message)
})

const find = (name: string) => STOCK_LISTS.find((list) => list.name === name) as StockListExample

describe('a decision', () => {
  it('applies to all affected rows', async () => {
    const fates = await fatesOf(find('poa-and-readings.csv'), {
      no_price: 'draft',
      reading: 'accept',
      vat: 'add',
    })
    expect(fates.filter(({ kind }) => kind !== 'refused').map(describeFate)).toEqual([
      '2 new AB 12: no price draft',
      '3 new AB 13: £7600 for_sale',
      '4 new AB 14: £4500 for_sale',
      '5 new AB 15: £3600 for_sale',
      '6 new AB 16: £9000 for_sale',
      '8 new AB 18: no price draft',
      '11 new AB 22: £12000 for_sale',
      '13 new AB 24: no price draft',
      '14 new AB 25: £2400 for_sale',
      '15 new AB 26: £2950 for_sale',
      '16 unchanged S1 OLD',
      '17 changed S2 OLD: price 2500 → null, is_available true → false, status for_sale → draft',
    ])
    expect(fates.every(({ added }) => !added?.plate.isAvailable || Number(added.plate.priceGbp) > 0)).toBe(
      true,
    )
  })

  it('accepts prices before VAT as written, or refuses them', async () => {
    const asWritten = await fatesOf(find('poa-and-readings.csv'), { vat: 'as_written' })
    expect(asWritten.filter(({ line }) => line === 5).map(describeFate)).toEqual([
      '5 new AB 15: £3000 for_sale',
    ])
    const refused = await fatesOf(find('poa-and-readings.csv'), { vat: 'refuse' })
    expect(refused.filter(({ line }) => line === 5)).toMatchObject([{ kind: 'refused', write: null }])
  })

  it('omits private cells that cannot be read', async () => {
    const fates = await fatesOf(find('private-columns.xlsx'), { private: 'skip' })
    expect(fates[2]).toMatchObject({ kind: 'new', added: { details: { document: 'vehicle' } } })
    expect(fates[2]?.added?.details.costGbp).toBe(undefined)
  })

  it('withdraws only the plates for sale that the list lacks', async () => {
    const plain = find('poa-and-readings.csv')
    const content = 'Reg,Price\nS1 OLD,1500\n'
    expect(await fatesOf({ ...plain, content })).toHaveLength(1)
    const fates = await fatesOf({ ...plain, content }, { missing: 'withdraw' })
    expect(fates.map(describeFate)).toEqual([
      '2 unchanged S1 OLD',
      '- changed S2 OLD: is_available true → false, status for_sale → withdrawn; it is not in the list',
    ])
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
  })
})

it('a list of a million rows is refused before it is read to its end', async () => {
  let sent = 0
  async function* bytes() {
    yield Buffer.from('Reg,Price\n')
    for (; sent < 1_000_000; sent += 10_000) yield Buffer.from('AB 12,4500\n'.repeat(10_000))
  }
  const headings = headingReader(STOCK_LIST)
  const file = await openRows(bytes(), () => null, { search: headings })
  await expect(readList(file, headings)).rejects.toThrow('more than 50,000 rows')
  expect(sent).toBeLessThan(MAX_LIST_ROWS * 4)
})
