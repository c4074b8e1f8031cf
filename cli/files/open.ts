import { readFile, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { openRows, type ReadOptions, type RowFile } from '#services/import/files/read.ts'
import { CliError } from '../errors.ts'

/** @param path `-` means standard input */
export async function openRowFile(path: string, options: ReadOptions = {}): Promise<RowFile> {
  if (path === '-') return openRows(await buffer(process.stdin), options)
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${error.code}).`,
    )
  })
  if (found.isDirectory()) throw new CliError(`${path} is a folder: name a file in it.`)
  return openRows(await readFile(path), options)
}
