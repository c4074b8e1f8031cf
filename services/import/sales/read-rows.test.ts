import { expect, it } from 'vitest'
import { headingReader } from '#shared/cells/headings.ts'
import { makeWorkbook, oneSheet } from '#test/cli/make-workbook.ts'
import { openRows } from '../files/read.ts'
import { mapHeadings } from '../open-headings.ts'
import { readList } from '../read-list.ts'
import { readSales } from './read-rows.ts'
import { auctionForm, listForm, type SalesForm } from './sales-form.ts'

async function read(content: Buffer | string, form: SalesForm = listForm('uk')) {
  const headings = headingReader(form.headings)
  const file = openRows(Buffer.from(content), { search: headings })
  const list = await readList(file, headings)
  const { columns } = await mapHeadings(list, headings)
  const { rows, notes } = await readSales(list, { form, headings, columns }, { allowDoubtful: false })
  return { rows: rows.map((row) => (row.kind === 'sale' ? row.row.given : row)), notes }
}

const HEADINGS = ['Registration', 'Hammer price', 'Total price', 'Date', 'Where sold']
const sale = (registration: string, date: string) => [registration, 1000, 1250, date, 'DVLA']
const AUCTION = auctionForm({ name: 'B278', saleYear: 2025, saleMonth: 4 })

it('the days and months of a spreadsheet are read, day first', async () => {
  const dates = ['Apr-25', '03-Apr-25', '03/04/25']
  const csv = [HEADINGS, ...dates.map((date, index) => sale(`BU6${index + 1} ABC`, date))].join('\n')
  const april = { sale_year: 2025, sale_month: 4 }
  expect((await read(csv)).rows).toEqual(dates.map(() => expect.objectContaining(april)))
})

it('dates of every kind are read, and a day that no calendar has is refused', async () => {
  const dates = [
    '"July 12, 2024"',
    '2024/07/12',
    '2024-06-30T23:00:00.000Z',
    '45485',
    '31/02/2024',
    'Q3 2024',
    'Summer 2024',
  ]
  const csv = [HEADINGS, ...dates.map((date, index) => sale(`BU6${index + 1} ABC`, date))].join('\n')
  const { rows, notes } = await read(csv)
  const july = expect.objectContaining({ sale_year: 2024, sale_month: 7 })
  const year = expect.objectContaining({ sale_year: 2024, sale_month: null })
  const refused = expect.objectContaining({ kind: 'refused', line: 6 })
  expect(rows).toEqual([july, july, july, july, refused, year, year])
  expect(notes).toEqual([expect.stringMatching(/^Lines 7 and 8 have a part of a year/)])
})

it('a registration that a spreadsheet has made a date is refused, and one with invisible characters is read', async () => {
  const csv = [HEADINGS, sale('25-Dec', '2025-04'), sale('BU61\u200b ABC', '2025-04')].join('\n')
  expect((await read(csv)).rows).toEqual([
    {
      kind: 'refused',
      line: 2,
      registration: '25-Dec',
      reason: expect.stringContaining('“25-Dec” is a date'),
    },
    expect.objectContaining({ plate_number: 'BU61 ABC' }),
  ])
})

it('a total that does not fit its hammer price is noted with its line', async () => {
  const csv = [
    HEADINGS,
    ['BU61 ABC', 1000, 1364, '2025-04', 'DVLA Auction'],
    ['BU62 ABC', 1000, 1400, '2025-04', 'DVLA Auction'],
    ['RR 1', 472_000, 472_000, '2018-09', 'Bonhams'],
    ['BU63 ABC', 1000, '', '2025-04', 'DVLA Auction'],
  ].join('\n')
  expect((await read(csv)).notes).toEqual([
    expect.stringMatching(/^Line 3: .* comes to £1,364, not £1,400/),
    expect.stringMatching(/^Line 4: .* auction houses add a premium\.$/),
  ])
})

const hidden = (rows: (string | number)[][]) => makeWorkbook([{ name: 'Sales', rows, hidden: [2] }])

it('a hidden row of sold prices is refused, and one of auction results is read and mentioned', async () => {
  const list = await read(hidden([HEADINGS, sale('BU61 ABC', '2025-04'), sale('BU62 ABC', '2025-04')]))
  expect(list.rows).toEqual([
    {
      kind: 'refused',
      line: 2,
      registration: 'BU61 ABC',
      reason: 'the row is hidden in the workbook: show it there to import it',
    },
    expect.objectContaining({ plate_number: 'BU62 ABC' }),
  ])
  const results = await read(
    hidden([
      ['Lot', 'Registration', 'Hammer price'],
      [1, 'BU61 ABC', 1000],
    ]),
    AUCTION,
  )
  expect(results).toEqual({
    rows: [expect.objectContaining({ plate_number: 'BU61 ABC' })],
    notes: ['1 row is hidden in the workbook, and read like the others.'],
  })
})

it('garbled text is mended, and the notes say so', async () => {
  const { rows, notes } = await read(
    `${[...HEADINGS, 'Note']}\n${[...sale('BU61 ABC', '2025-04'), 'SiÃ¢n']}\n`,
  )
  expect(rows).toEqual([expect.objectContaining({ note: 'Siân' })])
  expect(notes).toEqual([expect.stringMatching(/^1 row has garbled text/)])
})

it('a price below £50 is read, and the notes say that it may be part of one with a comma', async () => {
  const price = (pounds: number) => ['BU61 ABC', pounds, pounds, '2025-04', `Seller ${pounds}`]
  const { rows, notes } = await read([HEADINGS, ...[49, 50, 1].map(price)].join('\n'))
  expect(rows).toHaveLength(3)
  expect(notes).toEqual([expect.stringMatching(/^Lines 2 and 4 have a price below £50/)])
})

it('a lot of another month is refused with a code, which the desk and the commands word', async () => {
  const results = await read(
    oneSheet([
      ['Lot', 'Registration', 'Hammer price', 'Date'],
      [1, 'BU61 ABC', 1000, '3 May 2025'],
    ]),
    AUCTION,
  )
  expect(results.rows).toEqual([expect.objectContaining({ kind: 'refused', code: 'other_month' })])
  expect(JSON.stringify(results.rows)).not.toContain('--')
})
