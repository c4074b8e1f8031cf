/** The rules for changes of stock, on both backends: editing, statuses, prices, selling, reservations and undo. */

import { beforeEach, describe, expect, it } from 'vitest'
import { action } from '#services/action.ts'
import type { Actor } from '#services/audit/actor.ts'
import { ALREADY_UNDONE, findUndoableBatches, NO_SUCH_CHANGE } from '#services/changes/undoable-batches.ts'
import { ChangeConflict } from '#services/changes/write-changes.ts'
import { keepDeals } from '#services/deals/deals-concerned.ts'
import { createEndRunner } from '#services/deals/end-runner.ts'
import { RECORDED_BY_MISTAKE, removeArchivedSalesBefore } from '#services/sales/own-sales.ts'
import { PLATE_REMOVED, REGISTRATION_TAKEN } from '#services/stock/change-plates.ts'
import { addPlate, editPlate } from '#services/stock/edit-plate.ts'
import { featurePlates } from '#services/stock/feature-plates.ts'
import { bulkPrice } from '#services/stock/reprice-plates.ts'
import { releaseReservations } from '#services/stock/reservations.ts'
import { readSale, sellPlate } from '#services/stock/sell-plate.ts'
import { setStatus } from '#services/stock/set-status.ts'
import type { StockPlate } from '#services/stock/stock-types.ts'
import { listStock } from '#services/stock/stored-plates.ts'
import { certificatesExpiringWithin, recentlySold } from '#services/stock/today.ts'
import { undoChange } from '#services/stock/undo-change.ts'
import type { PlateForm } from '#shared/plates/columns.ts'
import { findPlate } from '../find-plate.ts'
import { addRows, deleteRows, editRows, findRows } from '../rows.ts'
import { plates } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const database = () => contract().database

beforeEach(async () => {
  await deleteRows(database(), 'plate_changes')
  await contract().fill({ plates, sales: [], jersey_sales: [] })
})

const ann: Actor = { person: 'Ann', via: 'desk' }
const bob: Actor = { person: 'bob', via: 'office' }
const now = new Date()
const find = (registration: string) => findPlate(database(), registration)
const findAll = (...registrations: string[]) => Promise.all(registrations.map(find))
const isForSale = async (registration: string) =>
  (
    await contract()
      .anon.from('plates')
      .select('id')
      .eq('plate_number', registration)
      .eq('is_available', true)
      .throwOnError()
  ).data.length === 1
const salesOf = async (registration: string) =>
  await findRows(database(), 'sales', '*', { plate_number: registration })
const undo = (batch: string | null, actor = ann, at = now) =>
  undoChange(database(), String(batch), actor, at, keepDeals)
const sale = (price: string, date = '20/11/2025') => readSale({ price, date }, 'Plateworthy', now)
const reserved = (until: string, name: string | null = null) =>
  ({ status: 'reserved', until, for: name }) as const
/** The entries of the audit trail that belong to changes of plates, latest first. */
const changesOf = async () => {
  const data = await findRows(database(), 'plate_changes', ['batch'])
  const batches = [...new Set(data.map(({ batch }) => String(batch)))]
  const columns = ['id', 'person', 'command', 'change'] as const
  return (await findRows(database(), 'audit', columns, { id: batches }, ['at'])).reverse()
}
const latestCorrection = async () => {
  const where = { plate_number: 'A 1' }
  return (await findRows(database(), 'corrections', ['kind', 'change', 'reason'], where, ['at'])).at(-1)
}
const auditOf = async (batch: string | null) => {
  const data = await findRows(database(), 'audit', ['person', 'command', 'change'], { id: batch })
  return data[0]
}

it('an edit of a plate changes public and private columns in one change, and an empty text removes a value', async () => {
  const plate = await find('B 2')
  const { batch, changed } = await editPlate(
    database(),
    { id: plate.id, seenAt: plate.updatedAt },
    {
      priceGbp: '£46,000',
      description: '',
      costGbp: '30000',
      document: 'v778',
      documentExpiresOn: '1/4/2036',
      documentCheckedOn: '3 Nov 2026',
    },
    ann,
    keepDeals,
  )
  expect(changed).toBe(1)
  expect(await find('B 2')).toMatchObject({
    priceGbp: 46_000,
    description: null,
    costGbp: 30_000,
    document: 'V778',
    documentExpiresOn: '2036-04-01',
    documentCheckedOn: '2026-11-03',
    category: 'Single-Single',
  })
  expect(await auditOf(batch)).toEqual({
    person: 'Ann',
    command: 'desk: edit',
    change:
      'B 2: price £45,000 → £46,000; description one, two → none; cost none → £30,000; document none → V778; document expires on none → 2036-04-01; document checked on none → 2026-11-03',
  })
})

it('an edit of a plate keeps notes and names of customers out of the audit trail', async () => {
  const plate = await find('B 2')
  const noted = await editPlate(database(), plate, { notes: 'Mrs Ash rang' }, ann, keepDeals)
  const held = await setStatus(database(), [plate], reserved('2099-01-01', 'Mrs Ash'), ann)
  const trail = JSON.stringify([await auditOf(noted.batch), await auditOf(held.batch)])
  expect(trail).toContain('notes changed')
  expect(trail).toContain('B 2 is reserved until 1 January 2099')
  expect(trail).not.toContain('Ash')
})

it('an edit of a plate without changes writes nothing', async () => {
  const plate = await find('B 2')
  const result = await editPlate(
    database(),
    plate,
    { priceGbp: '45,000', description: ' one, two ' },
    ann,
    keepDeals,
  )
  expect(result).toEqual({ batch: null, changed: 0, changes: '' })
  expect((await find('B 2')).updatedAt).toBe(plate.updatedAt)
})

it('an edit of a plate is refused if someone else has changed the plate since it was read', async () => {
  const plate = await find('B 2')
  await editPlate(database(), plate, { notes: 'x' }, bob, keepDeals)
  const late = editPlate(
    database(),
    { id: plate.id, seenAt: plate.updatedAt },
    { priceGbp: '1' },
    ann,
    keepDeals,
  )
  await expect(late).rejects.toThrow(ChangeConflict)
  await expect(late).rejects.toMatchObject({ registrations: ['B 2'] })
  expect((await find('B 2')).priceGbp).toBe(45_000)
})

it('an edit of a plate may correct the registration, with the category that follows from it', async () => {
  await editPlate(database(), await find('A 1'), { registration: 'ab51abc' }, ann, keepDeals)
  expect(await find('AB51 ABC')).toMatchObject({ priceGbp: 90_000, category: 'Current' })
  await expect(
    editPlate(database(), await find('B 2'), { registration: 'c3' }, ann, keepDeals),
  ).rejects.toThrow(REGISTRATION_TAKEN)
  await expect(
    editPlate(database(), await find('B 2'), { registration: 'ABCD' }, ann, keepDeals),
  ).rejects.toMatchObject({
    fields: { registration: expect.stringContaining('no figures') },
  })
})

it('an edit of a removed or unknown plate says so', async () => {
  await expect(editPlate(database(), { id: "1' OR 1=1" }, { priceGbp: '1' }, ann, keepDeals)).rejects.toThrow(
    PLATE_REMOVED,
  )
  const plate = await find('B 2')
  await deleteRows(database(), 'plates', { id: plate.id })
  await expect(editPlate(database(), plate, { priceGbp: '1' }, ann, keepDeals)).rejects.toThrow(PLATE_REMOVED)
})

it('an edit of a plate never leaves a plate for sale or reserved without a price', async () => {
  await expect(editPlate(database(), await find('B 2'), { priceGbp: '' }, ann, keepDeals)).rejects.toThrow(
    'The price cannot be empty while the plate is for sale',
  )
  await setStatus(database(), [await find('B 2')], reserved('2099-01-01'), ann)
  await expect(editPlate(database(), await find('B 2'), { priceGbp: '' }, ann, keepDeals)).rejects.toThrow(
    'is reserved',
  )
  await setStatus(database(), [await find('B 2')], { status: 'draft' }, ann)
  await editPlate(database(), await find('B 2'), { priceGbp: '' }, ann, keepDeals)
  expect(await find('B 2')).toMatchObject({ priceGbp: null, status: 'draft' })
})

it('a new plate goes on sale with its category, or is a draft that visitors do not see', async () => {
  await addPlate(database(), { registration: 'ab51abc', priceGbp: '1250', notes: 'From Mr Oak' }, ann)
  await addPlate(database(), { registration: 'AB 2' }, ann, { status: 'draft' })
  expect(await find('AB51 ABC')).toMatchObject({
    category: 'Current',
    status: 'for_sale',
    notes: 'From Mr Oak',
  })
  expect(await find('AB 2')).toMatchObject({ priceGbp: null, status: 'draft' })
  expect([await isForSale('AB51 ABC'), await isForSale('AB 2')]).toEqual([true, false])
})

it.each([
  [{ registration: 'AB 2' }, { priceGbp: 'A plate for sale needs a price. Without one it can be a draft.' }],
  [
    { registration: '', priceGbp: '0' },
    {
      registration: 'Registration cannot be empty.',
      priceGbp: '“0” is not an asking price.',
    },
  ],
  [{ registration: 'b2', priceGbp: '5' }, { registration: 'B 2 is already in the stock.' }],
])('a new plate with %j is refused', async (form, fields) => {
  await expect(addPlate(database(), form, ann)).rejects.toMatchObject({ fields })
})

it('a status takes a plate off the site or puts it there', async () => {
  for (const [target, isPublic] of [
    [{ status: 'draft' }, false],
    [{ status: 'for_sale' }, true],
    [reserved('2099-01-01', 'Mrs Ash'), false],
    [{ status: 'withdrawn' }, false],
    [{ status: 'for_sale' }, true],
  ] as const) {
    await setStatus(database(), [await find('B 2')], target, ann)
    expect([target.status, (await find('B 2')).status]).toEqual([target.status, target.status])
    expect([target.status, await isForSale('B 2')]).toEqual([target.status, isPublic])
  }
  expect(await find('B 2')).toMatchObject({ reservedUntil: null, reservedFor: null })
})

it('a status is set on all plates of a list or on none', async () => {
  await addPlate(database(), { registration: 'AB 2' }, ann, { status: 'draft' })
  const list = await findAll('HIDDEN 1', 'AB 2')
  await expect(setStatus(database(), list, { status: 'for_sale' }, ann)).rejects.toMatchObject({
    message: 'AB 2 has no price, so nothing has been changed. A plate needs one to be for sale or reserved.',
  })
  await expect(setStatus(database(), [await find('AB 2')], reserved('2099-01-01'), ann)).rejects.toThrow(
    'AB 2 has no price',
  )
  expect((await find('HIDDEN 1')).status).toBe('withdrawn')
  const stale = { ...list[0], seenAt: '2020-01-01T00:00:00+00:00' } as StockPlate & { seenAt: string }
  const both = [stale, await find('A 1')]
  await expect(setStatus(database(), both, { status: 'draft' }, ann)).rejects.toThrow(ChangeConflict)
  expect((await find('A 1')).status).toBe('for_sale')
})

it('the status of a sold plate can only be changed individually', async () => {
  await sellPlate(database(), await find('A 1'), sale('85000'), ann, { isRecorded: false })
  const both = await findAll('A 1', 'HIDDEN 1')
  await expect(setStatus(database(), both, { status: 'for_sale' }, ann)).rejects.toMatchObject({
    message: 'A 1 is sold, so nothing has been changed. Change it on its own, or undo the sale.',
  })
  expect([await isForSale('A 1'), await isForSale('HIDDEN 1')]).toEqual([false, false])
  expect((await setStatus(database(), [await find('A 1')], { status: 'for_sale' }, ann)).changed).toBe(1)
})

it('a status that a plate already has is no change', async () => {
  expect(await setStatus(database(), [await find('A 1')], { status: 'for_sale' }, ann)).toEqual({
    batch: null,
    changed: 0,
  })
  const { changed } = await setStatus(
    database(),
    await findAll('A 1', 'HIDDEN 1'),
    { status: 'for_sale' },
    ann,
  )
  expect(changed).toBe(1)
})

describe('a reservation', () => {
  const release = (at: string) => releaseReservations(database(), new Date(at), new Map())

  it('a reservation is over when its last day has passed in London', async () => {
    await setStatus(database(), [await find('A 1')], reserved('2027-06-30'), ann)
    await setStatus(database(), [await find('B 2')], reserved('2027-12-31'), ann)
    expect(await release('2027-06-30T22:59:59Z')).toBe(0)
    expect(await isForSale('A 1')).toBe(false)
    expect(await release('2027-06-30T23:00:00Z')).toBe(1)
    expect(await isForSale('A 1')).toBe(true)
    expect(await find('A 1')).toMatchObject({ status: 'for_sale', reservedUntil: null, reservedFor: null })
    expect(await release('2027-12-31T23:59:00Z')).toBe(0)
    expect(await release('2028-01-01T00:00:00Z')).toBe(1)
  })

  it('a reservation ends once, however many servers check', async () => {
    await setStatus(database(), await findAll('A 1', 'B 2'), reserved('2027-06-30'), ann)
    const released = await Promise.all([1, 2, 3].map(() => release('2027-07-02T00:00:00Z')))
    expect(released.reduce((sum, count) => sum + count)).toBe(2)
    const [latest, ...earlier] = await changesOf()
    expect(latest).toMatchObject({
      person: 'the site',
      command: 'site: release',
      change: 'A 1 and B 2 are for sale again: the reservation has ended',
    })
    expect(earlier.map(({ change }) => change)).toEqual(['A 1 and B 2 are reserved until 30 June 2027'])
  })

  it('a reservation of a plate that has no price ends in a draft', async () => {
    await setStatus(database(), [await find('A 1')], reserved('2027-06-30'), ann)
    await editRows(database(), 'plates', { plate_number: 'A 1' }, { price: null })
    expect(await release('2027-07-02T00:00:00Z')).toBe(1)
    expect((await find('A 1')).status).toBe('draft')
  })

  it('a reservation is released by the site automatically', async () => {
    await setStatus(database(), [await find('A 1')], reserved('2027-06-30'), ann)
    const log = { request() {}, info() {}, error() {} }
    const at = new Date('2027-07-02T00:00:00Z')
    const runner = createEndRunner({ database: database(), log, now: () => at, everyMs: 1 })
    runner.start()
    await expect.poll(() => isForSale('A 1')).toBe(true)
    await runner.stop()
  })
})

describe('a change of many prices', () => {
  const rule = { direction: 'up', by: 'percent', amount: 10, roundTo: 100 } as const

  it('a change of many prices is written as a whole, and undone as a whole', async () => {
    const list = await findAll('A 1', 'B 2', 'F 6')
    const { batch, changed } = await bulkPrice(database(), list, rule, ann)
    expect(changed).toBe(3)
    expect((await findAll('A 1', 'B 2', 'F 6')).map(({ priceGbp }) => priceGbp)).toEqual([
      99_000, 49_500, 500,
    ])
    expect(await auditOf(batch)).toMatchObject({ change: '3 prices up 10% to the nearest £100' })
    expect((await undo(batch)).changed).toBe(3)
    expect((await findAll('A 1', 'B 2', 'F 6')).map(({ priceGbp }) => priceGbp)).toEqual([
      90_000, 45_000, 450,
    ])
  })

  it('a change of many prices is refused as a whole if a price differs from the preview', async () => {
    const list = (await findAll('A 1', 'B 2')).map(({ id, updatedAt }) => ({ id, seenAt: updatedAt }))
    await editPlate(database(), await find('B 2'), { priceGbp: '1' }, bob, keepDeals)
    await expect(bulkPrice(database(), list, rule, ann)).rejects.toMatchObject({ registrations: ['B 2'] })
    expect((await find('A 1')).priceGbp).toBe(90_000)
  })
})

it('a sale takes the plate off the site, and is recorded as our own if wanted', async () => {
  const { batch, wasForSale } = await sellPlate(database(), await find('A 1'), sale('£85,000'), ann, {
    isRecorded: true,
  })
  const plate = await find('A 1')
  expect(wasForSale).toBe(true)
  expect(await isForSale('A 1')).toBe(false)
  expect(plate).toMatchObject({ status: 'sold', soldPriceGbp: 85_000, soldOn: '2025-11-20' })
  const [recorded, ...others] = await salesOf('A 1')
  expect(others).toEqual([])
  expect(recorded).toMatchObject({
    where_sold: 'Plateworthy',
    sale_year: 2025,
    sale_month: 11,
    hammer_price: null,
    total_price: 85_000,
    price_basis: 'total',
    selection: 'own',
    category: 'Single-Single',
  })
  expect(plate.recordedSale).toBe(`sales:${recorded?.id}`)
  expect(await auditOf(batch)).toMatchObject({ change: 'A 1 sold for £85,000, its sale recorded' })
})

it('a sale is recorded once, however often it is repeated', async () => {
  await sellPlate(database(), await find('A 1'), sale('85000'), ann, { isRecorded: true })
  const again = await sellPlate(database(), await find('A 1'), sale('85000'), ann, { isRecorded: true })
  expect(again).toEqual({ batch: null, changed: 0, wasForSale: false })
  expect(await salesOf('A 1')).toHaveLength(1)
  await expect(
    sellPlate(database(), await find('A 1'), sale('86000'), ann, { isRecorded: true }),
  ).rejects.toThrow('A 1 is already sold, for £85,000 on 20 November 2025. Undo that sale first')
  expect(await salesOf('A 1')).toHaveLength(1)
})

it('a sale can be recorded later, and its record finds the sale of a first attempt that failed', async () => {
  await addRows(database(), 'sales', {
    plate_number: 'A 1',
    sale_year: 2025,
    sale_month: 11,
    where_sold: 'Plateworthy',
    total_price: 85_000,
    selection: 'own',
  })
  await sellPlate(database(), await find('A 1'), sale('85000'), ann, { isRecorded: false })
  expect((await find('A 1')).recordedSale).toBeNull()
  await sellPlate(database(), await find('A 1'), sale('85000'), ann, { isRecorded: true })
  const [recorded, ...others] = await salesOf('A 1')
  expect([(await find('A 1')).recordedSale, others]).toEqual([`sales:${recorded?.id}`, []])
})

it('a sale is not recorded if someone else has changed the plate', async () => {
  const { id, updatedAt } = await find('A 1')
  await setStatus(database(), [{ id }], { status: 'draft' }, bob)
  const late = sellPlate(database(), { id, seenAt: updatedAt }, sale('85000'), ann, { isRecorded: true })
  await expect(late).rejects.toThrow(ChangeConflict)
  expect(await salesOf('A 1')).toEqual([])
})

it('a sale is recorded in Jersey on request', async () => {
  await sellPlate(database(), await find('A 1'), sale('100', '11/2025'), ann, {
    isRecorded: true,
    explorer: 'jersey',
  })
  const { recordedSale, soldOn } = await find('A 1')
  expect([recordedSale?.split(':')[0], soldOn]).toEqual(['jersey_sales', null])
})

it('undoing a sale removes its record, and undoing the undo restores it', async () => {
  const before = await find('A 1')
  const sold = await sellPlate(database(), before, sale('85000'), ann, { isRecorded: true })
  const [recorded] = await salesOf('A 1')
  const undone = await undo(sold.batch)
  expect(undone).toMatchObject({ changed: 1, registrations: ['A 1'], notes: [] })
  expect(await find('A 1')).toEqual({ ...before, updatedAt: expect.any(String) })
  expect([await salesOf('A 1'), await isForSale('A 1')]).toEqual([[], true])
  expect(await latestCorrection()).toEqual({
    kind: 'removed',
    change: 'Removed: November 2025, Plateworthy, total £85,000 reported',
    reason: RECORDED_BY_MISTAKE,
  })
  const redone = await undo(undone.batch)
  const sentences = (await changesOf()).slice(0, 2).map(({ change }) => change)
  expect(sentences).toEqual(['A 1 is restored: “undo of sold” undone', 'A 1 is restored: “sold” undone'])
  await undo(redone.batch)
  const [third] = await changesOf()
  expect(third?.change).toBe('A 1 is restored: “undo” undone')
  await undo(String(third?.id))
  expect(await latestCorrection()).toMatchObject({
    kind: 'restored',
    change: 'On record again: November 2025, Plateworthy, total £85,000 reported',
  })
  const [restored] = await salesOf('A 1')
  expect(restored).toEqual({
    ...recorded,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(await find('A 1')).toMatchObject({ status: 'sold', recordedSale: `sales:${recorded?.id}` })
})

it('the record of an undone sale is kept no longer than the undo can be undone', async () => {
  const removeArchived = (afterMs: number) =>
    action(database(), 'remove kept changes', (transaction) =>
      removeArchivedSalesBefore(transaction, new Date(now.getTime() + afterMs)),
    )
  const sold = await sellPlate(database(), await find('A 1'), sale('85000'), ann, { isRecorded: true })
  const undone = await undo(sold.batch)
  await removeArchived(-86_400_000)
  const redone = await undo(undone.batch)
  expect([redone.notes, await salesOf('A 1')]).toEqual([[], [expect.anything()]])
  const again = await undo(redone.batch)
  await removeArchived(86_400_000)
  expect((await undo(again.batch)).notes).toEqual(['The sale of A 1 is no longer on record.'])
})

it('undoing a sale keeps a record that has been corrected since, and all other records', async () => {
  await addRows(database(), 'sales', {
    plate_number: 'A 1',
    sale_year: 2020,
    total_price: 7,
    selection: 'own',
  })
  const sold = await sellPlate(database(), await find('A 1'), sale('85000'), ann, { isRecorded: true })
  await editRows(database(), 'sales', { total_price: 85_000 }, { note: 'Corrected' })
  expect((await undo(sold.batch)).notes).toEqual([
    'The recorded sale of A 1 has been corrected since, so it stays on record.',
  ])
  expect(await salesOf('A 1')).toHaveLength(2)
  expect(await isForSale('A 1')).toBe(true)
})

it('undoing an earlier change of status does not affect the record of a sale that took place', async () => {
  await sellPlate(database(), await find('A 1'), sale('85000'), ann, { isRecorded: true })
  const back = await setStatus(database(), [await find('A 1')], { status: 'for_sale' }, ann)
  expect(await find('A 1')).toMatchObject({ status: 'for_sale', soldPriceGbp: null, soldOn: null })
  const undone = await undo(back.batch)
  await undo(undone.batch)
  expect(await salesOf('A 1')).toHaveLength(1)
})

it('undoing a change names plates that have changed since, and then changes nothing', async () => {
  const { batch } = await setStatus(database(), await findAll('A 1', 'B 2', 'C 3'), { status: 'draft' }, ann)
  await setStatus(database(), [await find('B 2')], { status: 'withdrawn' }, bob)
  await deleteRows(database(), 'plates', { plate_number: 'C 3' })
  await expect(undo(batch)).rejects.toMatchObject({
    message: expect.stringMatching(/^B 2 and C 3 have been changed since, so nothing has been undone\./),
  })
  expect((await find('A 1')).status).toBe('draft')
})

it('undoing a change allows later changes of other columns', async () => {
  const { batch } = await bulkPrice(
    database(),
    [await find('A 1')],
    { direction: 'down', by: 'pounds', amount: 1, roundTo: 1 },
    ann,
  )
  await editPlate(database(), await find('A 1'), { notes: 'x' }, bob, keepDeals)
  await undo(batch)
  expect(await find('A 1')).toMatchObject({ priceGbp: 90_000, notes: 'x' })
})

it('undoing a new plate removes it, unless it has changed since; undoing that restores it', async () => {
  const added = await addPlate(database(), { registration: 'AB 2', priceGbp: '5', notes: 'x' }, ann)
  const before = await find('AB 2')
  const undone = await undo(added.batch)
  await expect(find('AB 2')).rejects.toThrow('There is no plate AB 2')
  await undo(undone.batch)
  expect(await find('AB 2')).toEqual({ ...before, updatedAt: expect.any(String) })
  const another = await addPlate(database(), { registration: 'AB 3', priceGbp: '5' }, ann)
  const edited = await editPlate(database(), await find('AB 3'), { costGbp: '1' }, ann, keepDeals)
  await expect(undo(another.batch)).rejects.toThrow(/^AB 3 has been changed since/)
  await undo(edited.batch)
  expect((await undo(another.batch)).changed).toBe(1)
})

it('a sale that two people undo at once leaves no record', async () => {
  const { batch } = await sellPlate(database(), await find('A 1'), sale('85000'), ann, { isRecorded: true })
  const done = await Promise.allSettled([undo(batch), undo(batch, bob)])
  expect(done.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  expect([await salesOf('A 1'), (await find('A 1')).status]).toEqual([[], 'for_sale'])
})

it('an undo is done once, by the first person', async () => {
  const { batch } = await featurePlates(database(), await findAll('B 2', 'C 3'), true, ann)
  const done = await Promise.allSettled([undo(batch), undo(batch)])
  expect(done.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  await expect(undo(batch)).rejects.toThrow(ALREADY_UNDONE)
  expect((await find('B 2')).isFeature).toBe(false)
})

it('an undo is refused after 30 days, and for an unknown change', async () => {
  const { batch } = await featurePlates(database(), [await find('B 2')], true, ann)
  const later = new Date(now.getTime() + 31 * 86_400_000)
  for (const late of [() => undo(batch, ann, later), () => undo(crypto.randomUUID()), () => undo('all')])
    await expect(late()).rejects.toThrow(NO_SUCH_CHANGE)
  expect((await find('B 2')).isFeature).toBe(true)
})

it('a change can be undone once for 30 days, and so can its undo', async () => {
  const featured = await featurePlates(database(), await findAll('B 2', 'C 3'), true, ann)
  const edited = await editPlate(database(), await find('B 2'), { priceGbp: '5' }, bob, keepDeals)
  const undone = await undo(edited.batch, bob)
  const batches = [featured, edited, undone].map(({ batch }) => String(batch))
  const isUndone = async (at = now) => {
    const found = await findUndoableBatches(database(), batches, at)
    return batches.map((batch) => found.get(batch))
  }
  expect(await isUndone()).toEqual([false, true, false])
  await undo(undone.batch, bob)
  expect(await isUndone()).toEqual([false, false, true])
  expect(await isUndone(new Date(now.getTime() + 31 * 86_400_000))).toEqual([undefined, undefined, undefined])
})

it('Today lists certificates of plates that we own, or have sold and still hold, most urgent first', async () => {
  const expire = async (registration: string, documentExpiresOn: string, form: PlateForm = {}) =>
    editPlate(database(), await find(registration), { documentExpiresOn, ...form }, ann, keepDeals)
  await expire('A 1', '2027-03-02')
  await expire('B 2', '2027-03-03')
  await expire('C 3', '2026-12-01')
  await expire('D 4', '2026-12-01')
  await expire('E 5', '2026-12-30', { holder: 'us', document: 'V778' })
  await expire('F 6', '2026-12-30', { holder: 'us', document: 'vehicle' })
  await expire('G 7', '2026-12-30', { holder: 'Ann Lee' })
  for (const sold of ['D 4', 'E 5', 'F 6', 'G 7'])
    await sellPlate(database(), await find(sold), sale('5'), ann, { isRecorded: false })
  const found = await certificatesExpiringWithin(database(), 60, new Date('2027-01-01T12:00:00Z'))
  expect(found.map(({ plate, daysLeft }) => [plate.registration, daysLeft])).toEqual([
    ['C 3', -31],
    ['E 5', -2],
    ['A 1', 60],
  ])
})

it('Today lists sold plates, latest first', async () => {
  for (const [registration, date] of [
    ['A 1', '1/11/2025'],
    ['B 2', '20/11/2025'],
    ['C 3', '2025'],
  ] as const)
    await sellPlate(database(), await find(registration), sale('5', date), ann, { isRecorded: false })
  expect((await recentlySold(database(), 2)).map(({ registration }) => registration)).toEqual(['B 2', 'A 1'])
  expect((await listStock(database(), { statuses: ['sold'] })).total).toBe(3)
})
