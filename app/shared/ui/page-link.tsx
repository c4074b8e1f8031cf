import { type ComponentProps, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** The path of a page of ours, encoded. */
  to: string
}

/**
 * A link that stands on a page many times: the router's own has a dozen hooks, and a list pays for each of them,
 * on the server and again in the browser. This one is an element and no more, followed by `FollowPageLinks`.
 */
export function PageLink({ to, ...rest }: PageLinkProps) {
  return <a {...rest} href={to} data-page-link="" />
}

/** Follows them without loading a document: one listener for every link there is. */
export function FollowPageLinks() {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useEffect(() => {
    latest.current = navigate
  })
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const path = pathToFollow(event)
      if (path === null) return
      event.preventDefault()
      const here = location.pathname + location.search + location.hash
      latest.current(path, { replace: path === here })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [])
  return null
}

/** Null for what the browser does by itself: another window, a download, the menu of a link. */
function pathToFollow(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  return link?.dataset.pageLink === undefined ? null : link.pathname + link.search + link.hash
}
