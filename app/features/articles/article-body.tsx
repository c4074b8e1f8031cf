import { type MouseEvent, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useIsPainted } from '../../shared/ui/after-paint.tsx'
import { trustedArticle } from './trusted-article.ts'

/** More characters than the first screen has. */
const PAINTED_FIRST = 3_000

/** The first blocks; all of a short one. */
function beginningOf(html: string): string {
  const end = html.slice(PAINTED_FIRST).search(/\n<(p|h2)[ >]/)
  return end === -1 ? html : html.slice(0, PAINTED_FIRST + end)
}

/** The compiled HTML of an article. One click handler makes its internal links navigate on the client. */
export function ArticleBody({ html }: { html: string }) {
  const navigate = useNavigate()
  const shown = useIsPainted() ? html : beginningOf(html)
  // React sets the HTML again if it gets another TrustedHTML object, even of the same text.
  const trusted = useMemo(() => trustedArticle(shown), [shown])

  function follow(event: MouseEvent<HTMLDivElement>) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlainClick =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!link || !isPlainClick || event.defaultPrevented || link.origin !== location.origin) return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  }

  // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link fires a click
  // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are interactive
  // biome-ignore lint/security/noDangerouslySetInnerHtml: compiled from our own Markdown, in which HTML is refused
  return <div className="prose article-body" onClick={follow} dangerouslySetInnerHTML={{ __html: trusted }} />
}
