/** Finds the files of supabase/migrations that a hosted backend lacks, by the tables and columns that it has. */
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'

type Migration = readonly [file: string, adds: readonly [table: string, column: string] | null]

/**
 * The files in order, each with a table, view or column that it adds. Null: it adds only indexes or functions, so it
 * counts as missing if the file after it is missing.
 */
export const MIGRATIONS: readonly Migration[] = [['20261214000000_baseline.sql', ['audit', 'person_id']]]

/** Error codes: unknown table or view (PostgreSQL and PostgREST's cache), unknown column. */
const UNKNOWN = new Set(['42P01', 'PGRST205', '42703'])

/** @returns the names of the files, in the order in which they must be applied. @throws DataError */
export async function findMissingMigrations(
  client: BackendClient,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<string[]> {
  const missing = await Promise.all(migrations.map(([, adds]) => adds && isMissing(client, adds)))
  return migrations.filter((_, index) => missing[index] ?? missing[index + 1]).map(([file]) => file)
}

async function isMissing(
  client: BackendClient,
  [table, column]: readonly [string, string],
): Promise<boolean> {
  const { error, status } = await client.from(table).select(column).limit(1)
  if (!error) return false
  if (UNKNOWN.has(error.code)) return true
  throw new DataError(error, status)
}
