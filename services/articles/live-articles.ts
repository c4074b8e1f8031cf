/**
 * The desk's articles on the public site: compiled, in memory, and synchronised with the backend. Articles that cannot
 * be shown are left out and logged; while the backend is unavailable, the last known articles stay.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { readShippedContent, type ShippedContent } from '#content/shipped-content.ts'
import type { Reader } from '#data/tables.ts'
import { type Article, articlePath, byNewest, type Section, type SetTitle } from '#shared/articles/article.ts'
import { createLiveReader, type LiveReader, type LiveReaderOptions } from '../live-reader.ts'
import { londonDay } from '../london-time.ts'
import { formerOwners, isKnownToVisitors } from './addresses.ts'
import { readArticleRows, readFormerAddresses, readVersions } from './article-store.ts'
import { type ArticleVersion, type DeskArticle, isPublic } from './article-types.ts'
import { checkArticle, readStatuses, whyNotShown } from './check-article.ts'
import { picturesOf, readPictureSizes } from './check-context.ts'
import type { compileArticle } from './compile-article.ts'
import { describeFault } from './fault.ts'
import { readPreview } from './preview-link.ts'

export type { ShippedContent }

/** How the desk's articles change those of the site, at one moment. */
export interface DeskArticles {
  /** Published, newest first. */
  articles: readonly Article[]
  /** Paths where the shipped article is hidden. */
  replaced: ReadonlySet<string>
  /** Paths that answer 410. */
  withdrawn: ReadonlySet<string>
  /** Former paths with their targets. */
  moved: ReadonlyMap<string, string>
  /** Published articles that cannot be shown. */
  faulty: readonly FaultyArticle[]
}

export interface FaultyArticle {
  id: string
  path: string
  publishedAt: string | null
  /** The first fault, such as 'Line 3: the link /nowhere leads to no page of this site'. */
  fault: string
}

export interface Preview {
  section: Section
  title: string
  /** Null if it cannot be shown yet; `faults` say why. */
  article: Article | null
  faults: string[]
}

/** While the backend is unavailable, the last known articles stay. */
export interface LiveArticles extends LiveReader {
  current(): DeskArticles
  /** Increases with every change that is visible to visitors. */
  revision(): number
  /** The context for `checkArticle` and for changes of articles. @throws if the site is not built */
  shipped(): Promise<ShippedContent>
  /** The latest version for a reader with the preview link; null if no article has the token. */
  readPreview(token: string): Promise<Preview | null>
  /** Those that are sold according to the stock, without spaces, whether or not the explorer has the sale. */
  soldAmong(registrations: readonly string[]): Promise<Set<string>>
  /** The firm's name, for share images. */
  setWordmark(name: string): Promise<SetTitle>
  /** For the share image. */
  setTitle(article: Pick<Article, 'title' | 'plate'>): Promise<SetTitle>
}

const NO_DESK_ARTICLES: DeskArticles = {
  articles: [],
  replaced: new Set(),
  withdrawn: new Set(),
  moved: new Map(),
  faulty: [],
}

const CANNOT_BE_SHOWN = 'An article from the desk cannot be shown and is left out of the site'
export const CANNOT_BE_READ = 'The articles from the desk cannot be read: the last known ones are shown'

interface LiveArticlesOptions extends Omit<LiveReaderOptions, 'read' | 'failure'> {
  database: Reader
  build?: URL
}

/** The result for a version at an address, neither of which changes. */
type Compiled = { article: Article; related: string[] } | { path: string; fault: string }

/** Reads nothing before the first `refresh`. */
export function createLiveArticles({ database, build, ...options }: LiveArticlesOptions): LiveArticles {
  let current = NO_DESK_ARTICLES
  let known = ''
  let revision = 0
  let compiled = new Map<string, Compiled>()
  let shippedContent: Promise<ShippedContent> | undefined

  function shipped(): Promise<ShippedContent> {
    shippedContent ??= readShippedContent(build)
    shippedContent.catch(() => {
      shippedContent = undefined
    })
    return shippedContent
  }

  async function read(from: Reader): Promise<void> {
    const [rows, former] = await Promise.all([readArticleRows(from), readFormerAddresses(from)])
    const seen = JSON.stringify([
      rows
        .filter(isKnownToVisitors)
        .map((row) => [row.id, row.status, keyOf(row)])
        .sort(),
      former.map(({ section, slug, articleId }) => [section, slug, articleId]).sort(),
    ])
    if (seen === known) return
    const next = await compileAll(from, rows.filter(isPublic))
    current = toDeskArticles(rows, former, next, rows.length > 0 ? await shipped() : null)
    for (const [key, article] of next)
      if ('fault' in article && !compiled.has(key))
        options.log.error(CANNOT_BE_SHOWN, `${article.path}: ${article.fault}`)
    compiled = next
    known = seen
    revision += 1
  }

  async function compileAll(from: Reader, rows: readonly DeskArticle[]): Promise<Map<string, Compiled>> {
    const next = new Map<string, Compiled>()
    const missing = rows.filter((row) => !compiled.has(keyOf(row)))
    const ids = missing.flatMap(({ publishedVersion }) => publishedVersion ?? [])
    const versions = new Map((await readVersions(from, ids)).map((version) => [version.id, version]))
    const pictures = await readPictureSizes(from, [
      ...new Set([...versions.values()].flatMap(({ content }) => (content ? picturesOf(content) : []))),
    ])
    // Loaded lazily with its parsers, which a site without articles of its own never needs.
    const compile = missing.length > 0 ? (await import('./compile-article.ts')).compileArticle : null
    for (const row of rows) {
      const key = keyOf(row)
      const version = versions.get(row.publishedVersion ?? '')
      const known = compiled.get(key)
      if (known) next.set(key, known)
      else if (compile) {
        const context = { shipped: await shipped(), pictures, articles: new Map() }
        next.set(key, compileOne(compile, row, version, context))
      }
      await yieldToEventLoop()
    }
    return next
  }

  const reader = createLiveReader({
    ...options,
    read: () => read(database),
    failure: CANNOT_BE_READ,
  })

  return {
    ...reader,
    current: () => current,
    revision: () => revision,
    shipped,
    async readPreview(token) {
      const found = await readPreview(database, token)
      if (!found) return null
      const { article, latest } = found
      if (!latest.content)
        return {
          section: article.section,
          title: '',
          article: null,
          faults: ['This version cannot be read.'],
        }
      const checked = await checkArticle(database, await shipped(), article, latest.content)
      const faults = checked.faults.filter(({ isBroken }) => isBroken).map(describeFault)
      return { section: article.section, title: latest.content.title, article: checked.article, faults }
    },
    async soldAmong(registrations) {
      const statuses = [...(await readStatuses(database, registrations))]
      return new Set(statuses.flatMap(([name, status]) => (status === 'sold' ? [name] : [])))
    },
    async setWordmark(name) {
      const { setWordmark } = await import('#content/share-title.ts')
      return setWordmark(name)
    },
    async setTitle({ title, plate }) {
      const { setShareTitle } = await import('#content/share-title.ts')
      return setShareTitle(title, plate !== null)
    },
  }
}

/** The page shows the day of publication. */
const keyOf = ({ publishedVersion, path, publishedAt }: DeskArticle) =>
  `${publishedVersion} ${path} ${publishedAt}`

function compileOne(
  compile: typeof compileArticle,
  { section, slug, path, publishedAt }: DeskArticle,
  version: ArticleVersion | undefined,
  context: Parameters<typeof compileArticle>[1],
): Compiled {
  if (!version?.content) return { path, fault: 'its text cannot be read' }
  const published = londonDay(publishedAt ? new Date(publishedAt) : new Date())
  const { article, faults } = compile({ section, slug, content: version.content, published }, context)
  if (article) return { article, related: version.content.related }
  return { path, fault: whyNotShown(faults) }
}

function toDeskArticles(
  rows: readonly DeskArticle[],
  former: Parameters<typeof formerOwners>[1],
  compiled: ReadonlyMap<string, Compiled>,
  shipped: ShippedContent | null,
): DeskArticles {
  const shown = rows.filter(isPublic).map((row) => ({ row, result: compiled.get(keyOf(row)) }))
  const good = shown.flatMap(({ result }) => (result && 'article' in result ? [result] : []))
  const faulty = shown.flatMap(({ row: { id, path, publishedAt }, result }) =>
    result && 'fault' in result ? [{ id, path, publishedAt, fault: result.fault }] : [],
  )
  const owners = [...formerOwners(rows, former)]
  const replaced = new Set([
    ...rows.filter(isKnownToVisitors).map(({ path }) => path),
    ...owners.map(([path]) => path),
  ])
  const titles = new Map<string, string>()
  for (const { path, title, isPlaceholder } of shipped?.articles.values() ?? [])
    if (!replaced.has(path) && !isPlaceholder) titles.set(path, title)
  for (const { article } of good) titles.set(article.path, article.title)
  return {
    articles: good
      .map(({ article, related }) => ({ ...article, related: relatedTo(related, titles) }))
      .sort(byNewest),
    replaced,
    withdrawn: new Set([
      ...rows.filter(({ status }) => status === 'withdrawn').map(({ path }) => path),
      ...owners.flatMap(([path, { status }]) => (status === 'withdrawn' ? [path] : [])),
    ]),
    moved: new Map(owners.flatMap(([path, row]) => (isPublic(row) ? [[path, row.path]] : []))),
    faulty,
  }
}

/** The articles that are public now. */
const relatedTo = (names: readonly string[], titles: ReadonlyMap<string, string>): Article['related'] =>
  names.flatMap((name) => {
    const [section = '', slug = ''] = name.split('/')
    const path = articlePath(section as Section, slug)
    const title = titles.get(path)
    return title === undefined ? [] : [{ path, title }]
  })
