import { describe, expect, it } from 'vitest'
import { type FoundHeadings, type HeadingSearch, headingReader } from '#shared/cells/headings.ts'
import { STOCK_LIST } from '#shared/plates/columns.ts'
import { MAX_ROW_LENGTH } from './csv.ts'
import type { FileRow } from './file-row.ts'
import { openRows } from './read.ts'

async function read(content: string | Uint8Array, search?: HeadingSearch): Promise<FileRow[]> {
  return Array.fromAsync(openRows(Buffer.from(content), { search }).rows)
}

const STRAY = expect.stringContaining('it has a stray quotation mark') as string

const records = async (content: string | Uint8Array) =>
  (await read(content)).map((row) => ('record' in row ? row.record : row.reason))

describe('a list', () => {
  it.each([
    ['commas', 'plate,price\nAB 1,100\n'],
    ['semicolons', 'plate;price\nAB 1;100\n'],
    ['tabs', 'plate\tprice\nAB 1\t100\n'],
    ['pipes', 'plate|price\nAB 1|100\n'],
    ['pipes that its first line names', 'sep=|\nplate|price\nAB 1|100\n'],
    ['a byte order mark and CRLF', '\ufeffplate,price\r\nAB 1,100\r\n'],
    ['CR alone', 'plate,price\rAB 1,100\r'],
    ["Excel's own first line", 'sep=;\r\nplate;price\r\nAB 1;100'],
    ['blank lines', 'plate,price\n\n\nAB 1,100\n\n'],
    ['blank cells left out at the end', 'plate,price,note\nAB 1,100'],
    ['no line end at the end', 'plate,price\nAB 1,100'],
    ['UTF-16', Buffer.from('\ufeffplate\tprice\r\nAB 1\t100\r\n', 'utf16le')],
    ['JSON', '[{"plate": "AB 1", "price": "100"}]'],
    [
      'JSON in the wrapper of the static exports',
      '{ "data": [\n{"plate":"AB 1","price":"100"}\n],"exportedAt":"x"}',
    ],
    [
      'JSON in a wrapper in another order',
      '{"exportedAt": "x", "data": [{"plate": "AB 1", "price": "100"}]}',
    ],
    ['one JSON object a line', '{"plate":"AB 1","price":"100"}\n'],
  ])('a list with %s is read', async (_, content) => {
    expect(await records(content)).toEqual([expect.objectContaining({ plate: 'AB 1', price: '100' })])
  })

  it.each([
    ['UTF-8', Buffer.from('plate;price\nAB 1;£1,250\n')],
    ['Windows-1252, as Excel saves it', Buffer.from('plate;price\nAB 1;£1,250\n', 'latin1')],
  ])('a list keeps its pound signs in %s', async (_, content) => {
    expect(await records(content)).toEqual([{ plate: 'AB 1', price: '£1,250' }])
  })

  it('a list keeps line ends, quotation marks and delimiters inside quoted cells', async () => {
    expect(await records('a,b\r\n"one\r\ntwo","x, ""y"""\r\n')).toEqual([{ a: 'one\ntwo', b: 'x, "y"' }])
  })

  it('a list gives the line on which each row begins', async () => {
    const csv = 'a,b\r\n1,"x\r\ny\r\nz"\r\n\r\n2,y\r\n3,z\r\n'
    expect((await read(csv)).map(({ line }) => line)).toEqual([2, 6, 7])
    const json = '[\n  {"a": 1},\n\n  {\n"a": "}{\\"[\\n"\n  }, {"a": 3}\n]'
    expect((await read(json)).map(({ line }) => line)).toEqual([2, 4, 6])
    expect(await records(json)).toEqual([{ a: 1 }, { a: '}{"[\n' }, { a: 3 }])
  })

  it.each<[string, string, (string | Record<string, string>)[]]>([
    ['that never closes', 'a,b\n1,2\n3,"4\n5,6\n', [{ a: '1', b: '2' }, STRAY, { a: '5', b: '6' }]],
    ['that never closes at the end', 'a,b\n1,2\n3,"4', [{ a: '1', b: '2' }, STRAY]],
    [
      'inside a cell',
      'a,b\n1,12" wheels\n2,x\n',
      [
        { a: '1', b: '12" wheels' },
        { a: '2', b: 'x' },
      ],
    ],
    ['closed within a cell', 'a,b\n1,"Top" plate\n2,x\n', [STRAY, { a: '2', b: 'x' }]],
    [
      'before a quoted cell of a later line',
      'a,b\n1,"x\n2,"y\nz"\n3,w\n',
      [STRAY, { a: '2', b: 'y\nz' }, { a: '3', b: 'w' }],
    ],
  ])('a list with a stray quotation mark %s loses at most that row', async (_, content, rows) => {
    expect(await records(content)).toEqual(rows)
  })

  it.each([
    ['a formula that is a text', 'a\n="BU61 ABC"\n', 'BU61 ABC'],
    ['a carriage return as Excel stores it', 'a\nFirst_x000D_ _x005F_x000D_\n', 'First\r _x000D_'],
    ['a spelling that only looks like one', 'a\n_x0041_ =""\n', '_x0041_ =""'],
  ])('a list gives the text of a cell with %s', async (_, content, text) => {
    expect(await records(content)).toEqual([{ a: text }])
  })

  const search = (found: number[] = []) => ({
    score: (cells: readonly string[]) => cells.filter((cell) => ['plate', 'price'].includes(cell)).length,
    found: ({ line }: FoundHeadings) => void found.push(line),
  })

  it.each([
    ['a title', 'Our plates, and their prices\r\nplate;price\r\nAB 1;100\r\n', 2],
    ['titles in merged cells and blank rows', '"Our, plates",\n\n,\nMarch,\nplate,price\nAB 1,100', 5],
    ['a title of two lines', '"Our\nplates"\tx\nplate\tprice\nAB 1\t100', 3],
    ['nine titles', `${'title;\n'.repeat(9)}plate;price\nAB 1;100`, 10],
    ['quoted headings', 'Title\n"plate";"price"\n"AB 1";"100"', 2],
  ])('a list with %s above the headings is read from the headings on', async (_, content, line) => {
    const found: number[] = []
    const rows = await read(content, search(found))
    expect([found, rows]).toEqual([[line], [{ line: line + 1, record: { plate: 'AB 1', price: '100' } }]])
  })

  it.each([
    ['semicolons', 'BU61 ABC;£1,250;V778\nBU62 ABC;£1,300;V750\n'],
    [
      'semicolons, and titles with commas',
      'Our plates, 2026, all of them\nBU61 ABC;£1,250;V778\nBU62 ABC;£1,300;V750\n',
    ],
    ['tabs', 'BU61 ABC\t£1,250\tV778\nBU62 ABC\t£1,300\tV750\n'],
    ['pipes', 'BU61 ABC|£1,250|V778\nBU62 ABC|£1,300|V750\n'],
    ['commas', 'BU61 ABC,"£1,250",V778\nBU62 ABC,"£1,300",V750\n'],
    ['semicolons, and the registration last', '£1,250;V778;BU61 ABC\n£1,300;V750;BU62 ABC\n'],
    [
      'semicolons, and headings that nobody knows',
      'No., the;Ask, in £;Kept, as\nBU61 ABC;£1,250;V778\nBU62 ABC;£1,300;V750\n',
    ],
  ])('a list without known headings is split at its %s', async (_, content) => {
    const rows = await read(content, headingReader(STOCK_LIST))
    const plates = rows.flatMap((row) => ('record' in row ? [Object.values(row.record)] : []))
    for (const cells of [
      ['BU61 ABC', '£1,250', 'V778'],
      ['BU62 ABC', '£1,300', 'V750'],
    ])
      expect(plates.map((plate) => plate.toSorted())).toContainEqual(cells.toSorted())
  })

  it('a list has a unique name for each column, including repeated and blank ones', async () => {
    expect(await records('a,,a,b\n1,2,3,4\n')).toEqual([
      { 'a (column A)': '1', 'column B': '2', 'a (column C)': '3', b: '4' },
    ])
    expect(Object.keys((await records(`${',x'.repeat(28)}\n1\n`))[0] as object)).toContain('x (column AC)')
  })

  it('a list with more cells than headings rejects only that row', async () => {
    expect(await read('a,b\n1,2,3\n1,2,\n4,5\n')).toEqual([
      { line: 2, reason: 'it has 3 cells where the first line has 2' },
      { line: 3, record: { a: '1', b: '2' } },
      { line: 4, record: { a: '4', b: '5' } },
    ])
  })

  it.each([
    ['nothing', '', 'The file is empty.'],
    ['a broken workbook', Buffer.from('504b030414000600', 'hex'), 'The workbook cannot be read'],
    [
      'more than 256 columns',
      `a,${Array.from({ length: 300 }, (_, index) => `b${index}`).join()}\n1\n`,
      'The list has more than 256 columns (line 1)',
    ],
    ['JSON that breaks off', '[{"a": 1}, {"a": ', 'ends in the middle of the row that begins on line 1'],
    ['JSON that is none', '[{"a": 1}, {a: 2}]', 'The row that begins on line 1 is not valid JSON'],
    ['JSON of other things', '[1, 2]', 'Line 1 of the JSON is not an object'],
    [
      'two encodings',
      Buffer.concat([Buffer.from('a\n£\n'), Buffer.from('£\n', 'latin1')]),
      'mixes encodings',
    ],
  ])('a list that contains %s is rejected', async (_, content, text) => {
    await expect(read(content)).rejects.toThrow(text)
  })

  it.each([
    ['a cell', `a,b\n1,2\n3,${'x'.repeat(10_000_000)}\n5,6\n`],
    ['a quoted cell', `a,b\n1,2\n3,"${'x\n'.repeat(5_000_000)}"\n5,6\n`],
    ['a JSON row', `{"a":1}\n{"a":2}\n{"a":"${'x'.repeat(10_000_000)}"}\n`],
  ])('a list with %s of 10 MB is rejected, with its line', async (_, content) => {
    await expect(read(content)).rejects.toThrow(/begins on line 3 is longer than a million characters/)
    expect(MAX_ROW_LENGTH).toBe(1_000_000)
  })
})
