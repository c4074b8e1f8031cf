import { sql } from 'kysely'
import type { Database, Reader, Row, Transaction } from '#data/tables.ts'
import { action } from '../action.ts'
import type { ViewPeriod } from './view-periods.ts'

type PageViews = Omit<Row<'pageViews'>, 'id'>

/** Adds them to those of other servers. */
export const addPageViews = (database: Database, views: readonly PageViews[]): Promise<void> =>
  action(database, 'count page views', async (transaction) => {
    const insertion = transaction.insertInto('pageViews').values(views)
    await insertion
      .onConflict((same) =>
        same.columns(['day', 'path']).doUpdateSet({ views: sql`page_views.views + excluded.views` }),
      )
      .execute()
  })

export interface ReadPage {
  path: string
  views: number
  /** The views in the same number of days before. */
  before: number
}

/** The most read pages of the last days including today, in UTC. */
export function listReadPages(reader: Reader, period: ViewPeriod, limit: number): Promise<ReadPage[]> {
  const views = `views${period}` as const
  return reader
    .selectFrom('pageViewTotals')
    .select(({ ref }) => ['path', ref(views).as('views'), ref(`before${period}`).as('before')])
    .where(views, '>', 0)
    .orderBy(views, 'desc')
    .orderBy('path')
    .limit(limit)
    .execute()
}

/** The views of all pages by day, starting with `since`; days without views are omitted. */
export async function listViewsByDay(reader: Reader, since: string): Promise<Map<string, number>> {
  const days = reader.selectFrom('pageViewDays').selectAll().where('day', '>=', since).orderBy('day')
  return new Map((await days.execute()).map(({ day, views }) => [day, views]))
}

export async function removePageViewsBefore(transaction: Transaction, moment: Date): Promise<void> {
  await transaction.deleteFrom('pageViews').where('day', '<', moment.toISOString().slice(0, 10)).execute()
}
