import { useSite } from '#shared/ui/use-site.tsx'
import { breadcrumbJsonLd, siteJsonLd } from './json-ld.ts'
import { useSiteUrl } from './site-url.ts'

/** Specification, 10. Decisions on open points, Articles. */
const MAX_DESCRIPTION_LENGTH = 160

const DEFAULT_IMAGE = '/share/house.png'

export interface PageMetaProps {
  /** Without the name of the site, which is added to every page but the home page. */
  title: string
  /** Canonical and encoded. */
  path: string
  description?: string
  keywords?: string
  type?: 'website' | 'article'
  article?: { author: string; published: string; modified: string; section: string }
  image?: { src: string; alt: string }
  noindex?: boolean
  jsonLd?: object
}

/** React hoists these into the head, also from streamed content (decision 002). */
export function PageMeta({
  title: name,
  path,
  description,
  keywords,
  type = 'website',
  article,
  image: given,
  noindex,
  jsonLd,
}: PageMetaProps) {
  const site = useSite()
  const siteUrl = useSiteUrl()
  const image = given ?? { src: DEFAULT_IMAGE, alt: `Number plates and the name ${site.name}` }
  const isHome = path === '/'
  const title = isHome ? name : `${name} | ${site.name}`
  const pageUrl = siteUrl + path
  const summary = description && shorten(description)
  const imageUrl = new URL(image.src, siteUrl || 'http://localhost').href
  const isGenerated = image.src.startsWith('/share/')
  const jsonLdObjects = [
    ...(jsonLd ? [jsonLd] : []),
    ...(isHome ? [siteJsonLd(siteUrl, site)] : []),
    ...(noindex || isHome ? [] : [breadcrumbJsonLd(siteUrl, path, name)]),
  ]
  const properties = {
    'og:site_name': site.name,
    'og:locale': 'en_GB',
    'og:type': type,
    'og:title': title,
    'og:url': pageUrl,
    'og:description': summary,
    'og:image': imageUrl,
    ...(isGenerated && {
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
    }),
    'og:image:alt': image.alt,
    ...(article && {
      'article:published_time': article.published,
      'article:modified_time': article.modified,
      'article:author': article.author,
      'article:section': article.section,
    }),
  }
  const names = {
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': summary,
    'twitter:image': imageUrl,
    'twitter:image:alt': image.alt,
  }
  return (
    <>
      <title>{title}</title>
      {summary && <meta name="description" content={summary} />}
      {keywords && <meta name="keywords" content={keywords} />}
      {article && <meta name="author" content={article.author} />}
      {noindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={pageUrl} />}
      {Object.entries(properties).map(
        ([property, content]) => content && <meta key={property} property={property} content={content} />,
      )}
      {Object.entries(names).map(
        ([name, content]) => content && <meta key={name} name={name} content={content} />,
      )}
      {jsonLdObjects.map((object) => {
        const json = escapeJson(object)
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
        return <script key={json} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
      })}
    </>
  )
}

function shorten(description: string): string {
  const text = description.replace(/\s+/g, ' ').trim()
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text
  const cut = text.slice(0, MAX_DESCRIPTION_LENGTH)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > 100 ? end : MAX_DESCRIPTION_LENGTH - 1).replace(/[,;:]$/, '')}…`
}

function escapeJson(value: object): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
