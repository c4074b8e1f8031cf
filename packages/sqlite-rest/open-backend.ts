/** Opens the database and the keys, and answers requests: in process through `fetch`, from a socket through `answer`. */
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { AuditEntry } from './audit.ts'
import { TokenReader } from './auth.ts'
import { CORRECT_SALE, checkMayCorrect, planCorrection } from './correct-sale.ts'
import { openDatabase, truncateLog } from './database.ts'
import { databaseUnavailable, functionUnknown, methodUnsupported, pathUnknown, Refusal } from './errors.ts'
import { Executor, type PreparedRead, prepareRead } from './execute.ts'
import { openKeys } from './keys-file.ts'
import { MAX_BODY_BYTES, MAX_FUNCTION_BODY_BYTES } from './limits.ts'
import { planRead } from './plan.ts'
import { checkWritable, planWrite } from './plan-write.ts'
import {
  type BackendRequest,
  type Call,
  callOf,
  type Preferences,
  parseRequest,
  parseToken,
} from './request.ts'
import {
  type Answer,
  correctionAnswer,
  readAnswer,
  refusalAnswer,
  rootAnswer,
  statsAnswer,
  writeAnswer,
} from './response.ts'
import { isStatsFunction, parseArguments, statsQuery } from './sales-stats.ts'
import { LargeReads } from './scale/large-reads.ts'
import { LARGE_FROM_SALES, mayBeSlow, sizeCheck } from './scale/threshold.ts'
import type { Role } from './schema.ts'
import { formatTimestamp, Writer } from './write.ts'

export interface EmbeddedBackend {
  /**
   * Answers a request whose path begins with /rest/v1/. Never rejects.
   * @param context.client the client's network, for fair turns; empty for the process itself
   * @param context.entry called if a row was written; its entry joins the audit trail in the same transaction
   */
  fetch(request: Request, context?: { client?: string; entry?: () => AuditEntry }): Promise<Response>
  /** As `fetch`, without `Request` and `Response`: half the work. Synchronous where it can be. Never throws. */
  answer(call: Call): Answer | Promise<Answer>
  readonly anonKey: string
  readonly serviceKey: string
  /** The secret that signs the keys. */
  readonly secret: string
  /** Throws if the database does not respond. */
  ping(): void
  /** Reads in worker threads: started so far, without a result yet, and refused. All 0 for a small database. */
  readonly slowReads: { readonly taken: number; readonly waiting: number; readonly refused: number }
  /** Rises with every committed change, those of other processes included. */
  dataVersion(): number
  /**
   * Writes SQLite's log into the database and empties it, since it may hold deleted rows. Does not wait.
   * @returns false if another connection is reading or writing
   */
  truncateLog(): boolean
  /** Removes older entries of the audit trail, which no key may do over the contract. */
  removeAuditBefore(moment: Date): void
  close(): void
}

export interface BackendOptions {
  dataDir: string
  /** SQL that brings a database from each version to the next. */
  migrations: readonly string[]
  /** Called with every database that is opened; must do nothing if it has run before. */
  seed?: (database: DatabaseSync) => void
  /** Bounds the file, in pages of 4 kB, for tests of a full disk. */
  maxPages?: number
  /** The number of sales from which reads use scale/. */
  largeFromSales?: number
  /** Called once for every error that is not the caller's. */
  onFault?: (error: unknown) => void
}

/** A site repeats the same few reads; the bound is for other clients. */
const MAX_PLANNED_READS = 500
const MAX_KEY_LENGTH = 2_000

/** Everything that the plan of a read depends on. */
const readKey = (call: Call, role: Role) =>
  [role, call.method, call.address, call.header('accept'), call.header('prefer'), call.header('range')].join(
    '\n',
  )

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])

/** @throws OpenError if the folder, the keys or the database cannot be used; nothing is damaged then */
export function openBackend({
  dataDir,
  migrations,
  seed,
  maxPages,
  largeFromSales = LARGE_FROM_SALES,
  onFault = console.error,
}: BackendOptions): EmbeddedBackend {
  const database = openDatabase(dataDir, migrations)
  let isClosed = false
  try {
    const keys = openKeys(dataDir)
    if (maxPages) database.writer.exec(`PRAGMA max_page_count = ${maxPages}`)
    seed?.(database.writer)
    const version = database.reader.prepare('SELECT version FROM data_version')
    const executor = new Executor(database.reader)
    const writer = new Writer(database.writer)
    const tokens = new TokenReader(keys)
    const plannedReads = new LRUCache<string, { prepared: PreparedRead; preferences: Preferences }>({
      max: MAX_PLANNED_READS,
    })
    const isLarge = sizeCheck(database.reader, largeFromSales)
    const largeReads = new LargeReads(database.file)

    const respond = (call: Call): Answer | Promise<Answer> => {
      const role = tokens.read(parseToken(call))
      const key = readKey(call, role)
      const planned = plannedReads.get(key)
      if (planned) return read(call, planned.prepared, planned.preferences)
      if (!METHODS.has(call.method)) throw methodUnsupported(call.method)
      const request = parseRequest(call)
      const [table, ...rest] = request.path
      const isRead = call.method === 'GET' || call.method === 'HEAD'
      if (table === undefined && isRead) return rootAnswer(request.method)
      if (table === 'rpc' && rest[0] === CORRECT_SALE && rest.length === 1)
        return correct(call, request, role)
      if (table === 'rpc' && rest.length === 1) return stats(call, rest[0] as string)
      if (!table || rest.length > 0) throw pathUnknown()
      if (!isRead) return write(call, request, table, role)
      const prepared = prepareRead(planRead(request, table, role))
      const { preferences } = request
      if (key.length <= MAX_KEY_LENGTH) plannedReads.set(key, { prepared, preferences })
      return read(call, prepared, preferences)
    }

    const read = (call: Call, prepared: PreparedRead, preferences: Preferences): Answer | Promise<Answer> => {
      const { plan } = prepared
      if (mayBeSlow(plan) && isLarge())
        return largeReads.read(plan, call.asker()).then((result) => readAnswer(plan, result, preferences))
      return readAnswer(plan, executor.read(prepared), preferences)
    }

    const stats = async (call: Call, name: string): Promise<Answer> => {
      if (!isStatsFunction(name)) throw functionUnknown(name)
      if (call.method !== 'POST') throw methodUnsupported(call.method)
      const asked = parseArguments(name, await call.readBody(MAX_FUNCTION_BODY_BYTES))
      const { body } = isLarge()
        ? await largeReads.stats(name, asked, call.asker())
        : executor.page(statsQuery(name, asked), null)
      return statsAnswer(body)
    }

    const correct = async (call: Call, request: BackendRequest, role: Role): Promise<Answer> => {
      if (call.method !== 'POST') throw methodUnsupported(call.method)
      checkMayCorrect(role)
      const correction = planCorrection(await call.readBody(MAX_FUNCTION_BODY_BYTES), request.contentType)
      return correctionAnswer(await writer.correct(correction, call.entry))
    }

    const write = async (call: Call, request: BackendRequest, table: string, role: Role) => {
      checkWritable(request, table, role)
      const body = call.method === 'DELETE' ? null : await call.readBody(MAX_BODY_BYTES)
      const plan = planWrite(request, table, body)
      return writeAnswer(plan, await writer.write(plan, call.entry), request.preferences)
    }

    const refuse = (error: unknown, method: string): Answer => {
      if (error instanceof Refusal) return refusalAnswer(error, method)
      // Closing the backend fails the reads in worker threads. That is no fault.
      if (!isClosed) onFault(error)
      return refusalAnswer(databaseUnavailable(), method)
    }

    const answer = (call: Call): Answer | Promise<Answer> => {
      try {
        const answered = respond(call)
        return answered instanceof Promise ? answered.catch((error) => refuse(error, call.method)) : answered
      } catch (error) {
        return refuse(error, call.method)
      }
    }

    return {
      anonKey: keys.anonKey,
      serviceKey: keys.serviceKey,
      secret: keys.secret,
      slowReads: largeReads,
      answer,
      async fetch(request, { client, entry } = {}) {
        const call = callOf(request, client)
        const { status, headers, body } = await answer(entry ? { ...call, entry } : call)
        return new Response(body, { status, headers })
      },
      ping() {
        version.get()
      },
      dataVersion: () => Number(version.get()?.version),
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
