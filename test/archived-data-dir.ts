import { cpSync } from 'node:fs'
import { embeddedClient, openBackend } from '#db/embedded.ts'
import { publishSnapshot } from '#services/archive/publish.ts'
import { sharedDataDir, temporaryFolder } from './temporary-folder.ts'

const ARCHIVED_AT = new Date('2025-09-13T10:00:00Z')

let archived: Promise<string> | undefined

/** A DATA_DIR with the seed and a snapshot of its sales, for a site whose hosted backend is away. */
export async function archivedDataDir(): Promise<string> {
  archived ??= publish()
  const folder = temporaryFolder()
  cpSync(await archived, folder, { recursive: true })
  return folder
}

/** Once in a worker. */
async function publish(): Promise<string> {
  const dataDir = sharedDataDir()
  const backend = openBackend({ dataDir })
  const client = embeddedClient(backend)
  await publishSnapshot(client, dataDir, ARCHIVED_AT)
  backend.close()
  return dataDir
}
