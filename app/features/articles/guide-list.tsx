import { Link } from 'react-router'
import type { ArticleCard } from './article.ts'

export function GuideList({
  guides,
  headingLevel: Heading,
}: {
  guides: ArticleCard[]
  headingLevel: 'h2' | 'h3'
}) {
  return (
    <ol className="guide-list">
      {guides.map(({ path, title, summary, minutes }) => (
        <li key={path}>
          <Heading className="subheading">
            <Link prefetch="intent" to={path}>
              {title}
            </Link>
          </Heading>
          <p className="text-quiet">{summary}</p>
          <p className="text-quiet text-sm">{minutes} min read</p>
        </li>
      ))}
    </ol>
  )
}
