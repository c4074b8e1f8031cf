/**
 * A published snapshot on disk: a folder of DATA_DIR/archive, named by its moment, with the static exports,
 * their packed copies and a manifest that holds the length and sha256 of each. The newest whole one counts;
 * a folder that does not match its manifest is passed over, so nothing half-written is ever served.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { ArchiveName } from '../../app/features/sales/archive.ts'

/** The exports and the tables that they hold. */
export const ARCHIVES = { sales: 'sales', 'jersey-sales': 'jersey_sales' } as const satisfies Record<
  ArchiveName,
  string
>

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
  exports: z.object({ sales: exportSchema, 'jersey-sales': exportSchema }),
})

export type Manifest = z.output<typeof manifestSchema>

export interface Snapshot extends Manifest {
  folder: string
}

export const archiveFolder = (dataDir: string) => join(dataDir, 'archive')

/** 20261121T075216123Z-4f1c9a: names sort by time. Drafts have another form and are never looked at. */
const NAME = /^\d{8}T\d{9}Z-[0-9a-f]{6}$/

/** Names of the published folders, the newest first. */
export async function listSnapshots(dataDir: string): Promise<string[]> {
  const names = await readdir(archiveFolder(dataDir)).catch(() => [])
  return names.filter((name) => NAME.test(name)).sort((a, b) => (a < b ? 1 : -1))
}

/** The newest whole snapshot, or null. `onDamage` hears of each that had to be passed over. */
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
      onDamage(folder, error instanceof Mismatch ? error.message : 'its manifest cannot be read')
    }
  }
  return null
}

class Mismatch extends Error {}

async function checkFiles(folder: string, { exports }: Manifest): Promise<void> {
  for (const name of Object.keys(ARCHIVES) as ArchiveName[])
    for (const encoding of ENCODINGS) {
      const file = join(folder, fileName(name, encoding))
      const { bytes, sha256 } = exports[name][encoding]
      const size = await stat(file).then(
        (found) => found.size,
        () => null,
      )
      if (size === null) throw new Mismatch(`${fileName(name, encoding)} is missing`)
      if (size !== bytes || (await hashFile(file)) !== sha256)
        throw new Mismatch(`${fileName(name, encoding)} is not as it was published`)
    }
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
