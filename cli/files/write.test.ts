import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FileRow } from '#services/import/files/file-row.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { openRowFile } from './open.ts'
import { writeRows } from './write.ts'

async function* from(rows: Record<string, unknown>[]) {
  yield* rows
}

async function written(rows: Record<string, unknown>[], format: 'csv' | 'json') {
  const path = join(temporaryFolder(), `list.${format}`)
  await writeRows(from(rows), { path, format, columns: ['a', 'b'] })
  return path
}

it('an export opens in Excel: with a byte order mark, CRLF, and quotation marks where needed', async () => {
  const path = await written(
    [
      { a: 'x, "y"', b: null },
      { a: true, b: 1250 },
    ],
    'csv',
  )
  expect(readFileSync(path, 'utf8')).toBe('\ufeffa,b\r\n"x, ""y""",\r\nyes,1250\r\n')
})

it('an export round-trips any text', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((value) => !value.includes('\r'))
  const sign = fc.constantFrom('=', "'", '"', ',', ';', '\n', '+', '-', '@', '\t')
  const cell = fc
    .tuple(fc.array(sign, { maxLength: 3 }), text)
    .map(([signs, words]) => signs.join('') + words)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ a: cell, b: cell }), { minLength: 1, maxLength: 5 }),
      async (rows) => {
        const path = await written(rows, 'csv')
        const file = await openRowFile(path)
        const read: FileRow[] = []
        for await (const row of file.rows) read.push(row)
        // A row of blank cells is still a row: two names, one comma.
        expect(read.map((row) => ('record' in row ? [row.record.a, row.record.b] : row))).toEqual(
          rows.map(({ a, b }) => [a, b]),
        )
      },
    ),
    { numRuns: 60 },
  )
})

it('an export is written completely or not at all', async () => {
  const folder = temporaryFolder()
  async function* breaking() {
    yield { a: 1, b: 2 }
    throw new Error('the backend went away')
  }
  const path = join(folder, 'list.csv')
  await expect(writeRows(breaking(), { path, format: 'csv', columns: ['a'] })).rejects.toThrow('went away')
  expect(readdirSync(folder)).toEqual([])
})

it('an export reports that it cannot be written', async () => {
  const path = join(temporaryFolder(), 'missing', 'list.csv')
  await expect(writeRows(from([]), { path, format: 'csv', columns: ['a'] })).rejects.toThrow(
    /list\.csv cannot be written \(ENOENT\)/,
  )
})
