import { useEffect } from 'react'
import { type SearchedList, UNMET_SEARCH_PATH, unmetTerm } from '#shared/list/unmet-search.ts'
import { isArchiveSite } from '../backend/archive-site.ts'

/** Excludes searches that are still being typed. */
const REST_MS = 2_000

/** Each search is reported once per document, even if the visitor returns to it. */
const reported = new Set<string>()

/**
 * Reports a search that found nothing, once the visitor has stopped typing. The browser reports it, because searches of
 * a stock in the browser and cached pages never reach the server, and because robots without script are then not
 * counted.
 * @param search null while there are results, or while they are loading
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
