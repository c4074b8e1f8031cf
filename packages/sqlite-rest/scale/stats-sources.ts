/** The sources of the sales statistics (../sales-stats.ts) in a large database. */
import type { SourceRequest, StatsSources } from '../sales-stats.ts'
import { trigramQuery } from './queries.ts'

/** Without a search, reads the table of counts; with one, the trigram index narrows the sales. Other explorers have neither. */
export function largeStatsSources({ table, search, listConditions, bind }: SourceRequest): StatsSources {
  if (table !== 'sales') return {}
  if (search === null)
    return {
      kinds: `SELECT where_sold, category, selection, sum(sales) AS sales FROM sales_counts${listConditions} GROUP BY 1, 2, 3`,
    }
  const trigrams = trigramQuery(search)
  if (trigrams === null) return {}
  return {
    searchCondition: `rowid IN (SELECT rowid FROM sales_trigrams WHERE sales_trigrams MATCH ${bind(trigrams)})`,
  }
}
