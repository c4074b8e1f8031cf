import type { ArticleCard } from '#shared/articles/article.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { DisabledLink } from '../../shared/ui/disabled-link.tsx'
import { Link } from '../../shared/ui/link.tsx'
import { CardMeta } from './article-meta.tsx'

export function ArticleCardItem({ article }: { article: ArticleCard }) {
  return (
    <li className="article-card">
      {article.plate && (
        <div className="article-card-plate">
          <PlateFace registration={article.plate} decorative className="block w-full" />
        </div>
      )}
      <div className="article-card-text">
        <CardMeta article={article} />
        <h2 className="subheading mt-3">{article.title}</h2>
        <p className="mt-3 text-quiet">{article.summary}</p>
        <p className="mt-auto pt-4">
          <Link to={article.path} className="card-link">
            Read more<span className="sr-only">: {article.title}</span>
          </Link>
        </p>
      </div>
    </li>
  )
}

export function ComingCard() {
  return (
    <li className="article-card article-card-coming">
      <div className="article-card-plate article-card-blank" aria-hidden="true" />
      <div className="article-card-text">
        <h2 className="subheading">Coming Soon</h2>
        <p className="mt-3">We are researching the next plate.</p>
        <p className="mt-auto pt-4">
          <DisabledLink>Read more</DisabledLink>
        </p>
      </div>
    </li>
  )
}
