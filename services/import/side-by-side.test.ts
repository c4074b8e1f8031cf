import { describe, expect, it } from 'vitest'
import { headingReader, NO_CHOICES } from '#shared/cells/headings.ts'
import { STOCK_LIST } from '#shared/plates/columns.ts'
import { makeWorkbook } from '#test/cli/make-workbook.ts'
import { openRows } from './files/read.ts'
import { mapHeadings } from './open-headings.ts'
import { readList } from './read-list.ts'

async function read(content: Buffer | readonly string[], sideBySide?: 'below' | 'first') {
  const headings = headingReader(STOCK_LIST, { ...NO_CHOICES, sideBySide })
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content.join('\n'))
  const file = openRows(bytes, { search: headings })
  const { list, columns, questions } = await mapHeadings(await readList(file, headings), headings)
  const rows = list.rows.map((row) => ('record' in row ? { line: row.line, ...row.record } : row))
  return { asked: questions?.sideBySide ?? [], columns: Object.fromEntries(columns), list, rows }
}

const TWO = [
  'Registration,Price,,Registration,Price',
  'BU61 ABC,1250,,BU62 ABC,1300',
  'BU63 ABC,1250,,BU64 ABC,1300',
]

describe('lists side by side', () => {
  it.each<[string, string[], string[]]>([
    ['with a blank column between them', TWO, ['A to B', 'D to E']],
    ['without one', ['Reg,Price,Reg,Price', 'A 1,900,A 2,900'], ['A to B', 'C to D']],
    ['named differently', ['Reg,Price,Registration,£', 'A 1,900,A 2,900'], ['A to B', 'C to D']],
    [
      'of three',
      ['Reg,Price,,Reg,Price,,Reg,Price', 'A 1,900,,A 2,900,,A 3,900'],
      ['A to B', 'D to E', 'G to H'],
    ],
    ['of registrations alone', ['Reg,,Reg', 'A 1,,A 2'], ['A', 'C']],
    ['with a number first', ['Item,Reg,Price,Item,Reg,Price', '1,A 1,900,2,A 2,900'], ['A to C', 'D to F']],
    ['whose last lacks a column', ['Reg,Price,Notes,Reg,Price', 'A 1,900,x,A 2,900'], ['A to C', 'D to E']],
    ['with a title above', ['Our plates', ...TWO], ['A to B', 'D to E']],
  ])('lists side by side %s are asked about', async (_, lines, asked) => {
    expect((await read(lines)).asked).toEqual(asked)
  })

  it.each([
    ['one list', ['Registration,Price', 'A 1,900']],
    ['two columns of prices', ['Registration,Price,Price', 'A 1,900,950']],
    ['another number at the end', ['Registration,Price,Cost,Number', 'A 1,900,1,7']],
    ['a column between them that is in use', ['Reg,Price,,Reg,Price', 'A 1,900,sold,A 2,900']],
    ['no headings', ['A 1,900,A 2,900', 'A 3,900,A 4,900']],
  ])('lists side by side are not %s', async (_, lines) => {
    expect((await read(lines)).asked).toEqual([])
  })

  it('lists side by side are read one below the other, with their lines', async () => {
    expect(await read(TWO, 'below')).toMatchObject({
      asked: [],
      columns: { plate_number: 'Registration', price: 'Price' },
      rows: [
        { line: 2, Registration: 'BU61 ABC', Price: '1250' },
        { line: 3, Registration: 'BU63 ABC', Price: '1250' },
        { line: 2, Registration: 'BU62 ABC', Price: '1300' },
        { line: 3, Registration: 'BU64 ABC', Price: '1300' },
      ],
    })
  })

  it('lists side by side of unequal length have no rows beyond their ends', async () => {
    const { rows } = await read(['Reg,Price,Reg,Price', 'A 1,900,A 2,950', ',,A 3,970'], 'below')
    expect(rows).toEqual([
      { line: 2, Reg: 'A 1', Price: '900' },
      { line: 2, Reg: 'A 2', Price: '950' },
      { line: 3, Reg: 'A 3', Price: '970' },
    ])
  })

  it('lists side by side are read up to the first one if a person wants that', async () => {
    const { rows } = await read(TWO, 'first')
    expect(rows).toEqual([
      { line: 2, Registration: 'BU61 ABC', Price: '1250' },
      { line: 3, Registration: 'BU63 ABC', Price: '1250' },
    ])
  })

  it('lists side by side in a workbook keep their hidden rows and columns', async () => {
    const rows = TWO.map((line) => line.split(','))
    const { list } = await read(
      makeWorkbook([{ name: 'Stock', rows, hidden: [3], hiddenColumns: [5] }]),
      'below',
    )
    expect(list.hidden).toEqual(['Price'])
    expect(list.rows.map((row) => 'record' in row && row.isHidden === true)).toEqual([
      false,
      true,
      false,
      true,
    ])
  })
})
