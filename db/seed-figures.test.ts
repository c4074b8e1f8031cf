/** The figures that visitors and journalists quote, computed from the shipped records. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeFigures } from '#app/features/sales/charts/describe-figures.ts'
import { parseRows } from '#shared/sales/sale-records.ts'
import { figuresOf, type SelectionFigures } from '#shared/sales/sales-stats.ts'
import { openDatabase } from './embedded.ts'
import { seedDatabase } from './seed.ts'

let dataDir: string
let uk: SelectionFigures
let jersey: SelectionFigures
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-figures-'))
  const { writer, close } = openDatabase(dataDir)
  seedDatabase(writer)
  const salesOf = (table: string) =>
    parseRows(writer.prepare(`SELECT * FROM ${table}`).all(), (message) => expect.fail(message))
  uk = figuresOf(salesOf('sales'), 'uk')
  jersey = figuresOf(salesOf('jersey_sales'), 'jersey')
  close()
})
afterAll(() => rmSync(dataDir, { recursive: true }))

it('675 unselected lots of 2025 have a median hammer price of £1,510', () => {
  expect(uk.typical).toEqual({
    priced: 675,
    lowerQuartile: 735,
    median: 1_510,
    upperQuartile: 3_085,
    medianLow: 1_310,
    medianHigh: 1_620,
  })
})

it('the unselected lots of 2025 were sold at nine auctions, each with 75 of them', () => {
  expect(uk.auctions.map(({ saleMonth, saleYear, priced }) => [saleMonth, saleYear, priced])).toEqual(
    [1, 2, 3, 5, 6, 7, 9, 10, 11].map((month) => [month, 2025, 75]),
  )
})

it('the sentences of the seed state its figures', () => {
  expect(describeFigures(uk, 'uk')).toEqual([
    '962 recorded sales: 675 drawn at random from all the lots sold at an auction, 212 picked from the dearest of an auction and 75 reported in the news.',
    'The median hammer price, before fees, of the 675 sales that were not picked for their price or fame is £1,510 (95% confidence interval £1,310 to £1,620); half of them made between £735 and £3,085. They come from 9 auctions (DVLA Auction), from January 2025 to November 2025.',
    'The dearest of all is JB 1, sold in July 2025 for £608,600 in total (reported).',
  ])
  expect(describeFigures(jersey, 'jersey')).toEqual([
    '3 recorded sales, all reported in the news.',
    'A typical price takes at least 10 hammer prices of sales that were not picked for their price or fame, and there are none.',
    'The dearest of all is J 27, sold in July 2017 for £73,000 under the hammer (reported).',
  ])
})
