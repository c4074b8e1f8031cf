import { data } from 'react-router'
import type { Route } from './+types/news-article'
import { articlePath } from './article.ts'
import { ArticleNotFound } from './article-not-found.tsx'
import { ArticlePage } from './article-page.tsx'
import { findArticle } from './articles.server.ts'

const BACK = { to: '/news', words: 'Back to News' }

export function loader({ params }: Route.LoaderArgs) {
  const article = findArticle('news', params.slug)
  return data({ article }, { status: article ? 200 : 404 })
}

export default function NewsArticle({ loaderData: { article }, params }: Route.ComponentProps) {
  if (article) return <ArticlePage article={article} back={BACK} isSigned />
  return (
    <ArticleNotFound
      title="Article Not Found"
      words="The article you're looking for doesn't exist."
      path={articlePath('news', params.slug)}
      back={BACK}
    />
  )
}
