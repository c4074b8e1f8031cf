import { describe, expect, it } from 'vitest'
import { parseCsv, parseCsvRecords } from './csv.ts'

describe('comma-separated values', () => {
  it.each([
    ['', []],
    ['a', [['a']]],
    [
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a,"b, ""c"""\r\n', [['a', 'b, "c"']]],
    ['"two\nlines",x', [['two\nlines', 'x']]],
    ['a,', [['a', '']]],
    [',\n', [['', '']]],
    ['""', [['']]],
    ['\ufeffa,b', [['a', 'b']]],
  ])('%j is %j', (text, rows) => {
    expect(parseCsv(text)).toEqual(rows)
  })

  it.each(['a,"b', 'a"b', '"a"b'])('%j is refused', (text) => {
    expect(() => parseCsv(text)).toThrow(/Line 1: a stray or unclosed quote/)
  })

  it('records take their names from the first line', () => {
    expect(parseCsvRecords('id,name\n1,"A, B"\n')).toEqual([{ id: '1', name: 'A, B' }])
  })

  it('a record of another length is refused with its row', () => {
    expect(() => parseCsvRecords('id,name\n1,A\n2\n')).toThrow(
      'Row 3 has 1 fields where the first line has 2',
    )
  })
})
