/**
 * The embedded backend: opens the database and the keys, and answers the contract. `fetch` takes
 * requests in process and from the socket alike.
 */

import { seedDatabase } from '../../db/seed.ts'
import type { AuditEntry } from './audit.ts'
import { openKeys, TokenReader } from './auth.ts'
import { openDatabase, truncateLog } from './database.ts'
import { databaseAway, functionUnknown, methodUnsupported, pathUnknown, Refusal } from './errors.ts'
import { Executor, type PreparedRead, prepareRead } from './execute.ts'
import { MAX_BODY_BYTES, MAX_FUNCTION_BODY_BYTES } from './limits.ts'
import { Lru } from './lru.ts'
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
import { type Answer, figuresAnswer, readAnswer, refusalAnswer, rootAnswer, writeAnswer } from './response.ts'
import { figuresRead, isFigureFunction, parseArguments } from './scale/sales-stats.ts'
import { FIGURES, ROWS, WorkerPool } from './scale/worker-pool.ts'
import type { Role } from './schema.ts'
import { storedMoment, Writer } from './write.ts'

export interface EmbeddedBackend {
  /**
   * Answers a request of the contract, in process or from a socket; the path begins with /rest/v1/.
   * @param context.client the network that the request came from; empty for the process itself
   * @param context.entry asked for if a row is written: goes on the audit trail in the same transaction
   */
  fetch(request: Request, context?: { client?: string; entry?: () => AuditEntry }): Promise<Response>
  /** The same without `Request` and `Response`. A read is answered at once, a write by a promise. Never throws. */
  answer(call: Call): Answer | Promise<Answer>
  readonly anonKey: string
  readonly serviceKey: string
  /** What the keys are signed with. */
  readonly secret: string
  /** Throws when the database does not answer. */
  ping(): void
  /** How reads of many sales and their figures stand: handed to a thread so far, and without an answer yet. */
  readonly slowReads: { readonly taken: number; readonly waiting: number; readonly refused: number }
  /** Rises with every committed change of data, also another process's. */
  dataVersion(): number
  /**
   * Empties the database's log, which holds deleted rows until then. Waits for nobody.
   * @returns false if another connection is reading or writing
   */
  truncateLog(): boolean
  /** Removes the entries of the audit trail that are older: no key may do that over the contract. */
  removeAuditBefore(moment: Date): void
  close(): void
}

export interface BackendOptions {
  dataDir: string
  /** Whether a new database gets the documented sales and the demonstration stock. */
  seed?: boolean
  /** A bound on the size of the file, in pages of 4 kB: for tests of a full disk. */
  maxPages?: number
  /** Told once of every fault that is ours and not the caller's. */
  onFault?: (error: unknown) => void
}

/** Reads that are kept planned. A site asks the same few over and over; strangers choose the others. */
const MAX_READS = 500
const MAX_KEY_LENGTH = 2_000

/** All that a read's plan depends on. */
const readKey = (call: Call, role: Role) =>
  [role, call.method, call.address, call.header('accept'), call.header('prefer'), call.header('range')].join(
    '\n',
  )

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])

/** @throws StartError if the folder, the keys or the database cannot be used; nothing is damaged then. */
export function openBackend({
  dataDir,
  seed = true,
  maxPages,
  onFault = console.error,
}: BackendOptions): EmbeddedBackend {
  const database = openDatabase(dataDir)
  let isClosed = false
  try {
    const keys = openKeys(dataDir)
    if (maxPages) database.writer.exec(`PRAGMA max_page_count = ${maxPages}`)
    if (seed) seedDatabase(database.writer)
    const executor = new Executor(database.reader)
    const slowReads = new WorkerPool(database, ROWS)
    const slowFigures = new WorkerPool(database, FIGURES)
    const version = database.reader.prepare('SELECT version FROM data_version')

    const writer = new Writer(database.writer)
    const tokens = new TokenReader(keys)
    const reads = new Lru<{ prepared: PreparedRead; preferences: Preferences }>(MAX_READS)

    const answer = (call: Call): Answer | Promise<Answer> => {
      const role = tokens.read(parseToken(call))
      const key = readKey(call, role)
      const known = reads.get(key)
      if (known) return read(call, known.prepared, known.preferences)
      if (!METHODS.has(call.method)) throw methodUnsupported(call.method)
      const request = parseRequest(call)
      const [table, ...rest] = request.path
      const isRead = call.method === 'GET' || call.method === 'HEAD'
      if (table === undefined && isRead) return rootAnswer(request.method)
      if (table === 'rpc' && rest.length === 1) return figures(call, rest[0] as string)
      if (!table || rest.length > 0) throw pathUnknown()
      if (!isRead) return write(call, request, table, role)
      const prepared = prepareRead(planRead(request, table, role))
      const { preferences } = request
      if (key.length <= MAX_KEY_LENGTH) reads.set(key, { prepared, preferences })
      return read(call, prepared, preferences)
    }

    const read = (call: Call, prepared: PreparedRead, preferences: Preferences): Answer | Promise<Answer> =>
      slowReads.shouldOffload(prepared)
        ? slowReads
            .read(prepared, call.asker())
            .then((result) => readAnswer(prepared.plan, result, preferences))
        : readAnswer(prepared.plan, executor.read(prepared), preferences)

    const figures = async (call: Call, name: string): Promise<Answer> => {
      if (!isFigureFunction(name)) throw functionUnknown(name)
      if (call.method !== 'POST') throw methodUnsupported(call.method)
      const queries = figuresRead(name, parseArguments(name, await call.readBody(MAX_FUNCTION_BODY_BYTES)))
      const { body } = await (slowFigures.areMany()
        ? slowFigures.read(queries, call.asker())
        : executor.read(queries))
      return figuresAnswer(body)
    }

    const write = async (call: Call, request: BackendRequest, table: string, role: Role) => {
      checkWritable(request, table, role)
      const body = call.method === 'DELETE' ? null : await call.readBody(MAX_BODY_BYTES)
      const plan = planWrite(request, table, body)
      return writeAnswer(plan, await writer.write(plan, call.entry), request.preferences)
    }

    const refuse = (error: unknown, method: string): Answer => {
      if (error instanceof Refusal) return refusalAnswer(error, method)
      // Reads that wait when the site closes are no fault, and nobody waits for them any more.
      if (!isClosed) onFault(error)
      return refusalAnswer(databaseAway(), method)
    }

    const answerAll = (call: Call): Answer | Promise<Answer> => {
      try {
        const answered = answer(call)
        return answered instanceof Promise ? answered.catch((error) => refuse(error, call.method)) : answered
      } catch (error) {
        return refuse(error, call.method)
      }
    }

    return {
      anonKey: keys.anonKey,
      serviceKey: keys.serviceKey,
      secret: keys.secret,
      slowReads: {
        get taken() {
          return slowReads.taken + slowFigures.taken
        },
        get waiting() {
          return slowReads.waiting + slowFigures.waiting
        },
        get refused() {
          return slowReads.refused + slowFigures.refused
        },
      },
      answer: answerAll,
      async fetch(request, { client, entry } = {}) {
        const call = callOf(request, client)
        const { status, headers, body } = await answerAll(entry ? { ...call, entry } : call)
        return new Response(body, { status, headers })
      },
      ping() {
        version.get()
      },
      dataVersion: () => Number(version.get()?.version),
      truncateLog: () => truncateLog(database.writer),
      removeAuditBefore(moment) {
        database.writer.prepare('DELETE FROM audit WHERE at < ?').run(storedMoment(moment))
      },
      close() {
        isClosed = true
        slowReads.close()
        slowFigures.close()
        database.close()
      },
    }
  } catch (error) {
    database.close()
    throw error
  }
}
