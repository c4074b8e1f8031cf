import type { DatabaseSync } from 'node:sqlite'
import { TokenReader } from './auth.ts'
import { type DatabaseSql, openDatabase, truncateLog, tryAtOnce } from './database.ts'
import { Executor, prepareRead, type ReadQueries } from './execute.ts'
import { openKeys } from './keys-file.ts'
import { createRestServer } from './rest-handler.ts'
import type { RestServer } from './rest-server.ts'
import { statsQuery } from './sales-stats.ts'
import { LargeReads } from './scale/large-reads.ts'
import { LARGE_FROM_SALES, mayBeSlow, sizeCheck } from './scale/threshold.ts'
import type { Schema } from './schema.ts'

export interface EmbeddedBackend extends RestServer {
  readonly secret: string
  /** Statistics of the worker threads; all 0 in a small database. */
  readonly slowReads: { readonly started: number; readonly waiting: number; readonly refused: number }
  /** Increases with every committed change, including those of other processes. */
  dataVersion(): number
  /** The same without changes of the stock. */
  salesVersion(): number
  /** Empties SQLite's log, since it may hold deleted rows. Returns false if another connection is in use. */
  truncateLog(): boolean
  /** Returns false if another connection is in use. @param time as it is stored */
  removeAuditBefore(time: string): boolean
  close(): void
}

export interface BackendOptions {
  dataDir: string
  sql: DatabaseSql
  schema: Schema
  /** Runs at every opening, so it must be idempotent. */
  seed?: (database: DatabaseSync) => void
  largeFromSales?: number
  /** Not called for client errors. */
  onError?: (error: unknown) => void
}

/** @throws OpenError if the folder, the keys or the database cannot be used; nothing is damaged then */
export function openBackend({
  dataDir,
  sql,
  schema,
  seed,
  largeFromSales = LARGE_FROM_SALES,
  onError = console.error,
}: BackendOptions): EmbeddedBackend {
  const database = openDatabase(dataDir, sql, onError)
  let isClosed = false
  try {
    const keys = openKeys(dataDir)
    seed?.(database.writer)
    const version = database.reader.prepare('SELECT version FROM data_version')
    const salesVersion = database.reader.prepare('SELECT version - stock AS version FROM data_version')
    const executor = new Executor(database.reader)
    const tokens = new TokenReader(keys.anonKey, [keys.secret])
    const isLarge = sizeCheck(database.reader, schema, largeFromSales)
    const largeReads = new LargeReads(database.file)

    const server = createRestServer<ReadQueries>({
      anonKey: keys.anonKey,
      schema,
      checkKey: (token) => tokens.check(token),
      engine: {
        prepare: prepareRead,
        read: (plan, prepared, raw) =>
          mayBeSlow(plan) && isLarge() ? largeReads.read(plan, raw.requester()) : executor.read(prepared),
        async figures(_, figures, args, raw) {
          const { body } = isLarge()
            ? await largeReads.stats(figures, args, raw.requester())
            : executor.page(statsQuery(figures, args))
          return body
        },
        ping() {
          version.get()
        },
      },
      onError(error) {
        // Closing the backend fails the reads in worker threads, which is expected.
        if (!isClosed) onError(error)
      },
    })

    return {
      ...server,
      secret: keys.secret,
      slowReads: largeReads,
      dataVersion: () => Number(version.get()?.version),
      salesVersion: () => Number(salesVersion.get()?.version),
      truncateLog: () => truncateLog(database.writer),
      removeAuditBefore: (time) =>
        tryAtOnce(database.writer, () => {
          database.writer.prepare('DELETE FROM audit WHERE at < ?').run(time)
          return true
        }),
      close() {
        isClosed = true
        largeReads.close()
        database.close()
      },
    }
  } catch (error) {
    database.close()
    throw error
  }
}
