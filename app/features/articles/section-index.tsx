import { site } from '../../../site.config.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import type { Route } from './+types/section-index'
import { sectionOf, sectionPath } from './article.ts'
import { ArticleCardItem, ComingCard } from './article-card.tsx'
import { listArticles } from './articles.server.ts'

const PAGES = {
  news: {
    title: 'Latest News',
    description:
      'News of the British market in private number plates: what sold, where, for how much, and what it means for the price of a good registration.',
    intro: 'What sold, where and for how much, with the source of every figure.',
    listClass: 'article-list',
    hasComingCard: false,
  },
  stories: {
    title: 'Plate Stories',
    description:
      'The stories behind some British registrations: where they were issued, who wore them, what they fetched, and what nobody can prove.',
    intro: 'Where a registration came from, who wore it, and what it fetched, as far as anybody can show.',
    listClass: 'article-grid-list',
    hasComingCard: true,
  },
}

export function loader({ url }: Route.LoaderArgs) {
  const section = sectionOf(url.pathname) === 'news' ? 'news' : 'stories'
  return { section, articles: listArticles(section) } as const
}

export default function SectionIndex({ loaderData: { section, articles } }: Route.ComponentProps) {
  const { title, description, intro, listClass, hasComingCard } = PAGES[section]
  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <PageMeta title={`${title} | ${site.name}`} path={sectionPath(section)} description={description} />
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
