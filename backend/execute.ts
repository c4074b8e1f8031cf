/** Runs a plan's queries, the page and its total in one snapshot, and keeps the statements prepared. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ReadPlan } from './plan.ts'
import { countQuery, pageQuery, type Query } from './query.ts'

export interface ReadResult {
  /** Rows in this answer. */
  readonly rows: number
  /** The rows as a JSON array; empty if only their number was asked for. */
  readonly body: string
  /** Rows without the range, if they were counted. */
  readonly total: number | null
}

/** Statements kept ready; strangers choose their number, so it is bounded, the longest unused going first. */
const MAX_STATEMENTS = 200

export class Executor {
  private readonly database: DatabaseSync
  private readonly statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.database = database
  }

  read(plan: ReadPlan): ReadResult {
    if (!plan.countsRows) return { ...this.page(plan), total: null }
    this.database.exec('BEGIN')
    try {
      const page = this.page(plan)
      const isLastPage = page.rows < plan.limit && (page.rows > 0 || plan.offset === 0)
      const total = isLastPage ? plan.offset + page.rows : Number(this.get(countQuery(plan)).total)
      return { ...page, total }
    } finally {
      this.database.exec('COMMIT')
    }
  }

  private page(plan: ReadPlan): { rows: number; body: string } {
    const row = this.get(pageQuery(plan))
    return { rows: Number(row.rows), body: String(row.body ?? '') }
  }

  private get({ text, values }: Query): Record<string, unknown> {
    return this.prepare(text).get(...values) as Record<string, unknown>
  }

  private prepare(text: string): StatementSync {
    let statement = this.statements.get(text)
    if (statement) this.statements.delete(text)
    else {
      statement = this.database.prepare(text)
      const oldest = this.statements.size >= MAX_STATEMENTS ? this.statements.keys().next().value : undefined
      if (oldest !== undefined) this.statements.delete(oldest)
    }
    this.statements.set(text, statement)
    return statement
  }
}
