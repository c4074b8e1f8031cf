import { beforeAll, describe, expect, it } from 'vitest'
import { addRows, deleteRows, editRows, type Values } from '../rows.ts'
import type { Client } from './open-contract.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()

const sale = (sale_year: number, total_price: number | null, more: Values<'sales'> = {}) => ({
  plate_number: `P ${Math.random()}`,
  sale_year,
  sale_month: null,
  where_sold: null,
  category: null,
  type: null,
  hammer_price: null,
  total_price,
  price_basis: null,
  selection: 'reported',
  ...more,
})

const sales = [
  sale(2019, 100, { where_sold: 'Bonhams', category: 'Suffix', type: 'One Number' }),
  sale(2019, 201, { where_sold: 'Bonhams', category: 'Suffix', type: 'One Number', price_basis: 'total' }),
  sale(2019, 999_999, {
    where_sold: 'Bonhams',
    category: 'Suffix',
    type: 'Two Numbers',
    price_basis: 'unclear',
  }),
  sale(2019, null, { where_sold: '', category: 'Prefix', type: 'One Number' }),
  sale(2020, 7, { category: 'Prefix' }),
  sale(2020, 8, { category: 'Prefix', selection: 'sample' }),
  sale(2020, 10, { category: '', type: 'Élan' }),
  sale(2020, 2_000_000_000, { where_sold: 'bonhams', category: 'Prefix' }),
  sale(2020, 0, { category: 'Prefix' }),
  sale(2021, 5, { price_basis: 'unclear' }),
  sale(2021, 6, { price_basis: 'hammer' }),
]

const nullsLast = { ascending: true, nullsFirst: false }

async function rows(view: string, order: string[], client: Client = contract().anon) {
  let query = client.from(view).select()
  for (const key of order) query = query.order(key, nullsLast)
  return (await query.throwOnError()).data
}

const kind = ['sale_year', 'where_sold', 'category', 'type', 'selection']

describe('the statistics that the explorers request', () => {
  beforeAll(() =>
    contract().fill({
      sales,
      jersey_sales: sales.map(({ hammer_price: _, category: __, type: ___, ...row }) => row),
    }),
  )

  it('statistics are asked like tables: bounds of the years, one seller, a page', async () => {
    const { anon, ask } = contract()
    const year = async (ascending: boolean) =>
      (await anon.from('sales_years').select('sale_year').order('sale_year', { ascending }).limit(1)).data
    expect([await year(true), await year(false)]).toEqual([[{ sale_year: 2019 }], [{ sale_year: 2021 }]])
    expect((await anon.from('sales_sellers').select('sales').eq('where_sold', 'Bonhams')).data).toEqual([
      { sales: 3 },
    ])
    expect((await anon.from('sales_years').select('sale_year').gt('sales', 4)).data).toEqual([
      { sale_year: 2020 },
    ])
    const response = await ask('/sales_counts?order=sales.desc,sale_year,where_sold,category,type&limit=2', {
      headers: { Prefer: 'count=exact' },
    })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, '0-1/8'])
  })
})

describe('a sale as the explorer lists it', () => {
  const plates = ['b 1', 'A*1', 'É 1', 'B 2', 'A 10', '\u{1F697} 1', 'é 1', '\uFF21 1', 'AX1']
  beforeAll(() =>
    contract().fill({
      sales: plates.map((plate_number) => sale(2020, 1, { plate_number, where_sold: 'x' })),
      jersey_sales: ['b', ' a ', null, 'C', ''].map((where_sold, index) => {
        const { hammer_price: _, category: __, type: ___, ...row } = sale(2020, index, { where_sold })
        return row
      }),
    }),
  )

  it('a sale as the explorer lists it is ordered by its lower-case text, A to Z, and by code point', async () => {
    const { data } = await contract().anon.from('sales_listed').select('plate_number').order('plate_order')
    expect(data?.map((row) => row.plate_number)).toEqual([
      ...['A 10', 'A*1', 'AX1', 'b 1', 'B 2', 'É 1', 'é 1', '\uFF21 1', '\u{1F697} 1'],
    ])
  })

  it('a sale as the explorer lists it has its registration in the normalised forms of a search', async () => {
    const { data } = await contract()
      .anon.from('sales_listed')
      .select('plate_compact,plate_folded')
      .order('plate_order')
    expect(data?.map((row) => `${row.plate_compact} ${row.plate_folded}`)).toEqual([
      ...['A10 AIO', 'A1 AI', 'AX1 AXI', 'B1 BI', 'B2 BZ', 'É1 ÉI', 'é1 éI'],
      ...['\uFF211 \uFF21I', '\u{1F697}1 \u{1F697}I'],
    ])
  })

  it('a sale as the explorer lists it in Jersey is also found by its seller', async () => {
    const { data } = await contract()
      .anon.from('jersey_sales_listed')
      .select('seller_order')
      .order('seller_order')
    expect(data?.map((row) => row.seller_order)).toEqual(['', '', 'a', 'b', 'c'])
  })

  it('a sale as the explorer lists it has pages within a narrow selection', async () => {
    const { anon } = contract()
    const ask = (order: string) =>
      anon
        .from('sales_listed')
        .select('plate_number', { count: 'exact' })
        .or('where_sold.is.null,where_sold.in.("x","y")')
        .gte('sale_year', 2020)
        .order(order)
        .range(1, 3)
    const { data, count } = await ask('plate_order')
    expect([count, data?.map((row) => row.plate_number)]).toEqual([9, ['A*1', 'AX1', 'b 1']])
  })
})

describe('the statistics follow every change', () => {
  const sellers = async () =>
    ((await rows('sales_sellers', ['where_sold'])) as { where_sold: string; sales: number }[]).map(
      ({ where_sold, sales: count }) => `${where_sold} ${count}`,
    )

  it('the statistics follow inserts, updates and deletions', async () => {
    const { database, fill } = contract()
    const a = sale(2020, 1, { plate_number: 'A 1', where_sold: 'A' })
    const b = sale(2020, 1, { plate_number: 'B 2', where_sold: 'B' })
    await fill({ sales: [a, b] })
    expect(await sellers()).toEqual(['A 1', 'B 1'])
    await addRows(database, 'sales', { ...b, total_price: 2 })
    expect(await sellers()).toEqual(['A 1', 'B 2'])
    expect(await rows('sales_categories', ['category'])).toEqual([{ category: null, sales: 3 }])
    await editRows(database, 'sales', { where_sold: 'A' }, { category: 'new' })
    expect(await rows('sales_categories', ['category'])).toEqual([
      { category: 'new', sales: 1 },
      { category: null, sales: 2 },
    ])
    await editRows(database, 'sales', { where_sold: 'A' }, { selection: 'own' })
    expect(await rows('sales_selections', ['selection'])).toEqual([
      { selection: 'own', sales: 1 },
      { selection: 'reported', sales: 2 },
    ])
    await editRows(database, 'sales', { where_sold: 'B' }, { where_sold: 'C' })
    expect(await sellers()).toEqual(['A 1', 'C 2'])
    await editRows(database, 'sales', { where_sold: 'C' }, { note: 'x' })
    await deleteRows(database, 'sales', { where_sold: 'A' })
    expect(await sellers()).toEqual(['C 2'])
    await deleteRows(database, 'sales', { where_sold: 'C' })
    expect(await rows('sales_counts', kind)).toEqual([])
  })

  it('the statistics do not follow a change that is rolled back', async () => {
    const { database, fill } = contract()
    await fill({ sales: [] })
    const both = [sale(2020, 1, { where_sold: 'A' }), sale(1, 1, { where_sold: 'A' })]
    await expect(addRows(database, 'sales', both)).rejects.toMatchObject({ code: '23514' })
    expect(await sellers()).toEqual([])
  })
})
