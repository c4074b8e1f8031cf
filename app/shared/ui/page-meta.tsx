import { site } from '../../../site.config.ts'
import { breadcrumbJsonLd, houseJsonLd } from './json-ld.ts'
import { useSiteUrl } from './site-url.ts'

const LONGEST_DESCRIPTION = 160

/** For a page without a picture of its own. */
const HOUSE_IMAGE = { src: '/share/house.png', alt: `Number plates on paper: ${site.name}` }

interface PageMetaProps {
  /** The document's title, site name included. */
  title: string
  /** The page's canonical path, encoded. */
  path: string
  description?: string
  keywords?: string
  type?: 'website' | 'article'
  /** Of an article: who wrote it, and the ISO dates of its publication and last change. */
  article?: { author: string; published: string; modified: string; section: string }
  /** Path or address of the share image. */
  image?: { src: string; alt: string }
  noindex?: boolean
  jsonLd?: object
}

/**
 * What machines read of a page. React hoists these tags into the head, on the server and after a navigation
 * alike, also from content that arrives late (decision 002).
 */
export function PageMeta({
  title,
  path,
  description,
  keywords,
  type = 'website',
  article,
  image = HOUSE_IMAGE,
  noindex,
  jsonLd,
}: PageMetaProps) {
  const siteUrl = useSiteUrl()
  const address = siteUrl + path
  const summary = description && shorten(description)
  const picture = new URL(image.src, siteUrl || 'http://localhost').href
  const isDrawnHere = image.src.startsWith('/share/')
  const structured = [
    ...(jsonLd ? [jsonLd] : []),
    ...(path === '/' ? [houseJsonLd(siteUrl)] : []),
    ...(noindex || path === '/' ? [] : [breadcrumbJsonLd(siteUrl, path, title)]),
  ]
  return (
    <>
      <title>{title}</title>
      {summary && <meta name="description" content={summary} />}
      {keywords && <meta name="keywords" content={keywords} />}
      {article && <meta name="author" content={article.author} />}
      {noindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:url" content={address} />
      {summary && <meta property="og:description" content={summary} />}
      <meta property="og:image" content={picture} />
      {isDrawnHere && (
        <>
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
        </>
      )}
      <meta property="og:image:alt" content={image.alt} />
      {article && (
        <>
          <meta property="article:published_time" content={article.published} />
          <meta property="article:modified_time" content={article.modified} />
          <meta property="article:author" content={article.author} />
          <meta property="article:section" content={article.section} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      {summary && <meta name="twitter:description" content={summary} />}
      <meta name="twitter:image" content={picture} />
      <meta name="twitter:image:alt" content={image.alt} />
      {structured.map((object) => {
        const json = escapeJson(object)
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
        return <script key={json} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
      })}
    </>
  )
}

/** At most 160 characters, cut between words. */
function shorten(description: string): string {
  const text = description.replace(/\s+/g, ' ').trim()
  if (text.length <= LONGEST_DESCRIPTION) return text
  const cut = text.slice(0, LONGEST_DESCRIPTION)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > 100 ? end : LONGEST_DESCRIPTION - 1).replace(/[,;:]$/, '')}…`
}

/** JSON that cannot end its script element early. */
function escapeJson(value: object): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
