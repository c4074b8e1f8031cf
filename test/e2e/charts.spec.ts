// The explorer's charts and filters over synthetic sales: the seed has too few per year for a median.
import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { makeSales } from '../../bench/synthetic-sales.ts'
import { SiteProcess } from '../site-process.ts'
import { expect, test } from './base.ts'

async function readCharts(page: Page) {
  const plain = (number: string) => number.replaceAll(/(?<=\d),(?=\d{3})/g, '')
  const chart = (title: string) =>
    page.getByRole('figure').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  const bars = async (title: string) =>
    (await chart(title).getByRole('listitem').allInnerTexts())
      .map((bar) => plain(bar).replace(/\s+/g, ' ').trim())
      .sort()
  const prices = page.getByRole('img', { name: 'Sales by date and price' })
  const sales = page
    .getByRole('region', { name: /^What (this selection says|the records say)$/ })
    .locator('dl')
  return {
    sales: /^Sales (?:selected|on record)\s+(\d+)/.exec(plain(await sales.innerText()))?.[1],
    prices: /from (\S+) to (\S+)\./.exec((await prices.first().getAttribute('aria-label')) ?? '')?.slice(1),
    medians: /The median (.*?)\. The bar/.exec(await chart('A typical total, year by year').innerText())?.[1],
    sellers: await bars('Where they were sold'),
    kinds: await bars('What kind they are'),
  }
}

interface SaleRow {
  plate_number: string
  where_sold: string | null
  category: string | null
  type: string | null
  sale_year: number
  hammer_price: number | null
  total_price: number | null
  price_basis: string | null
}

function chartsOf(rows: SaleRow[]): Awaited<ReturnType<typeof readCharts>> {
  const pounds = (price: number) => `£${Math.round(price).toLocaleString('en-GB')}`
  const bars = (nameOf: (row: SaleRow) => string) => {
    const counts = [...Map.groupBy(rows, nameOf)].map(([name, { length }]) => ({ name, count: length }))
    counts.sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    const rest = counts.length > 8 ? counts.splice(7) : []
    if (rest.length > 0)
      counts.push({ name: `${rest.length} others`, count: rest.reduce((sum, { count }) => sum + count, 0) })
    return counts.map(({ name, count }) => `${name} ${count}`).sort()
  }
  const prices = rows.flatMap((row) => row.total_price ?? row.hammer_price ?? [])
  const years = [...Map.groupBy(rows, ({ sale_year }) => sale_year)].sort(([one], [other]) => one - other)
  const medians = years.flatMap(([year, sold]) => {
    const isReported = ({ price_basis }: SaleRow) => price_basis !== 'unclear' && price_basis !== 'hammer'
    const totals = sold.filter(isReported).flatMap(({ total_price }) => total_price ?? [])
    totals.sort((one, other) => one - other)
    const middle = (totals.length - 1) / 2
    const median = ((totals[Math.floor(middle)] ?? 0) + (totals[Math.ceil(middle)] ?? 0)) / 2
    return totals.length < 5 ? [] : [{ year, median: pounds(median) }]
  })
  const [first, last] = [medians[0], medians.at(-1)]
  const sameYear = first && `of ${first.year} is ${first.median}`
  return {
    sales: String(rows.length),
    prices: [pounds(Math.min(...prices)), pounds(Math.max(...prices))],
    medians:
      first && last && first !== last
        ? `went from ${first.median} in ${first.year} to ${last.median} in ${last.year}`
        : sameYear,
    sellers: bars(({ where_sold }) => where_sold ?? 'Not recorded'),
    kinds: bars(({ category }) => category ?? 'Other shapes'),
  }
}

for (const [number, where] of [
  [600, 'all sales in the browser'],
  [1_400, 'each selection read from the backend'],
] as const)
  test.describe(`with ${where}`, () => {
    let dataDir: string
    let site: SiteProcess
    test.beforeAll(async () => {
      dataDir = makeSales(number)
      site = new SiteProcess({ DATA_DIR: dataDir })
      await site.start()
    })
    test.afterAll(async () => {
      await site.stop()
      rmSync(dataDir, { recursive: true })
    })

    test('every chart changes with every filter', async ({ page }) => {
      test.setTimeout(60_000)
      await page.goto(`${site.address}/sales-explorer`)
      await page.waitForLoadState('networkidle')
      const { data: all }: { data: SaleRow[] } = await (
        await page.request.get(`${site.address}/sales-explorer.json`)
      ).json()
      await page.getByRole('button', { name: /^Filters/ }).click()
      const panel = (name: string) => page.getByRole('group', { name: `Filter by ${name}` })
      const years = panel('Year Range')
      const search = page.getByRole('searchbox')
      const tickOnly = (name: string, value: string) => async () => {
        await panel(name).getByRole('button', { name: 'Deselect All' }).click()
        await panel(name).getByRole('checkbox', { name: value, exact: true }).check()
      }
      const tickAll = (name: string) => () =>
        panel(name).getByRole('button', { name: 'Select All', exact: true }).click()
      const isBlankOr = (value: string, given: string | null) => given === null || given === value
      const filters: [
        what: string,
        set: () => Promise<void>,
        unset: () => Promise<void>,
        (row: SaleRow) => boolean,
      ][] = [
        ['search', () => search.fill('12'), () => search.fill(''), (row) => row.plate_number.includes('12')],
        [
          'seller',
          tickOnly('Seller', 'Seller 7'),
          tickAll('Seller'),
          (row) => isBlankOr('Seller 7', row.where_sold),
        ],
        [
          'category',
          tickOnly('Category', 'Suffix'),
          tickAll('Category'),
          (row) => isBlankOr('Suffix', row.category),
        ],
        [
          'type',
          tickOnly('Type', 'Two Numbers'),
          tickAll('Type'),
          (row) => isBlankOr('Two Numbers', row.type),
        ],
        [
          'first year',
          () => years.getByLabel('From').fill('2022'),
          () => years.getByLabel('From').fill(''),
          (row) => row.sale_year >= 2022,
        ],
        [
          'last year',
          () => years.getByLabel('To').fill('2007'),
          () => years.getByLabel('To').fill(''),
          (row) => row.sale_year <= 2007,
        ],
      ]
      const whole = chartsOf(all)
      const follow = (expected: object, message: string) =>
        expect.poll(() => readCharts(page), { message, timeout: 15_000, intervals: [100] }).toEqual(expected)
      // Over a thousand sales the dots are a sample, and so is their price range.
      const shown = number > 1_000 ? { ...whole, prices: expect.any(Array) } : whole
      await follow(shown, 'all sales')
      for (const [what, set, unset, passes] of filters) {
        const selected = chartsOf(all.filter(passes))
        // Every chart must change, or one that ignores the filter would pass.
        for (const chart of ['sales', 'prices', 'medians', 'sellers', 'kinds'] as const)
          expect([what, chart, selected[chart]]).not.toEqual([what, chart, whole[chart]])
        await set()
        await follow(selected, `filtered by ${what}`)
        await unset()
        await follow(shown, `no longer filtered by ${what}`)
      }
    })
  })
