/**
 * SQLite through node:sqlite, with one connection that writes, in the order of a queue, and one that reads what is committed
 * meanwhile. Kysely's own driver has one connection, so that a read beside a long transaction would wait for its end.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type OperatorNode,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { SQLITE_BUSY, sqliteCode, sqliteFault } from './data-fault.ts'
import { requireNoTransaction } from './in-transaction.ts'
import { type OpenOptions, openKysely } from './open-kysely.ts'
import type { Database } from './tables.ts'

/** How long a transaction waits while another process holds the file. */
const MAX_WAIT_MS = 10_000
/** In WAL mode no write locks reads; the recovery after a crash does. Waiting blocks the event loop. */
const READ_TIMEOUT_MS = 100
/** SQLite answers at once, so consecutive statements would block the event loop: others get a turn after this time. */
const MS_PER_TURN = 10
const MAX_STATEMENTS = 200

interface SqliteOptions extends OpenOptions {
  maxWaitMs?: number
}

/** @param file of a database that db/embedded.ts has brought to this version */
export function openSqlite(
  file: string,
  { maxWaitMs = MAX_WAIT_MS, ...options }: SqliteOptions = {},
): Database {
  const dialect: Dialect = {
    createDriver: () => new SqliteDriver(file, maxWaitMs),
    createQueryCompiler: () => new Compiler(),
    createAdapter: () => new Adapter(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  }
  return openKysely(dialect, options)
}

class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

class Compiler extends SqliteQueryCompiler {
  /** Without FOR UPDATE: whoever reads within a transaction is the only one who writes. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate') super.visitSelectModifier(node)
  }

  /** LIKE folds case already. */
  protected override visitOperator(node: OperatorNode): void {
    if (node.operator === 'ilike') this.append('like')
    else super.visitOperator(node)
  }
}

/** Outside transactions a connection reads; it takes the writer with BEGIN. */
class SqliteDriver implements Driver {
  readonly #file: string
  readonly #maxWaitMs: number
  #reader!: Session
  #writer!: Session
  /** The end of the transaction that was asked for last. */
  #queue: Promise<void> = Promise.resolve()

  constructor(file: string, maxWaitMs: number) {
    this.#file = file
    this.#maxWaitMs = maxWaitMs
  }

  async init(): Promise<void> {
    try {
      const writer = new DatabaseSync(this.#file, { timeout: 0, enableForeignKeyConstraints: true })
      // Nothing acknowledged is lost, and nothing deleted stays readable.
      writer.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
      writer.enableDefensive(true)
      this.#writer = new Session(writer)
      this.#reader = new Session(new DatabaseSync(this.#file, { readOnly: true, timeout: READ_TIMEOUT_MS }))
    } catch (error) {
      throw sqliteFault(error)
    }
  }

  async acquireConnection(): Promise<SqliteConnection> {
    requireNoTransaction()
    return new SqliteConnection(this.#reader)
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    const before = this.#queue
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#queue = promise
    connection.end = resolve
    await before
    await this.#begin()
    connection.session = this.#writer
  }

  /** IMMEDIATE, since a transaction that begins with a read cannot wait for the right to write later. */
  async #begin(): Promise<void> {
    const giveUpAt = performance.now() + this.#maxWaitMs
    for (;;)
      try {
        return this.#writer.database.exec('BEGIN IMMEDIATE')
      } catch (error) {
        if ((sqliteCode(error) & 0xff) !== SQLITE_BUSY || performance.now() > giveUpAt)
          throw sqliteFault(error)
        await sleep(5 + Math.random() * 20)
      }
  }

  async commitTransaction(): Promise<void> {
    try {
      this.#writer.database.exec('COMMIT')
    } catch (error) {
      throw sqliteFault(error)
    }
  }

  /** A full disk ends a transaction by itself. */
  async rollbackTransaction(): Promise<void> {
    const { database } = this.#writer
    if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.end()
  }

  /** The reader first: the last connection to close writes the log into the file. */
  async destroy(): Promise<void> {
    await this.#queue
    this.#reader.database.close()
    this.#writer.database.close()
  }
}

let turnBegan: number | null = null

/** When the first statement of this turn of the event loop ran. */
function startOfTurn(): number {
  if (turnBegan !== null) return turnBegan
  setImmediate(() => {
    turnBegan = null
  })
  turnBegan = performance.now()
  return turnBegan
}

class SqliteConnection implements DatabaseConnection {
  session: Session
  /** Lets the next transaction begin. */
  end = () => {}

  constructor(session: Session) {
    this.session = session
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (performance.now() - startOfTurn() > MS_PER_TURN) await turn()
    try {
      return this.session.run(sql, parameters as SQLInputValue[])
    } catch (error) {
      throw sqliteFault(error)
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for it, and nothing here reads row by row
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('SQLite answers with all rows at once')
  }
}

interface Prepared {
  statement: StatementSync
  /** The names under which the rows have columns of truth values. */
  booleans: readonly string[]
}

/** SQLite stores true and false as numbers. */
export const isBooleanColumn = (name: string): boolean => /^(?:is_\w+|ownership)$/.test(name)

class Session {
  readonly database: DatabaseSync
  readonly #prepared = new LRUCache<string, Prepared>({
    max: MAX_STATEMENTS,
    memoMethod: (sql) => this.#prepare(sql),
  })

  constructor(database: DatabaseSync) {
    this.database = database
  }

  run<Row>(sql: string, parameters: SQLInputValue[]): QueryResult<Row> {
    const { statement, booleans } = this.#prepared.memo(sql)
    if (statement.columns().length === 0)
      return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) }
    const rows = statement.all(...parameters)
    for (const row of rows)
      for (const name of booleans) if (row[name] !== null) Object.assign(row, { [name]: row[name] === 1 })
    return { rows: rows as Row[] }
  }

  /** A column of a view has the origin of the table's. */
  #prepare(sql: string): Prepared {
    const statement = this.database.prepare(sql)
    const booleans = statement
      .columns()
      .filter(({ column }) => column !== null && isBooleanColumn(column))
      .map(({ name }) => name)
    return { statement, booleans }
  }
}
