import type { renderPage, styleSheets } from '#app/render.ts'
import type { renderDesk } from '#desk/app/render.ts'

/** The exports of `app/render.ts`, which is loaded as built. */
export interface BuiltApp {
  renderPage: typeof renderPage
  styleSheets: typeof styleSheets
}

export const loadSite = (): Promise<BuiltApp> => import('#build/server/index.js')

export const loadDesk = (): Promise<{ renderDesk: typeof renderDesk }> =>
  import('#build/desk/server/index.js')

/** What the public site and the desk are given with a request. */
export type SiteContext = Parameters<typeof renderPage>[1]
export type DeskContext = Parameters<typeof renderDesk>[1]

/** Pages that the development server renders from the sources, without a cache, style sheet or policy of a build. */
export interface DevelopmentPages {
  renderPage: typeof renderPage
  renderDesk: typeof renderDesk
}
