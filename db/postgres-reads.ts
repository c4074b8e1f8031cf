/** The reads of the contract over PostgreSQL, with whichever role the database was opened as. */
import { CompiledQuery } from 'kysely'
import type { DataFault } from '#data/data-fault.ts'
import type { Database } from '#data/tables.ts'
import { databaseBusy, databaseUnavailable, tookTooLong } from '#packages/sqlite-rest/errors.ts'
import { type PostgresOptions, servePostgres } from '#packages/sqlite-rest/postgres/serve-postgres.ts'
import type { Statement } from '#packages/sqlite-rest/postgres/statement.ts'
import type { RestServer } from '#packages/sqlite-rest/rest-server.ts'
import { tables } from './schema.ts'

/** @throws RestError */
export async function runStatement(
  database: Database,
  { text, values }: Statement,
): Promise<Record<string, unknown>> {
  try {
    const query = CompiledQuery.raw(text, [...values])
    const { rows } = await database.getExecutor().executeQuery<Record<string, unknown>>(query)
    return rows[0] ?? {}
  } catch (error) {
    const { kind } = error as DataFault
    if (kind === 'slow') throw tookTooLong()
    if (kind === 'busy') throw databaseBusy()
    if (kind === 'lost') throw databaseUnavailable()
    throw error
  }
}

/** The tables of the site. */
export const serveReads = (options: Omit<PostgresOptions, 'schema'>): RestServer =>
  servePostgres({ schema: tables, ...options })
