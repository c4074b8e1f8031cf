/** Prepared statements, kept ready. Strangers choose their number, so it is bounded: the longest unused goes first. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'

const MAX_STATEMENTS = 200

export class Statements {
  private readonly database: DatabaseSync
  private readonly kept = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.database = database
  }

  prepare(text: string): StatementSync {
    let statement = this.kept.get(text)
    if (statement) this.kept.delete(text)
    else {
      statement = this.database.prepare(text)
      const oldest = this.kept.size >= MAX_STATEMENTS ? this.kept.keys().next().value : undefined
      if (oldest !== undefined) this.kept.delete(oldest)
    }
    this.kept.set(text, statement)
    return statement
  }
}
