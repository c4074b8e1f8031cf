import { data, redirect } from 'react-router'
import { articlePath, sectionOf } from '#shared/articles/article.ts'
import { siteContext } from '../../context.ts'
import type { PageHandle } from '../../page-styles.ts'
import { meantPages } from '../../shared/meant-pages.ts'
import { ButtonLink } from '../../shared/ui/button-link.tsx'
import { memoPage } from '../../shared/ui/memo-page.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { WhereElse } from '../../shared/ui/where-else.tsx'
import type { Route } from './+types/show'
import { ArticlePage } from './article-page.tsx'
import { loadArticle, loadCards, readArticles } from './reading.ts'
import { SECTION_TEXTS } from './section-texts.ts'

const WITHDRAWN = {
  title: 'No Longer Published',
  message: 'We have taken this page down. Follow the link below to see what else we publish.',
}

export const handle: PageHandle = { styles: ['prose', 'article', 'article-print'] }

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const [{ articlesIn }, { withPlateStates }] = await Promise.all([
    import('./articles.server.ts'),
    import('./plate-states.server.ts'),
  ])
  const section = sectionOf(`/${pattern}`)
  const found = articlesIn(context).find(section, params.slug)
  if (found.kind === 'moved') throw redirect(found.to, 301)
  const isWithdrawn = found.kind === 'withdrawn'
  if (found.kind !== 'article') {
    const meant = meantPages(`/${params.slug}`, articlesIn(context).list())
    return data({ section, article: null, isWithdrawn, meant }, { status: isWithdrawn ? 410 : 404 })
  }
  const article = await withPlateStates(found.article, context.get(siteContext))
  return data({ section, article, isWithdrawn, meant: [] })
}

export async function clientLoader({ params, pattern, serverLoader }: Route.ClientLoaderArgs) {
  const section = sectionOf(`/${pattern}`)
  const article = await loadArticle(section, params.slug)
  const isComplete = article !== null && article.plates.length === 0
  const fromBuild = async () => ({
    section,
    article,
    isWithdrawn: false,
    meant: article ? [] : meantPages(`/${params.slug}`, await loadCards().catch(() => [])),
  })
  return readArticles(serverLoader, fromBuild, isComplete)
}

export default memoPage(function ShowArticle({ loaderData, params }: Route.ComponentProps) {
  const { section, article, isWithdrawn, meant } = loaderData
  const { back, name } = SECTION_TEXTS[section]
  const notFound = {
    title: `${name} Not Found`,
    message: `The ${name.toLowerCase()} you're looking for doesn't exist.`,
  }
  const { title, message } = isWithdrawn ? WITHDRAWN : notFound
  if (article) return <ArticlePage article={article} />
  return (
    <div className="wrap grid justify-items-center py-16 text-center md:py-24">
      <PageMeta title={title} path={articlePath(section, params.slug)} noindex />
      <h1 className="title">{title}</h1>
      <p className="mt-4 text-lg text-quiet">{message}</p>
      <p className="mt-8">
        <ButtonLink to={back.to}>{back.label}</ButtonLink>
      </p>
      <WhereElse meant={meant} />
    </div>
  )
})
