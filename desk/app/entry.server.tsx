import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { renderHtml } from '#shared/ui/render-html.server.ts'
import { deskContext } from './context.ts'

/** In milliseconds, used by React Router: loaders that are still running are rendered as failed. */
export const streamTimeout = 30_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { nonce, log, requestId } = loadContext.get(deskContext)
  const body = await renderHtml(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, {
    nonce,
    timeoutMs: streamTimeout + 1_000,
    onError: (error) => log.error('Unexpected error while rendering the desk', error, requestId),
  })
  return new Response(body, { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { log, requestId } = context.get(deskContext)
  log.error('Unexpected error at the desk', error, requestId)
}
