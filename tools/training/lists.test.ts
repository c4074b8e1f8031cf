import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, test } from 'vitest'
import { formatMonth } from '#packages/estimate/lot.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { monthOfAuction, readTrainingLists } from './lists.ts'

function list(...lines: string[]): string {
  const path = join(temporaryFolder(), 'list.csv')
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

const read = async (...paths: string[]) => {
  const { lots, notes } = await readTrainingLists(paths)
  const rows = lots.map(({ registration, month, hammerGbp, reserveGbp, list }) =>
    [registration, formatMonth(month), hammerGbp, reserveGbp, list].join(' '),
  )
  return { rows, notes: notes.join('\n') }
}

const SALES = 'plate_number,sale_year,sale_month,hammer_price'
const AUCTIONS = 'auction,lot,plate_number,starting_price,hammer_price,category'

test.each([
  [0, '2017-02'],
  [9, '2019-11'],
  [10, '2020-02'],
  [14, '2020-10'],
  [16, '2021-01'],
  [23, '2021-12'],
  [24, '2022-01'],
  [32, '2022-12'],
  [33, '2023-01'],
  [41, '2023-12'],
  [42, '2024-01'],
  [43, null],
])('auction %i fell in %s', (auction, expected) => {
  const month = monthOfAuction(auction)
  expect(month === null ? null : formatMonth(month)).toBe(expected)
})

it('a list of sales has registrations in any spelling, and needs no month', async () => {
  const path = list(SALES, 'h34 ven,2025,3,400', 'AB 1,2025,,12000', '1 ABC,2025,11,"£1,200"')
  expect((await read(path)).rows).toEqual([
    'H34VEN 2025-03 400  complete',
    '1ABC 2025-11 1200  complete',
    'AB1 2025-12 12000  complete',
  ])
})

it('a list of sales may have further columns, and any order of columns', async () => {
  const path = list('Hammer price;Sale year;Lot;Plate number', '400;2025;7;H34 VEN', '500;2025;8;AB 1')
  expect((await read(path)).rows).toEqual(['AB1 2025-12 500  complete', 'H34VEN 2025-12 400  complete'])
})

it('a list of sales from this site counts its unselected DVLA sales with a reported hammer price', async () => {
  const path = list(
    'plate_number,where_sold,sale_year,sale_month,hammer_price,total_price,category,type,price_basis,selection,source_url,note',
    'H34 VEN,DVLA Auction,2025,3,400,,,,hammer,complete,,',
    'AB 1,DVLA Auction,2025,3,900,1200,,,both,sample,,',
    '1 ABC,DVLA Auction,2025,3,30000,,,,hammer,highest,,',
    'VIP 1,DVLA Auction,2006,1,285000,,,,hammer,reported,,',
    '7 W,Plateworthy,2025,3,800,,,,hammer,own,,',
    'CD 2,Bonhams,2025,3,800,,,,hammer,complete,,',
    'EF 3,DVLA Auction,2025,3,800,1000,,,total,complete,,',
    'GH 4,DVLA Auction,2025,3,,1000,,,total,complete,,',
    'JK 5,DVLA (fixed-price sale),2025,3,800,,,,hammer,complete,,',
  )
  const { rows, notes } = await read(path)
  expect(rows).toEqual([
    'VIP1 2006-01 285000  truncated',
    '1ABC 2025-03 30000  truncated',
    'AB1 2025-03 900  complete',
    'H34VEN 2025-03 400  complete',
  ])
  expect(notes).toBe(
    'list.csv, 2006-01 to 2025-03: 2 sold lots; 2 selected by their price, which are counted and never priced; 5 rows left out (no DVLA lot with a reported hammer price).',
  )
})

it('a list of auctions includes unsold lots, and omits text that is not a registration', async () => {
  const path = list(
    AUCTIONS,
    '14,1,H34 VEN,250,400,',
    '14,2,AB 1,800,0,dateless',
    '14,3,Withdrawn,0,0,',
    '14,4,1 ABC,,900,',
  )
  const { rows, notes } = await read(path)
  expect(rows).toEqual([
    '1ABC 2020-10 900  complete',
    'AB1 2020-10  800 complete',
    'H34VEN 2020-10 400 250 complete',
  ])
  expect(notes).toContain('2 sold lots; 1 not sold; 1 row left out')
})

describe('a list that was selected by its price', () => {
  const complete = [
    'H34 VEN,2025,1,400,dvla_2025',
    'AB 1,2025,2,12000,dvla_2025',
    '1 ABC,2025,2,6000,dvla_2025',
  ]
  const truncated = ['CD 2,2023,5,5000,dvla_2017_2024', 'EF 3,2023,,7000,dvla_2017_2024']

  it('a list that was selected by its price is recognised by its data set, even beside a complete one in the same file', async () => {
    const { rows } = await read(list(`${SALES},data_set`, ...complete, ...truncated))
    expect(rows.map((row) => row.split(' ').at(-1))).toEqual([
      'truncated',
      'truncated',
      'complete',
      'complete',
      'complete',
    ])
  })

  it('a list that was selected by its price is recognised by its prices year by year, if nothing else says so', async () => {
    const bare = [...complete, ...truncated].map((line) => line.replace(/,dvla_.*/, ''))
    const { rows } = await read(list(SALES, ...bare))
    expect(rows.filter((row) => row.endsWith('truncated')).map((row) => row.slice(0, 3))).toEqual([
      'CD2',
      'EF3',
    ])
  })

  it('a list that was selected by its price is recognised by its prices even if its data set is called complete', async () => {
    const path = list(
      `${SALES},data_set`,
      ...complete.slice(1),
      'H34 VEN,2024,1,400,dvla_2025',
      'DE 3,2024,1,90,dvla_2025',
    )
    expect((await read(path)).rows.filter((row) => row.endsWith('complete'))).toEqual([
      'DE3 2024-01 90  complete',
      'H34VEN 2024-01 400  complete',
    ])
  })

  it('a list that was selected by its price still counts as one if one lot in two hundred was cheap', async () => {
    const dear = Array.from({ length: 199 }, (_, index) => `AB ${index + 1},2023,5,6000`)
    const path = list(SALES, ...dear, 'H34 VEN,2023,5,300', ...complete.map((line) => line.slice(0, -10)))
    const { rows } = await read(path)
    expect(rows.filter((row) => row.endsWith('truncated'))).toHaveLength(200)
  })

  it('a list that was selected by its price is refused if it is the only list', async () => {
    await expect(read(list(`${SALES},data_set`, ...truncated))).rejects.toThrow(
      /selected by price.*Give lists of every lot of an auction/,
    )
  })
})

describe('several lists', () => {
  const sales = () =>
    list(
      `${SALES},data_set`,
      'CD 2,2023,,5000,dvla_2017_2024',
      'AB 1,2025,1,500,dvla_2025',
      'H34 VEN,2025,1,90,dvla_2025',
    )
  const auctions = () => list(AUCTIONS, '33,1,CD 2,250,5000,', '33,2,1 ABC,250,300,', '33,3,1 DEF,250,0,')

  it('several lists are merged: each lot occurs once, with the details of the more precise list', async () => {
    const { rows, notes } = await read(sales(), auctions())
    expect(rows).toEqual([
      '1ABC 2023-01 300 250 complete',
      '1DEF 2023-01  250 complete',
      'CD2 2023-01 5000 250 complete',
      'AB1 2025-01 500  complete',
      'H34VEN 2025-01 90  complete',
    ])
    expect(notes).toContain('1 lot is listed again and left out.')
  })

  it('several lists give the same lots in any order, and the same list twice adds nothing', async () => {
    const [one, other] = [sales(), auctions()]
    const expected = (await read(one, other)).rows
    expect((await read(other, one)).rows).toEqual(expected)
    expect((await read(one, other, one)).rows).toEqual(expected)
  })
})

test('the card of a model names the source of each list', async () => {
  const published = list(`${SALES},data_set`, 'AB 1,2025,1,500,dvla_2025', 'H34 VEN,2025,1,90,dvla_2025')
  const numbered = list(AUCTIONS, '33,1,1 ABC,250,300,')
  const own = list(SALES, 'CD 2,2025,1,500', 'H35 VEN,2025,1,90')
  const { lists } = await readTrainingLists([published, numbered, own])
  expect(lists.map(({ source }) => source)).toEqual([
    'https://github.com/ozzy2438/Plate-Value-Intelligence',
    'https://github.com/daruma4/dvlaAuctions',
    'not published',
  ])
})

describe('a list that cannot be used is refused with what to do', () => {
  const good = ['AB 1,2025,1,500', 'H34 VEN,2025,1,90']
  test.each([
    ['a price below nothing', [SALES, ...good, 'CD 2,2025,1,-5'], /line 4: “-5” is not a price/],
    [
      'a price in words',
      [SALES, ...good, 'CD 2,2025,1,lots'],
      /Correct or remove them:\n {2}line 4: “lots” is not a/,
    ],
    ['a price with pence', [SALES, ...good, 'CD 2,2025,1,5.50'], /has pence/],
    [
      'a price beyond all prices',
      [SALES, ...good, 'CD 2,2025,1,6000000'],
      /£6,000,000 cannot be a hammer price/,
    ],
    [
      'a price below the starting price',
      [AUCTIONS, '14,1,AB 1,800,500,'],
      /£500 is below the starting price of £800/,
    ],
    ['a month that is none', [SALES, ...good, 'CD 2,2025,13,500'], /“13” is not a month/],
    ['a year to come', [SALES, ...good, 'CD 2,2999,1,500'], /2999 is in the future/],
    ['no year', [SALES, ...good, 'CD 2,,1,500'], /is not a year/],
    [
      'an auction without a date',
      [AUCTIONS, '43,1,AB 1,250,500,'],
      /auction “43” is not known.*list others with sale_year/,
    ],
    [
      'other columns',
      ['reg,price', 'AB 1,500'],
      /does not have the columns of a training list.*plate_number, sale_year.*It has: reg, price/s,
    ],
    ['no rows', [SALES], /it has no rows/],
    ['no sale', [AUCTIONS, '14,1,AB 1,250,0,'], /No lot in these lists was sold/],
    ['only withdrawn lots', [AUCTIONS, '14,1,Withdrawn,250,0,'], /no lot of a DVLA auction/],
  ])('a list that cannot be used is refused with what to do: %s', async (_, lines, message) => {
    await expect(read(list(...lines))).rejects.toThrow(message)
  })

  it('a list that cannot be used is refused with its first five faults', async () => {
    const bad = Array.from({ length: 7 }, () => 'CD 2,2025,1,x')
    await expect(read(list(SALES, ...bad))).rejects.toThrow(
      /^7 rows of list.csv(.|\n)*line 6(.|\n)*and 2 more$/,
    )
  })

  it('a missing list is refused with what to do', async () => {
    await expect(read('/nowhere/list.csv')).rejects.toThrow('/nowhere/list.csv')
  })
})

const RESULTS = fileURLToPath(new URL('../../../shared/data/dvla-results.csv', import.meta.url))

test.skipIf(!existsSync(RESULTS))(
  'of the results of 2020 to 2025 those of 2025 are complete (skipped without ../shared/data/dvla-results.csv)',
  async () => {
    const { lots } = await readTrainingLists([RESULTS])
    const complete = lots.filter(({ list }) => list === 'complete')
    expect([complete.length, lots.length]).toEqual([17_782, 26_457])
    expect(complete.every(({ month }) => formatMonth(month).startsWith('2025'))).toBe(true)
  },
)
