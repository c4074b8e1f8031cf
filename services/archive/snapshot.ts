import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { type ArchiveName, EXPLORER_LIST } from '#shared/sales/explorers.ts'

export const ENCODINGS = ['identity', 'br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

export const fileName = (name: ArchiveName, encoding: Encoding) =>
  `${name}.json${{ identity: '', br: '.br', gzip: '.gz' }[encoding]}`

const fileSchema = z.object({ bytes: z.number(), sha256: z.string() })
const exportSchema = z.object({
  totalRecords: z.number(),
  identity: fileSchema,
  br: fileSchema,
  gzip: fileSchema,
})
const manifestSchema = z.object({
  exportedAt: z.iso.datetime(),
  exports: z.record(z.enum(EXPLORER_LIST.map(({ archive }) => archive)), exportSchema),
})

export type Manifest = z.output<typeof manifestSchema>

export interface Snapshot extends Manifest {
  folder: string
}

/** The timer of many sales publishes them each night. */
const LATE_AFTER_MS = 36 * 3_600_000

/** Whether the timer has missed a night. */
export const isLate = ({ exportedAt }: Snapshot, now: Date): boolean =>
  now.getTime() - Date.parse(exportedAt) > LATE_AFTER_MS

export const archiveFolder = (dataDir: string) => join(dataDir, 'archive')

/** 20261121T075216123Z-4f1c9a; names sort by time, and drafts do not match. */
const SNAPSHOT_NAME = /^\d{8}T\d{9}Z-[0-9a-f]{6}$/

/** Newest first. */
export async function listSnapshots(dataDir: string): Promise<string[]> {
  const names = await readdir(archiveFolder(dataDir)).catch(() => [])
  return names.filter((name) => SNAPSHOT_NAME.test(name)).sort((a, b) => (a < b ? 1 : -1))
}

/** The newest snapshot whose files match its manifest; damaged ones are skipped. */
export async function loadSnapshot(
  dataDir: string,
  onDamage: (folder: string, reason: string) => void = () => {},
): Promise<Snapshot | null> {
  for (const name of await listSnapshots(dataDir)) {
    const folder = join(archiveFolder(dataDir), name)
    try {
      const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))
      await checkFiles(folder, manifest)
      return { ...manifest, folder }
    } catch (error) {
      onDamage(folder, error instanceof DamagedFile ? error.message : 'its manifest cannot be read')
    }
  }
  return null
}

class DamagedFile extends Error {}

async function checkFiles(folder: string, { exports }: Manifest): Promise<void> {
  for (const { archive: name } of EXPLORER_LIST)
    for (const encoding of ENCODINGS) {
      const file = join(folder, fileName(name, encoding))
      const { bytes, sha256 } = exports[name][encoding]
      const size = await stat(file).then(
        (found) => found.size,
        () => null,
      )
      if (size === null) throw new DamagedFile(`${fileName(name, encoding)} is missing`)
      if (size !== bytes || (await hashFile(file)) !== sha256)
        throw new DamagedFile(`${fileName(name, encoding)} does not match its checksum`)
    }
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
