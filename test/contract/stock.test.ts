import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '#services/audit/actor.ts'
import { ChangeConflict } from '#services/changes/call-change.ts'
import { type PlateStatus, statusOf } from '#services/stock/plate-status.ts'
import {
  changeStock,
  countStock,
  findStockPlate,
  listStock,
  plateHistory,
  readWholeStock,
  type StockChange,
  type StockPlate,
} from '#services/stock/stock-store.ts'
import { id, plates } from './fixture.ts'
import { openContract } from './open-contract.ts'

/** One response holds a thousand rows. */
const MANY = 1_200

const contract = openContract({ plates })
const client = () => contract().service
beforeEach(() => contract().fill({ plates }))

const ann: Actor = { person: 'Ann', via: 'desk' }
const change = (...changes: StockChange[]) =>
  changeStock(client(), { actor: ann, action: 'edit', change: 'A test', changes })

const find = async (registration: string): Promise<StockPlate> => {
  const plate = await findStockPlate(client(), { registration })
  if (!plate) throw new Error(`${registration} is not in stock`)
  return plate
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error as { code: string }).code,
  )

const auditOf = async (batch: string) =>
  (await client().from('audit').select('person, command, change').eq('id', batch).throwOnError()).data

it.each(['plate_details', 'plate_changes', 'stock', 'stock_counts'])(
  'the private side of the stock has %s, which the public key can neither read nor write',
  async (table) => {
    const { anonKey, ask, write } = contract()
    const read = await ask(`/${table}`)
    expect([read.status, (await read.json()).code]).toEqual([401, '42501'])
    const writes = [
      ['POST', `/${table}`, { id: id(1) }],
      ['PATCH', `/${table}?id=eq.${id(1)}`, { id: id(2) }],
      ['DELETE', `/${table}?id=eq.${id(1)}`, undefined],
    ] as const
    for (const [method, path, body] of writes) {
      const response = await write(method, path, body, { Authorization: `Bearer ${anonKey}` })
      // PostgreSQL first reports that nobody can write to a view of two tables.
      if (table.startsWith('plate_'))
        expect([response.status, (await response.json()).code]).toEqual([401, '42501'])
      else expect(response.status).toBeGreaterThanOrEqual(400)
    }
  },
)

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

it('the private side of the stock is not within reach of the public key’s functions', async () => {
  const response = await contract().write(
    'POST',
    '/rpc/change_stock',
    { person: 'Eve', action: 'edit', change: 'x', batch: null, changes: [] },
    { Authorization: `Bearer ${contract().anonKey}` },
  )
  expect([response.status, await response.json()]).toMatchObject([
    401,
    { code: '42501', message: 'permission denied for function change_stock' },
  ])
})

it('the private side of the stock goes with its plate, however that is removed', async () => {
  await change({ id: id(1), details: { notes: 'x' } }, { id: id(2), details: { notes: 'y' } })
  await client().from('plates').delete().eq('id', id(1)).throwOnError()
  await change({ id: id(2), remove: true })
  expect((await client().from('plate_details').select('id').throwOnError()).data).toEqual([])
})

it.each([
  [null, false, 'done'],
  [0, false, 'done'],
  [1, true, 'done'],
  [null, true, '23514'],
  [0, true, '23514'],
  [-1, false, '23514'],
])('plates with the price %j and availability %j: %s', async (price, is_available, expected) => {
  const { error } = await client().from('plates').insert({ plate_number: 'NEW 1', price, is_available })
  expect(error?.code ?? 'done').toBe(expected)
  if (error) expect(error.message).toContain('plates_price_check')
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
  expect(await countStock(client())).toEqual({ draft: 1, for_sale: 10, reserved: 0, sold: 0, withdrawn: 1 })
})

it('change_stock changes columns of both tables and leaves the others', async () => {
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
  expect(await plateHistory.latest(client())).toEqual([
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

it('change_stock records the columns that changed, and writes nothing if there are none', async () => {
  await change({
    id: id(1),
    details: { status: 'reserved', reservedUntil: '2026-12-24' },
    plate: { isAvailable: false },
  })
  const [noted] = await plateHistory.latest(client())
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
  expect(await plateHistory.batch(client(), batch)).toEqual([])
})

it('change_stock inserts plates with the usual defaults', async () => {
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
  const noted = await plateHistory.batch(client(), batch)
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

it('change_stock removes a plate, and inserting the recorded values restores it', async () => {
  await change({ id: id(1), details: { costGbp: 5, notes: 'x' } })
  const before = await find('A 1')
  const { batch } = await change({ id: id(1), seenAt: before.updatedAt, remove: true })
  expect(await findStockPlate(client(), { id: id(1) })).toBeNull()
  const [noted] = await plateHistory.batch(client(), batch)
  expect(noted).toMatchObject({ registration: 'A 1', after: null })
  await change({ id: null, plate: noted?.before?.plate ?? {}, details: noted?.before?.details ?? {} })
  const { updatedAt: _, ...again } = await find('A 1')
  expect(before).toMatchObject(again)
})

it('change_stock undoes any change with the recorded values, unless the plate has changed since', async () => {
  const original = await find('A 1')
  const { batch } = await change({
    id: id(1),
    plate: { priceGbp: 1, category: null },
    details: { notes: 'x' },
  })
  const [noted] = await plateHistory.batch(client(), batch)
  const undo = { id: id(1), seenAt: noted?.at ?? '', ...noted?.before }
  await change({ id: id(1), plate: { priceGbp: 2 } })
  await expect(change(undo)).rejects.toThrow(ChangeConflict)
  await change({ id: id(1), plate: { priceGbp: 1 } })
  await change({ ...undo, seenAt: (await find('A 1')).updatedAt })
  const { updatedAt } = await find('A 1')
  expect(await find('A 1')).toEqual({ ...original, updatedAt })
})

it('change_stock is refused as a whole if plates have changed or are gone, and names those', async () => {
  const [first, second, third] = [await find('A 1'), await find('B 2'), await find('C 3')]
  await change({ id: second.id, details: { notes: 'somebody else' } })
  await change({ id: third.id, remove: true })
  const stale = [first, second, third].map(({ id, updatedAt }) => ({
    id,
    seenAt: updatedAt,
    plate: { priceGbp: 1 },
  }))
  const known = (await client().from('audit').select('id').throwOnError()).data?.length
  const error = await change(...stale, { id: null, plate: { registration: 'NEW 1', priceGbp: 1 } }).catch(
    (error) => error,
  )
  expect(error).toBeInstanceOf(ChangeConflict)
  expect(error.registrations).toEqual(['B 2', 'C 3'])
  expect(await find('A 1')).toEqual(first)
  expect(await findStockPlate(client(), { registration: 'NEW 1' })).toBeNull()
  expect((await client().from('audit').select('id').throwOnError()).data).toHaveLength(known ?? 0)
})

it('change_stock answers a conflict with status 409 and the registrations', async () => {
  const response = await contract().write('POST', '/rpc/change_stock', {
    person: 'Ann',
    action: 'edit',
    change: 'x',
    batch: null,
    changes: [{ id: id(1), seen_at: '2026-11-20T18:59:36.284+00:00', plate: { price: 5 } }],
  })
  expect([response.status, await response.json()]).toEqual([
    409,
    { code: 'PT409', message: 'the plates have changed since', details: '["A 1"]', hint: null },
  ])
})

it('change_stock by two people at once is refused to one of them', async () => {
  const { updatedAt } = await find('A 1')
  const both = [1, 2].map((priceGbp) => change({ id: id(1), seenAt: updatedAt, plate: { priceGbp } }))
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('change_stock makes each change later than the last one, whatever the clock says', async () => {
  const future = '2999-01-01T00:00:00+00:00'
  await client().from('plates').update({ updated_at: future }).eq('id', id(1)).throwOnError()
  await change({ id: id(1), plate: { priceGbp: 5 } })
  expect((await find('A 1')).updatedAt).toBe('2999-01-01T00:00:00.001+00:00')
})

it.each<[string, StockChange[], string]>([
  [
    'an insert of a registration in stock',
    [{ id: null, plate: { registration: 'B 2', priceGbp: 1 } }],
    '23505',
  ],
  ['a registration that another plate has', [{ id: id(1), plate: { registration: 'B 2' } }], '23505'],
  ['an insert without a registration', [{ id: null, plate: { priceGbp: 1 } }], '23502'],
  ['a plate for sale without a price', [{ id: id(1), plate: { priceGbp: null } }], '23514'],
  ['an unknown status', [{ id: id(1), details: { status: 'lost' as PlateStatus } }], '23514'],
  ['no status', [{ id: id(1), details: { status: null as unknown as PlateStatus } }], '23502'],
  ['a day that is none', [{ id: id(1), details: { soldOn: '1 May' } }], '23514'],
  ['notes of 5,001 characters', [{ id: id(1), details: { notes: 'x'.repeat(5001) } }], '23514'],
  ['a sale of no table', [{ id: id(1), details: { recordedSale: `plates:${id(1)}` } }], '23514'],
  ['a price of another type', [{ id: id(1), plate: { priceGbp: 'x' as unknown as number } }], '22P02'],
  ['an unknown column', [{ id: id(1), plate: { nope: 1 } as object }], '42703'],
  ['an unknown detail', [{ id: id(1), details: { nope: 1 } as object }], '42703'],
  ['a private column as a public one', [{ id: id(1), plate: { cost: 1 } as object }], '42703'],
  ['another id', [{ id: id(1), plate: { id: id(99) } }], '42703'],
  ['its own time', [{ id: id(1), plate: { updated_at: '2026-01-01' } as object }], '42703'],
  ['the same plate twice', [{ id: id(1) }, { id: id(1), remove: true }], '21000'],
  ['an id that is none', [{ id: 'x', plate: {} }], '22P02'],
])('change_stock with %s changes nothing', async (_, changes, code) => {
  const before = await client().from('stock').select().order('id').throwOnError()
  const ok = { id: id(3), plate: { priceGbp: 7 } }
  expect(await codeOf(change(ok, ...changes))).toBe(code)
  expect((await client().from('stock').select().order('id').throwOnError()).data).toEqual(before.data)
  expect(await plateHistory.latest(client())).toEqual([])
})

it.each([
  [{ person: '' }, 400, '23514'],
  [{ action: 'x'.repeat(101) }, 400, '23514'],
  [{ change: '' }, 400, '23514'],
  [{ person: null }, 400, '23502'],
  [{ batch: 'x' }, 400, '22P02'],
  [{ changes: {} }, 400, '22023'],
  [{ changes: null }, 400, '22023'],
  [{ changes: [1] }, 400, '22023'],
  [{ changes: [{ id: null, plates: {} }] }, 400, '22023'],
  [{ changes: [{ id: id(1), plate: [] }] }, 400, '22023'],
  [{ changes: [{ id: id(1), plate: 5 }] }, 400, '22023'],
  [{ nope: 1 }, 404, 'PGRST202'],
  [{ changes: undefined }, 404, 'PGRST202'],
])('change_stock with the arguments %j is refused', async (other, status, code) => {
  const fair = {
    person: 'Ann',
    action: 'edit',
    change: 'x',
    batch: null,
    changes: [{ id: id(1), plate: { price: 5 } }],
  }
  const response = await contract().write('POST', '/rpc/change_stock', { ...fair, ...other })
  expect([response.status, (await response.json()).code]).toEqual([status, code])
  expect((await find('A 1')).priceGbp).toBe(90_000)
})

it('change_stock with a batch that was used before is refused, so that a form sent twice is applied once', async () => {
  const batch = crypto.randomUUID()
  const call = { actor: ann, action: 'import', change: 'x', batch }
  const insert = (registration: string) => [{ id: null, plate: { registration, priceGbp: 5 } }]
  expect(await changeStock(client(), { ...call, changes: insert('NEW 1') })).toEqual({ batch, changed: 1 })
  expect(await codeOf(changeStock(client(), { ...call, changes: insert('NEW 2') }))).toBe('23505')
  expect(await findStockPlate(client(), { registration: 'NEW 2' })).toBeNull()
})

it('change_stock takes more plates in one call than one response may hold, inserted, changed and removed', async () => {
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
  for await (const plate of readWholeStock(client()))
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
  expect(await plateHistory.batch(client(), edited.batch)).toHaveLength(MANY)
  const removed = await change(...stock.map(({ id }) => ({ id, remove: true })))
  expect(removed.changed).toBe(MANY)
  await plateHistory.removeBefore(client(), new Date(Date.now() + 60_000))
  expect(await plateHistory.latest(client())).toEqual([])
})

it('the list of the stock is paged, sorted and filtered', async () => {
  await change(
    { id: id(11), details: { status: 'reserved', reservedUntil: '2026-11-01' } },
    { id: id(12), plate: { priceGbp: null }, details: { documentExpiresOn: '2026-12-01' } },
  )
  const listed = async (query: Parameters<typeof listStock>[1]) =>
    (await listStock(client(), query)).plates.map(({ registration }) => registration)
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
  expect(await listStock(client(), { limit: 1 })).toMatchObject({ total: 12 })
  expect(await listStock(client(), { offset: 50 })).toEqual({ plates: [], total: 12 })
})
