import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import type { ViewPeriod } from './view-periods.ts'

export const PAGE_VIEWS = { table: 'page_views', key: 'day,path', name: 'path', count: 'views' }

export interface ReadPage {
  path: string
  views: number
  /** The views in the same number of days before. */
  before: number
}

/** The most read pages of the last days including today, in UTC. */
export async function listReadPages(
  client: BackendClient,
  period: ViewPeriod,
  limit: number,
): Promise<ReadPage[]> {
  const [views, before] = [`views_${period}`, `before_${period}`]
  const read = client.from('page_view_totals').select(`path,${views},${before}`).gt(views, 0)
  const rows = requireRows(await read.order(views, { ascending: false }).order('path').limit(limit))
  return (rows as unknown as Record<string, unknown>[]).map((row) => ({
    path: String(row.path),
    views: Number(row[views]),
    before: Number(row[before]),
  }))
}

/** The views of all pages by day, starting with `since`; days without views are omitted. */
export async function listViewsByDay(client: BackendClient, since: string): Promise<Map<string, number>> {
  const read = client.from('page_view_days').select('day,views').gte('day', since).order('day').limit(1000)
  return new Map(requireRows(await read).map(({ day, views }) => [String(day), Number(views)]))
}

export async function removePageViewsBefore(client: BackendClient, moment: Date): Promise<void> {
  requireSuccess(await client.from(PAGE_VIEWS.table).delete().lt('day', moment.toISOString().slice(0, 10)))
}
