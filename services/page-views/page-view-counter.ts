import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { createDayCounter, type DayCounter } from '../day-counter.ts'
import type { Log } from '../log.ts'
import { countedPath, folderOf } from './page-path.ts'
import type { addPageViews } from './page-view-store.ts'

/**
 * The limit of distinct paths that one server stores per day; further ones are counted together, as '/registration/*'.
 */
const MAX_PATHS_A_DAY = 1_000
const MAX_WAITING = 2_000
/** Bounds the caches; there are few distinct browsers, and pages are requested repeatedly. */
const REMEMBERED = 500

export interface PageRequest {
  method: string
  /** Includes the query string. */
  url: string
  /** Returns a header by its lower-case name. */
  header(name: string): string | null | undefined
  status: number
}

export interface PageViewCounter extends Omit<DayCounter<unknown>, 'add'> {
  /** Counts a page that was served, in memory. Never throws. */
  count(request: PageRequest): void
}

/** Counts the daily views of each page and stores nothing about readers. */
export function createPageViewCounter(
  store: (views: Parameters<typeof addPageViews>[1]) => Promise<void>,
  log: Pick<Log, 'error'>,
  now = () => new Date(),
): PageViewCounter {
  const counter = createDayCounter<{ day: string; path: string }>({
    store: (counts) => store(counts.map(({ what, times }) => ({ ...what, views: times }))),
    maxWaiting: MAX_WAITING,
    log,
    failure: 'The counts of pages cannot be stored',
  })
  const paths = new LRUCache<string, string | false>({
    max: REMEMBERED,
    memoMethod: (url) => countedPath(url) ?? false,
  })
  const robots = new LRUCache<string, boolean>({ max: REMEMBERED, memoMethod: isbot })
  const today = { day: '', paths: new Set<string>() }

  /** Returns the path, or its folder once the day has too many paths. */
  function withinDay(day: string, path: string): string {
    if (today.day !== day) Object.assign(today, { day, paths: new Set() })
    if (today.paths.has(path)) return path
    const folder = today.paths.size >= MAX_PATHS_A_DAY ? folderOf(path) : null
    if (folder === null) today.paths.add(path)
    return folder ?? path
  }

  return {
    count({ method, url, header, status }) {
      if (method !== 'GET' || (status !== 200 && status !== 304)) return
      const path = paths.memo(url)
      const browser = header('user-agent') ?? ''
      if (path === false || browser === '' || robots.memo(browser)) return
      if (isNotToBeCounted(header) || isSamePage(header, path)) return
      const day = now().toISOString().slice(0, 10)
      counter.add({ day, path: withinDay(day, path) })
    },
    flush: counter.flush,
    stop: counter.stop,
  }
}

/** A prefetch, or a reader who asked not to be tracked. */
function isNotToBeCounted(header: PageRequest['header']): boolean {
  const purpose = header('sec-purpose') ?? header('purpose')
  return purpose?.includes('prefetch') === true || header('dnt') === '1' || header('sec-gpc') === '1'
}

/** A filter or another page of the same list is not a new view: the referrer is the same page of this site. */
function isSamePage(header: PageRequest['header'], path: string): boolean {
  const referrer = header('referer')
  const host = header('host')
  if (!referrer || !host) return false
  const slash = referrer.indexOf('/', referrer.indexOf('//') + 2)
  return (
    slash !== -1 &&
    referrer.slice(0, slash).endsWith(`//${host}`) &&
    countedPath(referrer.slice(slash)) === path
  )
}
