import { data, Link } from 'react-router'
import { site } from '../../../site.config.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import type { Route } from './+types/show'
import { articlePath, type Section, sectionOf } from './article.ts'
import { ArticlePage, type BackLinkProps } from './article-page.tsx'
import { findArticle } from './articles.server.ts'

interface SectionTexts {
  back: BackLinkProps
  notFound: { title: string; message: string }
}

const TEXTS: Record<Section, SectionTexts> = {
  news: {
    back: { to: '/news', label: 'Back to News' },
    notFound: {
      title: 'Article Not Found',
      message: "The article you're looking for doesn't exist.",
    },
  },
  guides: {
    back: { to: '/info', label: 'Back to Information & Guides' },
    notFound: { title: 'Guide Not Found', message: "The guide you're looking for doesn't exist." },
  },
  stories: {
    back: { to: '/plate-stories', label: 'Back to Plate Stories' },
    notFound: { title: 'Story Not Found', message: "The story you're looking for doesn't exist." },
  },
}

export function loader({ params, url }: Route.LoaderArgs) {
  const section = sectionOf(url.pathname)
  const article = findArticle(section, params.slug)
  return data({ section, article }, { status: article ? 200 : 404 })
}

export default function ShowArticle({ loaderData: { section, article }, params }: Route.ComponentProps) {
  const { back, notFound } = TEXTS[section]
  if (article)
    return (
      <ArticlePage
        article={article}
        back={back}
        metaFirst={section === 'stories'}
        isSigned={section !== 'guides'}
      />
    )
  return (
    <div className="wrap py-24 text-center md:py-32">
      <PageMeta title={`${notFound.title} | ${site.name}`} path={articlePath(section, params.slug)} noindex />
      <h1 className="title">{notFound.title}</h1>
      <p className="mt-4 text-lg text-quiet">{notFound.message}</p>
      <p className="mt-8">
        <Link prefetch="intent" to={back.to} className="button">
          {back.label}
        </Link>
      </p>
    </div>
  )
}
