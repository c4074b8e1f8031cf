// Figures and tables of the news about the DVLA auctions of 2025. They are queried from the sales that the product ships
// with whenever the site is built; none is typed. Typical prices are those of the Sales Explorer: lots that were drawn
// without a look at their price. What is said of the dearest holds for every lot sold, because the 25 dearest lots of
// each auction are on record: see /sales-explorer/data.
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { ElementContent } from 'hast'
import { z } from 'zod'
import { parseRegistration, type Reading, SYSTEM_NAMES } from '#shared/registration/registration.ts'
import { DOCUMENTED_REGIMES } from '#shared/sales/fee-regimes.ts'
import { computeTotal } from '#shared/sales/fees.ts'
import { longSaleDate } from '#shared/sales/sale.ts'
import {
  groupBy,
  MIN_SALES_FOR_MEDIAN,
  type TypicalPrices,
  typicalPrices,
} from '#shared/sales/sales-stats.ts'
import { formatNumber } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { Facts } from './front-matter.ts'
import { inlinePlate } from './inline-plate.ts'
import { type Columns, type Table, tableOf, text } from './tables.ts'

export interface AuctionLot {
  registration: string
  reading: Reading
  /** 'B270' */
  auction: string
  saleYear: number
  saleMonth: number
  hammerPriceGbp: number
  /** Whether it was drawn at random; if not, it is here because it was among the dearest. */
  isDrawn: boolean
}

const SEED = new URL('../db/seed/dvla-2025-sales.csv', import.meta.url)
const CHECKED = '2026-11-20'
const SOURCE = {
  name: 'DVLA Auctions, results lists of 2025 (public copy)',
  url: 'https://github.com/ozzy2438/Plate-Value-Intelligence',
}
const DEAREST_PER_AUCTION = 25
const LOW_GBP = 1_000
const HIGH_GBP = 10_000
const DEAR_GBP = 20_000
const DEAREST_GBP = 50_000

const rowSchema = z.object({
  plate_number: z.string(),
  where_sold: z.literal('DVLA Auction'),
  sale_year: z.literal('2025'),
  sale_month: z.string().regex(/^\d+$/).transform(Number),
  hammer_price: z.string().regex(/^\d+$/).transform(Number),
  selection: z.enum(['sample', 'highest']),
  note: z.string(),
})

/** The lots of the seed, the dearest first. */
export function readLots(): AuctionLot[] {
  const rows = parse(readFileSync(SEED), { columns: true }) as unknown[]
  const lots = rows.map((row): AuctionLot => {
    const { plate_number: registration, sale_month, hammer_price, selection, note } = rowSchema.parse(row)
    const parsed = parseRegistration(registration)
    const auction = /^DVLA auction (B\d+),/.exec(note)?.[1]
    if (!parsed.ok || auction === undefined) throw new Error(`${registration}: no registration or no auction`)
    return {
      registration,
      reading: parsed.registration,
      auction,
      saleYear: 2025,
      saleMonth: sale_month,
      hammerPriceGbp: hammer_price,
      isDrawn: selection === 'sample',
    }
  })
  return lots.sort((one, other) => other.hammerPriceGbp - one.hammerPriceGbp)
}

interface Family {
  name: string
  has: (reading: Reading) => boolean
}

const FIGURES_FIRST: Family = {
  name: 'Figures, then three letters',
  has: ({ system, order, letters }) =>
    system === 'dateless' && order === 'number-first' && letters.length === 3,
}
const FAMILIES: Family[] = [
  FIGURES_FIRST,
  { name: 'Suffix', has: ({ system }) => system === 'suffix' },
  { name: 'Prefix', has: ({ system }) => system === 'prefix' },
]
const hasFigures =
  (figures: number, { has }: Family) =>
  (lot: AuctionLot) =>
    has(lot.reading) && lot.reading.digits.length === figures

/** The systems as a buyer tells them apart, the dateless ones by what comes first. */
function systemName({ system, order }: Reading): string {
  if (system !== 'dateless') return SYSTEM_NAMES[system]
  return order === 'number-first' ? 'Dateless, figures first' : 'Dateless, letters first'
}

export interface Figures {
  facts: Facts
  tables: Map<string, Table>
}

/** @param lots the dearest first */
export function salesFigures(lots: readonly AuctionLot[] = readLots()): Figures {
  const drawn = lots.filter(({ isDrawn }) => isDrawn)
  const typical = typicalOf(drawn)
  const auctions = auctionsOf(lots)
  const medians = auctions.map(({ prices }) => prices.median)
  const dearest = lotAt(lots, 0)
  const lastOfTheDearest = auctions.map(({ top }) => lotAt(top, top.length - 1).hammerPriceGbp)
  const dear = lots.filter(({ hammerPriceGbp }) => hammerPriceGbp >= DEAR_GBP)
  const medianOf = (family: Family | undefined, figures: number) =>
    family ? typicalOf(drawn.filter(hasFigures(figures, family))) : typicalOf([])
  const inFront = (figures: number) => medianOf(FIGURES_FIRST, figures)

  // Below this price some lots of 2025 are not on record, so that none may be counted.
  if (Math.max(...lastOfTheDearest) >= DEAR_GBP) throw new Error(`Not every lot of ${DEAR_GBP} is on record.`)

  const figures: Record<string, [value: string, what: string]> = {
    'lots-2025-drawn': [
      formatNumber(drawn.length),
      'lots drawn at random, as many from each auction of 2025',
    ],
    'lots-2025-auctions': [numberWord(auctions.length), 'DVLA auctions of 2025'],
    'lots-2025-drawn-each': [
      formatNumber(drawn.length / auctions.length),
      'lots drawn at random from each auction of 2025',
    ],
    'lots-2025-median': [formatGbp(typical.median), 'median hammer price of the lots drawn'],
    'lots-2025-median-low': [
      formatGbp(typical.medianLow),
      'lower end of the 95 in 100 interval of that median',
    ],
    'lots-2025-median-high': [
      formatGbp(typical.medianHigh),
      'upper end of the 95 in 100 interval of that median',
    ],
    'lots-2025-lower-quartile': [formatGbp(typical.lowerQuartile), 'lower quartile of the lots drawn'],
    'lots-2025-upper-quartile': [formatGbp(typical.upperQuartile), 'upper quartile of the lots drawn'],
    'lots-2025-mean': [formatGbp(mean(drawn)), 'mean hammer price of the lots drawn'],
    'lots-2025-lowest': [
      formatGbp(lotAt(drawn, drawn.length - 1).hammerPriceGbp),
      'cheapest of the lots drawn',
    ],
    'lots-2025-median-total': [
      formatGbp(totalInSeptember(typical.median)),
      'that median with premium, VAT and fee at the rates to September 2025',
    ],
    'lots-2025-low': [
      formatNumber(drawn.filter(({ hammerPriceGbp }) => hammerPriceGbp < LOW_GBP).length),
      `lots drawn that made less than ${formatGbp(LOW_GBP)}`,
    ],
    'lots-2025-high': [
      formatNumber(drawn.filter(({ hammerPriceGbp }) => hammerPriceGbp >= HIGH_GBP).length),
      `lots drawn that made ${formatGbp(HIGH_GBP)} or more`,
    ],
    'lots-2025-lowest-median': [formatGbp(Math.min(...medians)), 'lowest median of an auction’s drawn lots'],
    'lots-2025-highest-median': [
      formatGbp(Math.max(...medians)),
      'highest median of an auction’s drawn lots',
    ],
    'lots-2025-highest': [formatGbp(dearest.hammerPriceGbp), `hammer price of ${dearest.registration}`],
    'lots-2025-highest-total': [
      formatGbp(computeTotal({ ...dearest, whereSold: 'DVLA Auction' }, DOCUMENTED_REGIMES) ?? 0),
      `total of ${dearest.registration} at the rates to September 2025`,
    ],
    'lots-2025-october': [
      formatGbp(Math.max(...pricesOf(lots.filter(({ saleMonth }) => saleMonth === 10)))),
      'hammer price of the dearest lots of October 2025',
    ],
    'lots-2025-last-dearest-low': [
      formatGbp(Math.min(...lastOfTheDearest)),
      `lowest price of an auction’s ${DEAREST_PER_AUCTION}th dearest lot`,
    ],
    'lots-2025-last-dearest-high': [
      formatGbp(Math.max(...lastOfTheDearest)),
      `highest price of an auction’s ${DEAREST_PER_AUCTION}th dearest lot`,
    ],
    'lots-2025-dear': [formatNumber(dear.length), `lots of 2025 that made ${formatGbp(DEAR_GBP)} or more`],
    'lots-2025-dear-figures-first': [
      formatNumber(dear.filter(({ reading }) => isFiguresFirst(reading)).length),
      `of those, dateless with the figures first`,
    ],
    'lots-2025-dear-short': [
      formatNumber(
        dear.filter(({ reading }) => isFiguresFirst(reading) && reading.letters.length < 3).length,
      ),
      `of those, with one or two letters`,
    ],
    'lots-2025-dearest': [
      numberWord(lots.filter(({ hammerPriceGbp }) => hammerPriceGbp >= DEAREST_GBP).length),
      `lots of 2025 that made ${formatGbp(DEAREST_GBP)} or more`,
    ],
    'shape-2025-lots': [
      formatNumber(drawn.filter(({ reading }) => FIGURES_FIRST.has(reading)).length),
      'lots drawn that are figures followed by three letters',
    ],
    'shape-2025-one': [formatGbp(inFront(1).median), 'median of those with one figure'],
    'shape-2025-two': [formatGbp(inFront(2).median), 'median of those with two figures'],
    'shape-2025-three': [formatGbp(inFront(3).median), 'median of those with three figures'],
    'shape-2025-one-lots': [numberWord(inFront(1).priced), 'lots drawn with one figure and three letters'],
    'shape-2025-two-lowest': [
      formatGbp(Math.min(...pricesOf(drawn.filter(hasFigures(2, FIGURES_FIRST))))),
      'cheapest lot drawn with two figures and three letters',
    ],
    'shape-2025-two-lower-quartile': [
      formatGbp(inFront(2).lowerQuartile),
      'lower quartile of those with two figures',
    ],
    'shape-2025-two-upper-quartile': [
      formatGbp(inFront(2).upperQuartile),
      'upper quartile of those with two figures',
    ],
    'shape-2025-times': [
      (inFront(1).median / inFront(2).median).toFixed(1),
      'median with one figure over the median with two',
    ],
    'shape-2025-suffix-one': [
      formatGbp(medianOf(FAMILIES[1], 1).median),
      'median of suffix plates with one figure',
    ],
    'shape-2025-suffix-three': [
      formatGbp(medianOf(FAMILIES[1], 3).median),
      'median of suffix plates with three figures',
    ],
  }
  return {
    facts: Object.fromEntries(
      Object.entries(figures).map(([name, [value, what]]) => [
        name,
        { value, what, status: 'computed' as const, source: SOURCE, checked: CHECKED },
      ]),
    ),
    tables: new Map([
      ['lots-2025-at-the-median', atTheMedian(drawn, typical.median)],
      ['lots-2025-systems', bySystem(drawn)],
      ['lots-2025-by-auction', byAuction(auctions)],
      ['lots-2025-dearest', theDearest(lots)],
      ['lots-2025-figures', byFigures(drawn)],
      ['lots-2025-one-figure', oneFigure(drawn)],
    ]),
  }
}

const isFiguresFirst = ({ system, order }: Reading) => system === 'dateless' && order === 'number-first'
const pricesOf = (lots: readonly AuctionLot[]) => lots.map(({ hammerPriceGbp }) => hammerPriceGbp)
const mean = (lots: readonly AuctionLot[]) =>
  pricesOf(lots).reduce((sum, priceGbp) => sum + priceGbp, 0) / lots.length
const NUMBER_WORDS = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ')
const numberWord = (count: number) => NUMBER_WORDS[count] ?? formatNumber(count)

function typicalOf(lots: readonly AuctionLot[]): TypicalPrices {
  const prices = typicalPrices(pricesOf(lots))
  if (!prices) throw new Error('There are no lots to compute a typical price of.')
  return prices
}

function lotAt(lots: readonly AuctionLot[], index: number): AuctionLot {
  const lot = lots[index]
  if (!lot) throw new Error(`There are not ${index + 1} lots.`)
  return lot
}

function totalInSeptember(hammerPriceGbp: number): number {
  const total = computeTotal(
    { hammerPriceGbp, whereSold: 'DVLA Auction', saleYear: 2025, saleMonth: 9 },
    DOCUMENTED_REGIMES,
  )
  if (total === null) throw new Error('There are no rates of September 2025.')
  return total
}

interface AuctionFigures {
  auction: string
  /** Of the lots drawn. */
  prices: TypicalPrices
  /** The dearest lots, all of them on record. */
  top: AuctionLot[]
}

/** In the order in which they were held. */
function auctionsOf(lots: readonly AuctionLot[]): AuctionFigures[] {
  return [...groupBy(lots, ({ auction }) => auction)]
    .map(([auction, all]) => ({
      auction,
      prices: typicalOf(all.filter(({ isDrawn }) => isDrawn)),
      top: all.slice(0, DEAREST_PER_AUCTION),
    }))
    .sort((one, other) => one.auction.localeCompare(other.auction))
}

const gbp = (amountGbp: number) => text(formatGbp(amountGbp))
/** With a space after it, for a second one. */
const plate = (registration: string): ElementContent[] => {
  const drawn = inlinePlate(registration)
  return drawn ? [drawn, { type: 'text', value: ' ' }] : text(registration)
}
const middleHalf = ({ lowerQuartile, upperQuartile }: TypicalPrices) =>
  text(`${formatGbp(lowerQuartile)} to ${formatGbp(upperQuartile)}`)

function tableFrom<Row>(rows: readonly Row[], columns: Columns<Row>): Table {
  return { caption: columns.caption, rows: rows.length, hast: tableOf(rows, columns) }
}

function atTheMedian(drawn: readonly AuctionLot[], medianGbp: number): Table {
  const lots = drawn.filter(({ hammerPriceGbp }) => hammerPriceGbp === medianGbp)
  return tableFrom(inOrderOfSale(lots), {
    caption: `The lots drawn that made exactly ${formatGbp(medianGbp)}`,
    columns: [
      { head: 'Registration', isHead: true, cell: ({ registration }) => plate(registration) },
      { head: 'System', cell: ({ reading }) => text(systemName(reading)) },
      { head: 'Sold', cell: (lot) => text(longSaleDate(lot)) },
    ],
  })
}

const inOrderOfSale = (lots: readonly AuctionLot[]) =>
  lots.toSorted(
    (one, other) => one.saleMonth - other.saleMonth || one.registration.localeCompare(other.registration),
  )

function bySystem(drawn: readonly AuctionLot[]): Table {
  const systems = [...groupBy(drawn, ({ reading }) => systemName(reading))]
    .map(([name, lots]) => ({
      name,
      count: lots.length,
      prices: lots.length < MIN_SALES_FOR_MEDIAN ? null : typicalOf(lots),
    }))
    .sort((one, other) => (other.prices?.median ?? 0) - (one.prices?.median ?? 0))
  return tableFrom(systems, {
    caption: 'Hammer prices of the lots drawn from the DVLA auctions of 2025, by system',
    columns: [
      { head: 'System', isHead: true, wraps: true, cell: ({ name }) => text(name) },
      { head: 'Lots', isNumber: true, cell: ({ count }) => text(formatNumber(count)) },
      { head: 'Median', isNumber: true, cell: ({ prices }) => (prices ? gbp(prices.median) : text('-')) },
      {
        head: 'Middle half',
        isNumber: true,
        cell: ({ prices }) => (prices ? middleHalf(prices) : text('-')),
      },
    ],
  })
}

function byAuction(auctions: readonly AuctionFigures[]): Table {
  return tableFrom(auctions, {
    caption: 'The DVLA auctions of 2025: typical lot and dearest lot',
    columns: [
      {
        head: 'Auction',
        isHead: true,
        wraps: true,
        cell: ({ auction, top }) => text(`${auction}, ${longSaleDate(lotAt(top, 0)).replace(/ \d+$/, '')}`),
      },
      { head: 'Median', isNumber: true, cell: ({ prices }) => gbp(prices.median) },
      { head: 'Middle half', isNumber: true, cell: ({ prices }) => middleHalf(prices) },
      {
        head: 'Dearest lot',
        cell: ({ top }) => joint(top).flatMap(({ registration }) => plate(registration)),
      },
      { head: 'Hammer price', isNumber: true, cell: ({ top }) => gbp(lotAt(top, 0).hammerPriceGbp) },
    ],
  })
}

/** The first lot, and those that made as much. */
const joint = (top: readonly AuctionLot[]) =>
  top.filter(({ hammerPriceGbp }) => hammerPriceGbp === lotAt(top, 0).hammerPriceGbp)

function theDearest(lots: readonly AuctionLot[]): Table {
  return tableFrom(
    lots.filter(({ hammerPriceGbp }) => hammerPriceGbp >= DEAREST_GBP),
    {
      caption: `Every lot of 2025 that made ${formatGbp(DEAREST_GBP)} or more at a DVLA auction`,
      columns: [
        { head: 'Registration', isHead: true, cell: ({ registration }) => plate(registration) },
        { head: 'Hammer price', isNumber: true, cell: ({ hammerPriceGbp }) => gbp(hammerPriceGbp) },
        { head: 'Sold', cell: (lot) => text(longSaleDate(lot)) },
      ],
    },
  )
}

function byFigures(drawn: readonly AuctionLot[]): Table {
  const medianWith = (figures: number) => (family: Family) => {
    const lots = drawn.filter(hasFigures(figures, family))
    return text(
      lots.length < MIN_SALES_FOR_MEDIAN
        ? '-'
        : `${formatGbp(typicalOf(lots).median)} (${formatNumber(lots.length)})`,
    )
  }
  return tableFrom(FAMILIES, {
    caption: 'Median hammer price by the number of figures, with the number of lots drawn',
    columns: [
      { head: 'Shape', isHead: true, wraps: true, cell: ({ name }) => text(name) },
      { head: 'One figure', isNumber: true, cell: medianWith(1) },
      { head: 'Two figures', isNumber: true, cell: medianWith(2) },
      { head: 'Three figures', isNumber: true, cell: medianWith(3) },
    ],
  })
}

function oneFigure(drawn: readonly AuctionLot[]): Table {
  return tableFrom(drawn.filter(hasFigures(1, FIGURES_FIRST)), {
    caption: 'One figure and three letters: every lot drawn, dearest first',
    columns: [
      { head: 'Registration', isHead: true, cell: ({ registration }) => plate(registration) },
      { head: 'Hammer price', isNumber: true, cell: ({ hammerPriceGbp }) => gbp(hammerPriceGbp) },
      { head: 'Sold', cell: (lot) => text(longSaleDate(lot)) },
    ],
  })
}
