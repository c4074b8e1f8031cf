import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { archivePrefix } from './shared/backend/archive-site.ts'
import { watchIntent } from './shared/ui/intent.ts'

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
    return () => watching.abort()
  }, [loadStyles])
  return page && <PrefetchPageLinks page={page} />
}
