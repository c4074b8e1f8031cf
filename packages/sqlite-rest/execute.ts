/** Runs the queries of a read, the page and its total in one snapshot. */
import type { DatabaseSync } from 'node:sqlite'
import type { ReadPlan } from './plan.ts'
import { canUseCounts, countQuery, lookupQuery, pageQuery, type Query, reverseQuery } from './query.ts'
import { Statements } from './statement-cache.ts'

/** Text, or its bytes where it is long. */
export type ReadBody = string | Uint8Array<ArrayBuffer>

export interface ReadResult {
  /** Rows in this answer. */
  readonly rows: number
  /** The rows as a JSON array; empty if only their number was asked for. */
  readonly body: ReadBody
  /** Rows without the range, if they were counted. */
  readonly total: number | null
}

/** The queries of a read: all that runs it, here or in another thread. */
export interface ReadQueries {
  readonly page: Query
  /** The page in other ways, for when the count says that few rows pass, or that it lies near the end. */
  readonly few: Query | null
  readonly back: Query | null
  readonly count: Query | null
  /** Counting is cheaper than looking: where there is nothing, nobody looks. */
  readonly countsFirst: boolean
  readonly offset: number
  readonly limit: number
}

/** A plan with its queries. */
export interface PreparedRead extends ReadQueries {
  readonly plan: ReadPlan
}

export const prepareRead = (plan: ReadPlan): PreparedRead => ({
  plan,
  page: pageQuery(plan),
  few: plan.countsRows ? lookupQuery(plan) : null,
  back: plan.countsRows && plan.offset > 0 ? reverseQuery(plan) : null,
  count: plan.countsRows ? countQuery(plan) : null,
  countsFirst: canUseCounts(plan),
  offset: plan.offset,
  limit: plan.limit,
})

/** Looking up this many takes ten milliseconds, and walking past a million a hundred. */
const FEW_ROWS = 5_000

export class Executor {
  private readonly database: DatabaseSync
  private readonly statements: Statements

  constructor(database: DatabaseSync) {
    this.database = database
    this.statements = new Statements(database)
  }

  read({ page, few, back, count, countsFirst, offset, limit }: ReadQueries): ReadResult {
    if (!count) return this.page(page, null)
    this.database.exec('BEGIN')
    try {
      if (countsFirst) {
        const total = this.total(count)
        const rows = Math.min(limit, total - offset)
        if (rows <= 0) return { rows: 0, body: '[]', total }
        if (few && total <= FEW_ROWS) return this.page(few, total)
        if (back && offset > total / 2) {
          const values = [...back.values, rows, total - offset - rows]
          return this.page({ text: back.text, values }, total)
        }
        return this.page(page, total)
      }
      const { rows, body } = this.page(page, null)
      const isLastPage = rows < limit && (rows > 0 || offset === 0)
      return { rows, body, total: isLastPage ? offset + rows : this.total(count) }
    } finally {
      this.database.exec('COMMIT')
    }
  }

  private total(count: Query): number {
    return Number(this.get(count).total)
  }

  private page(query: Query, total: number | null): ReadResult {
    const row = this.get(query)
    return { rows: Number(row.rows), body: (row.body ?? '') as ReadBody, total }
  }

  private get({ text, values }: Query): Record<string, unknown> {
    return this.statements.prepare(text).get(...values) as Record<string, unknown>
  }
}
