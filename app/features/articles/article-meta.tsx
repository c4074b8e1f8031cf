import type { ArticleCard } from '#shared/articles/article.ts'
import { longDay } from '#shared/text/format.ts'

interface ArticleMetaProps {
  article: ArticleCard
}

export function ArticleMeta({ article }: ArticleMetaProps) {
  const { published, date, category, author, minutes, updated } = article
  return (
    <p className="article-meta">
      <time dateTime={published}>{date}</time>
      <span className="tag">{category}</span>
      <span>{author}</span>
      <span>{minutes} min read</span>
      {updated && updated !== published && (
        <span>
          Updated <time dateTime={updated}>{longDay(updated)}</time>
        </span>
      )}
    </p>
  )
}

export function CardMeta({ article }: ArticleMetaProps) {
  return (
    <p className="article-meta">
      <time dateTime={article.published}>{article.date}</time>
      <span className="tag">{article.category}</span>
    </p>
  )
}
