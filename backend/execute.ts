/** Runs the queries of a read, the page and its total in one snapshot. */
import type { DatabaseSync } from 'node:sqlite'
import type { ReadPlan } from './plan.ts'
import { countQuery, pageQuery, type Query } from './query.ts'
import { Statements } from './statements.ts'

export interface ReadResult {
  /** Rows in this answer. */
  readonly rows: number
  /** The rows as a JSON array; empty if only their number was asked for. */
  readonly body: string
  /** Rows without the range, if they were counted. */
  readonly total: number | null
}

export class Executor {
  private readonly database: DatabaseSync
  private readonly statements: Statements

  constructor(database: DatabaseSync) {
    this.database = database
    this.statements = new Statements(database)
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
    return this.statements.prepare(text).get(...values) as Record<string, unknown>
  }
}
