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

/** A plan with its queries. */
export interface PreparedRead {
  readonly plan: ReadPlan
  readonly page: Query
  readonly count: Query | null
}

export const prepareRead = (plan: ReadPlan): PreparedRead => ({
  plan,
  page: pageQuery(plan),
  count: plan.countsRows ? countQuery(plan) : null,
})

export class Executor {
  private readonly database: DatabaseSync
  private readonly statements: Statements

  constructor(database: DatabaseSync) {
    this.database = database
    this.statements = new Statements(database)
  }

  read({ plan, page, count }: PreparedRead): ReadResult {
    if (!count) return this.page(page, null)
    this.database.exec('BEGIN')
    try {
      const { rows, body } = this.page(page, null)
      const isLastPage = rows < plan.limit && (rows > 0 || plan.offset === 0)
      return { rows, body, total: isLastPage ? plan.offset + rows : Number(this.get(count).total) }
    } finally {
      this.database.exec('COMMIT')
    }
  }

  private page(query: Query, total: number | null): ReadResult {
    const row = this.get(query)
    return { rows: Number(row.rows), body: String(row.body ?? ''), total }
  }

  private get({ text, values }: Query): Record<string, unknown> {
    return this.statements.prepare(text).get(...values) as Record<string, unknown>
  }
}
