import { beforeEach, expect, it } from 'vitest'
import { action } from '#services/action.ts'
import type { Actor } from '#services/audit/actor.ts'
import { removeKeptChangesBefore } from '#services/changes/kept-changes.ts'
import { ChangeConflict } from '#services/changes/write-changes.ts'
import { statusOf } from '#services/stock/plate-status.ts'
import type { StockChange, StockPlate } from '#services/stock/stock-types.ts'
import {
  countStock,
  findStockPlate,
  listStock,
  plateHistory,
  readWholeStock,
} from '#services/stock/stored-plates.ts'
import { changePlates } from '#test/change-rows.ts'
import { deleteRows, editRows, findRows } from '../rows.ts'
import { id, plates } from './fixture.ts'
import { openContract } from './open-contract.ts'

/** One response holds a thousand rows. */
const MANY = 1_200

const contract = openContract({ plates })
const database = () => contract().database
beforeEach(() => contract().fill({ plates }))

const ann: Actor = { person: 'Ann', via: 'desk' }
const change = (...changes: StockChange[]) =>
  changePlates(database(), { actor: ann, action: 'edit', change: 'A test', changes })

const find = async (registration: string): Promise<StockPlate> => {
  const plate = await findStockPlate(database(), { registration })
  if (!plate) throw new Error(`${registration} is not in stock`)
  return plate
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error as { code: string }).code,
  )

const auditOf = async (batch: string) =>
  await findRows(database(), 'audit', ['person', 'command', 'change'], { id: batch })

it('the private side of the stock is not within reach of a read of plates', async () => {
  for (const path of [
    '/plates?select=cost',
    '/plates?cost=gt.0',
    '/plates?order=notes',
    '/plates?select=plate_number,status',
    '/plates?select=plate_number,plate_details(cost)',
    '/plates?select=plate_number,stock(cost)',
    '/plates?plate_details.cost=gt.0',
  ]) {
    const response = await contract().ask(path)
    expect([path, response.status]).toEqual([path, 400])
    expect(['42703', 'PGRST200', 'PGRST108']).toContain((await response.json()).code)
  }
})

it('the private side of the stock goes with its plate, however that is removed', async () => {
  await change({ id: id(1), details: { notes: 'x' } }, { id: id(2), details: { notes: 'y' } })
  await deleteRows(database(), 'plates', { id: id(1) })
  await change({ id: id(2), remove: true })
  expect(await findRows(database(), 'plate_details', ['id'])).toEqual([])
})

it('the status of a plate agrees with the availability', async () => {
  for (const status of ['draft', 'for_sale', 'reserved', 'sold', 'withdrawn'] as const)
    for (const isAvailable of [true, false]) {
      await change({ id: id(1), plate: { isAvailable }, details: { status } })
      const expected = statusOf(isAvailable, status)
      expect([status, isAvailable, (await find('A 1')).status]).toEqual([status, isAvailable, expected])
    }
})

it('the status of a plate is derived from the availability if it has no details', async () => {
  expect(await find('A 1')).toMatchObject({ status: statusOf(true, null), costGbp: null })
  expect(await find('HIDDEN 1')).toMatchObject({ status: statusOf(false, null) })
})

it('the status of a plate is counted', async () => {
  await change({ id: id(11), details: { status: 'draft' } })
  expect(await countStock(database())).toEqual({ draft: 1, for_sale: 10, reserved: 0, sold: 0, withdrawn: 1 })
})

it('a change of stock writes columns of both tables and leaves the others', async () => {
  const before = await find('A 1')
  const { batch, changed } = await change({
    id: before.id,
    seenAt: before.updatedAt,
    plate: { priceGbp: 95_000, description: null },
    details: { costGbp: 40_000, notes: 'From “Ann”, \\ 50 %', document: 'V750', boughtOn: '2026-01-31' },
  })
  const after = await find('A 1')
  expect(changed).toBe(1)
  expect(after).toEqual({
    ...before,
    priceGbp: 95_000,
    description: null,
    costGbp: 40_000,
    notes: 'From “Ann”, \\ 50 %',
    document: 'V750',
    boughtOn: '2026-01-31',
    updatedAt: after.updatedAt,
  })
  expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
  expect(await auditOf(batch)).toEqual([{ person: 'Ann', command: 'desk: edit', change: 'A test' }])
  expect(await plateHistory.latest(database())).toEqual([
    {
      id: expect.any(String),
      batch,
      at: after.updatedAt,
      person: 'Ann',
      via: 'desk',
      action: 'edit',
      plateId: before.id,
      registration: 'A 1',
      before: {
        plate: { priceGbp: 90_000, description: 'plain' },
        details: { costGbp: null, notes: null, document: null, boughtOn: null },
      },
      after: {
        plate: { priceGbp: 95_000, description: null },
        details: {
          costGbp: 40_000,
          notes: 'From “Ann”, \\ 50 %',
          document: 'V750',
          boughtOn: '2026-01-31',
        },
      },
    },
  ])
})

it('a change of stock records the columns that changed, and writes nothing if there are none', async () => {
  await change({
    id: id(1),
    details: { status: 'reserved', reservedUntil: '2026-12-24' },
    plate: { isAvailable: false },
  })
  const [noted] = await plateHistory.latest(database())
  expect(noted?.before).toEqual({
    plate: { isAvailable: true },
    details: { status: 'for_sale', reservedUntil: null },
  })
  const before = await find('A 1')
  const { batch, changed } = await change({
    id: id(1),
    plate: { priceGbp: 90_000 },
    details: { status: 'reserved', cost: null } as StockChange['details'] & { cost: null },
  })
  expect(changed).toBe(0)
  expect(await find('A 1')).toEqual(before)
  expect(await auditOf(batch)).toEqual([])
  expect(await plateHistory.batch(database(), batch)).toEqual([])
})

it('a change of stock inserts plates with the usual defaults', async () => {
  const { batch, changed } = await change(
    { id: null, plate: { registration: 'NEW 1', priceGbp: 500 } },
    {
      id: null,
      plate: { registration: 'NEW 2', isAvailable: false },
      details: { status: 'draft', costGbp: 9 },
    },
  )
  expect(changed).toBe(2)
  expect(await find('NEW 1')).toMatchObject({ isAvailable: true, isFeature: false, status: 'for_sale' })
  expect(await find('NEW 2')).toMatchObject({ priceGbp: null, status: 'draft', costGbp: 9 })
  const noted = await plateHistory.batch(database(), batch)
  expect(noted).toHaveLength(2)
  const { id: plateId, createdAt } = await find('NEW 2')
  expect(noted).toContainEqual(
    expect.objectContaining({
      plateId,
      registration: 'NEW 2',
      before: null,
      after: {
        plate: {
          id: plateId,
          registration: 'NEW 2',
          isAvailable: false,
          isFeature: false,
          isDemonstration: false,
          createdAt,
        },
        details: { status: 'draft', costGbp: 9 },
      },
    }),
  )
})

it('a change of stock removes a plate, and inserting the recorded values restores it', async () => {
  await change({ id: id(1), details: { costGbp: 5, notes: 'x' } })
  const before = await find('A 1')
  const { batch } = await change({ id: id(1), seenAt: before.updatedAt, remove: true })
  expect(await findStockPlate(database(), { id: id(1) })).toBeNull()
  const [noted] = await plateHistory.batch(database(), batch)
  expect(noted).toMatchObject({ registration: 'A 1', after: null })
  await change({ id: null, plate: noted?.before?.plate ?? {}, details: noted?.before?.details ?? {} })
  const { updatedAt: _, ...again } = await find('A 1')
  expect(before).toMatchObject(again)
})

it('a change of stock undoes any change with the recorded values, unless the plate has changed since', async () => {
  const original = await find('A 1')
  const { batch } = await change({
    id: id(1),
    plate: { priceGbp: 1, category: null },
    details: { notes: 'x' },
  })
  const [noted] = await plateHistory.batch(database(), batch)
  const undo = { id: id(1), seenAt: noted?.at ?? '', ...noted?.before }
  await change({ id: id(1), plate: { priceGbp: 2 } })
  await expect(change(undo)).rejects.toThrow(ChangeConflict)
  await change({ id: id(1), plate: { priceGbp: 1 } })
  await change({ ...undo, seenAt: (await find('A 1')).updatedAt })
  const { updatedAt } = await find('A 1')
  expect(await find('A 1')).toEqual({ ...original, updatedAt })
})

it('a change of stock is refused as a whole if plates have changed or are gone, and names those', async () => {
  const [first, second, third] = [await find('A 1'), await find('B 2'), await find('C 3')]
  await change({ id: second.id, details: { notes: 'somebody else' } })
  await change({ id: third.id, remove: true })
  const stale = [first, second, third].map(({ id, updatedAt }) => ({
    id,
    seenAt: updatedAt,
    plate: { priceGbp: 1 },
  }))
  const known = (await findRows(database(), 'audit', ['id'])).length
  const error = await change(...stale, { id: null, plate: { registration: 'NEW 1', priceGbp: 1 } }).catch(
    (error) => error,
  )
  expect(error).toBeInstanceOf(ChangeConflict)
  expect(error.registrations).toEqual(['B 2', 'C 3'])
  expect(await find('A 1')).toEqual(first)
  expect(await findStockPlate(database(), { registration: 'NEW 1' })).toBeNull()
  expect(await findRows(database(), 'audit', ['id'])).toHaveLength(known ?? 0)
})

it('a change of a plate by two people at once is refused to one of them', async () => {
  const { updatedAt } = await find('A 1')
  const both = [1, 2].map((priceGbp) => change({ id: id(1), seenAt: updatedAt, plate: { priceGbp } }))
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('a change of stock makes each change later than the last one, whatever the clock says', async () => {
  const future = '2999-01-01T00:00:00+00:00'
  await editRows(database(), 'plates', { id: id(1) }, { updated_at: future })
  await change({ id: id(1), plate: { priceGbp: 5 } })
  expect((await find('A 1')).updatedAt).toBe('2999-01-01T00:00:00.001+00:00')
})

it('a change of stock with a batch that was used before is refused, so that a form sent twice is applied once', async () => {
  const batch = crypto.randomUUID()
  const call = { actor: ann, action: 'import', change: 'x', batch }
  const insert = (registration: string) => [{ id: null, plate: { registration, priceGbp: 5 } }]
  expect(await changePlates(database(), { ...call, changes: insert('NEW 1') })).toEqual({ batch, changed: 1 })
  expect(await codeOf(changePlates(database(), { ...call, changes: insert('NEW 2') }))).toBe('23505')
  expect(await findStockPlate(database(), { registration: 'NEW 2' })).toBeNull()
})

it('a change of stock takes more plates in one call than one response may hold, inserted, changed and removed', async () => {
  const numbers = Array.from({ length: MANY }, (_, index) => index)
  const details = { costGbp: 5, notes: 'A note of some length, as a dealer would write it.' }
  const inserted = await change(
    ...numbers.map((number) => ({
      id: null,
      plate: { registration: `Z ${number}`, priceGbp: 100 + number, description: 'One of many' },
      details,
    })),
  )
  expect(inserted.changed).toBe(MANY)
  const stock: StockPlate[] = []
  for await (const plate of readWholeStock(database()))
    if (plate.registration.startsWith('Z ')) stock.push(plate)
  expect(stock).toHaveLength(MANY)
  const edited = await change(
    ...stock.map(({ id, updatedAt, priceGbp }) => ({
      id,
      seenAt: updatedAt,
      plate: { priceGbp: (priceGbp ?? 0) + 1 },
    })),
  )
  expect(edited.changed).toBe(MANY)
  expect(await plateHistory.batch(database(), edited.batch)).toHaveLength(MANY)
  const removed = await change(...stock.map(({ id }) => ({ id, remove: true })))
  expect(removed.changed).toBe(MANY)
  await action(database(), 'remove kept changes', (transaction) =>
    removeKeptChangesBefore(transaction, new Date(Date.now() + 60_000)),
  )
  expect(await plateHistory.latest(database())).toEqual([])
})

it('the list of the stock is paged, sorted and filtered', async () => {
  await change(
    { id: id(11), details: { status: 'reserved', reservedUntil: '2026-11-01' } },
    { id: id(12), plate: { priceGbp: null }, details: { documentExpiresOn: '2026-12-01' } },
  )
  const listed = async (query: Parameters<typeof listStock>[1]) =>
    (await listStock(database(), query)).plates.map(({ registration }) => registration)
  expect(await listed({ limit: 3 })).toEqual(['A 1', 'B 2', 'C 3'])
  expect(await listed({ order: 'price', descending: true, limit: 2 })).toEqual(['HIDDEN 1', 'A 1'])
  expect((await listed({ order: 'price' })).at(-1)).toBe('HIDDEN 2')
  expect(await listed({ statuses: ['reserved', 'withdrawn'] })).toEqual(['HIDDEN 1', 'HIDDEN 2'])
  expect(await listed({ letters: 'h i d' })).toEqual(['HIDDEN 1', 'HIDDEN 2'])
  expect(await listed({ letters: 'n1' })).toEqual(['HIDDEN 1'])
  expect(await listed({ reservedBefore: '2026-11-02' })).toEqual(['HIDDEN 1'])
  expect(await listed({ reservedBefore: '2026-11-01' })).toEqual([])
  expect(await listed({ documentExpiresBefore: '2027-01-01' })).toEqual(['HIDDEN 2'])
  expect((await listed({ order: 'updated', descending: true })).slice(0, 2).sort()).toEqual([
    'HIDDEN 1',
    'HIDDEN 2',
  ])
  expect(await listStock(database(), { limit: 1 })).toMatchObject({ total: 12 })
  expect(await listStock(database(), { offset: 50 })).toEqual({ plates: [], total: 12 })
})
