import { site } from '../../../site.config.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import type { Route } from './+types/story-list'
import { ComingCard, ReadingCard } from './article-card.tsx'
import { listArticles } from './articles.server.ts'

export function loader() {
  return { stories: listArticles('stories') }
}

export default function PlateStories({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <PageMeta
        title={`Plate Stories | ${site.name}`}
        path="/plate-stories"
        description="The stories behind some British registrations: where they were issued, who wore them, what they fetched, and what nobody can prove."
      />
      <h1 className="title">Plate Stories</h1>
      <p className="mt-5 max-w-reading text-lg text-quiet">
        Where a registration came from, who wore it, and what it fetched, as far as anybody can show.
      </p>
      <ul className="reading-grid mt-10">
        {loaderData.stories.map((story) => (
          <ReadingCard key={story.slug} article={story} />
        ))}
        <ComingCard />
      </ul>
    </div>
  )
}
