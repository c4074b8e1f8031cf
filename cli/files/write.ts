/** Writes rows as CSV or JSON. */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { csvLine } from '../../app/shared/csv-cell.ts'
import { escapeControlInLines } from '../../app/shared/escape-control.ts'
import { CliError } from '../errors.ts'

export type Format = 'csv' | 'json'

type Rows = AsyncIterable<Record<string, unknown>>

/** With a byte order mark, without which Excel takes £ for two letters. */
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

async function* visible(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  for await (const piece of text) yield escapeControlInLines(piece.replaceAll('\r\n', '\n'))
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
    // A pipe gets what is stored, a terminal what is safe to look at.
    const shown = process.stdout.isTTY ? visible(text) : text
    await pipeline(Readable.from(shown), process.stdout, { end: false })
    return count
  }
  const draft = `${path}.${process.pid}.part`
  try {
    await pipeline(Readable.from(text), createWriteStream(draft, { flush: true, mode: 0o600 }))
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    const { code } = error as NodeJS.ErrnoException
    throw code ? new CliError(`${path} cannot be written (${code}).`) : error
  }
  return count
}
