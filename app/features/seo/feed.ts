import type { ArticleCard } from '#shared/articles/article.ts'
import { escapeXml, textResponse } from '#shared/text/text-response.ts'
import { iconPath } from '#shared/ui/icon-path.ts'
import { siteContext } from '../../context.ts'
import { articlesIn } from '../articles/articles.server.ts'
import type { Route } from './+types/feed'

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, site } = context.get(siteContext)
  const articles = articlesIn(context).list()
  const changed = articles.map(lastChange).sort().at(-1) ?? '1993-01-01'
  return textResponse(
    'application/atom+xml',
    `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${site.locale}">
<id>${siteUrl}/</id>
<title>${escapeXml(site.name)}: news, guides and stories</title>
<link rel="alternate" type="text/html" href="${siteUrl}/"/>
<link rel="self" type="application/atom+xml" href="${siteUrl}/feed.xml"/>
<icon>${siteUrl}${iconPath(site.letters)}</icon>
<updated>${toTimestamp(changed)}</updated>
${articles.map((article) => entry(siteUrl, article)).join('\n')}
</feed>
`,
  )
}

function entry(siteUrl: string, article: ArticleCard): string {
  const { path, title, summary, author, category, published } = article
  return `<entry>
<id>${siteUrl}${path}</id>
<title>${escapeXml(title)}</title>
<link rel="alternate" type="text/html" href="${siteUrl}${path}"/>
<published>${toTimestamp(published)}</published>
<updated>${toTimestamp(lastChange(article))}</updated>
<author><name>${escapeXml(author)}</name></author>
<category term="${escapeXml(category)}"/>
<summary>${escapeXml(summary)}</summary>
</entry>`
}

const lastChange = ({ updated, published }: ArticleCard) => updated ?? published

/** Atom requires a time; our articles only have a date. */
const toTimestamp = (day: string) => `${day}T00:00:00Z`
