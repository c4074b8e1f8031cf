/** The contract's reads with the public key, over a PostgreSQL that has the tables, views and functions of the schema. */
import { signToken, TokenReader } from '../auth.ts'
import type { Requester } from '../fair-queue.ts'
import { createRestServer } from '../rest-handler.ts'
import type { RestServer } from '../rest-server.ts'
import type { Schema } from '../schema.ts'
import { figuresStatement, readStatement, type Statement } from './statement.ts'

export interface PostgresOptions {
  schema: Schema
  /** The first signs the public key; a key that any of them has signed is accepted. */
  secrets: readonly string[]
  /** The one row that the statement gives. @throws RestError, or another error, which is reported and answered with 503 */
  run(statement: Statement, requester: Requester): Promise<Record<string, unknown>>
  /** Rejects if the database does not answer. */
  ping(): Promise<void>
  onError(error: unknown): void
}

export function servePostgres({ schema, secrets, run, ping, onError }: PostgresOptions): RestServer {
  const [secret] = secrets
  if (!secret) throw new Error('The public key has no secret')
  // Without its time, so that all servers with this secret have the same key.
  const anonKey = signToken({ role: 'anon', iat: undefined }, secret)
  const tokens = new TokenReader(anonKey, secrets)
  return createRestServer<Statement>({
    anonKey,
    schema,
    checkKey: (token) => tokens.check(token),
    engine: {
      prepare: readStatement,
      async read(_, statement, raw) {
        const { rows, body, total } = await run(statement, raw.requester())
        return { rows: Number(rows), body: String(body), total: total === null ? null : Number(total) }
      },
      async figures(name, _, args, raw) {
        const { body } = await run(figuresStatement(name, args), raw.requester())
        return String(body)
      },
      ping,
    },
    onError,
  })
}
