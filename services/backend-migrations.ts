/** Compares the files of supabase/ with those that a PostgreSQL has. data/migrate-postgres.ts applies them. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { DataFault } from '#data/data-fault.ts'
import { describeOtherMigrations, type MigrationFile } from '#data/migrate-postgres.ts'
import type { Reader } from '#data/tables.ts'

type HostedFile = Pick<MigrationFile, 'name' | 'digest'>

const SUPABASE = new URL('../supabase/', import.meta.url)

/** Where the files that are applied are noted. */
export const readHostedState = (): string => readFileSync(new URL('state.sql', SUPABASE), 'utf8')

/** The files in the order in which they are applied: each migration once, and all others whenever one of them differs. */
export function readHostedFiles(folder = SUPABASE): MigrationFile[] {
  const within = (name: string) =>
    readdirSync(new URL(name, folder))
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => name + file)
  return [...within('migrations/'), ...within('current/'), 'access.sql'].map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    return { name, sql: text, digest: createHash('sha256').update(text).digest('hex') }
  })
}

const UNKNOWN_TABLE = '42P01'

/** @returns the names of the files. */
export async function findMissingFiles(
  reader: Reader,
  files: readonly HostedFile[] = readHostedFiles(),
): Promise<string[]> {
  const digests = new Map((await readAppliedFiles(reader)).map(({ name, digest }) => [name, digest]))
  return files.filter(({ name, digest }) => digests.get(name) !== digest).map(({ name }) => name)
}

/** Why a migration by this version would be refused, or null. */
export const findOtherMigrations = async (reader: Reader): Promise<string | null> =>
  describeOtherMigrations(await readAppliedFiles(reader), readHostedFiles())

async function readAppliedFiles(reader: Reader): Promise<HostedFile[]> {
  try {
    return (await sql<HostedFile>`SELECT name, digest FROM applied_files`.execute(reader)).rows
  } catch (error) {
    if (error instanceof DataFault && error.code === UNKNOWN_TABLE) return []
    throw error
  }
}
