import { data } from 'react-router'
import type { Route } from './+types/guide'
import { articlePath } from './article.ts'
import { ArticleNotFound } from './article-not-found.tsx'
import { ArticlePage } from './article-page.tsx'
import { findArticle } from './articles.server.ts'

const BACK = { to: '/info', words: 'Back to Information & Guides' }

export function loader({ params }: Route.LoaderArgs) {
  const article = findArticle('guides', params.slug)
  return data({ article }, { status: article ? 200 : 404 })
}

export default function Guide({ loaderData: { article }, params }: Route.ComponentProps) {
  if (article) return <ArticlePage article={article} back={BACK} />
  return (
    <ArticleNotFound
      title="Guide Not Found"
      words="The guide you're looking for doesn't exist."
      path={articlePath('guides', params.slug)}
      back={BACK}
    />
  )
}
