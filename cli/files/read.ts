import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { CliError } from '../errors.ts'
import { readCsv } from './csv.ts'
import { decodeText } from './decode.ts'
import { readJson } from './json.ts'

export type FileRow = { line: number; record: Record<string, unknown> } | { line: number; reason: string }

export interface HeadingSearch {
  /** The likelihood that a row has the headings; negative if it cannot. */
  score(cells: readonly string[]): number
  found(line: number): void
}

export interface RowFile {
  rows: AsyncIterable<FileRow>
  /** The share of the file that has been read, from 0 to 1; null for a pipe. */
  progress(): number | null
}

/** @param path `-` means standard input */
export async function openRowFile(path: string, search?: HeadingSearch): Promise<RowFile> {
  if (path === '-') return { rows: readRows(process.stdin, search), progress: () => null }
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${error.code}).`,
    )
  })
  if (found.isDirectory()) throw new CliError(`${path} is a folder: name a file in it.`)
  const stream = createReadStream(path)
  return {
    rows: readRows(stream, search),
    progress: () => (found.size === 0 ? 1 : stream.bytesRead / found.size),
  }
}

export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  search?: HeadingSearch,
): AsyncGenerator<FileRow, void> {
  const text = decodeText(refuseWorkbooks(bytes))
  let head = ''
  while (!/[^\s\ufeff]/.test(head)) {
    const { value, done } = await text.next()
    if (done) throw new CliError('The file is empty.')
    head += value
  }
  async function* whole() {
    yield head
    yield* text
  }
  yield* /^[\s\ufeff]*[[{]/.test(head) ? readJson(whole()) : readCsv(whole(), search)
}

async function* refuseWorkbooks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let isFirst = true
  for await (const chunk of bytes) {
    if (isFirst && /^(504b0304|d0cf11e0)/.test(Buffer.from(chunk.subarray(0, 4)).toString('hex')))
      throw new CliError('This is a workbook: save its sheet as “CSV UTF-8” and import that.')
    isFirst = false
    yield chunk
  }
}
