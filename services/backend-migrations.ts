/** Finds the files of supabase/ that a hosted backend lacks. deploy/migrate.sh applies them. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'

/** The files in the order in which they are applied: each migration once, and all others whenever one of them differs. */
export function readHostedFiles(folder = new URL('../supabase/', import.meta.url)) {
  const within = (name: string) =>
    readdirSync(new URL(name, folder))
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => name + file)
  return [...within('migrations/'), ...within('current/'), 'access.sql'].map((name) => {
    const sql = readFileSync(new URL(name, folder), 'utf8')
    return { name, sql, digest: createHash('sha256').update(sql).digest('hex') }
  })
}

/** Error codes: unknown table or view (PostgreSQL and PostgREST's cache). */
const UNKNOWN = new Set(['42P01', 'PGRST205'])

/** @returns the names of the files. */
export async function findMissingFiles(
  client: BackendClient,
  files: readonly { name: string; digest: string }[] = readHostedFiles(),
): Promise<string[]> {
  const { data, error, status } = await client.from('applied_files').select('name,digest')
  if (error && !UNKNOWN.has(error.code)) throw new DataError(error, status)
  const applied = new Map(data?.map(({ name, digest }) => [name, digest]))
  return files.filter(({ name, digest }) => applied.get(name) !== digest).map(({ name }) => name)
}
