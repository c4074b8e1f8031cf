/** Imports of sold prices and of auction results at the desk: the outcome of each row, and what is written. */

import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '#services/audit/actor.ts'
import {
  type ComparedSales,
  chooseImport,
  type Preview,
  popProblem,
  previewImport,
  writeImport,
} from '#services/import/desk-import.ts'
import { listRememberedHeadings } from '#services/import/heading-memory.ts'
import {
  createImport,
  findImport,
  type ImportChoices,
  readImportFile,
  type StoredImport,
} from '#services/import/import-store.ts'
import type { ListKind } from '#services/import/list-kinds.ts'
import type { SalesRowOutcome } from '#services/import/sales/decide.ts'
import { saleHistory } from '#services/sales/stored-sales.ts'
import { changeRecordedSales } from '#test/change-rows.ts'
import { oneSheet } from '../../cli/make-workbook.ts'
import { addRows, findRows } from '../../rows.ts'
import { openServices } from './open-services.ts'

const contract = openServices()
const database = () => contract().database
const WAIT_MS = 60_000
const ann: Actor = { person: 'Ann', via: 'desk' }

const sale = (columns: Record<string, unknown>) => ({
  plate_number: 'XD 11',
  where_sold: 'Bonhams',
  sale_year: 2024,
  sale_month: 5,
  hammer_price: 1000,
  total_price: 1300,
  price_basis: 'both',
  category: '2x2',
  type: 'Letters First',
  selection: 'reported',
  source_url: null,
  note: null,
  ...columns,
})

const RECORDED = [
  sale({}),
  sale({ plate_number: 'XD 12', sale_month: null }),
  sale({ plate_number: 'XD 13' }),
  sale({ plate_number: 'XD 14' }),
  sale({ plate_number: 'XD 14', hammer_price: 2000, total_price: 2600 }),
  sale({
    plate_number: 'XD 21',
    where_sold: 'DVLA Auction',
    sale_year: 2025,
    sale_month: 6,
    total_price: 1364,
    price_basis: 'hammer',
    selection: 'sample',
    note: 'DVLA auction B999, lot 1; read in a copy',
  }),
  sale({
    plate_number: 'XD 22',
    where_sold: 'DVLA Auction',
    sale_year: 2025,
    sale_month: 6,
    hammer_price: 400,
    total_price: null,
    price_basis: 'hammer',
    note: 'DVLA auction B999, lot 2; read in a copy',
  }),
]

const JERSEY = [
  {
    plate_number: 'J 4444',
    where_sold: 'DVS auction',
    sale_year: 2017,
    sale_month: 7,
    total_price: 7000,
    price_basis: 'hammer',
    selection: 'reported',
  },
]

beforeEach(async () => {
  await contract().fill({})
  await addRows(database(), 'sales', RECORDED)
  await addRows(database(), 'jersey_sales', JERSEY)
})

const upload = (content: string | Uint8Array, name = 'prices.csv', kind?: ListKind) =>
  createImport(database(), ann, { name, content: Buffer.from(content), kind }, new Date())

async function find(importId: string): Promise<StoredImport> {
  const stored = await findImport(database(), importId)
  if (!stored) throw new Error('There is no such import')
  return stored
}

async function preview(importId: string): Promise<Preview> {
  const shown = await previewImport(database(), await find(importId), WAIT_MS)
  if ('stage' in shown) throw new Error(`It is still ${shown.stage}`)
  return shown
}

async function compared(importId: string): Promise<ComparedSales> {
  const shown = await preview(importId)
  if (shown.kind !== 'plan' || shown.list === 'stock') throw new Error(`There is no plan: ${shown.kind}`)
  return shown
}

async function choose(importId: string, choices: Partial<ImportChoices>) {
  const stored = await find(importId)
  await chooseImport(database(), ann, stored, { ...stored.choices, ...choices })
}

async function write(importId: string, { digest = '', skipsRefused = false } = {}) {
  const seen = digest || (await compared(importId)).digest
  const options = { actor: ann, digest: seen, skipsRefused, waitMs: WAIT_MS }
  await writeImport(database(), await find(importId), options)
  return (await find(importId)).result
}

const replaceAll = (reason = 'The house corrected its list.') => ({
  contradictions: { contradictions: 'replace' as const, rows: {} },
  reason,
})

function describeRowOutcome({
  kind,
  line,
  registration,
  reason,
  added,
  changes,
  correction,
}: SalesRowOutcome): string {
  const parts = [
    ...(added
      ? ['hammer_price', 'total_price', 'price_basis', 'selection'].flatMap((name) => added[name] ?? [])
      : []),
    ...(correction === undefined ? changes.map(({ column, from, to }) => `${column} ${from} → ${to}`) : []),
    correction === undefined ? '' : `[${correction}]`,
    reason,
  ].filter((part) => part !== '')
  return `${line} ${kind}${registration ? ` ${registration}` : ''}${parts.length > 0 ? `: ${parts.join(' ')}` : ''}`
}

const salesOf = (registration: string, table: 'sales' | 'jersey_sales' = 'sales') =>
  findRows(database(), table, '*', { plate_number: registration })

const HEADINGS = 'registration,seller,year,month,hammer,total,selection,note'
const PRICES = `${HEADINGS}
xd31,Bonhams,2024,5,"£1,100",,,
XD 11,Bonhams,2024,5,1000,1300,,
XD 12,Bonhams,2024,5,1000,1300,,sold in the tent
XD 13,Bonhams,2024,5,1200,,,
XD 14,Bonhams,2024,5,1500,,,
XD 32,Bonhams,2024,5,abc,,,
XD 33,Bonhams,2024,5,500,400,,
ZZ,Bonhams,2024,5,500,,,
XD 31,Bonhams,2024,5,1100,,,
XD 34,Bonhams,,,500,,,
Total,,,,9999,,,
XD 35,Bonhams,2024,5,500,,,x
XD 35,Bonhams,2024,5,500,,,y
`

const RESULTS = `Lot,Registration,Hammer Price,Reserve,Status
1,XD 21,1000,250,Sold
2,XD 22,500,250,Sold
3,XD 41,750,250,Sold
4,XD 42,,250,Unsold
5,XD 43,,,Withdrawn
`
const B999 = { name: 'B999', month: '2025-06', source: 'https://example.com/b999' }

it('each row of a list of sold prices has its outcome', async () => {
  const importId = await upload(PRICES)
  const { plan, list } = await compared(importId)
  expect(list).toBe('uk')
  expect(plan.rowOutcomes.map(describeRowOutcome)).toEqual([
    '2 new XD 31: 1100 hammer reported',
    '3 unchanged XD 11',
    '4 changed XD 12: sale_month null → 5 note null → sold in the tent',
    '5 needs-decision XD 13: [Hammer price £1,000 → £1,200] it contradicts the sale on record (May 2024, Bonhams, hammer £1,000 reported, total £1,300 reported): Hammer price £1,000 → £1,200',
    '6 refused XD 14: 2 sales on record have this date and seller, with other values: correct one of them, or remove it',
    '7 refused XD 32: hammer: “abc” is not a price in pounds, such as 1250 or £1,250',
    '8 refused XD 33: the hammer price is above the total price: are the columns the right way round?',
    '9 refused ZZ: ZZ has no figures, and a registration needs at least one',
    '10 skipped XD 31: line 2 has it already',
    '11 refused XD 34: it has no year',
    '12 skipped: a total',
    '13 new XD 35: 500 hammer reported',
    '14 refused XD 35: line 13 has the same sale with other details',
  ])
  expect(plan.counts).toEqual({
    new: 2,
    changed: 1,
    corrected: 0,
    unchanged: 1,
    skipped: 2,
    'needs-decision': 1,
    refused: 6,
  })
  expect(await salesOf('XD 31')).toEqual([])
})

it('the rows of a list of sold prices of Jersey are compared with recorded sales of Jersey', async () => {
  const { plan, list } = await compared(
    await upload('reg,seller,date,price\nJ4444,DVS auction,Jul 2017,8000\nJ 99,,2020,900\n'),
  )
  expect(list).toBe('jersey')
  expect(plan.rowOutcomes.map(describeRowOutcome)).toEqual([
    '2 needs-decision J 4444: [Price £7,000 → £8,000; price basis hammer → unclear] it contradicts the sale on record (July 2017, DVS auction, hammer £7,000 reported): Price £7,000 → £8,000; price basis hammer → unclear',
    '3 new J 99: 900 unclear reported',
  ])
})

describe('the lots of an auction', () => {
  async function uploadResults(content: string | Uint8Array = RESULTS) {
    const importId = await upload(content, 'Results B999 final.csv')
    expect(await preview(importId)).toMatchObject({ kind: 'auction', suggested: { name: 'B999' } })
    await choose(importId, { auction: B999 })
    return importId
  }

  it('the lots of an auction are recorded once, with auction and lot', async () => {
    const importId = await uploadResults(
      oneSheet(
        RESULTS.trim()
          .split('\n')
          .map((line) => line.split(',')),
      ),
    )
    await choose(importId, replaceAll('The auctioneer corrected its list.'))
    expect(await write(importId)).toEqual({
      added: 1,
      changed: 1,
      corrected: 1,
      unchanged: 0,
      refused: 0,
      leftOut: 2,
    })
    expect(await salesOf('XD 41')).toMatchObject([
      {
        where_sold: 'DVLA Auction',
        sale_year: 2025,
        sale_month: 6,
        hammer_price: 750,
        total_price: 1043,
        selection: 'complete',
        source_url: 'https://example.com/b999',
        note: "DVLA auction B999, lot 3; from the auctioneer's results list",
      },
    ])
    const { plan } = await compared(await uploadResults())
    expect(plan.counts).toMatchObject({ new: 0, changed: 0, 'needs-decision': 0, unchanged: 3, skipped: 2 })
  })

  it('the lots of an auction are imported as a whole: one refused lot stops all of them', async () => {
    const importId = await uploadResults(`${RESULTS}6,XD 44,POA,,\n`)
    await choose(importId, replaceAll())
    expect(await write(importId, { skipsRefused: true })).toBe(null)
    expect(await salesOf('XD 41')).toEqual([])
  })
})

it('an import of sales is not written while a contradiction is open, a reason is missing, or refused rows are not left out', async () => {
  const importId = await upload(PRICES)
  expect(await write(importId, { skipsRefused: true })).toBe(null)
  await choose(importId, replaceAll(''))
  expect(await write(importId, { skipsRefused: true })).toBe(null)
  await choose(importId, replaceAll())
  expect(await write(importId)).toBe(null)
  expect(await salesOf('XD 31')).toEqual([])
  expect(await write(importId, { skipsRefused: true })).toEqual({
    added: 2,
    changed: 1,
    corrected: 1,
    unchanged: 1,
    refused: 6,
    leftOut: 2,
  })
})

it('an import of sales writes everything in one change, with the log of corrections and one entry of the trail', async () => {
  const reason = `A slip ${crypto.randomUUID()}`
  const importId = await upload(PRICES)
  await choose(importId, replaceAll(reason))
  await write(importId, { skipsRefused: true })
  expect(await salesOf('XD 13')).toMatchObject([{ hammer_price: 1200, total_price: 1300 }])
  const logged = await findRows(database(), 'corrections', ['explorer', 'plate_number', 'kind', 'change'], {
    reason,
  })
  expect(logged).toEqual([
    { explorer: 'uk', plate_number: 'XD 13', kind: 'edited', change: 'Hammer price £1,000 → £1,200' },
  ])
  const changes = await saleHistory.batch(database(), importId)
  expect(changes.map(({ registration }) => registration).sort()).toEqual(['XD 12', 'XD 13', 'XD 31', 'XD 35'])
  const trail = await findRows(database(), 'audit', ['person', 'command', 'change'], { id: importId })
  expect(trail).toEqual([
    {
      person: 'Ann',
      command: 'desk: import',
      change: `2 sales added, 1 completed, 1 corrected, 1 unchanged, 6 refused, from prices.csv; reason: ${reason}`,
    },
  ])
  expect(await readImportFile(database(), importId)).toBe(null)
})

it('an import of sales keeps the record on request, also for a single row', async () => {
  const rows = `${HEADINGS}\nXD 11,Bonhams,2024,5,1100,,,\nXD 13,Bonhams,2024,5,1200,,,\n`
  const importId = await upload(rows)
  await choose(importId, {
    reason: 'A slip.',
    contradictions: { contradictions: 'ask', rows: { 2: 'keep', 3: 'replace' } },
  })
  expect((await compared(importId)).plan.rowOutcomes.map(({ kind }) => kind)).toEqual([
    'skipped',
    'corrected',
  ])
  expect(await write(importId)).toMatchObject({ corrected: 1, leftOut: 1 })
  expect(await salesOf('XD 11')).toMatchObject([{ hammer_price: 1000 }])
  expect(await salesOf('XD 13')).toMatchObject([{ hammer_price: 1200 }])
})

it('an import of sales writes only the plan that the person has seen', async () => {
  const importId = await upload(`${HEADINGS}\nXD 31,Bonhams,2024,5,1100,,,\nXD 13,Bonhams,2024,5,1200,,,\n`)
  await choose(importId, replaceAll())
  const { digest } = await compared(importId)
  const [known] = await salesOf('XD 13')
  await changeRecordedSales(database(), {
    explorer: 'uk',
    actor: { person: 'Bob', via: 'desk' },
    action: 'edit',
    change: 'A test',
    changes: [{ id: String(known?.id), sale: { note: 'theirs' } }],
  })
  expect(await write(importId, { digest })).toBe(null)
  expect(popProblem(importId)).toMatchObject({ kind: 'changed' })
  expect(await salesOf('XD 31')).toEqual([])
  expect(await write(importId)).toMatchObject({ added: 1, corrected: 1 })
  expect(await salesOf('XD 13')).toMatchObject([{ hammer_price: 1200, note: 'theirs' }])
})

it('an import of sales is not written twice', async () => {
  const importId = await upload(`${HEADINGS}\nXD 31,Bonhams,2024,5,1100,,,\n`)
  const { digest } = await compared(importId)
  const stored = await find(importId)
  const options = { actor: ann, digest, skipsRefused: false, waitMs: WAIT_MS }
  await Promise.all([writeImport(database(), stored, options), writeImport(database(), stored, options)])
  await writeImport(database(), await find(importId), options)
  expect(await saleHistory.batch(database(), importId)).toHaveLength(1)
  expect((await find(importId)).result).toMatchObject({ added: 1 })
})

it('an import of sales whose response was lost is recognised as written', async () => {
  const importId = await upload(`${HEADINGS}\nXD 31,Bonhams,2024,5,1100,,,\n`)
  const { digest } = await compared(importId)
  const stored = await find(importId)
  expect(await write(importId, { digest })).not.toBe(null)
  await writeImport(database(), stored, { actor: ann, digest, skipsRefused: false, waitMs: WAIT_MS })
  expect(popProblem(importId)).toBe(null)
  expect(await saleHistory.batch(database(), importId)).toHaveLength(1)
})

it.each<[string, string, ListKind]>([
  ['a stock list', 'Reg,Price,Cost,Sold on,Sold for\nAB 12,900,500,,\n', 'stock'],
  ['a stock list of two columns', 'Reg,Price\nAB 12,900\n', 'stock'],
  ['sold prices', 'Plate,Seller,Date,Hammer\nAB 12,Bonhams,Jul 2024,900\n', 'uk'],
  ['sold prices with a total only', 'Plate,Year,Price\nAB 12,2024,900\n', 'uk'],
  ['sold prices of Jersey', 'Plate,Year,Price\nJ 12,2024,900\nJ 999,2023,5\n', 'jersey'],
  ['auction results', 'B999 results\n\nLot No,Reg,Current Price\n1,XD 11,900\n', 'auction'],
])('the kind of a list is detected: %s', async (_, content, kind) => {
  const importId = await upload(content)
  await preview(importId)
  expect((await find(importId)).choices.kind).toBe(kind)
})

it('the kind of a list is chosen by the person, whatever the file looks like', async () => {
  const importId = await upload('Plate,Year,Price\nAB 12,2024,900\n', 'x.csv', 'stock')
  expect(await preview(importId)).toMatchObject({
    kind: 'headings',
    questions: { unknown: [{ name: 'Year' }] },
  })
  await choose(importId, { kind: 'uk', columns: {} })
  expect((await compared(importId)).plan.rowOutcomes.map(describeRowOutcome)).toEqual([
    '2 new AB 12: 900 unclear reported',
  ])
})

it('an answer about a heading of sold prices is remembered for sold prices, and not for lists of stock', async () => {
  const list = 'Mark,Year,Made\nXD 31,2024,900\n'
  const first = await upload(list, 'x.csv', 'uk')
  expect(await preview(first)).toMatchObject({
    kind: 'headings',
    questions: { unknown: [{ name: 'Made' }] },
  })
  await choose(first, { columns: { Made: 'hammer_price' } })
  expect((await compared(first)).plan.counts.new).toBe(1)
  expect((await compared(await upload(list, 'x.csv', 'uk'))).plan.counts.new).toBe(1)
  expect(await listRememberedHeadings(database())).toMatchObject([
    { list: 'uk', heading: 'made', column: 'hammer_price' },
  ])
  expect(await preview(await upload('Mark,Made\nXD 31,900\n', 'x.csv', 'stock'))).toMatchObject({
    kind: 'headings',
    questions: { unknown: [{ name: 'Made' }] },
  })
})

it('an answer about a heading of sold prices is requested if a column is missing', async () => {
  const importId = await upload('Reg,Hammer,When\nXD 31,900,2024\n', 'x.csv', 'uk')
  expect(await preview(importId)).toMatchObject({
    kind: 'headings',
    questions: { unknown: [{ name: 'When' }], lacks: [{ column: 'sale_date' }] },
  })
  await choose(importId, { columns: { When: 'sale_date' } })
  expect((await compared(importId)).plan.rowOutcomes.map(describeRowOutcome)).toEqual([
    '2 new XD 31: 900 hammer reported',
  ])
})

describe('a hostile file', () => {
  it('a hostile file is cleaned and shown as text, and a row that is not a sale is refused', async () => {
    const rows = `${HEADINGS}\n=cmd|x,Bonhams,2024,5,500,,,\nXD 31,Bonhams,2024,5,500,,,a\u0000b\nXD 32,Bonhams,2024,5,500,,,\u202eb\n`
    const { plan } = await compared(await upload(rows))
    expect(plan.rowOutcomes.map(({ kind }) => kind)).toEqual(['refused', 'new', 'new'])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(plan.rowOutcomes.map(describeRowOutcome).join()).not.toMatch(/[\u0000-\u001f\u202e]/)
  })
})
