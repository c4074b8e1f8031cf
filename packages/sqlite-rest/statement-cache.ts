import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

/** Clients choose the statements, so their number is bounded. */
const MAX_STATEMENTS = 200

export class StatementCache {
  private readonly database: DatabaseSync
  private readonly statements = new LRUCache<string, StatementSync>({ max: MAX_STATEMENTS })

  constructor(database: DatabaseSync) {
    this.database = database
  }

  prepare(text: string): StatementSync {
    const cached = this.statements.get(text)
    if (cached) return cached
    const statement = this.database.prepare(text)
    this.statements.set(text, statement)
    return statement
  }
}
