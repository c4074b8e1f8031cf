import type { ReactNode } from 'react'
import { site } from '../../../site.config.ts'
import { PageMeta } from './page-meta.tsx'

interface TextPageProps {
  title: string
  /** The document's title without the site's name; defaults to `title`. */
  tabTitle?: string
  path: string
  description?: string
  noindex?: boolean
  children: ReactNode
}

export function TextPage({ title, tabTitle = title, path, description, noindex, children }: TextPageProps) {
  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <PageMeta
        title={`${tabTitle} | ${site.name}`}
        path={path}
        description={description}
        noindex={noindex}
      />
      <h1 className="title">{title}</h1>
      <div className="prose article-body max-w-reading">{children}</div>
    </div>
  )
}
