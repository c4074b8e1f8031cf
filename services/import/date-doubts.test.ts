import { describe, expect, it } from 'vitest'
import { type DateAnswers, headingReader, NO_CHOICES } from '#shared/cells/headings.ts'
import { STOCK_LIST } from '#shared/plates/columns.ts'
import { openRows } from './files/read.ts'
import { mapHeadings } from './open-headings.ts'
import { readList } from './read-list.ts'
import { listForm } from './sales/sales-form.ts'

async function read(lines: readonly string[], dates?: Partial<DateAnswers>, spec = STOCK_LIST) {
  const answers = { orders: {}, years: {}, ...dates }
  const headings = headingReader(spec, { ...NO_CHOICES, ...(dates && { dates: answers }) })
  const file = openRows(Buffer.from(lines.join('\n')), { search: headings })
  const { list, questions } = await mapHeadings(await readList(file, headings), headings)
  return {
    doubts: questions?.dates.map(({ kind, name, cell, line }) => `${kind} ${name} ${line} ${cell}`) ?? [],
    records: list.rows.map((row) => ('record' in row ? row.record : row)),
  }
}

const SALES = listForm('uk').headings

describe('the order of day and month', () => {
  const MONTH_FIRST = [
    'Registration,Bought,Expiry',
    'BU61 ABC,07/12/2024,12/31/2030',
    'BU62 ABC,03/04/2024,04/05/2030',
  ]

  it.each<[string, string[], string[]]>([
    [
      'of a column with 12/31/2030, and of one that may have the same order, is asked',
      MONTH_FIRST,
      ['either Bought 2 07/12/2024', 'month_first Expiry 2 12/31/2030'],
    ],
    [
      'is not asked of a column that has a day above 12 first',
      ['Registration,Bought,Expiry', 'A 1,25/12/2024,12/31/2030', 'A 2,03/04/2024,'],
      ['month_first Expiry 2 12/31/2030'],
    ],
    [
      'is asked of a column that has both',
      ['Registration,Bought', 'A 1,25/12/2024', 'A 2,12/31/2024'],
      ['month_first Bought 3 12/31/2024'],
    ],
    ['is the day first if nothing speaks against it', ['Registration,Bought', 'A 1,03/04/2024'], []],
    ['is not asked of a column that is no date', ['Registration,Notes', 'A 1,12/31/2030'], []],
  ])('the order of day and month %s', async (_, lines, doubts) => {
    expect((await read(lines)).doubts).toEqual(doubts)
  })

  it('the order of day and month that was answered is that of the whole column', async () => {
    const orders = { Expiry: 'month_first', Bought: 'day_first' } as const
    const { doubts, records } = await read(MONTH_FIRST, { orders })
    expect(doubts).toEqual([])
    expect(records).toEqual([
      { Registration: 'BU61 ABC', Bought: '07/12/2024', Expiry: '31/12/2030' },
      { Registration: 'BU62 ABC', Bought: '03/04/2024', Expiry: '05/04/2030' },
    ])
  })

  it.each(['day_first', 'month_first'] as const)(
    'the order of day and month leaves a date as it is that has only one, with the answer %s',
    async (order) => {
      const lines = ['Registration,Bought', 'A 1,25/12/2024', 'A 2,12/31/2024', 'A 3,Jul-24']
      const { records } = await read(lines, { orders: { Bought: order } })
      expect(records).toEqual([
        { Registration: 'A 1', Bought: '25/12/2024' },
        { Registration: 'A 2', Bought: '31/12/2024' },
        { Registration: 'A 3', Bought: 'Jul-24' },
      ])
    },
  )

  it('the order of day and month is asked of sales, too', async () => {
    const lines = ['Registration,Date,Total,Where sold', 'A 1,12/31/2024,1000,DVLA']
    expect((await read(lines, undefined, SALES)).doubts).toEqual(['month_first Date 2 12/31/2024'])
  })
})

describe('a date without a year', () => {
  const WITHOUT = [
    'Registration,Date,Total',
    'A 1,April 25,900',
    'A 2,25-Apr,900',
    'A 3,3 Apr,900',
    'A 4,Apr-25,900',
  ]

  it('a date without a year is asked about, once for its column', async () => {
    expect((await read(WITHOUT, undefined, SALES)).doubts).toEqual(['no_year Date 2 April 25'])
    expect((await read(['Registration,Bought', 'A 1,3 May'])).doubts).toEqual(['no_year Bought 2 3 May'])
  })

  it('a date without a year has the one that was answered', async () => {
    const { doubts, records } = await read(WITHOUT, { years: { Date: '2024' } }, SALES)
    expect(doubts).toEqual([])
    expect(records).toMatchObject([
      { Date: '25 April 2024' },
      { Date: '25 Apr 2024' },
      { Date: '3 Apr 2024' },
      { Date: 'Apr-25' },
    ])
  })

  it('a date without a year stays without if it is not known', async () => {
    const { doubts, records } = await read(WITHOUT, { years: { Date: 'none' } }, SALES)
    expect([doubts, records[0]]).toEqual([[], { Registration: 'A 1', Date: 'April 25', Total: '900' }])
  })

  it('a date without a year has that of the column of years', async () => {
    const lines = ['Registration,Date,Year,Total', 'A 1,25-Apr,2023,900', 'A 2,April 3,2022,900']
    const { doubts, records } = await read(lines, undefined, SALES)
    expect(doubts).toEqual([])
    expect(records).toMatchObject([{ Date: '25 Apr 2023' }, { Date: '3 April 2022' }])
  })
})

it('an answer about dates is that of a heading, and not of a property that every object has', async () => {
  const lines = ['Registration,constructor', 'A 1,12/31/2024']
  const headings = {
    ...STOCK_LIST,
    fields: [...STOCK_LIST.fields, { column: 'bought_on', headings: 'constructor' }],
  }
  expect((await read(lines, {}, headings)).doubts).toEqual(['month_first constructor 2 12/31/2024'])
})
