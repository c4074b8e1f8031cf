/** The fields of an article as the editor has them, with the text as Markdown. Stored as JSON. */
import { z } from 'zod'
import { CATEGORIES, HUBS, type Section } from '#shared/articles/article.ts'
import { formatNumber } from '#shared/text/format.ts'

/** The table accepts 400,000 characters of JSON, in which a line break is two characters. */
const MAX_BODY_LENGTH = 180_000
const MAX_CONTENT_LENGTH = 400_000

const limitedText = (max: number) =>
  z
    .string()
    .max(max, `Use ${formatNumber(max)} characters at most.`)
    .default('')
const limitedList = <Entry extends z.ZodType>(entry: Entry, max: number) =>
  z.array(entry).max(max, `Add ${max} at most.`).default([])
const source = z.object({ name: limitedText(300), url: limitedText(2000) })

const contentSchema = z.object({
  title: limitedText(300),
  /** One or two sentences for lists and feeds. */
  summary: limitedText(1000),
  body: limitedText(MAX_BODY_LENGTH),
  category: z.enum(CATEGORIES),
  author: limitedText(200),
  /** A registration that is drawn at the top and on the share image, or ''. */
  plate: limitedText(20),
  /** Only for guides: the hub page that lists it. */
  hub: z.enum(HUBS).nullable().default(null),
  picture: z
    .object({ id: limitedText(40), alt: limitedText(500) })
    .nullable()
    .default(null),
  keywords: limitedText(1000),
  sources: limitedList(source, 100),
  /** Figures used only in this article and quoted as `{{name}}`; figures in content/facts need no entry. */
  facts: limitedList(
    z.object({
      name: limitedText(80),
      value: limitedText(300),
      what: limitedText(300),
      source,
      checked: limitedText(10),
    }),
    100,
  ),
  /** 'guides/auction-fees-explained' */
  related: limitedList(limitedText(140), 20),
  /** ISO day of the last substantial change. */
  updated: z.string().max(10).nullable().default(null),
  /** ISO day on which the figures were last compared with their sources. */
  checked: z.string().max(10).nullable().default(null),
})

export type ArticleContent = z.output<typeof contentSchema>

/** In the order of the editor. */
export const CONTENT_FIELDS = contentSchema.keyof().options

const CATEGORY_OF: Record<Section, ArticleContent['category']> = {
  news: 'Market Update',
  guides: 'Guide',
  stories: 'Historic Plate',
}

export function emptyContent(section: Section, author: string): ArticleContent {
  return contentSchema.parse({
    category: CATEGORY_OF[section],
    hub: section === 'guides' ? 'info' : null,
    author,
  })
}

/** Parses a stored version; null if this release cannot read it. */
export function parseContent(json: string): ArticleContent | null {
  try {
    return contentSchema.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

/** Parses a form or a file; a missing field is empty. @returns the errors by field if it cannot be stored */
export function readContent(
  given: unknown,
): { content: ArticleContent } | { faults: Record<string, string> } {
  const { data, error } = contentSchema.safeParse(given)
  if (data) {
    const length = JSON.stringify(data).length
    if (length <= MAX_CONTENT_LENGTH) return { content: data }
    return {
      faults: {
        body: `The article is too long to store: shorten it by ${length - MAX_CONTENT_LENGTH} characters.`,
      },
    }
  }
  const faults: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) faults[path.join('.')] ??= message
  return { faults }
}

export const isSameContent = (one: ArticleContent, other: ArticleContent): boolean =>
  JSON.stringify(contentSchema.parse(one)) === JSON.stringify(contentSchema.parse(other))
