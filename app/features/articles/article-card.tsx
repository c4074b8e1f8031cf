import { Link } from 'react-router'
import { DisabledLink } from '../../shared/ui/disabled-link.tsx'
import { PlateFace } from '../../shared/ui/plate-face.tsx'
import type { ArticleCard } from './article.ts'
import { CardMeta } from './article-meta.tsx'

export function ArticleCardItem({ article }: { article: ArticleCard }) {
  return (
    <li className="reading-card">
      {article.plate && (
        <div className="reading-card-plate">
          <PlateFace registration={article.plate} decorative className="block w-full" />
        </div>
      )}
      <div className="reading-card-words">
        <CardMeta article={article} />
        <h2 className="subheading mt-3">{article.title}</h2>
        <p className="mt-3 text-quiet">{article.summary}</p>
        <p className="mt-auto pt-4">
          <Link prefetch="intent" to={article.path} className="card-link">
            Read more<span className="sr-only">: {article.title}</span>
          </Link>
        </p>
      </div>
    </li>
  )
}

/** Announces an article that is not written yet. */
export function ComingCard() {
  return (
    <li className="reading-card reading-card-coming">
      <div className="reading-card-plate reading-card-blank" aria-hidden="true" />
      <div className="reading-card-words">
        <h2 className="subheading">Coming Soon</h2>
        <p className="mt-3">The next plate is being looked into.</p>
        <p className="mt-auto pt-4">
          <DisabledLink>Read more</DisabledLink>
        </p>
      </div>
    </li>
  )
}
