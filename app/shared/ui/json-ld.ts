/** What schema.org has words for, as JSON-LD: the house, the way to a page, and a piece to read. */
import { site } from '../../../site.config.ts'
import { type Article, articleImagePath } from '../../features/articles/article.ts'

const CONTEXT = 'https://schema.org'

const houseId = (siteUrl: string) => `${siteUrl}/#organization`

/** The dealer and the site, told once, on the home page. */
export function houseJsonLd(siteUrl: string): object {
  const [streetAddress, addressLocality, postalCode] = site.company.address
  return {
    '@context': CONTEXT,
    '@graph': [
      {
        '@type': 'Organization',
        '@id': houseId(siteUrl),
        name: site.name,
        url: `${siteUrl}/`,
        logo: `${siteUrl}/icon.svg`,
        slogan: site.strapline,
        foundingDate: String(site.tradingSince),
        email: site.email,
        address: {
          '@type': 'PostalAddress',
          streetAddress,
          addressLocality,
          postalCode,
          addressCountry: 'GB',
        },
        sameAs: [site.social.url],
      },
      {
        '@type': 'WebSite',
        '@id': `${siteUrl}/#website`,
        name: site.name,
        url: `${siteUrl}/`,
        inLanguage: site.locale,
        publisher: { '@id': houseId(siteUrl) },
      },
    ],
  }
}

/** What a page lies under, by the beginning of its path. */
const PARENTS: [beginning: string, name: string, path: string][] = [
  ['/plate/', 'Number Plates For Sale', '/plates'],
  ['/news/', 'Latest News', '/news'],
  ['/info/', 'Information & Guides', '/info'],
  ['/auction-info', 'Information & Guides', '/info'],
  ['/document-info', 'Information & Guides', '/info'],
  ['/plate-stories/', 'Plate Stories', '/plate-stories'],
  ['/jersey/', 'UK Number Plate Sales Explorer', '/sales-explorer'],
]

/** The way from the home page to this one. The page's name is its title without the site's. */
export function breadcrumbJsonLd(siteUrl: string, path: string, title: string): object {
  const parent = PARENTS.find(([beginning]) => path.startsWith(beginning))
  const steps = [
    { name: 'Home', path: '/' },
    ...(parent ? [{ name: parent[1], path: parent[2] }] : []),
    { name: title.replace(` | ${site.name}`, ''), path },
  ]
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: siteUrl + step.path,
    })),
  }
}

export function articleJsonLd(siteUrl: string, article: Article): object {
  const house = { '@type': 'Organization', '@id': houseId(siteUrl), name: site.name, url: `${siteUrl}/` }
  return {
    '@context': CONTEXT,
    '@type': article.section === 'news' ? 'NewsArticle' : 'Article',
    headline: article.title,
    description: article.summary,
    datePublished: article.published,
    dateModified: article.updated ?? article.published,
    author: article.author === site.name ? house : { '@type': 'Person', name: article.author },
    publisher: house,
    image: siteUrl + (article.image?.src ?? articleImagePath(article)),
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
