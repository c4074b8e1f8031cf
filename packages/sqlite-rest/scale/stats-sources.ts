import type { SourceRequest, StatsSources } from '../sales-stats.ts'
import { trigramQuery } from './queries.ts'

/** Counts where nothing is searched for; prices in the order of an index, or by trigrams. Jersey has neither. */
export function largeStatsSources({ table, search, listConditions, bind }: SourceRequest): StatsSources {
  if (table === 'jersey_sales') return {}
  const trigrams = search === null ? null : trigramQuery(search)
  return {
    kinds:
      search === null
        ? `SELECT sale_year, where_sold, category, sales FROM sales_counts${listConditions}`
        : undefined,
    ...(trigrams === null
      ? { byTotal: 'sales INDEXED BY sales_reported_totals', byYear: 'sales INDEXED BY sales_reported_years' }
      : {
          searchCondition: `rowid IN (SELECT rowid FROM sales_trigrams WHERE sales_trigrams MATCH ${bind(trigrams)})`,
        }),
  }
}
