/** Renders one whole document: complete before the first byte leaves, so it reads the same without script. */
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { siteContext } from './context.ts'
import { KeptMarkup } from './shared/ui/kept.tsx'
import { keepMarkup } from './shared/ui/kept-markup.server.ts'
import { RequestIdProvider } from './shared/ui/request-id.tsx'

/** Loaders give up after this long; what they still owed is rendered as failed. */
export const streamTimeout = 12_000

/** As React marks a place that it leaves to the browser, because something there is waited for or has failed. */
const LEFT_OUT = '<!--$!-->'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { requestId, nonce, takeDocument } = loadContext.get(siteContext)
  await readDataAhead(routerContext)
  const page = (
    <RequestIdProvider value={requestId}>
      <KeptMarkup.Provider value={keepMarkup}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </KeptMarkup.Provider>
    </RequestIdProvider>
  )
  // In one stroke it takes half as long as in a stream, but it waits for nothing.
  const html = renderToString(page)
  if (!html.includes(LEFT_OUT)) {
    const document = `<!DOCTYPE html>${html}`
    takeDocument?.(document)
    return new Response(takeDocument ? null : document, { status, headers })
  }
  return new Response(await renderInTime(page, nonce), { status, headers })
}

/** The data that the document carries, as the router would read them while it renders: then it need not wait. */
async function readDataAhead({ serverHandoffStream, renderMeta }: EntryContext) {
  if (!serverHandoffStream || !renderMeta) return
  const decoder = new TextDecoder()
  let value = ''
  for await (const chunk of serverHandoffStream) value += decoder.decode(chunk, { stream: true })
  const read = (result: { done: boolean; value: string }) => Object.assign(Promise.resolve(), { result })
  renderMeta.streamCache = { 0: read({ done: false, value }), 1: read({ done: true, value: '' }) }
}

function renderInTime(page: ReactNode, nonce: string | undefined): Promise<ReadableStream> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Otherwise React sets large boundaries apart, for a script to put in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timer)
        const body = new PassThrough()
        resolve(createReadableStreamFromReadable(body))
        pipe(body)
      },
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
    })
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
}

/** What no page expected is logged once, here, with the id that the visitor can quote. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(siteContext).report('Unexpected error while rendering', error)
}
