import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { BackendClient } from '#shared/data/client.ts'
import { readAll } from '#shared/data/read-all.ts'
import { requireRows } from '#shared/data/response.ts'
import { MOST_ARCHIVED } from '#shared/sales/archive.ts'
import { type ArchiveName, EXPLORER_LIST, type Explorer } from '#shared/sales/explorers.ts'
import { syncFolder } from '../durable-file.ts'
import {
  archiveFolder,
  ENCODINGS,
  fileName,
  hashFile,
  listSnapshots,
  type Manifest,
  type Snapshot,
} from './snapshot.ts'

const SNAPSHOTS_RETAINED = 2 // downloads of the previous one may be in progress
/** Age from which a draft is a leftover of a killed process. */
const STALE_DRAFT_MS = 3_600_000
const BROTLI_QUALITY = 6
const DURABLE = { flush: true, mode: 0o600 }

/** Renames a complete folder to its final name. @throws DataError if the backend cannot be read */
export async function publishSnapshot(
  client: BackendClient,
  dataDir: string,
  now = new Date(),
): Promise<Snapshot> {
  const root = archiveFolder(dataDir)
  await mkdir(root, { recursive: true, mode: 0o700 })
  const suffix = randomBytes(3).toString('hex')
  const draft = join(root, `.draft-${suffix}`)
  await mkdir(draft, { mode: 0o700 })
  try {
    const exportedAt = now.toISOString()
    const exports = {} as Manifest['exports']
    for (const explorer of EXPLORER_LIST)
      exports[explorer.archive] = await writeExport(client, draft, explorer, exportedAt)
    const manifest: Manifest = { exportedAt, exports }
    await writeFile(join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, DURABLE)
    await syncFolder(draft)
    const folder = join(root, `${await nextName(dataDir, exportedAt)}-${suffix}`)
    await rename(draft, folder)
    await syncFolder(root)
    await removeOldSnapshots(dataDir)
    return { ...manifest, folder }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Whether an export of this moment would have the sales of the snapshot. @throws DataError */
export async function isUpToDate(client: BackendClient, { exports, exportedAt }: Snapshot): Promise<boolean> {
  for (const { archive, table } of EXPLORER_LIST) {
    const hash = createHash('sha256')
    for await (const text of exportText(client, table, exportedAt)) hash.update(text)
    if (hash.digest('hex') !== exports[archive].identity.sha256) return false
  }
  return true
}

/** Whether a timer has to publish them: a million take 20 seconds of CPU. @throws DataError */
export async function areManySales(client: BackendClient): Promise<boolean> {
  for (const { table } of EXPLORER_LIST) {
    const beyond = client.from(table).select('id').order('id').range(MOST_ARCHIVED, MOST_ARCHIVED)
    if (requireRows(await beyond).length > 0) return true
  }
  return false
}

/** Sorts after every existing snapshot, even if the clock has been set back since. */
async function nextName(dataDir: string, exportedAt: string): Promise<string> {
  const [newest] = await listSnapshots(dataDir)
  const moment = newest?.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3}).*$/, '$1-$2-$3T$4:$5:$6.$7Z')
  const isLater = moment !== undefined && moment >= exportedAt
  const name = isLater ? new Date(Date.parse(moment) + 1).toISOString() : exportedAt
  return name.replace(/[-:.]/g, '')
}

/** @returns the number of sales, at the end */
async function* exportText(client: BackendClient, table: string, exportedAt: string) {
  let totalRecords = 0
  yield '{"data":['
  for await (const row of readAll(client, table)) {
    yield `${totalRecords === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`
    totalRecords += 1
  }
  yield `\n],"exportedAt":${JSON.stringify(exportedAt)},"totalRecords":${totalRecords}}\n`
  return totalRecords
}

async function writeExport(
  client: BackendClient,
  folder: string,
  { archive, table }: Explorer,
  exportedAt: string,
): Promise<Manifest['exports'][ArchiveName]> {
  const path = (encoding: (typeof ENCODINGS)[number]) => join(folder, fileName(archive, encoding))
  let totalRecords = 0
  async function* text() {
    totalRecords = yield* exportText(client, table, exportedAt)
  }
  await pipeline(Readable.from(text()), createWriteStream(path('identity'), DURABLE))
  const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  await pipeline(createReadStream(path('identity')), brotli, createWriteStream(path('br'), DURABLE))
  await pipeline(
    createReadStream(path('identity')),
    createGzip({ level: 6 }),
    createWriteStream(path('gzip'), DURABLE),
  )
  const files = await Promise.all(
    ENCODINGS.map(async (encoding) => [
      encoding,
      { bytes: (await stat(path(encoding))).size, sha256: await hashFile(path(encoding)) },
    ]),
  )
  return { totalRecords, ...Object.fromEntries(files) }
}

async function removeOldSnapshots(dataDir: string): Promise<void> {
  const root = archiveFolder(dataDir)
  for (const name of (await listSnapshots(dataDir)).slice(SNAPSHOTS_RETAINED))
    await rm(join(root, name), { recursive: true, force: true })
  for (const name of await readdir(root)) {
    if (!name.startsWith('.draft-')) continue
    const { mtimeMs } = await stat(join(root, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Date.now() - mtimeMs > STALE_DRAFT_MS) await rm(join(root, name), { recursive: true, force: true })
  }
}
