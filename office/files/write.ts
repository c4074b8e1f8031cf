/**
 * Writes rows as CSV or JSON. A cell that a spreadsheet would take for a formula gets an apostrophe before it,
 * which spreadsheets do not show; reading takes it away again, so that the value comes back unchanged.
 */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OfficeFault } from '../faults.ts'

export type Format = 'csv' | 'json'

/** What begins a formula, the full-width signs of East Asian keyboards included. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

export const neutralise = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell)
export const restore = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const cell = typeof value === 'string' ? neutralise(value) : String(value)
  return /[",;\n\r\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

type Rows = AsyncIterable<Record<string, unknown>>

/** With a byte order mark, without which Excel takes £ for two letters. */
async function* csvText(rows: Rows, columns: readonly string[]): AsyncGenerator<string, void> {
  yield `\ufeff${columns.join(',')}\r\n`
  for await (const row of rows) yield `${columns.map((column) => csvCell(row[column])).join(',')}\r\n`
}

async function* jsonText(rows: Rows, columns: readonly string[]): AsyncGenerator<string, void> {
  let separator = '[\n'
  for await (const row of rows) {
    yield separator +
      JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column] ?? null])))
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

/**
 * @param path null is standard output. A file appears whole or not at all.
 * @returns the number of rows
 */
export async function writeRows(
  rows: Rows,
  { path, format, columns }: { path: string | null; format: Format; columns: readonly string[] },
): Promise<number> {
  let count = 0
  async function* counted() {
    for await (const row of rows) {
      count += 1
      yield row
    }
  }
  const text = format === 'csv' ? csvText(counted(), columns) : jsonText(counted(), columns)
  if (path === null) {
    await pipeline(Readable.from(text), process.stdout, { end: false })
    return count
  }
  const draft = `${path}.${process.pid}.part`
  try {
    await pipeline(Readable.from(text), createWriteStream(draft, { flush: true, mode: 0o600 }))
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    const { code } = error as NodeJS.ErrnoException
    throw code ? new OfficeFault(`${path} cannot be written (${code}).`) : error
  }
  return count
}
