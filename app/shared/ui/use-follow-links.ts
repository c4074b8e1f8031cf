import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pageOfLink } from './intent.ts'
import { prefix } from './link.tsx'

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
      navigate(path + search + hash, { replace: page.href === location.href })
    }
    // After the handlers of components, which React calls at the document, too.
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}
