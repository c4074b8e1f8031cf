// The explorer's charts: their text with synthetic sales under every filter, and their interaction with the seed.
import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { makeSales } from '../../bench/synthetic-sales.ts'
import { SiteProcess } from '../site-process.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

async function readCharts(page: Page) {
  const plain = (number: string) => number.replaceAll(/(?<=\d),(?=\d{3})/g, '')
  const chart = (title: string) =>
    page.getByRole('figure').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  const bars = async (title: string) =>
    (await chart(title).getByRole('listitem').allInnerTexts())
      .map((bar) => plain(bar).replace(/\s+/g, ' ').trim())
      .sort()
  const region = page.getByRole('region', { name: /^What (this selection says|the records say)$/ })
  const prices = page.getByRole('img', { name: 'Sales by date and price' }).first()
  const range = (await prices.count()) === 0 ? '' : ((await prices.getAttribute('aria-label')) ?? '')
  return {
    sales: /^Sales (?:selected|on record)\s+(\d+)/.exec(plain(await region.locator('dl').innerText()))?.[1],
    prices: /from (£\S+) .*? to (£\S+) /.exec(range)?.slice(1),
    median: /The median hammer price, before fees, of the (\S+) sales .*? is (£\S+) /
      .exec(await region.innerText())
      ?.slice(1),
    boxes: await bars('Typical hammer prices by category'),
    sellers: await bars('Where they were sold'),
    kinds: await bars('Their categories'),
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
  selection: string
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
  const typical = (sold: SaleRow[]) => {
    const hammers = sold.flatMap(({ selection, hammer_price }) =>
      selection === 'complete' || selection === 'sample' ? (hammer_price ?? []) : [],
    )
    hammers.sort((one, other) => one - other)
    const middle = (hammers.length - 1) / 2
    const median = ((hammers[Math.floor(middle)] ?? 0) + (hammers[Math.ceil(middle)] ?? 0)) / 2
    return hammers.length < 10 ? undefined : [String(hammers.length), pounds(median)]
  }
  const kindOf = ({ category }: SaleRow) => category ?? 'Other shapes'
  const boxes = [...Map.groupBy(rows, kindOf)].flatMap(([name, sold]) => {
    const [priced, median] = typical(sold) ?? []
    return median ? [`${name} median ${median.replaceAll(',', '')} ${priced} sales`] : []
  })
  const hasCharts = rows.length >= 10
  return {
    sales: String(rows.length),
    prices: prices.length < 10 ? undefined : [pounds(Math.min(...prices)), pounds(Math.max(...prices))],
    median: typical(rows),
    boxes: boxes.sort(),
    sellers: hasCharts ? bars(({ where_sold }) => where_sold ?? 'Not recorded') : [],
    kinds: hasCharts ? bars(kindOf) : [],
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
        for (const chart of ['sales', 'prices', 'median', 'boxes', 'sellers', 'kinds'] as const)
          expect([what, chart, selected[chart]]).not.toEqual([what, chart, whole[chart]])
        await set()
        await follow(selected, `filtered by ${what}`)
        await unset()
        await follow(shown, `no longer filtered by ${what}`)
      }
    })
  })

test.describe('the charts of the seed', () => {
  const slider = (page: Page) => page.getByRole('slider', { name: /^Sales by date and price/ })
  const tip = (page: Page) => page.locator('.chart-tip')

  test('have one tab stop each, and the keyboard reads every sale and opens it', async ({ page }) => {
    await page.goto('/sales-explorer')
    await expect(page.getByRole('slider')).toHaveCount(2)
    await slider(page).focus()
    await expect(tip(page)).toHaveText(/^JB 1July 2025£608,600 in total \(reported\)Made the news$/)
    await page.keyboard.press('Home')
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /, (\w+ )?19\d\d, £/)
    const first = await slider(page).getAttribute('aria-valuetext')
    await page.keyboard.press('ArrowRight')
    await expect(slider(page)).not.toHaveAttribute('aria-valuetext', first ?? '')
    await page.keyboard.press('ArrowLeft')
    await expect(slider(page)).toHaveAttribute('aria-valuetext', first ?? '')
    await page.keyboard.press('End')
    await expect(tip(page)).toContainText('November 2025')
    await expect(tip(page)).toContainText(/£[\d,]+ (under the hammer|in total) \((reported|computed)\)/)
    await page.keyboard.press('Escape')
    await expect(tip(page)).toHaveCount(0)
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/registration\/[^/]+$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(first?.split(',')[0] ?? '')
  })

  test('name the sale under the mouse, and a click opens it', async ({ page }) => {
    await page.goto('/sales-explorer')
    await slider(page).focus()
    const box = await page.locator('.chart-mark').boundingBox()
    await page.keyboard.press('Escape')
    await slider(page).blur()
    const [x, y] = [(box?.x ?? 0) + 9, (box?.y ?? 0) + 9]
    await page.mouse.move(x + 3, y - 3)
    await expect(tip(page)).toContainText('JB 1')
    await page.mouse.move(x, y - 200)
    await expect(tip(page)).toHaveCount(0)
    await page.mouse.move(x, y)
    await page.mouse.click(x, y)
    await expect(page).toHaveURL(/\/registration\/JB1$/)
  })

  test('name the auction and its interval', async ({ page }) => {
    await page.goto('/sales-explorer')
    await page.getByRole('slider', { name: /^Auctions by date/ }).focus()
    await page.keyboard.press('Home')
    await expect(tip(page)).toHaveText(
      /^DVLA Auction, January 2025median £1,310 of 75 sales \(95% interval £[\d,]+ to £[\d,]+\)$/,
    )
  })

  test('are accessible while they show a sale', async ({ page }) => {
    await page.goto('/sales-explorer')
    for (const summary of await page.getByText('The figures as a table').all()) await summary.click()
    await slider(page).focus()
    await expect(tip(page)).toBeVisible()
    await expectAccessible(page, 'charts that show a sale')
    await page.goto('/sales-explorer?category=Prefix')
    await slider(page).focus()
    await expect(tip(page)).toBeVisible()
    await expectAccessible(page, 'charts of a selection')
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    test('name the sale at the first tap and lead to it', async ({ page }) => {
      await page.goto('/sales-explorer')
      await slider(page).focus()
      const mark = page.locator('.chart-mark')
      await mark.scrollIntoViewIfNeeded()
      const box = await mark.boundingBox()
      await page.keyboard.press('Escape')
      await page.touchscreen.tap((box?.x ?? 0) + 9, (box?.y ?? 0) + 9)
      await expect(tip(page)).toContainText('JB 1')
      await expectAccessible(page, 'charts on a phone')
      await tip(page).getByRole('link', { name: 'JB 1' }).tap()
      await expect(page).toHaveURL(/\/registration\/JB1$/)
    })
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })
    test('are pictures, each with its figures as a table', async ({ page, baseURL }) => {
      const plain = await page.context().newPage()
      await plain.goto(`${baseURL}/sales-explorer`)
      await expect(plain.getByRole('img', { name: /^Sales by date and price/ })).toBeVisible()
      await expect(plain.getByRole('slider')).toHaveCount(0)
      await plain.getByText('The figures as a table').nth(1).click()
      await expect(
        plain.getByRole('table', { name: 'Hammer prices by auction' }).getByRole('row'),
      ).toHaveCount(10)
    })
  })

  test('are not drawn for fewer than ten sales', async ({ page }) => {
    await page.goto('/jersey/sales-explorer')
    await expect(page.getByRole('region', { name: 'What the records say' })).toContainText('3 recorded sales')
    await expect(page.getByRole('figure')).toHaveCount(0)
  })
})
