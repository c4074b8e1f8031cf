import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UserError } from '#services/user-error.ts'
import { UnreadableCell } from '#shared/cells/cell.ts'
import { formatSerialDate } from '#shared/cells/serial-dates.ts'
import { makeWorkbook, makeZip, oneSheet, type Parts, type TestSheet } from '#test/cli/make-workbook.ts'
import type { FileRow } from '../file-row.ts'
import { openRows } from '../read.ts'
import { Archive } from './archive.ts'
import { readWorkbook } from './parts.ts'
import { readXlsx, type SheetOptions } from './read.ts'
import { readSheet } from './sheet.ts'

async function read(bytes: Buffer, options: SheetOptions = {}): Promise<FileRow[]> {
  const rows: FileRow[] = []
  for await (const row of readXlsx(bytes, options)) rows.push(row)
  return rows
}

const search = {
  score: (cells: readonly string[]) => cells.filter((cell) => ['Lot', 'Price'].includes(cell)).length,
  found: () => {},
}

const RESULTS: TestSheet = {
  name: 'Results',
  rows: [
    ['Lot', 'Price'],
    [1, 250],
  ],
}

/** A workbook whose only sheet has this XML. */
const withSheet = (xml: string | Buffer) =>
  makeWorkbook([RESULTS], (parts) => ({ ...parts, 'xl/worksheets/sheet1.xml': xml }))

describe('a workbook', () => {
  it('a workbook gives its rows by heading, with their numbers in the sheet', async () => {
    const rows = await read(
      oneSheet([
        ['Results of the auction'],
        [],
        ['Lot', 'Registration', 'Price', 'Sold on', null, 'Sold'],
        [1, 'AB 1', 51020.0, { date: 45986 }, null, { boolean: true }],
        [],
        [2, { inline: 'AB 2 & Co' }, 0.1 + 0.2, { date: 45986.5 }],
      ]),
      { search },
    )
    expect(rows).toEqual([
      {
        line: 4,
        record: {
          Lot: '1',
          Registration: 'AB 1',
          Price: '51020',
          'Sold on': '2025-11-25',
          'column E': '',
          Sold: 'TRUE',
        },
      },
      {
        line: 6,
        record: {
          Lot: '2',
          Registration: 'AB 2 & Co',
          Price: '0.3',
          'Sold on': '2025-11-25T12:00',
          'column E': '',
          Sold: '',
        },
      },
    ])
  })

  it('a workbook uses the stored result of a formula, and names the cell if there is none', async () => {
    const [first, second, third] = await read(
      oneSheet([
        ['Lot', 'Price'],
        [1, { formula: '200+50', value: 250 }],
        [2, { formula: '200+51' }],
        [3, { error: '#REF!' }],
      ]),
    )
    expect(first).toEqual({ line: 2, record: { Lot: '1', Price: '250' } })
    expect(second).toEqual({
      line: 3,
      record: {
        Lot: '2',
        Price: new UnreadableCell(
          'column B: the cell is a formula without a stored result; open the workbook in Excel, save it, and import it again',
        ),
      },
    })
    expect(third).toMatchObject({
      record: { Price: new UnreadableCell('column B: the cell is the error #REF!', '#REF!') },
    })
  })

  it('a workbook may have merged titles, but no merged cells in the list', async () => {
    const rows = [
      ['Title', null, null],
      ['Lot', 'Price', 'Note'],
      [1, 250, 'x'],
      [2, null, 'y'],
    ]
    expect(await read(oneSheet(rows, ['A1:C1', 'E3:E4']), { search })).toHaveLength(2)
    expect((await read(oneSheet(rows, ['A1:C1', 'B3:B4']), { search })).at(-1)).toEqual({
      line: 3,
      lastLine: 4,
      reason: 'column B: the cells B3:B4 are merged; unmerge them and fill each of them in',
    })
    expect((await read(oneSheet(rows, ['A2:B2']), { search })).at(-1)).toMatchObject({ line: 2 })
    const many = Array.from({ length: 30 }, (_, index) => `A${index + 3}:B${index + 3}`)
    expect((await read(oneSheet(rows, many), { search })).at(-1)).toEqual({
      line: 23,
      lastLine: 32,
      reason: '10 more merged cells',
    })
  })

  it('a workbook with several sheets needs the name of one', async () => {
    const second = {
      name: 'Summary & notes',
      rows: [
        ['Lot', 'Price'],
        [7, 7],
      ],
    }
    const workbook = makeWorkbook([RESULTS, second])
    const names = ['Results', 'Summary & notes']
    const likely = 'Results'
    await expect(read(workbook)).rejects.toMatchObject({ names, likely })
    await expect(read(workbook, { sheet: 'Lots' })).rejects.toMatchObject({ names, likely })
    expect(await read(workbook, { sheet: 'summary & NOTES ' })).toEqual([
      { line: 2, record: { Lot: '7', Price: '7' } },
    ])
    expect(await read(makeWorkbook([RESULTS, { ...second, state: 'hidden' }]))).toHaveLength(1)
  })

  const known = { ...search, score: (cells: readonly string[]) => 10 * search.score(cells) }

  it.each([
    ['Numbers, which begins with a summary', { name: 'Export Summary', rows: [['Made by Numbers']] }],
    [
      'a person with a cover',
      {
        name: 'Read me',
        rows: [
          ['Prices', 'without VAT'],
          [1, 2],
        ],
      },
    ],
    ['Excel with an empty sheet', { name: 'Sheet1', rows: [] }],
  ])('a workbook of %s is read from the only sheet that has the headings of a list', async (_, other) => {
    const found: unknown[] = []
    const trackingSearch = { ...known, found: (headings: unknown) => void found.push(headings) }
    expect(await read(makeWorkbook([other, RESULTS]), { search: trackingSearch })).toHaveLength(1)
    expect(found).toEqual([{ line: 1, firstLine: 1, names: ['Lot', 'Price'], sheet: 'Results', hidden: [] }])
  })

  it('a workbook with several lists suggests the first sheet that has one', async () => {
    const workbook = makeWorkbook([{ name: 'Cover', rows: [['Hello']] }, RESULTS, { ...RESULTS, name: 'B' }])
    await expect(read(workbook, { search: known })).rejects.toMatchObject({ likely: 'Results' })
  })

  it('a workbook names the columns that it hides', async () => {
    const found: unknown[] = []
    const trackingSearch = { ...search, found: (headings: unknown) => void found.push(headings) }
    await read(makeWorkbook([{ ...RESULTS, hiddenColumns: [2, 300] }]), { search: trackingSearch })
    expect(found).toMatchObject([{ names: ['Lot', 'Price'], sheet: undefined, hidden: ['Price'] }])
  })

  it('a workbook says which rows it hides, and decodes what Excel escapes', async () => {
    const workbook = makeWorkbook([
      { name: 'Stock', rows: [['a'], ['first_x000D_\nsecond'], [{ inline: '_x000D_' }]], hidden: [3] },
    ])
    expect(await read(workbook)).toEqual([
      { line: 2, record: { a: 'first\r\nsecond' } },
      { line: 3, record: { a: '\r' }, isHidden: true },
    ])
  })

  it('a workbook is read with prefixes, rich texts and phonetic guides', async () => {
    const workbook = makeWorkbook([RESULTS], (parts) => ({
      ...parts,
      'xl/sharedStrings.xml':
        '<x:sst xmlns:x="m"><x:si><x:r><x:t>Lo</x:t></x:r><x:r><x:t>t</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:si><x:si><x:t>Price</x:t></x:si></x:sst>',
    }))
    expect(await read(workbook)).toEqual([{ line: 2, record: { Lot: '1', Price: '250' } }])
  })

  const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

  it.each<[string, Buffer, string]>([
    [
      'a cut file',
      oneSheet(RESULTS.rows).subarray(0, 900),
      'The workbook cannot be read: the file is damaged',
    ],
    ['another ZIP file', makeZip({ 'photo.jpg': 'x' }), 'not an Excel workbook (.xlsx)'],
    [
      'a binary workbook',
      makeZip({
        '_rels/.rels': '<R><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></R>',
        'xl/workbook.bin': 'x',
      }),
      'not an Excel workbook (.xlsx)',
    ],
    ['an empty sheet', oneSheet([]), 'The sheet is empty.'],
    ['only hidden sheets', makeWorkbook([{ ...RESULTS, state: 'veryHidden' }]), 'has no visible sheet'],
    [
      'XML that is none',
      withSheet(sheet('<row')),
      'the XML is not well-formed in xl/worksheets/sheet1.xml, line 1',
    ],
    ['XML that breaks off', withSheet('<worksheet><sheetData><row r="1">'), 'the XML is not well-formed'],
    [
      'a document type with entities',
      withSheet(`<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${sheet('')}`),
      'a document type is not allowed',
    ],
    ['deep nesting', withSheet('<a>'.repeat(100)), 'elements are nested too deeply'],
    [
      'a giant text',
      withSheet(sheet(`<row><c t="str"><v>${'x'.repeat(2_000_000)}</v></c></row>`)),
      'longer than a million characters',
    ],
    [
      'a giant attribute',
      withSheet(`<worksheet a="${'x'.repeat(2_000_000)}"/>`),
      'the XML is not well-formed',
    ],
    [
      'too many attributes',
      withSheet(`<worksheet ${Array.from({ length: 300 }, (_, index) => `a${index}="1"`).join(' ')}/>`),
      'too many attributes',
    ],
    ['another encoding', withSheet(Buffer.from(`\ufeff${sheet('')}`, 'utf16le')), 'is not in UTF-8'],
    ['rows out of order', withSheet(sheet('<row r="2"/><row r="1"/>')), 'its rows are out of order at 1'],
    [
      'a cell of no column',
      withSheet(sheet('<row r="1"><c r="ABCD1"/></row>')),
      '“ABCD1” is not the name of a cell',
    ],
    [
      'a text that is missing',
      withSheet(sheet('<row r="1"><c r="A1" t="s"><v>99</v></c></row>')),
      'row 1, column A refers to a text that is missing',
    ],
    [
      'a row far down',
      withSheet(sheet('<row r="1048576"><c><v>1</v></c></row>')),
      'more than 200,000 rows (row 1,048,576)',
    ],
    [
      'a cell far to the right',
      withSheet(sheet('<row r="3"><c r="XFD3"><v>1</v></c></row>')),
      'more than 256 columns (row 3, column XFD)',
    ],
    ['a password on its parts', makeZip({ '_rels/.rels': 'x' }, { flags: 1 }), 'protected by a password'],
  ])('a workbook with %s is refused with a sentence', async (_, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message)
  })
})

describe('a ZIP bomb', () => {
  const parts: Parts = { bomb: Buffer.alloc(5_000_000), small: 'x' }
  const limits = { entries: 3, inflatedBytes: 1_000_000 }
  async function inflate(bytes: Buffer, name = 'bomb') {
    const archive = await Archive.open(bytes, limits)
    let length = 0
    for await (const chunk of archive.read(name)) length += chunk.length
    return length
  }

  it.each([
    ['declares its size', 5_000_000, 'inflates to more than 1 MB'],
    ['declares a smaller size', 999, 'the file is damaged (too many bytes'],
  ])('a ZIP bomb that %s is not inflated', async (_, declared, message) => {
    const bytes = makeZip(parts, { declare: (name, size) => (name === 'bomb' ? declared : size) })
    await expect(inflate(bytes)).rejects.toThrow(message)
    expect(await inflate(bytes, 'small')).toBe(1)
  })

  it('a ZIP bomb is bounded over all its parts together', async () => {
    const archive = await Archive.open(
      makeZip({ a: Buffer.alloc(600_000), b: Buffer.alloc(600_000) }),
      limits,
    )
    for await (const _ of archive.read('a'));
    await expect(archive.read('b').next()).rejects.toThrow('inflates to more than 1 MB')
  })

  it('a ZIP bomb with many parts is refused', async () => {
    await expect(Archive.open(makeZip({ a: '', b: '', c: '', d: '' }), limits)).rejects.toThrow(
      'has 4 parts; the maximum is 3',
    )
  })
})

it('a sheet of 100,000 rows is read as a stream, and reports its progress', async () => {
  const rows = [['Lot', 'Price'], ...Array.from({ length: 100_000 }, (_, index) => [index + 1, 250])]
  const archive = await Archive.open(oneSheet(rows))
  const shares: number[] = []
  const { rows: read } = readSheet(archive, 'xl/worksheets/sheet1.xml', await readWorkbook(archive), {
    onProgress: (share) => shares.push(share),
  })
  let count = 0
  for await (const _ of read) count += 1
  expect(count).toBe(100_001)
  expect(shares.length).toBeGreaterThan(10)
  expect(shares.at(-1)).toBe(1)
})

it.each([
  [45986, '2025-11-25'],
  [1, '1900-01-01'],
  [61, '1900-03-01'],
  [0.5, '12:00'],
  [45986.999999, '2025-11-26'],
  [-1, '-1'],
  [9_999_999, '9999999'],
])('the serial number %d is %s', (serial, text) => {
  expect(formatSerialDate(serial)).toBe(text)
})

it('a serial number that counts from 1904 is four years later', () => {
  expect(formatSerialDate(45986 - 1462, true)).toBe('2025-11-25')
})

it.each([
  ['EncryptedPackage', 'The workbook is protected by a password'],
  ['Workbook', 'This is a workbook of Excel 97 to 2003 (.xls)'],
])('a compound file with a stream %s is refused with a sentence', async (stream, message) => {
  const bytes = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1024),
    Buffer.from(stream, 'utf16le'),
  ])
  await expect(Array.fromAsync(openRows(bytes).rows)).rejects.toThrow(message)
})

it('a workbook damaged anywhere is refused with a message, or read correctly', async () => {
  const whole = makeWorkbook([RESULTS], (parts) => parts)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      async (changes) => {
        const bytes = Buffer.from(whole)
        for (const [at, value] of changes) bytes[at] = value
        if (bytes.subarray(0, 4).toString('latin1') !== 'PK\u0003\u0004') return
        await read(bytes).catch((error) => expect(error).toBeInstanceOf(UserError))
      },
    ),
    { seed: 17, numRuns: 500 },
  )
})
