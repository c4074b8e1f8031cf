import { useRouteLoaderData } from 'react-router'
import { site } from '../../site.config.ts'
import type { loader } from '../root.tsx'

const LONGEST_DESCRIPTION = 160

interface PageMetaProps {
  /** The document's title, site name included. */
  title: string
  /** The page's canonical path, encoded. */
  path: string
  description?: string
  keywords?: string
  type?: 'website' | 'article'
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
  image,
  noindex,
  jsonLd,
}: PageMetaProps) {
  const siteUrl = useRouteLoaderData<typeof loader>('root')?.siteUrl ?? ''
  const address = siteUrl + path
  const summary = description && shorten(description)
  return (
    <>
      <title>{title}</title>
      {summary && <meta name="description" content={summary} />}
      {keywords && <meta name="keywords" content={keywords} />}
      {noindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:url" content={address} />
      {summary && <meta property="og:description" content={summary} />}
      {image && (
        <>
          <meta property="og:image" content={new URL(image.src, siteUrl || 'http://localhost').href} />
          <meta property="og:image:alt" content={image.alt} />
        </>
      )}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {jsonLd && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: escapeJson(jsonLd) }} />
      )}
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
