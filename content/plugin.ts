import { readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Plugin } from 'vite'
import { type Article, toCard } from '#shared/articles/article.ts'
import { site } from '#site.config.ts'
import { type Content, compileContent } from './compile.ts'
import { setShareTitle, setWordmark } from './share-title.ts'
import { SHIPPED_CONTENT, type ShippedContentFile } from './shipped-content.ts'

/** Every article, for the server. */
const ARTICLES = 'virtual:articles'
/** For the browser: the cards of all articles, a function for each that imports it, and the articles themselves. */
const CARDS = 'virtual:article-cards'
const MODULES = 'virtual:article-modules'
const ARTICLE = 'virtual:article/'
const RESOLVED = '\0'

export function articles(routes: RouteConfigEntry[]): Plugin {
  let root = ''
  let isDevelopment = false
  let content: Content | undefined
  const folder = () => join(root, 'content')

  function compile(): Content {
    content ??= compileContent(folder(), {
      addresses: addressesOf(routes),
      publicFolder: join(root, 'public'),
      withDrafts: isDevelopment,
    })
    return content
  }

  /** The source of a module, by its name. */
  function sourceOf(name: string, all: readonly Article[]): string {
    if (name === ARTICLES) return articlesModule(all)
    if (name === CARDS) return exportDefault(all.filter(({ isPlaceholder }) => !isPlaceholder).map(toCard))
    if (name === MODULES) {
      const entries = all.map((article) => {
        const key = JSON.stringify(nameOf(article))
        return `${key}: () => import(${JSON.stringify(ARTICLE + nameOf(article))})`
      })
      return `export default {\n${entries.join(',\n')}\n}`
    }
    return exportDefault(all.find((article) => ARTICLE + nameOf(article) === name) ?? null)
  }

  return {
    name: 'articles',
    configResolved(config) {
      root = config.root
      isDevelopment = config.command === 'serve'
    },
    watchChange() {
      content = undefined
    },
    resolveId: (id) =>
      [ARTICLES, CARDS, MODULES].includes(id) || id.startsWith(ARTICLE) ? RESOLVED + id : undefined,
    load(id) {
      const name = id.slice(RESOLVED.length)
      if (!id.startsWith(`${RESOLVED}virtual:article`)) return
      for (const entry of readdirSync(folder(), { recursive: true, withFileTypes: true }))
        if (entry.isFile()) this.addWatchFile(join(entry.parentPath, entry.name))
      return sourceOf(name, compile().articles)
    },
    /** For the articles of the desk, which are compiled at run time (services/articles). */
    writeBundle({ dir }) {
      if (this.environment.name !== 'ssr' || !dir) return
      const file = shippedContentFile(compile(), addressesOf(routes))
      writeFileSync(join(dir, basename(SHIPPED_CONTENT)), JSON.stringify(file))
    },
  }
}

function shippedContentFile(
  { articles, facts, tables, ids }: Content,
  addresses: string[],
): ShippedContentFile {
  return {
    addresses,
    facts,
    tables: Object.fromEntries(tables),
    articles: articles.map(({ section, slug, path, title, published, isPlaceholder }) => ({
      section,
      slug,
      path,
      title,
      published,
      isPlaceholder,
      ids: [...(ids.get(path) ?? [])],
    })),
  }
}

const nameOf = ({ section, slug }: Article) => `${section}/${slug}`
const exportDefault = (value: unknown) => `export default ${JSON.stringify(value)}`

/** With the outlines of all titles, which the share images need. */
function articlesModule(all: readonly Article[]): string {
  const titles = all.map(({ path, title, plate }) => [path, setShareTitle(title, Boolean(plate))])
  return [
    exportDefault(all),
    `export const titles = ${JSON.stringify(Object.fromEntries(titles))}`,
    `export const wordmark = ${JSON.stringify({ name: site.name, ...setWordmark(site.name) })}`,
  ].join('\n')
}

export function addressesOf(routes: RouteConfigEntry[], parent = ''): string[] {
  return routes.flatMap(({ index, path = '', children = [] }) => {
    const address = path ? `${parent}/${path}` : parent
    const own = (index || path) && !/[:*]/.test(address) ? [address || '/'] : []
    return [...own, ...addressesOf(children, address)]
  })
}
