import { type Article, articlePath, type Section } from '#shared/articles/article.ts'
import { isDealerSource } from '#shared/articles/dealer-source.ts'
import { longDay } from '#shared/text/format.ts'
import type { Facts } from './front-matter.ts'
import type { Compiled } from './markdown.ts'

const WORDS_PER_MINUTE = 220
/** More than the 160 characters of a description, which is cut between words. */
const OPENING_LENGTH = 400

/** What an article says of itself, as it is printed. */
export type Heading = Pick<
  Article,
  | 'title'
  | 'summary'
  | 'published'
  | 'updated'
  | 'category'
  | 'author'
  | 'plate'
  | 'hub'
  | 'isPlaceholder'
  | 'image'
  | 'keywords'
  | 'sources'
  | 'related'
  | 'checked'
>

const isPublished = ({ source }: Facts[string]) => !source.url.startsWith('/')
const describeFigure = ({ value, what }: Facts[string]) => (what ? `${value} (${what})` : value)

/** @param figures the facts that it quotes, whose sources are listed with its own */
export function assembleArticle(
  { section, slug }: { section: Section; slug: string },
  heading: Heading,
  compiled: Compiled,
  figures: readonly Facts[string][],
): Article {
  const ours = figures.filter((fact) => !isPublished(fact))
  const computed = figures.filter((fact) => fact.status === 'computed')
  const cited = [...heading.sources, ...figures.filter(isPublished).map((fact) => fact.source)]
  const sources = cited.filter(({ url }, index) => cited.findIndex((other) => other.url === url) === index)
  const checks = figures.map((fact) => fact.checked).sort()
  return {
    ...heading,
    section,
    slug,
    path: articlePath(section, slug),
    date: longDay(heading.published),
    words: compiled.words,
    minutes: Math.max(1, Math.round(compiled.words / WORDS_PER_MINUTE)),
    html: compiled.html,
    opening: compiled.text.slice(0, OPENING_LENGTH),
    contents: compiled.contents,
    sources: sources.filter((source) => !isDealerSource(source)),
    reportedBy: sources.filter(isDealerSource).map(({ name }) => name),
    ownFigures: [...new Set(ours.map(describeFigure))],
    computedFigures: [...new Set(computed.map(describeFigure))],
    checked: heading.checked ?? (checks[0] ? longDay(checks[0]) : null),
    plates: compiled.plates,
  }
}
