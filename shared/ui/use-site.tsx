import { createContext, use } from 'react'
import type { Site } from '#site.config.ts'

/** The firm's settings that pages show. A document keeps those that it was rendered with. */
const SiteContext = createContext<Site | null>(null)

export const SiteProvider = SiteContext.Provider

export function useSite(): Site {
  const site = use(SiteContext)
  if (!site) throw new Error('There is no SiteProvider around this page')
  return site
}

const ID = 'site'

/** For hydration, and for navigations in the browser. */
export function SiteData() {
  const json = JSON.stringify(useSite()).replace(/</g, '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
  return <script id={ID} type="application/json" dangerouslySetInnerHTML={{ __html: json }} />
}

export function siteOfDocument(): Site {
  return JSON.parse(document.getElementById(ID)?.textContent ?? '')
}
