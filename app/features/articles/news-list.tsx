import { site } from '../../../site.config.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import type { Route } from './+types/news-list'
import { ReadingCard } from './article-card.tsx'
import { listArticles } from './articles.server.ts'

export function loader() {
  return { articles: listArticles('news') }
}

export default function News({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <PageMeta
        title={`Latest News | ${site.name}`}
        path="/news"
        description="News of the British market in private number plates: what sold, where, for how much, and what it means for the price of a good registration."
      />
      <h1 className="title">Latest News</h1>
      <p className="mt-5 max-w-reading text-lg text-quiet">
        What sold, where and for how much, with the source of every figure.
      </p>
      <ul className="reading-list mt-10">
        {loaderData.articles.map((article) => (
          <ReadingCard key={article.slug} article={article} />
        ))}
      </ul>
    </div>
  )
}
