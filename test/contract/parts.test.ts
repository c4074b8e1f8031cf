/** Long changes, which are cut into parts on SQLite, and what others are kept from meanwhile. */

import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { action } from '#services/action.ts'
import { changeInParts, PartlyWritten } from '#services/changes/write-changes.ts'
import type { SaleChange } from '#services/sales/sale-types.ts'
import { saleHistory } from '#services/sales/stored-sales.ts'
import { undoSalesChange } from '#services/sales/undo-sales.ts'
import { changeSales } from '#services/sales/write-sales.ts'
import { openContract } from './open-contract.ts'

const MANY = 10_500

const contract = openContract({})
const database = () => contract().database
beforeEach(() => contract().fill({}))

const ann = { person: 'Ann', via: 'desk' } as const
const sales = Array.from({ length: MANY }, (_, index) => ({
  id: null,
  sale: {
    plate_number: `A ${index}`,
    where_sold: 'DVLA Auction',
    sale_year: 2025,
    hammer_price: 500,
    selection: 'complete',
  },
}))
const importSales = (batch: string, changes: readonly SaleChange[]) => {
  const call = { explorer: 'uk', actor: ann, action: 'import', change: 'A list', batch, changes } as const
  return changeInParts(database(), 'import a list', call, changeSales)
}
const countSales = async () => Number((await contract().sql('SELECT count(*) AS n FROM sales'))[0]?.n)
const entriesOf = (batch: string) => contract().sql(`SELECT command FROM audit WHERE id = '${batch}'`)

it('a long import leaves others their turn on SQLite, has one entry, and is undone as one', async () => {
  const batch = crypto.randomUUID()
  let done = 0
  const works = [importSales(batch, sales)]
  const others = Array.from({ length: 3 }, () =>
    action(database(), 'count page views', async (transaction) => {
      await sql`select 1`.execute(transaction)
      done += 1
    }),
  )
  await Promise.all(others)
  const between = await countSales()
  expect(done).toBe(3)
  if (contract().engine === 'sqlite') expect(between).toBeLessThan(MANY)
  expect(await Promise.all(works)).toEqual([{ batch, changed: MANY }])
  expect([await countSales(), await entriesOf(batch)]).toEqual([MANY, [{ command: 'desk: import' }]])
  const undone = await undoSalesChange(database(), batch, ann, new Date())
  expect([undone.changed, await countSales()]).toEqual([MANY, 0])
  expect(await saleHistory.batch(database(), undone.batch)).toHaveLength(MANY)
})

it('a long import that meets a sale that is on record stops there, and with its batch goes on without it', async () => {
  const batch = crypto.randomUUID()
  const taken = sales.at(-1)
  await importSales(crypto.randomUUID(), taken ? [taken] : [])
  const work = importSales(batch, sales)
  if (contract().engine === 'postgres') {
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(await countSales()).toBe(1)
    return
  }
  await expect(work).rejects.toThrow(PartlyWritten)
  const written = await countSales()
  expect([written, await entriesOf(batch)]).toEqual([10_001, [{ command: 'desk: import' }]])
  await importSales(batch, sales.slice(written - 1, -1))
  expect(await saleHistory.batch(database(), batch)).toHaveLength(MANY - 1)
})
