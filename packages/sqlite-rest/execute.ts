import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { ReadPlan } from './plan.ts'
import { countQuery, type ExtraConditions, pageQuery, type Query } from './query.ts'

export type ReadBody = string | Uint8Array<ArrayBuffer>

export interface ReadResult {
  readonly rows: number
  readonly body: ReadBody
  /** Matching rows without limit and offset; null if they were not counted. */
  readonly total: number | null
}

export interface ReadQueries {
  readonly page: Query
  readonly count: Query | null
  readonly offset: number
  readonly limit: number
}

export const prepareRead = (plan: ReadPlan, extra?: ExtraConditions): ReadQueries => ({
  page: pageQuery(plan, extra),
  count: plan.countsRows ? countQuery(plan, extra) : null,
  offset: plan.offset,
  limit: plan.limit,
})

/** Clients choose the statements, so their number is bounded. */
const MAX_STATEMENTS = 200

export class Executor {
  private readonly database: DatabaseSync
  private readonly statements: LRUCache<string, StatementSync>

  constructor(database: DatabaseSync) {
    this.database = database
    this.statements = new LRUCache({ max: MAX_STATEMENTS, memoMethod: (text) => database.prepare(text) })
  }

  read({ page, count, offset, limit }: ReadQueries): ReadResult {
    if (!count) return this.page(page)
    return this.inSnapshot(() => {
      const { rows, body } = this.page(page)
      const isLastPage = rows < limit && (rows > 0 || offset === 0)
      return { rows, body, total: isLastPage ? offset + rows : this.total(count) }
    })
  }

  inSnapshot<Result>(work: () => Result): Result {
    this.database.exec('BEGIN')
    try {
      return work()
    } finally {
      this.database.exec('COMMIT')
    }
  }

  page(query: Query): ReadResult {
    const row = this.get(query)
    return { rows: Number(row.rows), body: (row.body ?? '') as ReadBody, total: null }
  }

  total(count: Query): number {
    return Number(this.get(count).total)
  }

  private get({ text, values }: Query): Record<string, unknown> {
    return this.statements.memo(text).get(...values) as Record<string, unknown>
  }
}
