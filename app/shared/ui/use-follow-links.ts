import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pageOfLink } from './intent.ts'
import { prefix } from './link.tsx'

/**
 * Within the event of a click, React also runs the effects of leaving a page before the next one is painted. A timer or a message
 * would wait for up to a tenth of a second after a tap, until Chromium has drawn what the tap changed.
 */
function afterEvent(work: () => void): void {
  if ('scheduler' in window) scheduler.postTask(work, { priority: 'user-blocking' })
  else work()
}

/** A plain click on a link to a page of the site, also in an article, navigates by script. */
export function useFollowLinks(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      const isPlainClick =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      if (!link || !isPlainClick || event.defaultPrevented) return
      const page = pageOfLink(link, location)
      if (!page) return
      event.preventDefault()
      const { pathname, search, hash } = page
      const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname
      const replace = page.href === location.href
      afterEvent(() => navigate(path + search + hash, { replace }))
    }
    // After the handlers of components, which React calls at the document, too.
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}
