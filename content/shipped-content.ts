/** What the build knows about the shipped articles, in a file that content/plugin.ts writes. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Section } from '#shared/articles/article.ts'
import type { Facts } from './front-matter.ts'
import type { Table } from './tables.ts'

interface ShippedArticle {
  section: Section
  slug: string
  path: string
  title: string
  /** ISO day. */
  published: string
  isPlaceholder: boolean
  /** Ids on its page, for links. */
  ids: string[]
}

/** The card as JSON. */
export interface ShippedContentFile {
  /** Paths of the site's pages without parameters. */
  addresses: string[]
  facts: Facts
  tables: Record<string, Table | null>
  articles: ShippedArticle[]
}

export interface ShippedContent {
  addresses: ReadonlySet<string>
  facts: Facts
  tables: Map<string, Table | null>
  /** Keyed by path. */
  articles: ReadonlyMap<string, ShippedArticle>
  /** The folder of their Markdown. The default is that of this source file; a bundle must set it. */
  sources?: string
}

/** The file below the folder of the build. */
export const SHIPPED_CONTENT = 'server/shipped-content.json'

export function toShippedContent(file: ShippedContentFile): ShippedContent {
  return {
    addresses: new Set(file.addresses),
    facts: file.facts,
    tables: new Map(Object.entries(file.tables)),
    articles: new Map(file.articles.map((article) => [article.path, article])),
  }
}

const DEFAULT_BUILD = new URL('../build/', import.meta.url)

/** @throws if the site is not built */
export async function readShippedContent(build = DEFAULT_BUILD): Promise<ShippedContent> {
  const file = JSON.parse(await readFile(new URL(SHIPPED_CONTENT, build), 'utf8'))
  return { ...toShippedContent(file), sources: fileURLToPath(new URL('../content/', build)) }
}
