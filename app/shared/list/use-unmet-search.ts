import { useEffect } from 'react'
import { isArchiveSite } from '../backend/archive-site.ts'
import { type SearchedList, UNMET_SEARCH_PATH, unmetTerm } from './unmet-search.ts'

/** A search that is still being typed is not counted. */
const REST_MS = 2_000

/** Each search is reported once per document, however often the visitor returns to it. */
const reported = new Set<string>()

/**
 * Reports a search that found nothing, once the visitor has let it rest. The browser reports it, not the rendering
 * server: a stock that is searched in the browser and a page from a cache never reach the server, and robots without
 * script are not counted.
 * @param search null while there are results, or while they are being read
 */
export function useUnmetSearch(list: SearchedList, search: string | null): void {
  const term = search === null ? null : unmetTerm(search)
  useEffect(() => {
    const key = `${list} ${term}`
    if (term === null || reported.has(key) || isArchiveSite(location)) return
    const timer = setTimeout(() => {
      reported.add(key)
      navigator.sendBeacon(UNMET_SEARCH_PATH, new URLSearchParams({ list, term }))
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [list, term])
}
