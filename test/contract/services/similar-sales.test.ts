import { describe, expect, it } from 'vitest'
import { type SimilarSale, similarSales } from '#app/features/sales/similar-sales/similar-sales.ts'
import { id } from '../fixture.ts'
import { openServices } from './open-services.ts'
import { JUDGED } from './similar-sales.judged.ts'

const contract = openServices()

let made = 0
const sale = (plate_number: string, more: object = {}) => ({
  id: id(++made),
  plate_number,
  where_sold: 'DVLA Auction',
  type: null,
  category: null,
  sale_year: 2025,
  sale_month: 6,
  hammer_price: 1000,
  total_price: 1364,
  price_basis: 'hammer',
  selection: 'complete',
  source_url: null,
  note: null,
  ...more,
})

const fail = (message: string, error: unknown) => expect.fail(`${message}: ${error}`)
const similarTo = (registration: string) => similarSales(contract().anon, registration, fail)
const registrationsOf = (similar: SimilarSale[]) => similar.map(({ sale }) => sale.registration)

describe('a dealer’s judgement', () => {
  const listOf = (text = '') => text.split(', ').filter(Boolean)

  it.each(JUDGED)(
    '%s is compared with %j, as a dealer judges',
    async (registration, { not, isTooFew, ...reasons }) => {
      const close = Object.entries(reasons).flatMap(([reason, list]) =>
        listOf(list).map((other) => [other, reason]),
      )
      const sold = [...close.map(([other = '']) => other), ...listOf(not)]
      await contract().fill({ sales: [registration, ...sold].map((other) => sale(other)) })
      const similar = await similarTo(registration)
      const found = similar.map(({ sale, reason }) => [sale.registration, reason])
      expect(Object.fromEntries(found)).toEqual(isTooFew ? {} : Object.fromEntries(close))
    },
  )
})

it('the sale that stands for a registration is its latest with a hammer price that is reported, or derived from the total', async () => {
  const { fill } = contract()
  await fill({
    sales: [
      sale('SAM 1'),
      sale('SAM 2', { sale_year: 2019, price_basis: 'both' }),
      sale('SAM 2', { sale_year: 2023, sale_month: null, price_basis: 'total', where_sold: 'Bonhams' }),
      sale('SAM 2', { sale_year: 2022, sale_month: 12 }),
      sale('SAM 2', { sale_year: 2025, price_basis: 'unclear' }),
      sale('SAM 2', { sale_year: 2026, hammer_price: null }),
      sale('SAM 3', { sale_year: 2024 }),
      sale('SAM 3', { sale_year: 2024, sale_month: 8 }),
      sale('sam-4', { price_basis: null }),
      sale('SAM 5', { price_basis: 'unclear' }),
      sale('SAM 6', { hammer_price: 0 }),
      sale('S.A.M 1'),
    ],
  })
  const similar = await similarTo('SAM 1')
  expect(similar.map(({ sale }) => [sale.registration, sale.saleYear, sale.saleMonth]).sort()).toEqual([
    ['SAM 2', 2023, null],
    ['SAM 3', 2024, 8],
    ['sam-4', 2025, 6],
  ])
  expect(similar[0]?.sale).toMatchObject({ hammerPriceGbp: 1000, whereSold: 'DVLA Auction', note: null })
})

it('the sale that stands for a registration has less weight each year', async () => {
  const years = [2025, 2010, 2020, 1995]
  await contract().fill({
    sales: years.map((sale_year, at) => sale(`SAM ${at + 2}`, { sale_year, sale_month: 1 })),
  })
  const similar = await similarTo('SAM 9')
  expect(similar.map(({ sale }) => sale.saleYear)).toEqual([2025, 2020, 2010, 1995])
  const [latest = 0, ...earlier] = similar.map(({ weight }) => weight)
  expect(latest).toBeLessThanOrEqual(1)
  expect((earlier.at(-1) ?? 0) / latest).toBeCloseTo(0.97 ** 30, 1)
})

it('similar sales are at most six, and fewer than three are not shown', async () => {
  const sold = Array.from({ length: 9 }, (_, n) => sale(`TOM ${n + 1}`))
  await contract().fill({ sales: sold })
  expect(await similarTo('TOM 5')).toHaveLength(6)
  await contract().fill({ sales: sold.slice(0, 3) })
  expect(await similarTo('TOM 5')).toHaveLength(3)
  expect(await similarTo('TOM 2')).toEqual([])
})

it('among many sales the nearest numbers, other systems and latest dates are found beyond the limits of the queries', async () => {
  const sold = [
    // A thousand later sales: the same letters with other numbers, in other formats, and with the same number.
    ...Array.from({ length: 400 }, (_, n) => sale(`${500 + n} TOM`)),
    ...Array.from({ length: 300 }, (_, n) => sale(`A${100 + n} TOM`)),
    ...Array.from({ length: 300 }, (_, n) =>
      sale(`KR${10 + (n % 80)} TOM`, { sale_year: 2022 + Math.floor(n / 80) }),
    ),
    ...['57 TOM', '58 TOM', '61 TOM', 'TOM 60', '60 TIM', '60 JON'].map((other) =>
      sale(other, { sale_year: 2021 }),
    ),
  ]
  await contract().fill({ sales: sold })
  expect(new Set(registrationsOf(await similarTo('60 TOM')))).toEqual(
    new Set(['57 TOM', '58 TOM', '61 TOM', 'TOM 60', '60 TIM', '60 JON']),
  )
})

describe('what makes registrations alike', () => {
  const parts = (plate_number: string, ...values: (string | number | null)[]) => {
    const [plate_letters, plate_figures, plate_system, plate_shape] = values
    return { plate_number, plate_letters, plate_figures, plate_system, plate_shape }
  }

  it('what makes registrations alike is derived from any text, and null if it is not a registration', async () => {
    const expected = [
      parts('10 AB.', 'AB', 10, 'dateless', '99AA'),
      parts('1234', null, 1234, null, '9999'),
      parts('12345', null, null, null, null),
      parts('7 W', 'W', 7, 'dateless', '9A'),
      parts('A 1 B', null, 1, null, 'A9A'),
      parts('AAZ 1234', 'AAZ', 1234, 'dateless', 'AAA9999'),
      parts('AB12 SAM', 'SAM', 12, 'current', 'AA99AAA'),
      parts('AB12C3D', null, null, null, null),
      parts('ABC', null, null, null, null),
      parts('ABCDE 1', null, 1, null, 'AAAAA9'),
      parts('M4 SAM', 'SAM', 4, 'prefix', 'A9AAA'),
      parts('RG 0', 'RG', 0, 'dateless', 'AA9'),
      parts('SAM 4M', 'SAM', 4, 'suffix', 'AAA9A'),
      parts('sam-007', 'SAM', 7, 'dateless', 'AAA999'),
      parts('sám 1', null, null, null, null),
      parts('É 12', null, null, null, null),
      parts('１ A', null, null, null, null),
      parts('🚗 1', null, null, null, null),
    ]
    await contract().fill({ sales: expected.map(({ plate_number }) => sale(plate_number)) })
    const { data } = await contract()
      .anon.from('sales_comparable')
      .select('plate_number,plate_letters,plate_figures,plate_system,plate_shape')
      .order('plate_number')
      .throwOnError()
    expect(data).toEqual(expected)
  })
})
