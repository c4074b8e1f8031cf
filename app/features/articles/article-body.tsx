import { useMemo } from 'react'
import { useIsPainted } from '../../shared/ui/after-paint.tsx'
import { trustedArticle } from './trusted-article.ts'

/** More than the first screen has. */
const FIRST_CHARACTERS = 3_000

/** The first blocks; all of a short one. */
function beginningOf(html: string): string {
  const end = html.slice(FIRST_CHARACTERS).search(/\n<(p|h2)[ >]/)
  return end === -1 ? html : html.slice(0, FIRST_CHARACTERS + end)
}

/** The compiled HTML of an article. */
export function ArticleBody({ html }: { html: string }) {
  const shown = useIsPainted() ? html : beginningOf(html)
  // React sets the HTML again if it gets another TrustedHTML object, even of the same text.
  const trusted = useMemo(() => trustedArticle(shown), [shown])

  // biome-ignore lint/security/noDangerouslySetInnerHtml: compiled from our own Markdown, in which HTML is refused
  return <div className="prose article-body" dangerouslySetInnerHTML={{ __html: trusted }} />
}
