/** Opens packages/sqlite-rest with the migrations and the seed of this folder; every OpenError becomes a StartError. */
import { readdirSync, readFileSync } from 'node:fs'
import { StartError } from '#env.ts'
import * as database from '#packages/sqlite-rest/database.ts'
import * as keys from '#packages/sqlite-rest/keys-file.ts'
import * as backend from '#packages/sqlite-rest/open-backend.ts'
import { OpenError } from '#packages/sqlite-rest/open-error.ts'
import { type BackendClient, createBackendClient } from '#shared/data/client.ts'
import { prepareDataDir } from './private-files.ts'
import { seedDatabase } from './seed.ts'

interface EmbeddedOptions extends Omit<backend.BackendOptions, 'migrations' | 'seed'> {
  /** Whether a new database gets the documented sales and the demonstration stock; default true. */
  seed?: boolean
}

export const openBackend = ({ seed = true, ...options }: EmbeddedOptions): backend.EmbeddedBackend =>
  open(options.dataDir, () =>
    backend.openBackend({
      ...options,
      migrations: readMigrations(),
      ...(seed ? { seed: seedDatabase } : {}),
    }),
  )

/** No request to it leaves the process. */
export const EMBEDDED_REST_URL = 'http://embedded.invalid/rest/v1'

/** A client of a backend in this process. @param key the backend's service or public key */
export const embeddedClient = (opened: Pick<backend.EmbeddedBackend, 'fetch'>, key: string): BackendClient =>
  createBackendClient({ url: EMBEDDED_REST_URL, key }, (input, init) =>
    opened.fetch(new Request(input, init)),
  )

export const openDatabase = (dataDir: string, migrations = readMigrations()): database.OpenDatabase =>
  open(dataDir, () => database.openDatabase(dataDir, migrations))

export const rotateKeys = (dataDir: string): void => asStartError(() => keys.rotateKeys(dataDir))

export function readMigrations(): string[] {
  const folder = new URL('./migrations/', import.meta.url)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
}

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
