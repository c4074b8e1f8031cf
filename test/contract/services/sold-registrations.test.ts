import { expect, it } from 'vitest'
import { countSalesByYear, listSoldRegistrations } from '#app/features/sales/data/sold-registrations.ts'
import { id } from '../fixture.ts'
import { openServices } from './open-services.ts'

const contract = openServices()

const NUMBER = 2_300
const sale = (n: number) => ({
  id: id(n),
  plate_number: `A ${n}`,
  where_sold: null,
  sale_year: n < 2_200 ? 2020 : 2021,
  sale_month: n % 3 === 0 ? null : 1 + (n % 12),
  total_price: n,
  price_basis: 'total',
  selection: 'reported',
  source_url: null,
  note: null,
})

it('every registration is listed, although a read returns at most a thousand rows', async () => {
  const sales = Array.from({ length: NUMBER }, (_, n) => ({
    ...sale(n),
    type: null,
    category: null,
    hammer_price: null,
  }))
  await contract().fill({
    sales: [...sales, { ...sales[7], id: id(NUMBER), sale_year: 1999 }],
    jersey_sales: [sale(0)],
  })
  const client = contract().anon
  expect((await countSalesByYear(client, 'uk')).sort((a, b) => a.year - b.year)).toEqual([
    { year: 1999, sales: 1 },
    { year: 2020, sales: 2_200 },
    { year: 2021, sales: 100 },
  ])
  expect(await countSalesByYear(client, 'jersey')).toEqual([{ year: 2020, sales: 1 }])
  const all = await listSoldRegistrations(client, 'uk')
  expect(all.length).toBe(NUMBER)
  expect(new Set(all)).toEqual(new Set(sales.map(({ plate_number }) => plate_number)))
  const stretch = (from: number) => listSoldRegistrations(client, 'uk', { year: 2020, from, count: 1_500 })
  const parts = [await stretch(0), await stretch(1_500), await stretch(3_000)]
  expect(parts.map((part) => part.length)).toEqual([1_500, 700, 0])
  expect(new Set(parts.flat()).size).toBe(2_200)
  expect(await listSoldRegistrations(client, 'jersey')).toEqual(['A 0'])
})
