import { type HTMLElement, parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { makeSales } from '#bench/synthetic-sales.ts'
import { openTestSite, type TestSite, textOf } from '../open-test-site.ts'

const wordsOf = (element: HTMLElement | null | undefined) =>
  textOf(element?.outerHTML ?? '')
    .replaceAll(/(?<=\d),(?=\d{3})/g, '')
    .trim()

function readCharts(html: string) {
  const page = parse(html)
  const region = page.querySelector('section[aria-labelledby="charts-title"]')
  const bars = (title: string) => {
    const figure = region?.querySelectorAll('figure').find((one) => one.querySelector('h3')?.text === title)
    const items = figure?.querySelectorAll('li:not([aria-hidden])') ?? []
    return items.map((item) => wordsOf(item)).sort()
  }
  const range = page.querySelector('[aria-label^="Sales by date and price"]')?.getAttribute('aria-label')
  return {
    sales: /^Sales (?:selected|on record) (\d+)/.exec(wordsOf(region?.querySelector('dl')))?.[1],
    prices: /from (£\S+) .*? to (£\S+) /.exec(range ?? '')?.slice(1),
    median: /The median hammer price, before fees, of the (\S+) sales .*? is (£\S+) /
      .exec(wordsOf(region))
      ?.slice(1),
    boxes: bars('Typical hammer prices by category'),
    sellers: bars('Where they were sold'),
    kinds: bars('Their categories'),
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

function chartsOf(rows: SaleRow[]): ReturnType<typeof readCharts> {
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
    return hammers.length < 10 ? undefined : [String(hammers.length), `£${Math.round(median)}`]
  }
  const kindOf = ({ category }: SaleRow) => category ?? 'Other shapes'
  const boxes = [...Map.groupBy(rows, kindOf)].flatMap(([name, sold]) => {
    const [priced, median] = typical(sold) ?? []
    return median ? [`${name} median ${median} ${priced} sales`] : []
  })
  const pounds = (price: number) => `£${price.toLocaleString('en-GB')}`
  return {
    sales: String(rows.length),
    prices: prices.length < 10 ? undefined : [pounds(Math.min(...prices)), pounds(Math.max(...prices))],
    median: typical(rows),
    boxes: boxes.sort(),
    sellers: bars(({ where_sold }) => where_sold ?? 'Not recorded'),
    kinds: bars(kindOf),
  }
}

describe.each([
  ['of all sales, which the browser filters', 600],
  ['of each selection, which the backend makes', 1_400],
])('the charts %s', (_, number) => {
  const isBlankOr = (value: string, given: string | null) => given === null || given === value
  const filters: [query: string, (row: SaleRow) => boolean][] = [
    ['q=12', ({ plate_number }) => plate_number.includes('12')],
    ['seller=Seller+7', ({ where_sold }) => isBlankOr('Seller 7', where_sold)],
    ['category=Suffix', ({ category }) => isBlankOr('Suffix', category)],
    ['type=Two+Numbers', ({ type }) => isBlankOr('Two Numbers', type)],
    ['from=2022', ({ sale_year }) => sale_year >= 2022],
    ['to=2007', ({ sale_year }) => sale_year <= 2007],
  ]

  test('the charts change with every filter', async () => {
    const site = await openTestSite({ DATA_DIR: makeSales(number) })
    const { data: all }: { data: SaleRow[] } = await (await site.ask('/sales-explorer.json')).json()
    const whole = chartsOf(all)
    expect(all.length).toBeGreaterThan(number * 0.9)
    expect(await chartsAt(site, '')).toEqual(ofWhole(whole))
    for (const [query, passes] of filters) {
      const selected = chartsOf(all.filter(passes))
      // Every chart must change, or one that ignores the filter would pass.
      for (const chart of ['sales', 'prices', 'median', 'boxes', 'sellers', 'kinds'] as const)
        expect([query, chart, selected[chart]]).not.toEqual([query, chart, whole[chart]])
      expect([query, await chartsAt(site, `?${query}`)]).toEqual([query, selected])
    }
  })

  // Over a thousand sales the dots are a sample, and so is their price range.
  const ofWhole = (whole: ReturnType<typeof chartsOf>) =>
    number > 1_000 ? { ...whole, prices: expect.any(Array) } : whole
})

const chartsAt = async (site: TestSite, query: string) =>
  readCharts(await site.read(`/sales-explorer${query}`))

test('no chart is drawn for fewer than ten sales', async () => {
  const site = await openTestSite()
  const page = parse(await site.read('/jersey/sales-explorer'))
  const region = page.querySelector('section[aria-labelledby="charts-title"]')
  expect(region?.text).toContain('3 recorded sales')
  expect(region?.querySelector('figure')).toBe(null)
})
