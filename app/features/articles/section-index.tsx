import { sectionOf, sectionPath } from '#shared/articles/article.ts'
import type { PageHandle } from '../../page-styles.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import type { Route } from './+types/section-index'
import { ArticleCardItem, ComingCard } from './article-card.tsx'
import { listArticles } from './article-lists.ts'

const PAGES = {
  news: {
    title: 'Latest News',
    description:
      'News from the British market in private number plates: what sold, where and for how much, and what it means for the price of a good plate.',
    intro: 'What sold, where and for how much, with the source of every figure.',
    listClass: 'article-list',
    hasComingCard: false,
  },
  stories: {
    title: 'Plate Stories',
    description:
      'The stories behind British plates: where they were issued, who had them, what they fetched, and what remains hearsay.',
    intro: 'Where a plate came from, who had it, and what it fetched, as far as the evidence goes.',
    listClass: 'article-grid-list',
    hasComingCard: true,
  },
}

const listAt = (path: string) => (sectionOf(path) === 'news' ? 'news' : 'stories')

export const handle: PageHandle = { styles: ['article', 'article-lists'] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const section = listAt(url.pathname)
  const { articlesIn } = await import('./articles.server.ts')
  return { section, articles: articlesIn(context).list(section) } as const
}

export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  const section = listAt(url.pathname)
  const { readArticles, loadCards } = await import('./reading.client.ts')
  return readArticles(serverLoader, async () => {
    return { section, articles: listArticles(await loadCards(), section) } as const
  })
}

export default function SectionIndex({ loaderData: { section, articles } }: Route.ComponentProps) {
  const { title, description, intro, listClass, hasComingCard } = PAGES[section]
  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <PageMeta title={title} path={sectionPath(section)} description={description} />
      <h1 className="title">{title}</h1>
      <p className="mt-5 max-w-reading text-lg text-quiet">{intro}</p>
      <ul className={`${listClass} mt-10`}>
        {articles.map((article) => (
          <ArticleCardItem key={article.slug} article={article} />
        ))}
        {hasComingCard && <ComingCard />}
      </ul>
    </div>
  )
}
