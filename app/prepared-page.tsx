import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { archivePrefix } from './shared/backend/archive-site.ts'
import { savesData, watchIntent } from './shared/ui/intent.ts'

/** When the first page is finished, also on a slow network. */
const FINISHED_AFTER_MS = 1_000

/** Fetches, in one round, what the page needs that somebody is about to open: rows, styles, modules, and data of the server. */
export function PreparedPage({ loadStyles }: { loadStyles(): unknown }) {
  const [page, setPage] = useState<string>()
  useEffect(() => {
    if (archivePrefix(location.pathname) !== '') return
    // Not part of the first load. If it fails, a click takes longer.
    const preparations = import('./preparations.ts').catch(() => null)
    const watching = watchIntent((url) => {
      preparations.then((loaded) => loaded?.preparePage(url))
      loadStyles()
      setPage(url.pathname + url.search)
    })
    // Nearly every next page needs them, and a tap or a key leaves no time for them.
    const timer = setTimeout(() => {
      if (savesData()) return
      loadStyles()
      import('./likely-pages.ts').then(({ loadLikelyPages }) => loadLikelyPages()).catch(() => null)
    }, FINISHED_AFTER_MS)
    return () => {
      clearTimeout(timer)
      watching.abort()
    }
  }, [loadStyles])
  return page && <PrefetchPageLinks page={page} />
}
