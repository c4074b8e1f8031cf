/** Articles as Markdown files with front matter, like those in content/, for export and import. */
import { stringify } from 'yaml'
import { z } from 'zod'
import { parseYaml } from '#content/front-matter.ts'
import { CATEGORIES, HUBS, type Section } from '#shared/articles/article.ts'
import { longDay } from '#shared/text/format.ts'
import { type ArticleContent, emptyContent, readContent } from './article-content.ts'

const FENCED = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

const day = (text: string) => {
  const date = new Date(`${text} 12:00 UTC`)
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10)
}

const source = z.object({ name: z.string(), url: z.string() })
/** The fields that our files and those of other programs may have; other fields are ignored. */
const headingSchema = z.looseObject({
  title: z.coerce.string().default(''),
  summary: z.coerce.string().default(''),
  category: z.enum(CATEGORIES).optional().catch(undefined),
  author: z.coerce.string().optional(),
  plate: z.coerce.string().default(''),
  hub: z.enum(HUBS).nullish().catch(null),
  picture: z
    .object({ id: z.string(), alt: z.string().default('') })
    .nullish()
    .catch(null),
  keywords: z.coerce.string().default(''),
  sources: z.array(source).catch([]),
  facts: z.record(z.string(), z.looseObject({ value: z.coerce.string(), source })).catch({}),
  related: z.array(z.string()).catch([]),
  updated: z.coerce.string().nullish(),
  checked: z.coerce.string().nullish(),
  published: z.coerce.string().nullish(),
})

interface ParsedFile {
  content: ArticleContent
  /** ISO day, if the file says when it was first published. */
  published: string | null
}

/** @returns why the file is not an article, with the line */
export function parseArticleFile(file: string, section: Section): ParsedFile | { faults: string[] } {
  const match = FENCED.exec(file)
  if (!match) return { faults: ['line 1: begin with front matter, between lines of ---'] }
  const faults: string[] = []
  const { value } = parseYaml(
    match[1] ?? '',
    headingSchema,
    (line, message) => faults.push(`line ${line}: ${message}`),
    2,
  )
  if (!value) return { faults }
  const standard = emptyContent(section, 'Plateworthy')
  const read = readContent({
    ...standard,
    ...value,
    body: file
      .slice(match[0].length)
      .replace(/\r\n/g, '\n')
      .replace(/^\n+|\s+$/g, ''),
    category: value.category ?? standard.category,
    author: value.author || standard.author,
    hub: section === 'guides' ? (value.hub ?? standard.hub) : null,
    picture: value.picture ?? null,
    facts: Object.entries(value.facts).map(([name, fact]) => ({
      name,
      value: fact.value,
      what: typeof fact.what === 'string' ? fact.what : '',
      source: fact.source,
      checked: typeof fact.checked === 'string' ? fact.checked : '',
    })),
    updated: value.updated ? day(value.updated) : null,
    checked: value.checked ? day(value.checked) : null,
  })
  if ('faults' in read)
    return { faults: Object.entries(read.faults).map(([field, fault]) => `${field}: ${fault}`) }
  return { content: read.content, published: value.published ? day(value.published) : null }
}

/** With the front matter of docs/content.md, and `picture` and `facts`, which only the desk has. @param published ISO day */
export function writeArticleFile(content: ArticleContent, published: string | null): string {
  const { body, facts, picture, updated, checked, hub, plate, related, ...rest } = content
  const heading = {
    title: rest.title,
    ...(published && { date: longDay(published), published }),
    ...(updated && { updated }),
    ...(checked && { checked: longDay(checked) }),
    category: rest.category,
    author: rest.author,
    image: '',
    ...(picture && { picture }),
    ...(plate && { plate }),
    summary: rest.summary,
    keywords: rest.keywords,
    ...(hub && { hub }),
    sources: rest.sources,
    ...(facts.length > 0 && {
      facts: Object.fromEntries(
        facts.map(({ name, value, what, source, checked: day }) => [
          name,
          { value, ...(what && { what }), source, checked: day },
        ]),
      ),
    }),
    ...(related.length > 0 && { related }),
  }
  return `---\n${stringify(heading, { lineWidth: 0 })}---\n\n${body.trimEnd()}\n`
}
