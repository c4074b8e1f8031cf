// `server/load-build.ts` loads this from `build/server`.
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { type SiteContext, siteContext } from './context.ts'

const handle = createRequestHandler(build, import.meta.env.MODE)

/** The text of each style sheet by its file; `./base.css` is for every page, `./app.css` has all. */
export const styleSheets = import.meta.glob<string>(
  ['./*.css', './features/**/*.css', '../shared/ui/{bill,prose}.css'],
  { query: '?inline', import: 'default', eager: true },
)

export function renderPage(request: Request, site: SiteContext): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(siteContext, site)
  return handle(request, context)
}
