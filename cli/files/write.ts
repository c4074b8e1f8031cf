import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeFileAtomically } from '#services/durable-file.ts'
import { csvLine } from '#shared/text/csv-cell.ts'
import { escapeControlInLines } from '#shared/text/escape-control.ts'
import { CliError } from '../errors.ts'

export type Format = 'csv' | 'json'

type Rows = AsyncIterable<Record<string, unknown>>

/** Begins with a byte order mark, without which Excel reads £ as two letters. */
async function* csvText(rows: Rows, columns: readonly string[]): AsyncGenerator<string, void> {
  yield `\ufeff${csvLine(columns)}`
  for await (const row of rows) yield csvLine(columns.map((column) => row[column]))
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

async function* escaped(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  for await (const piece of text) yield escapeControlInLines(piece.replaceAll('\r\n', '\n'))
}

/** @param path null means standard output */
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
    // Only a terminal needs escaping; a pipe gets the stored values.
    const output = process.stdout.isTTY ? escaped(text) : text
    await pipeline(Readable.from(output), process.stdout, { end: false })
    return count
  }
  await orUnwritable(path, writeFileAtomically(path, text))
  return count
}

/** @throws CliError that says why the file cannot be written */
export const orUnwritable = (path: string, work: Promise<void>): Promise<void> =>
  work.catch((error: NodeJS.ErrnoException) => {
    throw error.code ? new CliError(`${path} cannot be written (${error.code}).`) : error
  })
