import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { TokenReader } from './auth.ts'
import { type DatabaseSql, openDatabase, truncateLog } from './database.ts'
import { databaseUnavailable, functionUnknown, methodUnsupported, pathUnknown, RestError } from './errors.ts'
import { Executor, type PreparedRead, prepareRead } from './execute.ts'
import { formatTimestamp } from './format-timestamp.ts'
import { openKeys } from './keys-file.ts'
import { MAX_BODY_BYTES, MAX_FUNCTION_BODY_BYTES } from './limits.ts'
import { planRead } from './plan.ts'
import { checkWritable, planWrite } from './plan-write.ts'
import {
  type ParsedRequest,
  type Preferences,
  parseRequest,
  parseToken,
  type RawRequest,
  toRawRequest,
} from './request.ts'
import {
  errorResponse,
  functionResponse,
  type RestResponse,
  readResponse,
  rootResponse,
  writeResponse,
} from './response.ts'
import { findFigures, parseArguments, statsQuery } from './sales-stats.ts'
import { LargeReads } from './scale/large-reads.ts'
import { enquirySearchCheck, LARGE_FROM_SALES, mayBeSlow, sizeCheck } from './scale/threshold.ts'
import type { Role, Schema } from './schema.ts'
import { Writer } from './write.ts'

export interface EmbeddedBackend {
  /** `client` identifies the queue turn for slow reads. Never rejects. */
  fetch(request: Request, context?: { client?: string }): Promise<Response>
  /**
   * Like `fetch` in half of the time: without `Request` and `Response`, and synchronous where possible. Never throws.
   */
  handle(raw: RawRequest): RestResponse | Promise<RestResponse>
  readonly anonKey: string
  readonly serviceKey: string
  readonly secret: string
  ping(): void
  /** Statistics of the worker threads; all 0 in a small database. */
  readonly slowReads: { readonly started: number; readonly waiting: number; readonly refused: number }
  /** Increases with every committed change, including those of other processes. */
  dataVersion(): number
  /** The same without changes of the stock. */
  salesVersion(): number
  /** Empties SQLite's log, since it may hold deleted rows. Returns false if another connection is in use. */
  truncateLog(): boolean
  /** Not available through the contract with any key. */
  removeAuditBefore(moment: Date): void
  close(): void
}

export interface BackendOptions {
  dataDir: string
  sql: DatabaseSql
  schema: Schema
  /** Runs at every opening, so it must be idempotent. */
  seed?: (database: DatabaseSync) => void
  /** Pages of 4 kB, for tests of a full disk. */
  maxPages?: number
  largeFromSales?: number
  /** Not called for client errors. */
  onError?: (error: unknown) => void
}

const MAX_PLANNED_READS = 500
const MAX_KEY_LENGTH = 2_000

const readKey = (raw: RawRequest, role: Role) =>
  [role, raw.method, raw.address, raw.header('accept'), raw.header('prefer'), raw.header('range')].join('\n')

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])

/** @throws OpenError if the folder, the keys or the database cannot be used; nothing is damaged then */
export function openBackend({
  dataDir,
  sql,
  schema,
  seed,
  maxPages,
  largeFromSales = LARGE_FROM_SALES,
  onError = console.error,
}: BackendOptions): EmbeddedBackend {
  const database = openDatabase(dataDir, sql, onError)
  let isClosed = false
  try {
    const keys = openKeys(dataDir)
    if (maxPages) database.writer.exec(`PRAGMA max_page_count = ${maxPages}`)
    seed?.(database.writer)
    const version = database.reader.prepare('SELECT version FROM data_version')
    const salesVersion = database.reader.prepare('SELECT version - stock AS version FROM data_version')
    const executor = new Executor(database.reader)
    const writer = new Writer(database.writer)
    const tokens = new TokenReader(keys)
    const plannedReads = new LRUCache<string, { prepared: PreparedRead; preferences: Preferences }>({
      max: MAX_PLANNED_READS,
    })
    const isLarge = sizeCheck(database.reader, schema, largeFromSales)
    const searchesManyEnquiries = enquirySearchCheck(database.reader)
    const largeReads = new LargeReads(database.file)

    const route = (raw: RawRequest): RestResponse | Promise<RestResponse> => {
      const role = tokens.read(parseToken(raw))
      const key = readKey(raw, role)
      const planned = plannedReads.get(key)
      if (planned) return read(raw, planned.prepared, planned.preferences)
      if (!METHODS.has(raw.method)) throw methodUnsupported(raw.method)
      const request = parseRequest(raw)
      const [table, ...rest] = request.path
      const isRead = raw.method === 'GET' || raw.method === 'HEAD'
      if (table === undefined && isRead) return rootResponse(request.method)
      if (table === 'rpc' && rest.length === 1) return stats(raw, rest[0] as string)
      if (!table || rest.length > 0) throw pathUnknown()
      if (!isRead) return write(raw, request, table, role)
      const prepared = prepareRead(planRead(schema, request, table, role))
      const { preferences } = request
      if (key.length <= MAX_KEY_LENGTH) plannedReads.set(key, { prepared, preferences })
      return read(raw, prepared, preferences)
    }

    const read = (
      raw: RawRequest,
      prepared: PreparedRead,
      preferences: Preferences,
    ): RestResponse | Promise<RestResponse> => {
      const { plan } = prepared
      if ((mayBeSlow(plan) && isLarge()) || searchesManyEnquiries(plan))
        return largeReads
          .read(plan, raw.requester())
          .then((result) => readResponse(plan, result, preferences))
      return readResponse(plan, executor.read(prepared), preferences)
    }

    const stats = async (raw: RawRequest, name: string): Promise<RestResponse> => {
      const figures = findFigures(schema, name)
      if (!figures) throw functionUnknown(name)
      if (raw.method !== 'POST') throw methodUnsupported(raw.method)
      const args = parseArguments(name, figures, await raw.readBody(MAX_FUNCTION_BODY_BYTES))
      const { body } = isLarge()
        ? await largeReads.stats(figures, args, raw.requester())
        : executor.page(statsQuery(figures, args), null)
      return functionResponse(body)
    }

    const write = async (raw: RawRequest, request: ParsedRequest, table: string, role: Role) => {
      checkWritable(schema, request, table, role)
      const body = raw.method === 'DELETE' ? null : await raw.readBody(MAX_BODY_BYTES)
      const plan = planWrite(schema, request, table, body)
      return writeResponse(plan, await writer.write(plan), request.preferences)
    }

    const handleError = (error: unknown, method: string): RestResponse => {
      if (error instanceof RestError) return errorResponse(error, method)
      // Closing the backend fails the reads in worker threads, which is expected.
      if (!isClosed) onError(error)
      return errorResponse(databaseUnavailable(), method)
    }

    const handle = (raw: RawRequest): RestResponse | Promise<RestResponse> => {
      try {
        const response = route(raw)
        return response instanceof Promise
          ? response.catch((error) => handleError(error, raw.method))
          : response
      } catch (error) {
        return handleError(error, raw.method)
      }
    }

    return {
      anonKey: keys.anonKey,
      serviceKey: keys.serviceKey,
      secret: keys.secret,
      slowReads: largeReads,
      handle,
      async fetch(request, { client } = {}) {
        const { status, headers, body } = await handle(toRawRequest(request, client))
        return new Response(body, { status, headers })
      },
      ping() {
        version.get()
      },
      dataVersion: () => Number(version.get()?.version),
      salesVersion: () => Number(salesVersion.get()?.version),
      truncateLog: () => truncateLog(database.writer),
      removeAuditBefore(moment) {
        database.writer.prepare('DELETE FROM audit WHERE at < ?').run(formatTimestamp(moment))
      },
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
