/** Adding, editing, removing and undoing recorded sales, and the findings before a sale is saved. */

import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '#services/audit/actor.ts'
import { findAudit } from '#services/audit/audit-log.ts'
import { ALREADY_UNDONE, NO_SUCH_CHANGE } from '#services/changes/undoable-batches.ts'
import type { ChangeConflict } from '#services/changes/write-changes.ts'
import { addSale, editSale, openWarnings, planEdit, removeSale } from '#services/sales/change-sale.ts'
import { findFindings } from '#services/sales/findings.ts'
import { changedCells, planNewSale, type SaleCells } from '#services/sales/read-sale.ts'
import { type StoredSale, specOf } from '#services/sales/sale-types.ts'
import { searchSales } from '#services/sales/search-sales.ts'
import { findSaleAnywhere, saleHistory } from '#services/sales/stored-sales.ts'
import { previewSalesUndo, undoSalesChange } from '#services/sales/undo-sales.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { DOCUMENTED_REGIMES } from '#shared/sales/fee-regimes.ts'
import { findRows } from '../../rows.ts'
import { openServices } from './open-services.ts'

const contract = openServices()
const database = () => contract().database
beforeEach(() => contract().fill({ sales: [], jersey_sales: [] }))

const ann: Actor = { person: 'Ann', via: 'desk' }
const now = new Date()
const auction = { sale_month: '7', sale_year: '2025', where_sold: 'DVLA Auction', hammer_price: '1000' }

/** Records a sale. @returns the sale and its batch */
async function record(cells: SaleCells, explorer: ExplorerName = 'uk') {
  const row = planNewSale(explorer, cells)
  const { batch } = await addSale(database(), { explorer, row, actor: ann })
  const saleId = (await saleHistory.batch(database(), batch))[0]?.saleId ?? ''
  return { batch, id: saleId, sale: await find(saleId) }
}

async function find(id: string): Promise<StoredSale> {
  const found = await findSaleAnywhere(database(), id)
  if (!found) throw new Error(`There is no sale ${id}`)
  return found.sale
}

const edit = (sale: StoredSale, cells: SaleCells, reason = 'A misprint.') =>
  editSale(database(), {
    explorer: 'uk',
    sale,
    changes: planEdit('uk', sale, cells).changes,
    reason,
    actor: ann,
  })

const logOf = async (registration: string) => {
  const where = { plate_number: registration }
  const log = await findRows(database(), 'corrections', ['kind', 'change', 'reason'], where, ['at'])
  return log.at(-1)
}

const textsOf = async (cells: SaleCells, explorer: ExplorerName = 'uk') =>
  (await findFindings(database(), explorer, planNewSale(explorer, cells), DOCUMENTED_REGIMES)).map(
    ({ kind, text }) => `${kind}: ${text}`,
  )

it('a new sale is recorded under its registration as written, with the derived columns', async () => {
  const { sale } = await record({ plate_number: 'a b-7', ...auction })
  expect(sale).toMatchObject({
    plate_number: 'AB 7',
    total_price: 1364,
    price_basis: 'hammer',
    selection: 'reported',
    category: '3-Character',
  })
})

it.each<[SaleCells, Record<string, string>]>([
  [{ sale_year: '1800' }, { sale_year: '“1800” is not a year, such as 2025.' }],
  [{ sale_year: '2999' }, { sale_year: '2999 is in the future.' }],
  [{ sale_year: '' }, { sale_year: 'Enter the year of the sale.' }],
  [{ plate_number: '' }, { plate_number: 'Enter the registration.' }],
  [{ plate_number: '<b>' }, { plate_number: expect.stringContaining('only the letters') }],
  [{ hammer_price: '99999999999' }, { hammer_price: '“99999999999” is too large for a price.' }],
  [{ total_price: '900' }, { hammer_price: expect.stringContaining('above the total price') }],
  [{ price_basis: 'guess' }, { price_basis: expect.stringContaining('is not one of') }],
  [{ source_url: 'javascript:1' }, { source_url: expect.stringContaining('begins with https://') }],
  [
    { sale_month: '13', total_price: 'POA' },
    { sale_month: expect.stringContaining('not a month'), total_price: expect.stringContaining('“POA”') },
  ],
])('a new sale with %j shows the error at its field', (cells, fields) => {
  expect(() => planNewSale('uk', { plate_number: 'AB 7', ...auction, ...cells })).toThrow(
    expect.objectContaining({ name: 'InvalidInput', fields }),
  )
})

it('a new sale is not in a future month', () => {
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15))
  const cells = { sale_year: String(next.getUTCFullYear()), sale_month: String(next.getUTCMonth() + 1) }
  expect(() => planNewSale('uk', { plate_number: 'AB 7', ...cells })).toThrow(/in the future/)
})

describe('before a sale is saved', () => {
  beforeEach(async () => {
    await record({ plate_number: 'AB 7', ...auction, source_url: 'https://one.example/a' })
  })

  it('a sale that is on record already is refused before it is saved', async () => {
    const cells = { plate_number: 'ab7', ...auction }
    expect(await textsOf(cells)).toEqual([
      'refusal: This sale is already on record: July 2025, DVLA Auction, hammer £1,000 reported, total £1,364 computed.',
    ])
    const findings = await findFindings(database(), 'uk', planNewSale('uk', cells), DOCUMENTED_REGIMES)
    expect(() => openWarnings(findings, [])).toThrow('already on record')
  })

  it.each<[string, SaleCells, string]>([
    [
      'a missing month',
      { ...auction, sale_month: '' },
      'warning: It may already be on record: July 2025, DVLA Auction, hammer £1,000 reported, total £1,364 computed (the month is missing on one of them).',
    ],
    [
      'a price that is close',
      { ...auction, hammer_price: '1010' },
      'warning: It may already be on record: July 2025, DVLA Auction, hammer £1,000 reported, total £1,364 computed (the prices are close).',
    ],
    [
      'another price of another source',
      { ...auction, hammer_price: '5000', source_url: 'https://two.example/b' },
      'warning: Two sources give different prices for what may be one sale: July 2025, DVLA Auction, hammer £1,000 reported, total £1,364 computed on record, July 2025, DVLA Auction, hammer £5,000 reported, total £6,500 computed here.',
    ],
    [
      'a total that the fees do not come to',
      { ...auction, sale_year: '2024', total_price: '1,400' },
      'warning: With the fees of DVLA Auction a hammer price of £1,000 comes to £1,364, not £1,400: £36 more.',
    ],
    [
      'a total that none of the disputed rates comes to',
      { ...auction, sale_month: '11', total_price: '1,400' },
      'warning: With the premiums that sources give for DVLA Auction, a hammer price of £1,000 comes to £1,364 at 7% or £1,316 at 3%, not £1,400.',
    ],
  ])('%s is a warning before a sale is saved', async (_, cells, text) => {
    expect(await textsOf({ plate_number: 'AB 7', ...cells })).toEqual([text])
  })

  it('sales of another year, of another seller at another price, and of other registrations cause no finding', async () => {
    expect(await textsOf({ plate_number: 'AB 7', ...auction, sale_year: '2023' })).toEqual([])
    expect(
      await textsOf({ plate_number: 'AB 7', ...auction, where_sold: 'Bonhams', hammer_price: '9000' }),
    ).toEqual([])
    expect(await textsOf({ plate_number: 'AB 8', ...auction })).toEqual([])
  })

  it('a confirmed warning about a sale is no longer open', async () => {
    const row = planNewSale('uk', { plate_number: 'AB 7', ...auction, hammer_price: '1010' })
    const findings = await findFindings(database(), 'uk', row, DOCUMENTED_REGIMES)
    expect(openWarnings(findings, [])).toHaveLength(1)
    expect(openWarnings(findings, [findings[0]?.code ?? ''])).toEqual([])
  })
})

it('an edit with a form of all columns changes only the edited ones and those derived from them', async () => {
  const { sale } = await record({ plate_number: 'AB 7', ...auction })
  const typed = { ...auction, hammer_price: '2,000', total_price: '1,364', price_basis: 'hammer', note: '' }
  const cells = changedCells(specOf('uk'), sale, typed)
  expect(cells).toEqual({ hammer_price: '2,000' })
  expect(planEdit('uk', sale, cells).changes).toEqual({ hammer_price: 2000, total_price: 2648 })
})

it('an edit of a sale needs a reason, and is published with it', async () => {
  const { sale } = await record({ plate_number: 'AB 7', ...auction })
  await expect(async () => edit(sale, { note: 'x' }, ' ')).rejects.toMatchObject({
    name: 'InvalidInput',
    fields: { reason: expect.stringContaining('It is published') },
  })
  await edit(sale, { sale_month: '6' }, 'The report is\nof June.')
  expect(await logOf('AB 7')).toEqual({
    kind: 'edited',
    change: 'Month July → June',
    reason: 'The report is of June.',
  })
})

it('an edit of a sale that someone else has changed is refused', async () => {
  const { sale } = await record({ plate_number: 'AB 7', ...auction })
  await edit(sale, { note: 'theirs' })
  const error: ChangeConflict = await edit(sale, { note: 'mine' }).catch((error) => error)
  expect([error.name, error.registrations]).toEqual(['ChangeConflict', ['AB 7']])
})

describe('an undo', () => {
  const undo = (batch: string) => undoSalesChange(database(), batch, ann, now)

  it('an undo of an addition removes the sale, and undoing that restores it; the log shows both', async () => {
    const { batch, id, sale } = await record({ plate_number: 'AB 7', ...auction })
    const undone = await undo(batch)
    expect(await findSaleAnywhere(database(), id)).toBeNull()
    expect(await logOf('AB 7')).toEqual({
      kind: 'removed',
      change: 'Removed: July 2025, DVLA Auction, hammer £1,000 reported, total £1,364 computed',
      reason: 'Recorded by mistake.',
    })
    const { batch: redone } = await undo(undone.batch)
    const sentence = (await findAudit(contract().database, redone))?.change
    expect(sentence).toBe('AB 7: the sale is restored, “undo of add sale” undone')
    expect(await find(id)).toEqual({ ...sale, updated_at: expect.any(String) })
    expect(await logOf('AB 7')).toEqual({
      kind: 'restored',
      change: 'On record again: July 2025, DVLA Auction, hammer £1,000 reported, total £1,364 computed',
      reason: 'Removed by mistake.',
    })
  })

  it('an undo of an edit restores what it changed, once, as previewed', async () => {
    const { id, sale } = await record({ plate_number: 'AB 7', ...auction })
    const { batch } = await edit(sale, { hammer_price: '2000' })
    const preview = await previewSalesUndo(database(), batch, now)
    expect(preview).toMatchObject({
      corrections: ['Hammer price £2,000 → £1,000; total price £2,648 → £1,364'],
      refusal: null,
    })
    await undo(batch)
    expect(await find(id)).toEqual({ ...sale, updated_at: expect.any(String) })
    expect(await logOf('AB 7')).toEqual({
      kind: 'edited',
      change: preview.corrections[0],
      reason: preview.reason,
    })
    await expect(undo(batch)).rejects.toThrow(ALREADY_UNDONE)
  })

  it('an undo is refused if the sale has changed since, or another has taken its place', async () => {
    const { id, sale } = await record({ plate_number: 'AB 7', ...auction })
    const first = await edit(sale, { note: 'one' })
    const second = await edit(await find(id), { note: 'two' })
    await expect(undo(first.batch)).rejects.toThrow('The sale of AB 7 has been changed since')
    await undo(second.batch)
    await undo(first.batch)
    const removed = await removeSale(database(), {
      explorer: 'uk',
      sale: await find(id),
      reason: 'A slip.',
      actor: ann,
    })
    await record({ plate_number: 'AB 7', ...auction })
    await expect(undo(removed.batch)).rejects.toThrow(
      'Another sale on record has the same date, seller and prices',
    )
  })

  it('an undo of a change that is no longer kept, or is not a change of sales, is refused', async () => {
    const { batch } = await record({ plate_number: 'AB 7', ...auction })
    const later = new Date(now.getTime() + 31 * 86_400_000)
    await expect(undoSalesChange(database(), batch, ann, later)).rejects.toThrow(NO_SUCH_CHANGE)
    for (const other of [crypto.randomUUID(), 'x']) await expect(undo(other)).rejects.toThrow(NO_SUCH_CHANGE)
  })
})

it('the list of the desk finds sales by look-alikes, year and seller, newest first', async () => {
  await record({ plate_number: 'AB 7', ...auction })
  await record({ plate_number: 'B16 DAY', ...auction })
  await record({ plate_number: 'BIG 1', ...auction, sale_year: '2024', where_sold: 'Bonhams' })
  const search = async (query: object) => {
    const found = await searchSales(contract().anon, { explorer: 'uk', ...query }, (_, error) => {
      throw error
    })
    return found.sales.map(({ registration }) => registration)
  }
  expect(await search({ search: 'big' })).toEqual(['BIG 1', 'B16 DAY'])
  expect(await search({ year: 2024 })).toEqual(['BIG 1'])
  expect(await search({ seller: 'Bonhams' })).toEqual(['BIG 1'])
  expect((await search({})).at(-1)).toBe('BIG 1')
  expect(await search({ explorer: 'jersey' })).toEqual([])
})
