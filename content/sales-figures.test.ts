// The news about the auctions of 2025 quotes figures that are queried from the seed; here they are counted another way.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { formatGbp } from '#shared/text/money.ts'
import { compileContent } from './compile.ts'
import { addressesOf } from './plugin.ts'
import { type AuctionLot, readLots, salesFigures } from './sales-figures.ts'

const rows = parse(readFileSync(new URL('../db/seed/dvla-2025-sales.csv', import.meta.url)), {
  columns: true,
}) as Record<'plate_number' | 'hammer_price' | 'total_price' | 'selection' | 'note', string>[]
const drawn = rows.filter(({ selection }) => selection === 'sample')
const prices = (of: typeof rows) => of.map((row) => Number(row.hammer_price)).sort((a, b) => a - b)
const middle = (of: number[]) =>
  Math.round(((of[Math.ceil(of.length / 2) - 1] ?? 0) + (of[Math.floor(of.length / 2)] ?? 0)) / 2)
const like = (pattern: RegExp) => drawn.filter((row) => pattern.test(row.plate_number))
const { facts, tables } = salesFigures()
const value = (name: string) => facts[name]?.value
const { articles } = compileContent(fileURLToPath(new URL('.', import.meta.url)), {
  addresses: addressesOf(routes),
  publicFolder: fileURLToPath(new URL('../public', import.meta.url)),
})
const textOf = (slug: string) =>
  articles.find((article) => article.slug === slug)?.html.replace(/<[^>]+>/g, '') ?? ''

test('the typical price is the median of the lots drawn, which the Sales Explorer shows as well', () => {
  expect(value('lots-2025-drawn')).toBe(String(drawn.length))
  expect(value('lots-2025-median')).toBe(formatGbp(middle(prices(drawn))))
  expect(value('lots-2025-median')).toBe('£1,510')
})

test('lots below and above a price are counted among those drawn', () => {
  expect(value('lots-2025-low')).toBe(String(prices(drawn).filter((price) => price < 1_000).length))
  expect(value('lots-2025-high')).toBe(String(prices(drawn).filter((price) => price >= 10_000).length))
})

test('the dearest lot and its total are those on record', () => {
  const dearest = rows.toSorted((a, b) => Number(b.hammer_price) - Number(a.hammer_price))[0]
  expect(dearest?.plate_number).toBe('52 O')
  expect(value('lots-2025-highest')).toBe(formatGbp(Number(dearest?.hammer_price)))
  expect(value('lots-2025-highest-total')).toBe(formatGbp(Number(dearest?.total_price)))
})

test('medians by the number of figures are over lots of that shape alone', () => {
  expect(value('shape-2025-one')).toBe(formatGbp(middle(prices(like(/^\d [A-Z]{3}$/)))))
  expect(value('shape-2025-three')).toBe(formatGbp(middle(prices(like(/^\d{3} [A-Z]{3}$/)))))
  expect(value('shape-2025-suffix-one')).toBe(formatGbp(middle(prices(like(/^[A-Z]{3} \d[A-Z]$/)))))
  expect(value('shape-2025-lots')).toBe(String(like(/^\d{1,3} [A-HJ-PR-Y]{3}$/).length))
  expect(tables.get('lots-2025-one-figure')?.rows).toBe(like(/^\d [A-Z]{3}$/).length)
})

test('the dear lots are counted only where every one of them is on record', () => {
  const auctions = Map.groupBy(rows, ({ note }) => /B\d{3}/.exec(note)?.[0])
  const last = [...auctions.values()].map((lots) => prices(lots).at(-25) ?? 0)
  expect(auctions.size).toBe(9)
  expect(value('lots-2025-last-dearest-high')).toBe(formatGbp(Math.max(...last)))
  expect(value('lots-2025-dear')).toBe(String(prices(rows).filter((price) => price >= 20_000).length))
  const cheaper = readLots().map((lot): AuctionLot => ({ ...lot, hammerPriceGbp: lot.hammerPriceGbp * 2 }))
  expect(() => salesFigures(cheaper)).toThrow('Not every lot of 20000 is on record')
})

describe('what the news says in words is so', () => {
  test('the plate at the head of each piece is one of its lots', () => {
    const at = (registration: string) => rows.find((row) => row.plate_number === registration)
    expect(formatGbp(Number(at('AA25 RON')?.hammer_price))).toBe(value('lots-2025-median'))
    expect(at('AA25 RON')?.note).toContain('B273')
    expect(at('7 HSK')).toBeDefined()
  })

  test('52 O alone reached six figures, and made over three times the dearest of October', () => {
    expect(prices(rows).filter((price) => price >= 100_000)).toHaveLength(1)
    const october = prices(rows.filter(({ note }) => note.includes('B277')))
    expect(october.at(-1)).toBe(october.at(-2))
    expect(102_010 / (october.at(-1) ?? 0)).toBeGreaterThan(3)
  })

  test('of the lots of £50,000 and more, the draw has one', () => {
    expect(drawn.filter((row) => Number(row.hammer_price) >= 50_000).map((row) => row.plate_number)).toEqual([
      'OAS 1S',
    ])
  })

  test('with one figure, 1 stands three times among the dearest six, and the dearest made five times the cheapest', () => {
    const ones = like(/^\d [A-Z]{3}$/).sort((a, b) => Number(b.hammer_price) - Number(a.hammer_price))
    expect(ones.slice(0, 6).filter((row) => row.plate_number.startsWith('1 '))).toHaveLength(3)
    expect(ones[3]?.plate_number).toBe('1 USE')
    expect(Math.round(Number(ones[0]?.hammer_price) / Number(ones.at(-1)?.hammer_price))).toBe(5)
  })

  test('one lot drawn in three made less than £1,000', () => {
    expect(Math.round(drawn.length / prices(drawn).filter((price) => price < 1_000).length)).toBe(3)
  })
})

test('each piece says what its figures are over', () => {
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
