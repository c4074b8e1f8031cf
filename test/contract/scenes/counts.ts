/** What the site counts. */
import { addPageViews } from '#services/page-views/page-view-store.ts'
import { removeOldCounts } from '#services/retention/retention.ts'
import { addUnmetSearches } from '#services/unmet-searches/unmet-search-store.ts'
import type { Scenes } from './scene.ts'

const VIEWS = [
  { day: '2026-11-28', path: '/', views: 2 },
  { day: '2026-11-28', path: '/plates', views: 1 },
]
const SEARCHES = [{ day: '2026-11-28', list: 'stock', term: 'SOPHIE', searches: 2 }] as const

export const COUNT_SCENES = {
  'count page views': [
    async (quiet) => {
      await addPageViews(quiet, VIEWS)
      return (database) => addPageViews(database, VIEWS)
    },
  ],
  'count unmet searches': [
    async (quiet) => {
      await addUnmetSearches(quiet, SEARCHES)
      return (database) => addUnmetSearches(database, SEARCHES)
    },
  ],
  'remove old counts': [
    async (quiet) => {
      await addPageViews(quiet, VIEWS)
      await addUnmetSearches(quiet, SEARCHES)
      return (database) => removeOldCounts(database, new Date('2029-11-28T10:00:00Z'))
    },
  ],
} satisfies Scenes
