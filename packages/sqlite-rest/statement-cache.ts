/** Prepared statements, kept ready. Strangers choose their number, so it is bounded. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Lru } from './lru.ts'

const MAX_STATEMENTS = 200

export class Statements {
  private readonly database: DatabaseSync
  private readonly kept = new Lru<StatementSync>(MAX_STATEMENTS)

  constructor(database: DatabaseSync) {
    this.database = database
  }

  prepare(text: string): StatementSync {
    const known = this.kept.get(text)
    if (known) return known
    const statement = this.database.prepare(text)
    this.kept.set(text, statement)
    return statement
  }
}
