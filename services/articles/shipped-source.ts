/** The Markdown of a shipped article as content for the desk. */
import { readFile } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Section } from '#shared/articles/article.ts'
import type { ArticleContent } from './article-content.ts'
import { parseArticleFile } from './article-file.ts'

const FOLDER = fileURLToPath(new URL('../../content/', import.meta.url))

/** Null if there is none. */
export async function readShippedArticle(
  section: Section,
  slug: string,
  folder = FOLDER,
): Promise<ArticleContent | null> {
  const path = join(folder, section, `${slug}.md`)
  const inside = relative(folder, path)
  if (inside.startsWith('..') || isAbsolute(inside)) return null
  try {
    const parsed = parseArticleFile(await readFile(path, 'utf8'), section)
    return 'content' in parsed ? parsed.content : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
