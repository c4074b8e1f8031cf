/** Static exports for a site that has none yet, so that its sales never depend on the backend alone. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedClient, openBackend } from '#db/embedded.ts'
import { SALES_COMPILED_AT } from '#db/seed.ts'
import { areManySales, publishSnapshot } from '#services/archive/publish.ts'
import type { Log } from '#services/log.ts'
import type { BackendClient } from '#shared/data/client.ts'
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
 * Called before the first answer. While a hosted backend is away, the sales that ship are published instead, until those of the
 * backend can follow. Never throws.
 */
export async function publishFirstSnapshot(options: Options): Promise<void> {
  const { archive, client, isEmbedded, dataDir, log } = options
  try {
    if (await archive.current()) return
    try {
      if (await areManySales(client)) return
      const isUnchanged = isEmbedded && (await areSalesUnchanged(client))
      await publishSnapshot(client, dataDir, isUnchanged ? COMPILED : new Date())
    } catch (error) {
      if (!isEmbedded) await publishShippedSales(dataDir)
      throw error
    }
  } catch (error) {
    log.error(SNAPSHOT_NOT_PUBLISHED, error)
  }
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
      const client = embeddedClient(shipped)
      await publishSnapshot(client, dataDir, COMPILED)
    } finally {
      shipped.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
