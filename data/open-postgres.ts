/** PostgreSQL through `pg`, which is loaded with the first statement. */
import { setTimeout as sleep } from 'node:timers/promises'
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { DatabaseError, Pool, PoolClient } from 'pg'
import { postgresFault } from './data-fault.ts'
import { requireNoTransaction } from './in-transaction.ts'
import { type OpenOptions, openKysely } from './open-kysely.ts'
import type { Database } from './tables.ts'
import { readTimestamp } from './times.ts'

/** For the pages, the desk and the jobs of one site (docs/operations/several-servers.md). */
const CONNECTIONS = 8
const CONNECT_TIMEOUT_MS = 5_000
/** Longer than the time limit of the role, which ends a statement of a server that answers. */
const ANSWER_TIMEOUT_MS = 10_000

const TIMESTAMPTZ = 1184
const BIGINT = 20

interface PostgresOptions extends OpenOptions {
  connections?: number
  /** How long a connection is waited for, and an answer. */
  connectMs?: number
  answerMs?: number
  /** Gives connections back after a moment, since other sites wait for those of the same role. */
  isShared?: boolean
}

/** Of a shared connection: it ends without a read for so long, and with the read after so long in all. */
const SHARED_IDLE_MS = 100
const TURN_MS = 500
/** Longer than others wait before they ask again, so that the next turn is theirs. */
const PAUSE_AFTER_TURN_MS = 60
/** As many as the role or the server allows are in use. */
const TOO_MANY_CONNECTIONS = '53300'

/** @param url 'postgres://plateworthy_site:secret@db.example.co.uk/plateworthy' */
export const openPostgres = (url: string, options: PostgresOptions = {}): Database =>
  openKysely(new PostgresDialect({ pool: () => createPool(url, options) }), options)

async function createPool(
  connectionString: string,
  {
    connections = CONNECTIONS,
    connectMs = CONNECT_TIMEOUT_MS,
    answerMs = ANSWER_TIMEOUT_MS,
    isShared = false,
  }: PostgresOptions,
): Promise<PostgresPool> {
  const { default: pg } = await import('pg')
  const parsers = new Map<number, (text: string) => unknown>([
    [TIMESTAMPTZ, readTimestamp],
    [BIGINT, Number],
  ])
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
    ...(isShared ? { idleTimeoutMillis: SHARED_IDLE_MS } : {}),
    application_name: 'plateworthy',
    // Of this pool alone: the parsers of the package are those of the whole process.
    types: { getTypeParser: (type, format) => parsers.get(type) ?? pg.types.getTypeParser(type, format) },
  })
  // A connection that closes while nothing is asked of it would end the process. The next statement on it fails instead.
  pool.on('error', () => {})
  const turns: Turns = {
    ms: isShared ? TURN_MS : Number.POSITIVE_INFINITY,
    endedAt: Number.NEGATIVE_INFINITY,
    begunAt: new WeakMap(),
  }
  pool.on('connect', (client) => {
    client.on('error', () => {})
    turns.begunAt.set(client, performance.now())
  })
  return {
    options: pool.options,
    connect: () => connect(pool, connectMs, turns),
    end: () => pool.end(),
  }
}

interface Turns {
  readonly ms: number
  endedAt: number
  readonly begunAt: WeakMap<PoolClient, number>
}

/** A connection whose errors are faults, and whose first read is repeated on another one if the connection had been lost. */
async function connect(pool: Pool, connectMs: number, turns: Turns): Promise<PostgresPoolClient> {
  requireNoTransaction()
  const giveUpAt = performance.now() + connectMs
  const open = async () => {
    const pauseMs = turns.endedAt + PAUSE_AFTER_TURN_MS - performance.now()
    if (pool.idleCount === 0 && pauseMs > 0) await sleep(pauseMs)
    for (;;)
      try {
        return await pool.connect()
      } catch (error) {
        if ((error as DatabaseError).code !== TOO_MANY_CONNECTIONS || performance.now() > giveUpAt)
          throw postgresFault(error)
        await sleep(15 + Math.random() * 15)
      }
  }
  let client = await open()
  let isFirst = true
  let isBroken = false
  let isReleased = false
  const release = (isDiscarded: boolean) => {
    if (isReleased) return
    isReleased = true
    const isTurnOver = performance.now() - (turns.begunAt.get(client) ?? 0) > turns.ms
    if (isTurnOver) turns.endedAt = performance.now()
    client.release(isDiscarded || isTurnOver)
  }
  const ask = async (text: string, values: readonly unknown[]) => {
    const mayRepeat = isFirst && /^(?:select|begin)\b/i.test(text)
    isFirst = false
    const send = () =>
      client.query(text, [...values]).catch((error: unknown) => {
        throw postgresFault(error)
      })
    try {
      return await send()
    } catch (error) {
      const { kind } = error as ReturnType<typeof postgresFault>
      if (kind === 'lost' && mayRepeat) {
        release(true)
        client = await open()
        isReleased = false
        return send()
      }
      isBroken ||= kind === 'lost' || kind === 'slow'
      throw error
    }
  }
  return {
    query: ask as unknown as PostgresPoolClient['query'],
    release: (isDiscarded = false) => release(isBroken || isDiscarded),
  }
}
