import type { Database } from '#data/tables.ts'
import { addDays, londonDay } from '#services/london-time.ts'
import { addPageViews } from '#services/page-views/page-view-store.ts'
import { addUnmetSearches } from '#services/unmet-searches/unmet-search-store.ts'
import { changePlates } from '#test/change-rows.ts'
import { addRows } from './rows.ts'

/** Enquiries, sales, searches and page views of the last twelve months, for the numbers of the desk. */
export async function fillNumbers(database: Database) {
  const day = londonDay(new Date())
  const sold = (registration: string, soldOn: string, soldPriceGbp: number, costGbp: number | null) => ({
    id: null,
    plate: { registration, priceGbp: soldPriceGbp, isAvailable: false },
    details: { status: 'sold' as const, soldOn, soldPriceGbp, costGbp },
  })
  await changePlates(database, {
    actor: { person: 'Ann', via: 'desk' },
    action: 'sell',
    change: 'some',
    changes: [
      sold('NU 11', day, 5_000, 3_000),
      sold('NU 12', day, 2_000, null),
      ...Array.from({ length: 24 }, (_, index) =>
        sold(`NU ${20 + index}`, addDays(day, -14 * index), 800 + 350 * ((index * 7) % 11), 600),
      ),
    ],
  })
  const moments = Array.from(
    { length: 60 },
    (_, index) => new Date(Date.now() - (index * 5 + 1) * 86_400_000),
  )
  await addRows(
    database,
    'enquiries',
    moments.map((moment, index) => ({
      reference: `ENQ-0009-${String(1_000 + index)}`,
      idempotency_key: `a-key-of-${index}`,
      kind: 'contact',
      name: 'Vera Visitor',
      email: 'vera@example.com',
      subject: 'A plate',
      inquiry_type: 'general',
      message: 'Good morning.',
      delivery: 'sent',
      sent_at: moment.toISOString(),
      sent_by: 'file',
      status: index % 9 === 3 ? 'new' : 'answered',
      answered_at:
        index % 9 === 3 ? null : new Date(moment.getTime() + (index + 1) * 1_800_000).toISOString(),
      created_at: moment.toISOString(),
    })),
  )
  const utcDay = new Date().toISOString().slice(0, 10)
  const searches = [
    { term: 'SOPHIE', searches: 41 },
    { term: 'MUM1', searches: 17 },
    { term: 'JAG1', searches: 9 },
    { term: 'DAD2', searches: 3 },
  ]
  await addUnmetSearches(
    database,
    searches.map((search) => ({ day: utcDay, list: 'stock', ...search })),
  )
  for (let ago = 0; ago < 100; ago++) {
    const day = addDays(utcDay, -ago)
    await addPageViews(database, [
      { day, path: '/', views: 30 + ((ago * 13) % 17) },
      { day, path: '/plates', views: 20 + ((ago * 5) % 9) },
      { day, path: '/plate/1 KP', views: 4 },
      { day, path: '/registration/*', views: 6 },
    ])
    if (ago < 20) await addPageViews(database, [{ day, path: '/news/a-new-piece-of-news', views: 3 }])
  }
}
