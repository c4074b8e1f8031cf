import type { ReactNode } from 'react'
import { PageMeta, type PageMetaProps } from './page-meta.tsx'

interface PageProps extends PageMetaProps {
  /** Below the title, in a sentence or two. */
  lead?: ReactNode
  children: ReactNode
}

/** The frame of most pages: metadata, title and lead. */
export const Page = ({ lead, children, ...meta }: PageProps) => (
  <div className="wrap pt-12 pb-24 md:pt-20">
    <PageMeta {...meta} />
    <h1 className="title">{meta.title}</h1>
    {lead && <p className="mt-5 max-w-reading text-lg text-quiet">{lead}</p>}
    {children}
  </div>
)
