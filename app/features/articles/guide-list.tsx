import type { ArticleCard } from '#shared/articles/article.ts'
import { Link } from '../../shared/ui/link.tsx'

/** Specification, 2. Information and guides: the text beside its link. */
const FIRST_AUCTION = 'original-1989-dvla-personalised-plate-auction'

export function GuideList({
  guides,
  headingLevel: Heading,
}: {
  guides: ArticleCard[]
  headingLevel: 'h2' | 'h3'
}) {
  return (
    <ol className="guide-list">
      {guides.map(({ slug, path, title, summary, minutes }) => (
        <li key={path}>
          <Heading className="subheading">
            <Link to={path} className="after:absolute after:inset-0">
              {title}
            </Link>
            {slug === FIRST_AUCTION && (
              <span className="guide-note"> (74 lots from the first auction, December 1989)</span>
            )}
          </Heading>
          <p className="text-quiet">{summary}</p>
          <p className="text-quiet text-sm">{minutes} min read</p>
        </li>
      ))}
    </ol>
  )
}
