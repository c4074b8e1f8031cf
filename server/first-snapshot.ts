/** Static exports for a site that has none yet, so that its sales never depend on the backend alone. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedClient, openBackend } from '#db/embedded.ts'
import { SALES_COMPILED_AT } from '#db/seed.ts'
import { publishSnapshot } from '#services/archive/publish.ts'
import type { Log } from '#services/log.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { MOST_ARCHIVED } from '#shared/sales/archive.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import type { ArchiveServer } from './archive-handler.ts'

export const SNAPSHOT_NOT_PUBLISHED = 'The first snapshot of the sales could not be published'

interface Options {
  archive: ArchiveServer
  client: BackendClient
  isEmbedded: boolean
  dataDir: string
  log: Log
}

const COMPILED = new Date(SALES_COMPILED_AT)

/**
 * Called until there is a snapshot of the backend, unless it has many sales. While a hosted backend is away, the sales that ship are published
 * instead. Never throws.
 */
export async function publishFirstSnapshot(options: Options): Promise<void> {
  const { archive, client, isEmbedded, dataDir, log } = options
  try {
    const current = await archive.current()
    const isShipped = current?.exportedAt === COMPILED.toISOString()
    if (current && (isEmbedded || !isShipped)) return
    if (await areManySales(client).catch(() => false)) return
    try {
      const isUnchanged = isEmbedded && (await areSalesUnchanged(client))
      await publishSnapshot(client, dataDir, isUnchanged ? COMPILED : new Date())
    } catch (error) {
      if (!current && !isEmbedded) await publishShippedSales(dataDir)
      throw error
    }
  } catch (error) {
    log.error(SNAPSHOT_NOT_PUBLISHED, error)
  }
}

/** Exporting a million takes 20 seconds of CPU on each new server: `archive publish` does it, on one. */
async function areManySales(client: BackendClient): Promise<boolean> {
  const { data } = await client.from('sales').select('id').order('id').range(MOST_ARCHIVED, MOST_ARCHIVED)
  return data?.length === 1
}

/** Rows of the seed have the day of its compilation until the dealer changes them. */
async function areSalesUnchanged(client: BackendClient): Promise<boolean> {
  for (const { table } of EXPLORER_LIST) {
    const { data } = await client.from(table).select('id').neq('updated_at', SALES_COMPILED_AT).limit(1)
    if (data?.length !== 0) return false
  }
  return true
}

async function publishShippedSales(dataDir: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shipped-sales-'))
  try {
    const shipped = openBackend({ dataDir: folder })
    try {
      const client = embeddedClient(shipped, shipped.anonKey)
      await publishSnapshot(client, dataDir, COMPILED)
    } finally {
      shipped.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
