/** Finds pages of this site that an article can link to. */
import type { RouterContextProvider } from 'react-router'
import { listDeskArticles } from '#services/articles/article-store.ts'
import { isPublic } from '#services/articles/article-types.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { articleTools } from './article-tools.server.ts'

interface Linkable {
  path: string
  title: string
}

/** Articles are listed separately. */
const TITLES: readonly [path: string, title: string][] = [
  ['/plates', 'Plates for sale'],
  ['/find', 'Find a plate for a name'],
  ['/sell', 'Sell your plate'],
  ['/valuations', 'Valuations'],
  ['/contact', 'Contact'],
  ...EXPLORER_LIST.map(({ path, place, suffix }): [string, string] => [
    path,
    suffix ? `${place} sales explorer` : 'Sales explorer',
  ]),
  ['/auction-calculator', 'Auction calculator'],
  ['/eligibility', 'Which plates a vehicle can have'],
  ['/registration', 'Look up a registration'],
  ['/alerts', 'Alerts'],
  ['/info', 'Guides'],
  ['/auction-info', 'Auction guides'],
  ['/document-info', 'Documentation guides'],
  ['/news', 'News'],
  ['/plate-stories', 'Plate stories'],
  ['/about', 'About us'],
]

/** @throws DataError */
export async function readLinkable(context: Readonly<RouterContextProvider>): Promise<Linkable[]> {
  return [...(await readPublicArticles(context)), ...TITLES.map(([path, title]) => ({ path, title }))]
}

export interface PublicArticle extends Linkable {
  /** 'guides/what-are-q-plates', as in `related`. */
  name: string
}

/** Public articles, sorted by title. @throws DataError */
export async function readPublicArticles(context: Readonly<RouterContextProvider>): Promise<PublicArticle[]> {
  const { database, shipped } = await articleTools(context)
  const desk = await listDeskArticles(database)
  const onDesk = new Set(desk.map(({ path }) => path))
  const shippedOnes = [...shipped.articles.values()].filter(
    ({ path, isPlaceholder }) => !onDesk.has(path) && !isPlaceholder,
  )
  return [...desk.filter(isPublic), ...shippedOnes]
    .map(({ path, title, section, slug }) => ({ path, title, name: `${section}/${slug}` }))
    .sort((a, b) => a.title.localeCompare(b.title, 'en-GB'))
}
