import { createContext, type ReactElement, type ReactNode, use } from 'react'

/** Renders what `told` says everything about, or finds how it was rendered before. */
export type KeepMarkup = (told: string, element: ReactNode) => string

/** On the server alone: a browser has the elements, and finds in the document just what they would make of it. */
export const KeptMarkup = createContext<KeepMarkup | null>(null)

interface KeptListProps {
  className: string
  /** `told` says everything that the entry shows, and that it depends on nothing else. */
  entries: { told: string; element: ReactElement }[]
}

/** A list whose entries the server renders once, however many pages show them. */
export function KeptList({ className, entries }: KeptListProps) {
  const keep = use(KeptMarkup)
  if (!keep) return <ul className={className}>{entries.map(({ element }) => element)}</ul>
  const html = entries.reduce((html, { told, element }) => html + keep(told, element), '')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React itself made of the entries, a moment ago or before
  return <ul className={className} dangerouslySetInnerHTML={{ __html: html }} />
}

interface KeptProps {
  as: 'footer' | 'ul'
  className: string
  /** Names it, and says everything that it depends on. */
  told: string
  children: ReactNode
}

/** An element whose content is the same on page after page, and rendered once. */
export function Kept({ as: Tag, className, told, children }: KeptProps) {
  const keep = use(KeptMarkup)
  if (!keep) return <Tag className={className}>{children}</Tag>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as above
  return <Tag className={className} dangerouslySetInnerHTML={{ __html: keep(told, children) }} />
}
