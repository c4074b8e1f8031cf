import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { renderHtml } from '#shared/ui/render-html.server.ts'
import { SiteProvider } from '#shared/ui/use-site.tsx'
import { siteContext } from './context.ts'
import { RequestIdProvider } from './shared/ui/quote-request-id.tsx'

/** In milliseconds, for React Router: loaders that are still running are rendered as failed. */
export const streamTimeout = 12_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { requestId, nonce, site, logError } = loadContext.get(siteContext)
  const body = await renderHtml(
    <RequestIdProvider value={requestId}>
      <SiteProvider value={site}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </SiteProvider>
    </RequestIdProvider>,
    {
      nonce,
      timeoutMs: streamTimeout + 1_000,
      onError: (error) => logError('Unexpected error while rendering', error),
    },
  )
  return new Response(body, { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(siteContext).logError('Unexpected error while rendering', error)
}
