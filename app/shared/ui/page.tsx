import type { ReactNode } from 'react'
import { PageMeta, type PageMetaProps } from './page-meta.tsx'

interface PageProps extends PageMetaProps {
  /** Where it is not the title. */
  heading?: ReactNode
  /** Below the heading, in a sentence or two. */
  lead?: ReactNode
  className?: string
  children?: ReactNode
}

/** The frame of most pages: metadata, heading and lead. */
export const Page = ({ heading, lead, className = '', children, ...meta }: PageProps) => (
  <div className={`wrap pt-12 pb-24 md:pt-20 ${className}`}>
    <PageMeta {...meta} />
    <h1 className="title">{heading ?? meta.title}</h1>
    {lead && <p className="mt-5 max-w-reading text-lg text-quiet">{lead}</p>}
    {children}
  </div>
)
