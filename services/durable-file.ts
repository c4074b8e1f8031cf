import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** After a crash or power cut the file is complete or absent; a draft `.<name>.<8 hex digits>` may remain. */
export async function writeFileAtomically(
  path: string,
  content: Uint8Array | AsyncIterable<string>,
): Promise<void> {
  const folder = dirname(path)
  const draft = join(folder, `.${basename(path)}.${randomBytes(4).toString('hex')}`)
  try {
    const source = content instanceof Uint8Array ? [content] : content
    await pipeline(Readable.from(source), createWriteStream(draft, { flags: 'wx', flush: true, mode: 0o600 }))
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(folder)
}

export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes renames durable where the file system can sync a folder. Windows cannot open one. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
