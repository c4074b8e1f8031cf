// The news about the DVLA auctions of 2025 quotes figures that no longer change (facts/dvla-2025.json, tables/dvla-2025.json).
// Each is computed here again, from the lots that the product ships with.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { parseRegistration, type Reading, SYSTEM_NAMES } from '#shared/registration/registration.ts'
import { longSaleDate } from '#shared/sales/sale.ts'
import { typicalPrices } from '#shared/sales/sales-stats.ts'
import { formatGbp } from '#shared/text/money.ts'
import { compileContent } from './compile.ts'
import { addressesOf } from './plugin.ts'

interface Lot {
  registration: string
  reading: Reading
  auction: string
  sold: string
  hammerGbp: number
  totalGbp: number
  isDrawn: boolean
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const rows = parse(read('../db/seed/dvla-2025-sales.csv'), { columns: true }) as Record<
  'plate_number' | 'sale_month' | 'hammer_price' | 'total_price' | 'selection' | 'note',
  string
>[]
/** The dearest first. */
const lots = rows
  .map((row): Lot => {
    const parsed = parseRegistration(row.plate_number)
    if (!parsed.ok) throw new Error(`${row.plate_number} is no registration`)
    return {
      registration: row.plate_number,
      reading: parsed.registration,
      auction: /B\d{3}/.exec(row.note)?.[0] ?? '',
      sold: longSaleDate({ saleYear: 2025, saleMonth: Number(row.sale_month) }),
      hammerGbp: Number(row.hammer_price),
      totalGbp: Number(row.total_price),
      isDrawn: row.selection === 'sample',
    }
  })
  .sort((one, other) => other.hammerGbp - one.hammerGbp)
const drawn = lots.filter(({ isDrawn }) => isDrawn)
const auctions = [...Map.groupBy(lots, ({ auction }) => auction)].sort(([one], [other]) =>
  one < other ? -1 : 1,
)
const prices = (of: readonly Lot[]) => of.map(({ hammerGbp }) => hammerGbp)
const like = (pattern: RegExp) => drawn.filter(({ registration }) => pattern.test(registration))
const atLeast = (gbp: number, of = lots) => of.filter(({ hammerGbp }) => hammerGbp >= gbp)
const isFiguresFirst = ({ reading }: Lot) => reading.system === 'dateless' && reading.order === 'number-first'

function typical(of: readonly Lot[]) {
  const found = typicalPrices(prices(of))
  if (!found) throw new Error('There are no lots')
  return found
}
const median = (of: readonly Lot[]) => formatGbp(typical(of).median)
const middleHalf = (of: readonly Lot[]) =>
  `${formatGbp(typical(of).lowerQuartile)} to ${formatGbp(typical(of).upperQuartile)}`

const { articles } = compileContent(fileURLToPath(new URL('.', import.meta.url)), {
  addresses: addressesOf(routes),
  publicFolder: fileURLToPath(new URL('../public', import.meta.url)),
})
const table = (name: string): string[][] => JSON.parse(read('tables/dvla-2025.json'))[name].rows
const textOf = (slug: string) =>
  articles.find((article) => article.slug === slug)?.html.replace(/<[^>]+>/g, '') ?? ''

const FIGURES_FIRST = [/^\d [A-Z]{3}$/, /^\d\d [A-Z]{3}$/, /^\d{3} [A-Z]{3}$/].map(like)
const SUFFIX = [/^[A-Z]{3} \d[A-Z]$/, /^[A-Z]{3} \d\d[A-Z]$/, /^[A-Z]{3} \d{3}[A-Z]$/].map(like)
const PREFIX = [/^[A-Z]\d [A-Z]{3}$/, /^[A-Z]\d\d [A-Z]{3}$/, /^[A-Z]\d{3} [A-Z]{3}$/].map(like)
const [one = [], two = [], three = []] = FIGURES_FIRST
const dear = atLeast(20_000)
const medians = auctions.map(([, of]) => typical(of.filter(({ isDrawn }) => isDrawn)).median)
/** Of each auction the 25 dearest lots are on record. */
const last = auctions.map(([, of]) => of[24]?.hammerGbp ?? 0)

test('the figures that the news about 2025 quotes are those of the lots on record', () => {
  const computed = {
    'lots-2025-drawn': String(drawn.length),
    'lots-2025-auctions': auctions.length === 9 ? 'nine' : '',
    'lots-2025-drawn-each': String(drawn.length / auctions.length),
    'lots-2025-median': median(drawn),
    'lots-2025-median-low': formatGbp(typical(drawn).medianLow),
    'lots-2025-median-high': formatGbp(typical(drawn).medianHigh),
    'lots-2025-lower-quartile': formatGbp(typical(drawn).lowerQuartile),
    'lots-2025-upper-quartile': formatGbp(typical(drawn).upperQuartile),
    'lots-2025-mean': formatGbp(prices(drawn).reduce((sum, gbp) => sum + gbp, 0) / drawn.length),
    'lots-2025-lowest': formatGbp(Math.min(...prices(drawn))),
    'lots-2025-median-total': formatGbp(drawn.find((lot) => lot.hammerGbp === 1_510)?.totalGbp ?? 0),
    'lots-2025-low': String(drawn.length - atLeast(1_000, drawn).length),
    'lots-2025-high': String(atLeast(10_000, drawn).length),
    'lots-2025-lowest-median': formatGbp(Math.min(...medians)),
    'lots-2025-highest-median': formatGbp(Math.max(...medians)),
    'lots-2025-highest': formatGbp(lots[0]?.hammerGbp ?? 0),
    'lots-2025-highest-total': formatGbp(lots[0]?.totalGbp ?? 0),
    'lots-2025-october': formatGbp(lots.find(({ sold }) => sold === 'October 2025')?.hammerGbp ?? 0),
    'lots-2025-last-dearest-low': formatGbp(Math.min(...last)),
    'lots-2025-last-dearest-high': formatGbp(Math.max(...last)),
    'lots-2025-dear': String(dear.length),
    'lots-2025-dear-figures-first': String(dear.filter(isFiguresFirst).length),
    'lots-2025-dear-short': String(
      dear.filter(isFiguresFirst).filter(({ reading }) => reading.letters.length < 3).length,
    ),
    'lots-2025-dearest': atLeast(50_000).length === 11 ? 'eleven' : '',
    'shape-2025-lots': String(FIGURES_FIRST.flat().length),
    'shape-2025-one': median(one),
    'shape-2025-two': median(two),
    'shape-2025-three': median(three),
    'shape-2025-one-lots': String(one.length),
    'shape-2025-two-lowest': formatGbp(Math.min(...prices(two))),
    'shape-2025-two-lower-quartile': formatGbp(typical(two).lowerQuartile),
    'shape-2025-two-upper-quartile': formatGbp(typical(two).upperQuartile),
    'shape-2025-times': (typical(one).median / typical(two).median).toFixed(1),
    'shape-2025-suffix-one': median(SUFFIX[0] ?? []),
    'shape-2025-suffix-three': median(SUFFIX[2] ?? []),
  }
  const quoted: [string, { value: string }][] = Object.entries(JSON.parse(read('facts/dvla-2025.json')))
  expect(Object.fromEntries(quoted.map(([name, { value }]) => [name, value]))).toEqual(computed)
})

test('the tables of the news about 2025 are those of the lots on record', () => {
  const chronological = (one: Lot, other: Lot) =>
    Date.parse(`1 ${one.sold}`) - Date.parse(`1 ${other.sold}`) ||
    (one.registration < other.registration ? -1 : 1)
  const system = (lot: Lot) =>
    lot.reading.system === 'dateless'
      ? `Dateless, ${isFiguresFirst(lot) ? 'figures' : 'letters'} first`
      : SYSTEM_NAMES[lot.reading.system]
  const priced = ({ registration, hammerGbp, sold }: Lot) => [registration, formatGbp(hammerGbp), sold]
  expect(table('lots-2025-at-the-median')).toEqual(
    drawn
      .filter((lot) => formatGbp(lot.hammerGbp) === median(drawn))
      .sort(chronological)
      .map((lot) => [lot.registration, system(lot), lot.sold]),
  )
  expect(table('lots-2025-systems')).toEqual(
    [...Map.groupBy(drawn, system)]
      .sort(
        ([, one], [, other]) =>
          Number(other.length >= 10) - Number(one.length >= 10) ||
          typical(other).median - typical(one).median,
      )
      .map(([name, of]) => [
        name,
        String(of.length),
        ...(of.length < 10 ? ['-', '-'] : [median(of), middleHalf(of)]),
      ]),
  )
  expect(table('lots-2025-by-auction')).toEqual(
    auctions.map(([auction, of]) => {
      const sample = of.filter(({ isDrawn }) => isDrawn)
      const highest = of[0]?.hammerGbp ?? 0
      return [
        `${auction}, ${of[0]?.sold.replace(' 2025', '')}`,
        median(sample),
        middleHalf(sample),
        atLeast(highest, of)
          .map(({ registration }) => registration)
          .join(', '),
        formatGbp(highest),
      ]
    }),
  )
  expect(table('lots-2025-dearest')).toEqual(atLeast(50_000).map(priced))
  expect(table('lots-2025-one-figure')).toEqual(one.map(priced))
  expect(table('lots-2025-figures').map(([, ...cells]) => cells)).toEqual(
    [FIGURES_FIRST, SUFFIX, PREFIX].map((shapes) =>
      shapes.map((of) => (of.length < 10 ? '-' : `${median(of)} (${of.length})`)),
    ),
  )
})

test('the dear lots are counted only where every one of them is on record', () => {
  expect(Math.max(...last)).toBeLessThan(20_000)
})

describe('what the news says in words is so', () => {
  const named = (registration: string) => lots.find((lot) => lot.registration === registration)

  test('the plate at the head of each piece of news is one of its lots', () => {
    expect(formatGbp(named('AA25 RON')?.hammerGbp ?? 0)).toBe(median(drawn))
    expect(named('AA25 RON')?.auction).toBe('B273')
    expect(named('7 HSK')).toBeDefined()
  })

  test('the news says rightly that 52 O alone reached six figures, and made over three times the dearest of October', () => {
    expect(atLeast(100_000).map(({ registration }) => registration)).toEqual(['52 O'])
    const [first, second] = lots.filter(({ auction }) => auction === 'B277')
    expect(first?.hammerGbp).toBe(second?.hammerGbp)
    expect(102_010 / (first?.hammerGbp ?? 0)).toBeGreaterThan(3)
  })

  test('the news says rightly that of the lots of £50,000 and more, the draw has one', () => {
    expect(atLeast(50_000, drawn).map(({ registration }) => registration)).toEqual(['OAS 1S'])
  })

  test('the news says rightly that with one figure, 1 stands three times among the dearest six, and the dearest made five times the cheapest', () => {
    expect(one.slice(0, 6).filter(({ registration }) => registration.startsWith('1 '))).toHaveLength(3)
    expect(one[3]?.registration).toBe('1 USE')
    expect(Math.round((one[0]?.hammerGbp ?? 0) / (one.at(-1)?.hammerGbp ?? 1))).toBe(5)
  })

  test('the news says rightly that one lot drawn in three made less than £1,000', () => {
    expect(Math.round(drawn.length / (drawn.length - atLeast(1_000, drawn).length))).toBe(3)
  })
})

test('each piece of news about 2025 says what its figures are over', () => {
  for (const slug of [
    'a-typical-dvla-lot-of-2025',
    'the-nine-dvla-auctions-of-2025',
    'the-shape-that-sells',
  ]) {
    expect(textOf(slug)).toMatch(/\b675\b/)
    expect(textOf(slug)).toContain('drawn at random')
    expect(textOf(slug)).toContain('before premium, VAT and fee')
  }
})
