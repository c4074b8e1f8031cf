import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '#services/audit/actor.ts'
import {
  chooseImport,
  correctImport,
  type Preview,
  popProblem,
  previewImport,
  writeImport,
} from '#services/import/desk-import.ts'
import { forgetHeading, listRememberedHeadings } from '#services/import/heading-memory.ts'
import {
  createImport,
  findImport,
  listImports,
  MAX_WAITING,
  readImportFile,
  removeImport,
  type StoredImport,
  UNCHOSEN,
} from '#services/import/import-store.ts'
import { planDigest } from '#services/import/plan-writes.ts'
import { type Decisions, UNDECIDED } from '#services/import/stock/decide.ts'
import { findStockPlate, plateHistory } from '#services/stock/stored-plates.ts'
import { changePlates } from '#test/change-rows.ts'
import { addOrder } from '../../add-order.ts'
import { addRows, editRows, findRows } from '../../rows.ts'
import { id, plates } from '../fixture.ts'
import { openServices } from './open-services.ts'

const contract = openServices()
const database = () => contract().database
const WAIT_MS = 60_000
const ann: Actor = { person: 'Ann', via: 'desk' }

beforeEach(async () => {
  await contract().fill({ plates })
})

const upload = (csv: string, now = new Date()) =>
  createImport(database(), ann, { name: 'stock.csv', content: Buffer.from(csv) }, now)

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

async function planOf(importId: string) {
  const shown = await preview(importId)
  if (shown.kind !== 'plan' || shown.list !== 'stock') throw new Error(`There is no plan yet: ${shown.kind}`)
  return shown.plan
}

async function decide(importId: string, decisions: Partial<Decisions>, columns: Record<string, string> = {}) {
  const stored = await find(importId)
  await chooseImport(database(), ann, stored, {
    ...UNCHOSEN,
    columns,
    decisions: { ...UNDECIDED, ...decisions },
  })
}

async function write(importId: string, { digest = '', skipsRefused = false } = {}) {
  const shown = digest || planDigest(await planOf(importId))
  await writeImport(database(), await find(importId), {
    actor: ann,
    digest: shown,
    skipsRefused,
    waitMs: WAIT_MS,
  })
  return (await find(importId)).result
}

const LIST = 'Reg,Retail,Cost,Expiry\nAB 12,"£4,500",1200,31/12/2027\nA 1,POA,,\nB 2,46k,900,\n'

it('an import of stock changes nothing before it is written', async () => {
  const importId = await upload(LIST)
  const plan = await planOf(importId)
  expect(plan.counts).toMatchObject({ new: 1, 'needs-decision': 2, changed: 0 })
  expect(await findStockPlate(database(), { registration: 'AB 12' })).toBe(null)
  expect(await listImports(database(), new Date())).toMatchObject([{ fileName: 'stock.csv', result: null }])
})

it('an import of stock is not written while a decision is open, or without consent to skip refused rows', async () => {
  const importId = await upload(`${LIST}AB 13,1250 or 1350,,\n`)
  expect(await write(importId)).toBe(null)
  await decide(importId, { no_price: 'draft', reading: 'accept' })
  expect(await write(importId)).toBe(null)
  expect(await findStockPlate(database(), { registration: 'AB 12' })).toBe(null)
  expect(await write(importId, { skipsRefused: true })).toMatchObject({
    added: 1,
    changed: 2,
    refused: 1,
  })
})

it('an import of stock reads a corrected list in the place of the first, with the decisions about it', async () => {
  const importId = await upload(`${LIST}AB 13,1.5,,\n`)
  await decide(importId, { no_price: 'draft', reading: 'accept' })
  expect((await planOf(importId)).counts).toMatchObject({ refused: 1, new: 1 })
  const file = { name: 'corrected.csv', content: Buffer.from(`${LIST}AB 13,1500,,\n`) }
  await correctImport(database(), await find(importId), file)
  expect((await planOf(importId)).counts).toMatchObject({ refused: 0, 'needs-decision': 0, new: 2 })
  expect((await find(importId)).fileName).toBe('corrected.csv')
  await write(importId)
  await correctImport(database(), await find(importId), file)
  expect((await find(importId)).result).toMatchObject({ added: 2 })
})

it('an import of stock writes public and private columns in one change, which can be undone as one', async () => {
  const importId = await upload(LIST)
  await decide(importId, { no_price: 'draft', reading: 'accept' })
  expect(await write(importId)).toEqual({ added: 1, changed: 2, unchanged: 0, refused: 0, leftOut: 0 })
  expect(await findStockPlate(database(), { registration: 'AB 12' })).toMatchObject({
    priceGbp: 4500,
    status: 'for_sale',
    costGbp: 1200,
    documentExpiresOn: '2027-12-31',
  })
  expect(await findStockPlate(database(), { registration: 'A 1' })).toMatchObject({
    priceGbp: null,
    isAvailable: false,
    status: 'draft',
  })
  expect(await findStockPlate(database(), { registration: 'B 2' })).toMatchObject({
    priceGbp: 46_000,
    costGbp: 900,
  })
  const changes = await plateHistory.batch(database(), importId)
  expect(changes.map(({ registration }) => registration).sort()).toEqual(['A 1', 'AB 12', 'B 2'])
  const trail = await findRows(database(), 'audit', ['person', 'command', 'change'], { id: importId })
  expect(trail).toEqual([
    {
      person: 'Ann',
      command: 'desk: import',
      change: '1 plate added, 2 changed, 0 unchanged, 0 refused, from stock.csv',
    },
  ])
  expect(await readImportFile(database(), importId)).toBe(null)
})

it('an import of stock of the same list again changes nothing', async () => {
  const list = LIST.replace('POA', '90000')
  const first = await upload(list)
  await decide(first, { reading: 'accept' })
  await write(first)
  const { counts } = await planOf(await upload(list))
  expect(counts).toMatchObject({ new: 0, changed: 0, unchanged: 3, 'needs-decision': 0 })
})

it('an import of stock writes only the plan that the person has seen', async () => {
  const importId = await upload('Reg,Price\nAB 12,4500\nA 1,80000\n')
  const digest = planDigest(await planOf(importId))
  await changePlates(database(), {
    actor: { person: 'Bob', via: 'desk' },
    action: 'edit',
    change: 'A 1 now costs £85,000',
    changes: [{ id: id(1), plate: { priceGbp: 85_000 } }],
  })
  expect(await write(importId, { digest })).toBe(null)
  expect(popProblem(importId)).toEqual({ kind: 'changed', registrations: [], isPartly: false })
  expect(await findStockPlate(database(), { registration: 'AB 12' })).toBe(null)
  expect((await planOf(importId)).rowOutcomes[1]?.changes).toMatchObject([
    { column: 'price', from: 85_000, to: 80_000 },
  ])
  expect(await write(importId)).toMatchObject({ added: 1, changed: 1 })
})

it('an import of stock names the deals that it takes plates from as they are, and leaves what is agreed off sale', async () => {
  const order = await addOrder(database(), { plate_number: 'A 1', name: 'Mrs Ash' })
  const importId = await upload('Reg,Price,Status\nA 1,90000,sold\n')
  const reasons = async () => (await planOf(importId)).rowOutcomes.map(({ reason }) => reason)
  expect(await reasons()).toEqual(['Mrs Ash has agreed to buy A 1.'])
  await addRows(database(), 'deal_payments', {
    deal_id: order.id,
    kind: 'deposit',
    amount: 50_000,
    paid_on: '2026-11-20',
    method: 'cash',
    person: 'Ann',
  })
  await editRows(database(), 'deals', { id: order.id }, { name: 'Mrs Ash' })
  expect(await reasons()).toEqual(['Mrs Ash has agreed to buy A 1, and has paid £500.'])
  expect(await write(importId)).toBe(null)
  await decide(importId, { deal: 'go_ahead' })
  expect(await write(importId)).toMatchObject({ changed: 1 })
  expect(await findStockPlate(database(), { registration: 'A 1' })).toMatchObject({
    status: 'sold',
    dealId: null,
  })
  await editRows(database(), 'plate_details', { id: order.plateId }, { status: 'withdrawn' })
  const again = await upload('Reg,Price,Status\nA 1,90000,for sale\nB 2,45000,\n')
  expect((await planOf(again)).counts).toMatchObject({ skipped: 1, unchanged: 1 })
})

it('an import of stock whose response was lost is recognised as written', async () => {
  const importId = await upload('Reg,Price\nAB 12,4500\n')
  const digest = planDigest(await planOf(importId))
  const stored = await find(importId)
  expect(await write(importId, { digest })).not.toBe(null)
  await writeImport(database(), stored, { actor: ann, digest, skipsRefused: false, waitMs: WAIT_MS })
  expect(popProblem(importId)).toBe(null)
  expect(await plateHistory.batch(database(), importId)).toHaveLength(1)
})

it('an import of stock withdraws plates that the list lacks on request', async () => {
  const importId = await upload('Reg,Price\nA 1,90000\n')
  await decide(importId, { missing: 'withdraw' })
  expect(await write(importId)).toMatchObject({ changed: 9 })
  expect(await findStockPlate(database(), { registration: 'B 2' })).toMatchObject({ status: 'withdrawn' })
  expect(await findStockPlate(database(), { registration: 'A 1' })).toMatchObject({ status: 'for_sale' })
})

it('an import of stock is removed a day after its upload', async () => {
  const old = await upload(LIST)
  await editRows(database(), 'imports', { id: old }, { created_at: '2026-01-01T00:00:00Z' })
  await upload(LIST)
  expect(await findImport(database(), old)).toBe(null)
})

it('an import of stock that does not exist is not found', async () => {
  expect(await findImport(database(), randomUUID())).toBe(null)
  expect(await findImport(database(), 'x')).toBe(null)
})

it('an answer about a heading is remembered for the next list, until it is forgotten', async () => {
  const list = 'Cherished No.,Retail ex VAT,Owner\nAB 12,4500,Bob\n'
  const first = await upload(list)
  expect(await preview(first)).toMatchObject({
    kind: 'headings',
    questions: {
      lacksRegistration: true,
      unknown: [{ name: 'Cherished No.' }, { name: 'Retail ex VAT' }, { name: 'Owner' }],
    },
  })
  await decide(first, {}, { 'Cherished No.': 'plate_number', 'Retail ex VAT': 'price', Owner: '-' })
  expect((await planOf(first)).counts.new).toBe(1)
  expect((await planOf(await upload(list))).counts.new).toBe(1)
  const remembered = await listRememberedHeadings(database())
  expect(remembered.map(({ heading, column }) => [heading, column])).toEqual([
    ['cherishedno', 'plate_number'],
    ['owner', '-'],
    ['retailexvat', 'price'],
  ])
  await forgetHeading(database(), remembered[1]?.id ?? '')
  expect(await preview(await upload(list))).toMatchObject({
    kind: 'headings',
    questions: { unknown: [{ name: 'Owner' }] },
  })
})

it('an answer about two headings chooses one column, and does not affect lists with only one of them', async () => {
  const importId = await upload('Reg,Price,Retail\nAB 12,100,200\n')
  expect(await preview(importId)).toMatchObject({
    kind: 'headings',
    questions: { repeated: [{ column: 'price', names: ['Price', 'Retail'] }] },
  })
  await decide(importId, {}, { Retail: 'price' })
  expect((await planOf(importId)).rowOutcomes[0]?.added?.plate.priceGbp).toBe(200)
  expect(
    (await planOf(await upload('Reg,Price,Retail\nAB 12,100,200\n'))).rowOutcomes[0]?.added?.plate.priceGbp,
  ).toBe(200)
  expect((await planOf(await upload('Reg,Price\nAB 12,100\n'))).rowOutcomes[0]?.added?.plate.priceGbp).toBe(
    100,
  )
})

it('a person has at most 20 lists that are not imported yet, whatever other people have', async () => {
  const waiting: string[] = []
  for (let count = 0; count < MAX_WAITING; count += 1) waiting.push(await upload('Reg,Price\n'))
  await expect(upload('Reg,Price\n')).rejects.toThrow(`${MAX_WAITING} of your lists are not imported yet`)
  const other = { person: 'Bob', via: 'desk' } as const
  await createImport(database(), other, { name: 'stock.csv', content: Buffer.from('x') }, new Date())
  await removeImport(database(), waiting[0] ?? '')
  expect(await upload('Reg,Price\n')).toMatch(/^[0-9a-f-]{36}$/)
})

it('a list without headings is asked about column by column, and its first row is a plate', async () => {
  const importId = await upload('BU61 ABC,1250\nBU62 ABC,1300\n')
  expect(await preview(importId)).toMatchObject({
    kind: 'headings',
    list: 'stock',
    questions: {
      unknown: [],
      unnamed: [
        { name: 'column A', cell: 'BU61 ABC', line: 1 },
        { name: 'column B', cell: '1250', line: 1 },
      ],
    },
  })
  await decide(importId, {}, { 'column A': 'plate_number', 'column B': 'price' })
  const { rowOutcomes } = await planOf(importId)
  expect(rowOutcomes.map(({ registration, added }) => [registration, added?.plate.priceGbp])).toEqual([
    ['BU61 ABC', 1250],
    ['BU62 ABC', 1300],
  ])
  expect(await listRememberedHeadings(database())).toEqual([])
})

it.each([
  [
    'CSV',
    `Reg,Price,${Array.from({ length: 20_000 }, (_, index) => `Heading ${index}`).join()}\nAB 12,100\n`,
  ],
  [
    'JSON',
    JSON.stringify([
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`Heading ${index}`, 1])),
    ]),
  ],
])('a %s of 20,000 columns is refused before its headings are matched', async (_, content) => {
  expect(await preview(await upload(content))).toMatchObject({
    kind: 'unreadable',
    message: expect.stringContaining('more than 256 columns'),
  })
})

it('a file that cannot be read as a list is answered with a message', async () => {
  expect(await preview(await upload('<html><table><tr><td>Reg</td></tr></table></html>'))).toMatchObject({
    kind: 'unreadable',
    message: expect.stringContaining('This is a web page'),
  })
  expect(await preview(await upload('Reg,Price\n'))).toMatchObject({ kind: 'unreadable' })
})
