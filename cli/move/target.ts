/** Opens what a move may copy to. */
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import { openPostgres } from '#data/open-postgres.ts'
import { openData, openDatabase } from '#db/embedded.ts'
import type { Env } from '#env.ts'
import { DATABASE_NAME } from '#packages/sqlite-rest/database.ts'
import { UsageError } from '../errors.ts'
import { requireDatabaseUrl } from '../require-database-url.ts'
import type { Terminal } from '../terminal.ts'
import type { Side } from './move-everything.ts'

interface Address {
  /** 'db.example.co.uk:5432/plateworthy': neither user nor password. */
  name: string
  host: string
  /** Encrypted, to a server whose certificate is verified. */
  isVerified: boolean
}

/** As the driver reads it. @throws Error whose message has neither user nor password */
async function readAddress(url: string): Promise<Address> {
  const { default: pg } = await import('pg')
  const { host, port, database, ssl } = new pg.Client(url)
  // `true`, or options of node:tls, which its types leave out.
  const { rejectUnauthorized = true } = ssl as unknown as ConnectionOptions
  return { name: `${host}:${port}/${database}`, host, isVerified: Boolean(ssl) && rejectUnauthorized }
}

/** Identifies the backend of the environment to the other side. */
export const nameOf = async ({ DATABASE_URL, DATA_DIR }: Env): Promise<string> =>
  DATABASE_URL ? (await readAddress(DATABASE_URL)).name : nameOfFolder(DATA_DIR)

const nameOfFolder = (dataDir: string) => `the database in ${realpathSync(dataDir)}`

const isThisMachine = (host: string) => /^(?:\/.*|localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

/** @param given TARGET_DATABASE_URL */
export async function openHosted(given: string | undefined, source: Env, terminal: Terminal): Promise<Side> {
  const url = await requireDatabaseUrl(terminal, given, 'TARGET_DATABASE_URL', "The target's DATABASE_URL")
  const { name, host, isVerified } = await readAddress(url).catch(({ message }: Error) => {
    throw new UsageError(`TARGET_DATABASE_URL cannot be used: ${message}.`)
  })
  if (name === (await nameOf(source))) throw new UsageError('The target is the current backend.')
  if (!isVerified && !isThisMachine(host))
    throw new UsageError(
      'TARGET_DATABASE_URL must have ?sslmode=verify-full at its end, because its password and every row are sent there.',
    )
  return { name, isEmbedded: false, database: openPostgres(url, { connections: 2 }) }
}

export const hasDatabase = (folder: string): boolean => existsSync(join(folder, DATABASE_NAME))

/** Without the sales and plates that a new database gets. */
export function openFolder(dataDir: string): Side {
  const isNew = !hasDatabase(dataDir)
  const { writer, close } = openDatabase(dataDir)
  if (isNew)
    writer.prepare("INSERT INTO meta (key, value) VALUES ('seeded_at', ?)").run(new Date().toISOString())
  close()
  return { name: nameOfFolder(dataDir), isEmbedded: true, database: openData(dataDir) }
}
