import { expect, it } from 'vitest'
import { type FoundHeadings, headingReader } from '#shared/cells/headings.ts'
import { STOCK_LIST } from '#shared/plates/columns.ts'
import { oneSheet } from '#test/cli/make-workbook.ts'
import { openRows } from './read.ts'

async function read(content: string | Buffer) {
  const headings = headingReader(STOCK_LIST)
  const rows = await Array.fromAsync(openRows(Buffer.from(content), { search: headings }).rows)
  const { names, firstLine, line }: FoundHeadings = headings
  return { names, lines: [firstLine, line], rows: rows.map((row) => ('record' in row ? row.record : row)) }
}

it.each<[string, string[][], number[], string[]]>([
  [
    'a group of two prices',
    [
      ['Registration', 'Price', ''],
      ['', 'Trade', 'Retail'],
      ['BU61 ABC', '1000', '1250'],
    ],
    [1, 2],
    ['Registration', 'Price Trade', 'Price Retail'],
  ],
  [
    'a group and a column of its own',
    [
      ['Registration', 'Price', '', 'Notes'],
      ['', 'Trade', 'Retail', ''],
      ['BU61 ABC', '1000', '1250', 'x'],
    ],
    [1, 2],
    ['Registration', 'Price Trade', 'Price Retail', 'Notes'],
  ],
  [
    'units',
    [
      ['Registration', 'Price', 'Cost'],
      ['', '£', '£'],
      ['BU61 ABC', '1000', '1250'],
    ],
    [1, 2],
    ['Registration', 'Price £', 'Cost £'],
  ],
  [
    'titles above them',
    [['OUR PLATES'], ['Registration', 'Price', ''], ['', 'Trade', 'Retail'], ['BU61 ABC', '1000', '1250']],
    [2, 3],
    ['Registration', 'Price Trade', 'Price Retail'],
  ],
  [
    'groups above parts that are named alike',
    [
      ['', 'Trade', '', 'Retail', ''],
      ['Registration', 'Ex VAT', 'Inc VAT', 'Ex VAT', 'Inc VAT'],
      ['BU61 ABC', '1', '2', '3', '4'],
    ],
    [1, 2],
    ['Registration', 'Trade Ex VAT', 'Trade Inc VAT', 'Retail Ex VAT', 'Retail Inc VAT'],
  ],
  [
    'none: groups above headings that need none',
    [
      ['', 'Prices', ''],
      ['Registration', 'Trade', 'Retail'],
      ['BU61 ABC', '1000', '1250'],
    ],
    [2, 2],
    ['Registration', 'Trade', 'Retail'],
  ],
  [
    'none: a title below the headings',
    [
      ['Registration', 'Price', 'Notes'],
      ['PREFIX PLATES', '', ''],
      ['A1 ABC', '1000', ''],
    ],
    [1, 1],
    ['Registration', 'Price', 'Notes'],
  ],
  [
    'none: the headings again',
    [
      ['Registration', 'Price', 'Notes'],
      ['Registration', 'Price', 'Notes'],
      ['A1 ABC', '1000', ''],
    ],
    [1, 1],
    ['Registration', 'Price', 'Notes'],
  ],
  [
    'none: a row of data',
    [
      ['Registration', 'Price', 'Notes'],
      ['', '1000', 'no plate yet'],
      ['A1 ABC', '1000', ''],
    ],
    [1, 1],
    ['Registration', 'Price', 'Notes'],
  ],
  [
    'none: two lists side by side, with a title each',
    [
      ['CURRENT', '', 'PREFIX', ''],
      ['Registration', 'Price', 'Registration', 'Price'],
      ['AB12 CDE', '1', 'A1 BCD', '2'],
    ],
    [2, 2],
    ['Registration (column A)', 'Price (column B)', 'Registration (column C)', 'Price (column D)'],
  ],
])('headings of two rows have %s', async (_, rows, lines, names) => {
  expect(await read(rows.map((cells) => cells.join()).join('\n'))).toMatchObject({ lines, names })
})

it('headings of two rows may be merged cells, and no row is refused for those', async () => {
  const rows = [
    ['Registration', 'Price', null],
    [null, 'Trade', 'Retail'],
    ['BU61 ABC', 1000, 1250],
  ]
  expect(await read(oneSheet(rows, ['A1:A2', 'B1:C1']))).toEqual({
    names: ['Registration', 'Price Trade', 'Price Retail'],
    lines: [1, 2],
    rows: [{ Registration: 'BU61 ABC', 'Price Trade': '1000', 'Price Retail': '1250' }],
  })
})
