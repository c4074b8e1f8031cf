import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import type { ViewPeriod } from './view-periods.ts'

const TABLE = 'page_views'
const KEY = 'day,path'
/** The number of paths in one URL. */
const PATHS_AT_ONCE = 50
/** Other servers add to the same rows. */
const MAX_TRIES = 5

/**
 * Adds to the counts of a day; several servers may do so at once.
 * @param counts by path; stored entries are removed, so that the rest remains after an error.
 */
export async function addPageViews(
  client: BackendClient,
  day: string,
  counts: Map<string, number>,
): Promise<void> {
  for (let tries = 1; counts.size > 0; tries++) {
    if (tries > MAX_TRIES) throw new DataError({ message: 'The counts of pages could not be added' }, 409)
    await insertNew(client, day, counts)
    const paths = [...counts.keys()]
    for (let from = 0; from < paths.length; from += PATHS_AT_ONCE)
      await addToKnown(client, day, counts, paths.slice(from, from + PATHS_AT_ONCE))
  }
}

async function insertNew(client: BackendClient, day: string, counts: Map<string, number>) {
  const rows = [...counts].map(([path, views]) => ({ day, path, views }))
  const insertion = client.from(TABLE).upsert(rows, { onConflict: KEY, ignoreDuplicates: true })
  for (const { path } of requireRows(await insertion.select('path'))) counts.delete(String(path))
}

async function addToKnown(
  client: BackendClient,
  day: string,
  counts: Map<string, number>,
  paths: readonly string[],
) {
  const read = client.from(TABLE).select('id,path,views').eq('day', day).in('path', paths)
  for (const row of requireRows(await read)) {
    const [path, known] = [String(row.path), Number(row.views)]
    const update = client
      .from(TABLE)
      .update({ views: known + (counts.get(path) ?? 0) })
      .eq('id', String(row.id))
      .eq('views', known)
    if (requireRows(await update.select('id')).length > 0) counts.delete(path)
  }
}

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
  requireSuccess(await client.from(TABLE).delete().lt('day', moment.toISOString().slice(0, 10)))
}
