/** What the statistics of sales (../sales-stats.ts) read from in a large database. */
import type { SourceRequest, StatsSources } from '../sales-stats.ts'
import { trigramQuery } from './queries.ts'

/**
 * Without a search, sales come from the table of counts. Prices are read in the order of an index, which needs no
 * sorting, unless the trigram index finds the few registrations that contain the search text. Jersey has neither.
 */
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
