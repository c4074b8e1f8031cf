import { type ArticleCard, sectionOf } from '#shared/articles/article.ts'
import type { PageHandle } from '../../page-styles.ts'
import { memoPage } from '../../shared/ui/memo-page.ts'
import { Page } from '../../shared/ui/page.tsx'
import type { Route } from './+types/article-index'
import { ArticleCardItem, ComingCard } from './article-card.tsx'
import { listArticles, listGuides } from './article-lists.ts'
import { GuideList } from './guide-list.tsx'
import { loadCards, readArticles } from './reading.ts'

const PAGES = {
  news: {
    title: 'Latest News',
    description:
      'News from the British market in private number plates: what sold, where and for how much, and what it means for the price of a good plate.',
    intro: 'What sold, where and for how much, with the source of every figure.',
    hub: null,
  },
  'plate-stories': {
    title: 'Plate Stories',
    description:
      'The stories behind British plates: where they were issued, who had them, what they fetched, and what remains hearsay.',
    intro: 'Where a plate came from, who had it, and what it fetched, as far as the evidence goes.',
    hub: null,
  },
  'auction-info': {
    title: 'Auction Guides',
    description:
      'How number plates are sold at auction in Britain: registering, bidding, fees beyond the hammer price, the houses compared, and what happens afterwards.',
    intro:
      'How number plates are sold at auction in Britain, what they cost beyond the hammer price, and the sale of December 1989 that began it all.',
    hub: 'auction',
  },
  'document-info': {
    title: 'Documentation Guides',
    description:
      'The paperwork for a private registration: assigning it to a vehicle, what Q plates are, and what to do when it cannot be retained or assigned online.',
    intro:
      'The paperwork for a private registration: what each document is for, and what to do when the online service says no.',
    hub: 'document',
  },
} as const

type Path = keyof typeof PAGES

export const handle: PageHandle = { styles: ['article', 'article-lists'] }

export async function loader({ context, pattern }: Route.LoaderArgs) {
  const { articlesIn } = await import('./articles.server.ts')
  return dataOf(pattern, articlesIn(context).list())
}

export function clientLoader({ pattern, serverLoader }: Route.ClientLoaderArgs) {
  return readArticles(serverLoader, async () => dataOf(pattern, await loadCards()))
}

/** @param pattern the path of the route, which has neither the case of the address nor the prefix of a web archive */
function dataOf(pattern: string, cards: readonly ArticleCard[]) {
  const path = pattern as Path
  const { hub } = PAGES[path]
  return { path, articles: hub ? listGuides(cards, hub) : listArticles(cards, sectionOf(`/${path}`)) }
}

export default memoPage(function ArticleIndex({ loaderData: { path, articles } }: Route.ComponentProps) {
  const { title, description, intro, hub } = PAGES[path]
  return (
    <Page title={title} path={`/${path}`} description={description} lead={intro}>
      {hub ? (
        <GuideList guides={articles} headingLevel="h2" />
      ) : (
        <ul className={`${path === 'news' ? 'article-list' : 'article-grid-list'} mt-10`}>
          {articles.map((article) => (
            <ArticleCardItem key={article.slug} article={article} />
          ))}
          {path === 'plate-stories' && <ComingCard />}
        </ul>
      )}
    </Page>
  )
})
