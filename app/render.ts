// `server/load-build.ts` loads this from `build/server`.
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { type SiteContext, siteContext } from './context.ts'

const handle = createRequestHandler(build, import.meta.env.MODE)

export { default as styleSheetPath } from './app.css?url'

export function renderPage(request: Request, site: SiteContext): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(siteContext, site)
  return handle(request, context)
}
