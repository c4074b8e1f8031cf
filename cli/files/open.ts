import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { openRows, type ReadOptions, type RowFile } from '#services/import/files/read.ts'
import { CliError } from '../errors.ts'

/** @param path `-` means standard input */
export const openRowFile = async (path: string, options: ReadOptions = {}): Promise<RowFile> =>
  openRows(path === '-' ? await buffer(process.stdin) : await readNamedFile(path), options)

/** @throws CliError that says why it cannot be read */
export async function readNamedFile(path: string): Promise<Buffer> {
  return readFile(path).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT') throw new CliError(`There is no file ${path}.`)
    if (code === 'EISDIR') throw new CliError(`${path} is a folder: name a file in it.`)
    throw new CliError(`${path} cannot be read (${code}).`)
  })
}
