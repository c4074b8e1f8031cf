import { data } from 'react-router'
import type { Route } from './+types/story'
import { articlePath } from './article.ts'
import { ArticleNotFound } from './article-not-found.tsx'
import { ArticlePage } from './article-page.tsx'
import { findArticle } from './articles.server.ts'

const BACK = { to: '/plate-stories', words: 'Back to Plate Stories' }

export function loader({ params }: Route.LoaderArgs) {
  const article = findArticle('stories', params.slug)
  return data({ article }, { status: article ? 200 : 404 })
}

export default function Story({ loaderData: { article }, params }: Route.ComponentProps) {
  if (article) return <ArticlePage article={article} back={BACK} metaFirst isSigned />
  return (
    <ArticleNotFound
      title="Story Not Found"
      words="The story you're looking for doesn't exist."
      path={articlePath('stories', params.slug)}
      back={BACK}
    />
  )
}
