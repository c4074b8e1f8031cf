import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '#services/audit/actor.ts'
import { ChangeConflict } from '#services/changes/write-changes.ts'
import type { SaleChange } from '#services/sales/sale-types.ts'
import { findSaleById, saleHistory } from '#services/sales/stored-sales.ts'
import type { Row } from '#shared/cells/table-specs.ts'
import { changeRecordedSales } from '#test/change-rows.ts'
import { editRows, findRows, type TableName } from '../rows.ts'
import { id } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const database = () => contract().database
// Log entries are never removed, so each test recognises its own by their reason.
let reason = ''
beforeEach(async () => {
  reason = `A misprint ${crypto.randomUUID()}`
  await contract().fill()
})

const ann: Actor = { person: 'Ann', via: 'desk' }
const call = { explorer: 'uk', actor: ann, action: 'edit', change: 'A test' } as const
const change = (...changes: SaleChange[]) => changeRecordedSales(database(), { ...call, reason, changes })

const find = async (number: number, explorer: 'uk' | 'jersey' = 'uk'): Promise<Row> => {
  const sale = await findSaleById(database(), explorer, id(number))
  if (!sale) throw new Error(`There is no sale ${number}`)
  return sale
}

const rowsOf = <Name extends TableName>(table: Name) => findRows(database(), table, '*')

const logged = async () =>
  await findRows(database(), 'corrections', ['explorer', 'plate_number', 'kind', 'change'], { reason }, [
    'plate_number',
  ])

const newSale = { plate_number: 'NEW 1', sale_year: 2025, selection: 'reported' }

describe('a change of sales', () => {
  it('a change of sales writes columns, logs the correction and records the previous values', async () => {
    const before = await find(1)
    const { batch, changed } = await change({
      id: id(1),
      seenAt: String(before.updated_at),
      sale: { hammer_price: 110, note: 'From “Ann”, \\ 50 %', sale_year: 2020 },
      correction: 'Hammer price £100 → £110',
    })
    expect(changed).toBe(1)
    const after = await find(1)
    expect(after).toEqual({
      ...before,
      hammer_price: 110,
      note: 'From “Ann”, \\ 50 %',
      updated_at: after.updated_at,
    })
    expect(Date.parse(String(after.updated_at))).toBeGreaterThan(Date.parse(String(before.updated_at)))
    expect(await logged()).toEqual([
      {
        explorer: 'uk',
        plate_number: 'ONE 1',
        kind: 'edited',
        change: 'Hammer price £100 → £110',
      },
    ])
    const audit = await findRows(database(), 'audit', ['person', 'command', 'change'], { id: batch })
    expect(audit).toEqual([{ person: 'Ann', command: 'desk: edit', change: 'A test' }])
    expect(await saleHistory.latest(database(), { of: id(1) })).toEqual([
      {
        id: expect.any(String),
        batch,
        at: after.updated_at,
        person: 'Ann',
        via: 'desk',
        action: 'edit',
        explorer: 'uk',
        saleId: id(1),
        registration: 'ONE 1',
        before: { hammer_price: 100, note: null },
        after: { hammer_price: 110, note: 'From “Ann”, \\ 50 %' },
      },
    ])
  })

  it('a change of sales writes and logs nothing for a sale that already has the values', async () => {
    const before = await find(1)
    const { batch, changed } = await change({ id: id(1), sale: { hammer_price: 100 }, correction: 'None' })
    expect(changed).toBe(0)
    expect(await find(1)).toEqual(before)
    expect([await logged(), await saleHistory.batch(database(), batch)]).toEqual([[], []])
  })

  it('a change of sales adds sales, without an entry in the log', async () => {
    const { batch, changed } = await changeRecordedSales(database(), {
      ...call,
      reason: null,
      changes: [
        { id: null, sale: { ...newSale, hammer_price: 5 } },
        { id: null, sale: { ...newSale, plate_number: 'NEW 2' } },
      ],
    })
    expect(changed).toBe(2)
    expect(await logged()).toEqual([])
    const noted = await saleHistory.batch(database(), batch)
    const [added] = await findRows(database(), 'sales', '*', { plate_number: 'NEW 1' })
    const { id: saleId, created_at, updated_at } = added ?? {}
    expect(updated_at).toBe(created_at)
    expect(noted).toContainEqual(
      expect.objectContaining({
        saleId,
        at: updated_at,
        before: null,
        after: { ...newSale, id: saleId, hammer_price: 5, created_at },
      }),
    )
  })

  it.each(['uk', 'jersey'] as const)(
    'a change of sales removes a sale of %s, and what was noted brings it back',
    async (explorer) => {
      const before = await find(1, explorer)
      const { batch } = await changeRecordedSales(database(), {
        ...call,
        reason,
        explorer,
        changes: [{ id: id(1), seenAt: String(before.updated_at), remove: true, correction: 'Removed: it' }],
      })
      expect(await findSaleById(database(), explorer, id(1))).toBeNull()
      const [noted] = await saleHistory.batch(database(), batch)
      expect(noted).toMatchObject({ explorer, registration: before.plate_number, after: null })
      await changeRecordedSales(database(), {
        ...call,
        reason,
        explorer,
        changes: [{ id: null, sale: noted?.before ?? {}, correction: 'Put back: it' }],
      })
      const again = await find(1, explorer)
      expect(again).toEqual({ ...before, updated_at: again.updated_at })
      const kinds = (await logged()).map(({ kind, change }) => `${kind} ${change}`)
      expect(kinds.sort()).toEqual(['removed Removed: it', 'restored Put back: it'])
    },
  )

  it('a change of sales logs the corrections of one call with the same time, by which they are grouped', async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ ...newSale, plate_number: `MANY ${index}` }))
    await change(...many.map((sale) => ({ id: null, sale })))
    const added = (await rowsOf('sales')).filter(({ plate_number }) =>
      String(plate_number).startsWith('MANY'),
    )
    expect(added).toHaveLength(300)
    await change(
      ...added.map((sale) => ({ id: String(sale.id), remove: true, correction: 'Removed: it' }) as const),
    )
    const corrections = (await rowsOf('corrections')).filter((row) => row.reason === reason)
    expect([corrections.length, new Set(corrections.map(({ at }) => at)).size]).toEqual([300, 1])
  })

  it('a change of sales removes before it adds, so that a sale can replace another', async () => {
    const { id: _, created_at: __, updated_at: ___, ...same } = await find(1)
    await change({ id: null, sale: same }, { id: id(1), remove: true, correction: 'Removed: it' })
    expect((await rowsOf('sales')).filter(({ plate_number }) => plate_number === 'ONE 1')).toHaveLength(1)
  })

  it('a change of sales is refused as a whole if sales have changed or are gone, and names those', async () => {
    const [first, second, third] = [await find(1), await find(2), await find(3)]
    await change({ id: id(2), sale: { note: 'somebody else' } })
    await change({ id: id(3), remove: true, correction: 'Removed: it' })
    const known = [await rowsOf('sales'), await logged(), await rowsOf('audit')]
    const stale = [first, second, third].map((sale) => ({
      id: String(sale.id),
      seenAt: String(sale.updated_at),
      sale: { note: 'x' },
      correction: 'x',
    }))
    const error = await change(...stale, { id: null, sale: newSale }).catch((error) => error)
    expect(error).toBeInstanceOf(ChangeConflict)
    expect(error.registrations).toEqual(['TWO 2', 'THREE 3'])
    expect([await rowsOf('sales'), await logged(), await rowsOf('audit')]).toEqual(known)
  })

  it('a change of sales makes each change later than the last one, whatever the clock says', async () => {
    const future = '2999-01-01T00:00:00+00:00'
    await editRows(database(), 'sales', { id: id(1) }, { updated_at: future })
    await change({ id: id(1), sale: { note: 'x' } })
    expect((await find(1)).updated_at).toBe('2999-01-01T00:00:00.001+00:00')
  })
})
