/** Renders one whole document: complete before the first byte leaves, so it reads the same without script. */
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { siteContext } from './context.ts'
import { RequestIdProvider } from './ui/request-id.tsx'

/** Loaders give up after this long; what they still owed is rendered as failed. */
export const streamTimeout = 12_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> | Response {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { requestId, scriptMark } = loadContext.get(siteContext)
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <RequestIdProvider value={requestId}>
        <ServerRouter context={routerContext} url={request.url} nonce={scriptMark} />
      </RequestIdProvider>,
      {
        nonce: scriptMark,
        // Otherwise React sets large boundaries apart, for a script to put in place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer)
          const body = new PassThrough()
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
          pipe(body)
        },
        onShellError(error) {
          clearTimeout(timer)
          reject(error)
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
}

/** What no page expected is logged once, here, with the id that the visitor can quote. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(siteContext).report('Unexpected error while rendering', error)
}
