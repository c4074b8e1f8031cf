/** Opens packages/sqlite-rest with the migrations and the seed of this folder; every OpenError becomes a StartError. */
import { join } from 'node:path'
import type { OpenOptions } from '#data/open-kysely.ts'
import { openSqlite } from '#data/open-sqlite.ts'
import type { Database } from '#data/tables.ts'
import { StartError } from '#env.ts'
import * as database from '#packages/sqlite-rest/database.ts'
import * as keys from '#packages/sqlite-rest/keys-file.ts'
import * as backend from '#packages/sqlite-rest/open-backend.ts'
import { OpenError } from '#packages/sqlite-rest/open-error.ts'
import { type BackendClient, createBackendClient } from '#shared/data/client.ts'
import { currentSchema } from './current-schema.ts'
import { prepareDataDir } from './private-files.ts'
import { readMigrations } from './read-sql.ts'
import { tables } from './schema.ts'
import { seedDatabase } from './seed.ts'

interface EmbeddedOptions extends Omit<backend.BackendOptions, 'sql' | 'schema' | 'seed'> {
  /** Whether a new database gets the documented sales and the demonstration stock; default true. */
  seed?: boolean
}

export const openBackend = ({ seed = true, ...options }: EmbeddedOptions): backend.EmbeddedBackend =>
  open(options.dataDir, () =>
    backend.openBackend({
      ...options,
      sql: { migrations: readMigrations(), current: currentSchema },
      schema: tables,
      ...(seed ? { seed: seedDatabase } : {}),
    }),
  )

/** The services' way to a database that `openBackend` has brought to this version. Close it before the backend. */
export const openData = (dataDir: string, options: OpenOptions = {}): Database =>
  openSqlite(join(dataDir, database.DATABASE_NAME), options)

/** No request to it leaves the process. */
export const IN_PROCESS_REST_URL = 'http://embedded.invalid/rest/v1'

/** A client of a backend in this process. */
export const embeddedClient = (opened: Pick<backend.EmbeddedBackend, 'fetch' | 'anonKey'>): BackendClient =>
  createBackendClient({ url: IN_PROCESS_REST_URL, key: opened.anonKey }, (input, init) =>
    opened.fetch(new Request(input, init)),
  )

/** @param current default: the views and triggers of this version */
export const openDatabase = (
  dataDir: string,
  migrations = readMigrations(),
  current = currentSchema,
): database.OpenDatabase => open(dataDir, () => database.openDatabase(dataDir, { migrations, current }))

export const rotateKeys = (dataDir: string): void => asStartError(() => keys.rotateKeys(dataDir))

function open<Opened>(dataDir: string, opening: () => Opened): Opened {
  prepareDataDir(dataDir)
  return asStartError(opening)
}

function asStartError<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof OpenError ? new StartError(error.message, { cause: error }) : error
  }
}
