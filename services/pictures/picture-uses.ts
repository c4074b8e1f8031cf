/** Finds the articles that show a picture in their public, scheduled or latest version. */
import type { Reader } from '#data/tables.ts'

export const UNTITLED = 'an article without a title'

export interface PictureUse {
  articleId: string
  title: string
  /** The alternative text in the article; null if the picture is only mentioned. */
  alt: string | null
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * The articles by the picture ids in them.
 * @param only of this picture alone, so that no other text is read
 */
export async function findUses(reader: Reader, only = ''): Promise<Map<string, PictureUse[]>> {
  const uses = new Map<string, PictureUse[]>()
  for (const { articleId, content } of await readCurrentVersions(reader, only))
    for (const id of new Set(content.match(ID))) {
      const known = uses.get(id) ?? []
      if (known.some((use) => use.articleId === articleId)) continue
      uses.set(id, [...known, { articleId, ...describeUse(content, id) }])
    }
  return uses
}

/** The published, the scheduled and the latest version of each article, if they contain a text. */
const readCurrentVersions = (reader: Reader, text: string) =>
  reader
    .selectFrom('articleVersions as version')
    .innerJoin('articles', 'articles.id', 'version.articleId')
    .select(['version.articleId', 'version.content'])
    .where('version.content', 'like', `%${text}%`)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('version.id', '=', eb.ref('articles.publishedVersion')),
        eb('version.id', '=', eb.ref('articles.scheduledVersion')),
        eb(
          'version.number',
          '=',
          selectFrom('articleVersions as one')
            .select(({ fn }) => fn.max('one.number').as('latest'))
            .whereRef('one.articleId', '=', 'version.articleId'),
        ),
      ]),
    )
    .orderBy('version.articleId')
    .orderBy('version.number', 'desc')
    .execute()

interface Content {
  title?: unknown
  body?: unknown
  picture?: { id?: unknown; alt?: unknown } | null
}

/** `![An alternative text](/pictures/<id>)`, with brackets escaped. */
const IN_TEXT = /!\[((?:\\.|[^\]\\])*)\]\(\/pictures\/([0-9a-f-]{36})/g

function describeUse(text: string, id: string): Omit<PictureUse, 'articleId'> {
  const { title, body, picture } = parse(text)
  const inText = [...String(body ?? '').matchAll(IN_TEXT)].find(([, , own]) => own === id)
  const alt = inText?.[1]?.replace(/\\(.)/g, '$1') ?? (picture?.id === id ? picture.alt : null)
  return {
    title: typeof title === 'string' && title.trim() !== '' ? title : UNTITLED,
    alt: typeof alt === 'string' && alt.trim() !== '' ? alt : null,
  }
}

function parse(content: string): Content {
  try {
    return (JSON.parse(content) as Content | null) ?? {}
  } catch {
    return {}
  }
}
