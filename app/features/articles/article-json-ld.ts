import { type Article, articleImagePath } from '#shared/articles/article.ts'
import type { Site } from '#site.config.ts'
import { organizationJsonLd } from '../../shared/ui/json-ld.ts'

export function articleJsonLd(siteUrl: string, site: Site, article: Article): object {
  const organization = organizationJsonLd(siteUrl, site)
  return {
    '@context': 'https://schema.org',
    '@type': article.section === 'news' ? 'NewsArticle' : 'Article',
    headline: article.title,
    description: article.summary,
    datePublished: article.published,
    dateModified: article.updated ?? article.published,
    author: article.author === site.name ? organization : { '@type': 'Person', name: article.author },
    publisher: organization,
    image: siteUrl + (article.image?.share ?? article.image?.src ?? articleImagePath(article)),
    mainEntityOfPage: siteUrl + article.path,
    articleSection: article.category,
    keywords: article.keywords,
    wordCount: article.words,
    inLanguage: site.locale,
    isAccessibleForFree: true,
    ...(article.sources.length > 0 && {
      citation: article.sources.map(({ name, url }) => ({ '@type': 'WebPage', name, url })),
    }),
  }
}
