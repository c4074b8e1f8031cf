import { type MouseEvent, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { trustedArticle } from '../../shared/ui/trusted-html.ts'

/**
 * The compiled text of a piece. Its links are plain HTML; one listener gives those to our own pages the
 * navigation that the rest of the site has. Whatever asks for more than a plain click is left to the browser.
 */
export function ArticleBody({ html }: { html: string }) {
  const navigate = useNavigate()
  // The same object for the same text: React would put another one in anew.
  const trusted = useMemo(() => trustedArticle(html), [html])

  function follow(event: MouseEvent<HTMLDivElement>) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlainClick =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!link || !isPlainClick || event.defaultPrevented || link.origin !== location.origin) return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  }

  // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's Enter on a link is a click, too
  // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is acted on
  // biome-ignore lint/security/noDangerouslySetInnerHtml: compiled from our own files, which may hold no HTML
  return <div className="prose article-body" onClick={follow} dangerouslySetInnerHTML={{ __html: trusted }} />
}
