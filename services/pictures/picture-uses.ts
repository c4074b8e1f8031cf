/** Finds the articles that show a picture in their public, scheduled or latest version. */
import type { BackendClient } from '#shared/data/client.ts'
import { readPages, readWhereIn } from '#shared/data/read-all.ts'

export const UNTITLED = 'an article without a title'

export interface PictureUse {
  articleId: string
  title: string
  /** The alternative text in the article; null if the picture is only mentioned. */
  alt: string | null
}

/** The number of versions per request, of up to 400,000 characters each. */
const CONTENTS_AT_ONCE = 25

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The articles by the picture ids in them. */
export async function findUses(client: BackendClient): Promise<Map<string, PictureUse[]>> {
  const current = await currentVersions(client)
  const uses = new Map<string, PictureUse[]>()
  const columns = 'article_id,content'
  for (const row of await readWhereIn(client, 'article_versions', 'id', current, columns, CONTENTS_AT_ONCE)) {
    const content = String(row.content)
    const articleId = String(row.article_id)
    for (const id of new Set(content.match(ID))) {
      const known = uses.get(id) ?? []
      if (known.some((use) => use.articleId === articleId)) continue
      uses.set(id, [...known, { articleId, ...describeUse(content, id) }])
    }
  }
  return uses
}

/** The published, the scheduled and the latest version of each article. */
async function currentVersions(client: BackendClient): Promise<string[]> {
  const current = new Set<string>()
  const articles = () => client.from('articles').select('id,published_version,scheduled_version')
  for await (const { published_version, scheduled_version } of readPages(articles))
    for (const id of [published_version, scheduled_version]) if (id !== null) current.add(String(id))
  const latest = new Map<string, { id: string; number: number }>()
  const versions = () => client.from('article_versions').select('id,article_id,number')
  for await (const row of readPages(versions)) {
    const articleId = String(row.article_id)
    const number = Number(row.number)
    if (number > (latest.get(articleId)?.number ?? 0)) latest.set(articleId, { id: String(row.id), number })
  }
  for (const { id } of latest.values()) current.add(id)
  return [...current]
}

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
