import { iconPath } from '#shared/ui/icon-path.ts'
import type { Site } from '#site.config.ts'

const CONTEXT = 'https://schema.org'

const organizationId = (siteUrl: string) => `${siteUrl}/#organization`

export const organizationJsonLd = (siteUrl: string, site: Site) => ({
  '@type': 'Organization',
  '@id': organizationId(siteUrl),
  name: site.name,
  url: `${siteUrl}/`,
})

export function siteJsonLd(siteUrl: string, site: Site): object {
  const [streetAddress, addressLocality, postalCode] = site.company.address
  return {
    '@context': CONTEXT,
    '@graph': [
      {
        ...organizationJsonLd(siteUrl, site),
        logo: `${siteUrl}${iconPath(site.letters)}`,
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
        ...(site.social && { sameAs: [site.social.url] }),
      },
      {
        '@type': 'WebSite',
        '@id': `${siteUrl}/#website`,
        name: site.name,
        url: `${siteUrl}/`,
        inLanguage: site.locale,
        publisher: { '@id': organizationId(siteUrl) },
      },
    ],
  }
}

const PARENTS: [pages: RegExp, name: string, path: string][] = [
  [/^\/plate\//, 'Number Plates For Sale', '/plates'],
  [/^\/valuations\//, 'Number Plate Valuations', '/valuations'],
  [/^\/find\?/, 'Find Your Plate', '/find'],
  [/^\/news\//, 'Latest News', '/news'],
  [/^\/(info\/|auction-info|document-info)/, 'Information & Guides', '/info'],
  [/^\/plate-stories\//, 'Plate Stories', '/plate-stories'],
  [
    /^\/(sales-explorer|registration)\/|.\/sales-explorer$/,
    'UK Number Plate Sales Explorer',
    '/sales-explorer',
  ],
]

export function breadcrumbJsonLd(siteUrl: string, path: string, title: string): object {
  const parent = PARENTS.find(([pages]) => pages.test(path))
  const steps = [
    { name: 'Home', path: '/' },
    ...(parent ? [{ name: parent[1], path: parent[2] }] : []),
    { name: title, path },
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
