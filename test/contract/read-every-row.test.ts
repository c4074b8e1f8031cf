import { expect, it } from 'vitest'
import { type Known, readEveryRow, readPages } from '#shared/data/read-all.ts'
import { readStockVersion } from '#shared/plates/list-plates.ts'
import { addRows, editRows, type Values } from '../rows.ts'
import { id } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract({})

interface Item {
  id: string
  price: number
}

const LONG_AGO = '2020-01-01T00:00:00+00:00'
const plate = (n: number) => ({
  ...{ id: id(n), plate_number: `A ${n}`, price: n, is_available: true },
  ...{ created_at: LONG_AGO, updated_at: LONG_AGO },
})
const insert = (...rows: Values<'plates'>[]) => addRows(contract().database, 'plates', rows)
const change = (n: number, values: Values<'plates'>) =>
  editRows(contract().database, 'plates', { id: id(n) }, values)

let read = 0
function toItem({ id, price }: Record<string, unknown>): Item {
  read += 1
  return { id: String(id), price: Number(price) }
}

/** What is read after `before`, its prices, and how many rows it took. */
async function readAgain(before?: Known<Item>) {
  read = 0
  const client = contract().anon
  const version = await readStockVersion(client)
  const query = () => client.from('plates').select('id,price').eq('is_available', true)
  async function* readSince(moment: Date | null) {
    const rows = readPages(() => (moment ? query().gte('updated_at', moment.toISOString()) : query()))
    for await (const row of rows) yield toItem(row)
  }
  const items = await readEveryRow(readSince, version, before)
  const prices = items.map(({ price }) => price).sort((a, b) => a - b)
  return {
    version,
    items: Promise.resolve(items),
    read,
    prices,
    at: (price: number) => items.find((item) => item.price === price),
  }
}

it('Of rows that were read before, those are read that have changed, and the others stay the same objects', async () => {
  await insert(...[1, 2, 3, 4, 5].map(plate))
  const first = await readAgain()
  expect([first.read, first.prices]).toEqual([5, [1, 2, 3, 4, 5]])
  await change(2, { price: 20 })
  await insert({ id: id(6), plate_number: 'A 6', price: 6, is_available: true })
  const second = await readAgain({
    ...first,
    version: { ...first.version, changedAt: '2021-01-01T00:00:00+00:00' },
  })
  expect([second.read, second.prices]).toEqual([2, [1, 3, 4, 5, 6, 20]])
  expect(second.at(3)).toBe(first.at(3))
})

it('Rows that were read before are all read again if one is gone, or has come with an old time', async () => {
  const before = await readAgain()
  await change(3, { is_available: false })
  const after = await readAgain(before)
  expect(after.prices).toEqual([1, 4, 5, 6, 20])
  expect(after.at(4)).toBe(before.at(4))
  await insert(plate(7))
  expect((await readAgain(after)).prices).toEqual([1, 4, 5, 6, 7, 20])
})
