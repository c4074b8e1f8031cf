import { describe, expect, it } from 'vitest'
import { loadSnapshot } from '#services/archive/snapshot.ts'
import { countSales, JERSEY_SALES, SALES, spells, UK } from '../seed-sales.ts'
import { openTestCli } from './open-cli.ts'

describe('a sale', () => {
  const add = ['sales', 'add', 'ab7', '--date', 'Jul 2024', '--seller', 'Bonhams', '--hammer', '£53,000']

  it('is recorded with the known values, and once', async () => {
    const office = openTestCli()
    expect((await office.run(...add, '--source', 'https://news.test/ab7')).out).toEqual([
      'The sale of AB 7 is recorded.',
    ])
    expect((await office.run(...add)).out).toEqual(['That sale of AB 7 is already recorded.'])
    expect((await office.rows('sales')).filter((row) => row.plate_number === 'AB 7')).toMatchObject([
      {
        where_sold: 'Bonhams',
        sale_year: 2024,
        sale_month: 7,
        hammer_price: 53_000,
        total_price: null,
        price_basis: 'hammer',
        category: '3-Character',
        source_url: 'https://news.test/ab7',
      },
    ])
  })

  it('of Jersey has one price', async () => {
    const office = openTestCli()
    expect(
      (await office.run('sales', 'add', 'j99', '--jersey', '--date', '2020', '--total', '900')).code,
    ).toBe(0)
    expect(
      (await office.run('sales', 'add', 'j98', '--jersey', '--date', '2020', '--hammer', '9')).code,
    ).toBe(2)
    expect(await office.rows('jersey_sales')).toHaveLength(4)
  })

  it('without a date, or with an invalid value, is not recorded', async () => {
    const office = openTestCli()
    expect((await office.run('sales', 'add', 'AB 1')).all).toContain('Missing date: --date')
    expect((await office.run('sales', 'add', 'AB 1', '--date', '2020', '--total', 'lots')).all).toContain(
      'AB 1: total_price: “lots” is not a price in pounds',
    )
    expect(await office.rows('sales')).toHaveLength(SALES)
  })
})

describe('the list of sales', () => {
  it('is latest first, and can be searched and filtered', async () => {
    const office = openTestCli()
    const { out, notes } = await office.run('sales', 'list', '--limit', '2')
    const date = ({ saleYear, saleMonth }: (typeof UK)[number]) => saleYear * 100 + (saleMonth ?? 0)
    const latest = UK.filter((sale) => date(sale) === Math.max(...UK.map(date)))
    expect(latest.map(({ registration }) => registration)).toContain(out[0]?.slice(0, 10).trim())
    expect(notes).toEqual([`2 of ${SALES} sales.`])
    const found = (await office.run('sales', 'list', '--search', 'jb', '--year', '2025')).out
    expect(found).toHaveLength(countSales((sale) => spells('jb')(sale) && sale.saleYear === 2025))
    expect(found).toContainEqual(
      expect.stringMatching(/^ {2}JB 1 +07\/2025 +£530,000 +£608,600 {2}Bonhams +Number 1$/),
    )
    expect((await office.run('sales', 'list', '--jersey')).out).toHaveLength(JERSEY_SALES)
    expect((await office.run('sales', 'list', '--limit', 'x')).code).toBe(2)
  })
})

describe('the archive', () => {
  it('is published from the current data', async () => {
    const office = openTestCli()
    await office.run('sales', 'add', 'AB 1', '--date', '2024', '--total', '5')
    const { out } = await office.run('archive', 'publish')
    expect(out[0]).toMatch(
      new RegExp(
        `^Published as of \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC: ${SALES + 1} sales, ${JERSEY_SALES} Jersey sales\\.$`,
      ),
    )
    expect((await loadSnapshot(office.environment.DATA_DIR as string))?.exports.sales.totalRecords).toBe(
      SALES + 1,
    )
  })
})
