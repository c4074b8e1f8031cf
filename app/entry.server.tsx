// Each document is complete before its first byte is sent, so that it reads the same without script.
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { siteContext } from './context.ts'
import { RequestIdProvider } from './shared/ui/request-id.tsx'

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
  const { requestId, nonce, logError } = loadContext.get(siteContext)
  const errors: unknown[] = []
  const body = await new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <RequestIdProvider value={requestId}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </RequestIdProvider>,
      {
        nonce,
        // Otherwise React moves large boundaries to the end, for a script to put in place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer)
          resolve(text(pipe(new PassThrough())))
        },
        onShellError(error) {
          clearTimeout(timer)
          reject(error)
        },
        onError: (error) => void errors.push(error),
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
  for (const error of errors) logError('Unexpected error while rendering', error)
  return new Response(body, { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(siteContext).logError('Unexpected error while rendering', error)
}
