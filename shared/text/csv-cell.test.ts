import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvCell, csvLine, escapeFormula, unescapeFormula } from './csv-cell.ts'

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const BLANKS = [
  '',
  ' ',
  '\u00a0',
  '\u3000',
  '\u2009',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u{13430}', // joins hieroglyphs
  '\u0600', // stands before an Arabic number
  '\u00ad',
  '\t',
  '\r',
  '\n',
  ' \u200b\t',
]

it.each(SIGNS.flatMap((sign) => BLANKS.map((blank) => `${blank}${sign}1+1`)))(
  'a text that a spreadsheet would read as a formula, such as %j, gets an apostrophe, which an import takes away',
  (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`)
    expect(unescapeFormula(`'${text}`)).toBe(text)
  },
)

it.each(['\tplain', '\rplain', '\nplain', "'=1", "''=1", "' =1"])(
  'a text that a spreadsheet would read as a formula, such as %j, is escaped as well',
  (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`)
    expect(unescapeFormula(`'${text}`)).toBe(text)
  },
)

it.each(["it's", "'quoted'", 'A=1', 'A 1', ' A 1', '', '£5', '#1'])(
  'the text %j is not a formula',
  (text) => {
    expect(escapeFormula(text)).toBe(text)
    expect(unescapeFormula(text)).toBe(text)
  },
)

it.each([
  ['A 1', 'A 1'],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['a\tb', '"a\tb"'],
  ['a\nb', '"a\nb"'],
  ['a\rb', '"a\rb"'],
  ['a "b"', '"a ""b"""'],
  [' a', '" a"'],
  ['a\u00a0', '"a\u00a0"'],
  ['=a;"b"', '"\'=a;""b"""'],
  ['-5', "'-5"],
  [-5, '-5'],
  [12, '12'],
  [true, 'yes'],
  [false, 'no'],
  [null, ''],
  [undefined, ''],
])('the cell %j is written as %j', (value, expected) => {
  expect(csvCell(value)).toBe(expected)
})

it('no generated text starts a formula in a spreadsheet, and each round-trips', () => {
  const part = fc.oneof(
    fc.constantFrom(...SIGNS, ...BLANKS, "'", '"', ',', ';', '\r\n'),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (texts) => {
      const line = csvLine(texts)
      const [cells = []] = parse(line, { bom: false, record_delimiter: '\r\n' }) as string[][]
      expect(cells.map(unescapeFormula)).toEqual(texts)
      for (const cell of cells) {
        // Independent of the regular expression under test.
        const first = [...cell].find((letter) => !/[\s\p{Cc}\p{Cf}]/u.test(letter)) ?? ''
        expect(SIGNS).not.toContain(first)
        expect(['\t', '\r', '\n']).not.toContain(cell[0])
      }
      // A spreadsheet that expects another delimiter must not split within a cell.
      for (const value of texts) if (/[;\t]/.test(value)) expect(csvCell(value)).toMatch(/^"/)
    }),
    { numRuns: 500 },
  )
})
