/** Answers the contract and cached pages without Hono, which is faster, and everything else through the routes. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { RestServer } from '#packages/sqlite-rest/rest-server.ts'
import type { Log } from '#services/log.ts'
import { loggedPath } from '#services/logged-path.ts'
import type { PageViewCounter } from '#services/page-views/page-view-counter.ts'
import type { ReadClientNetwork } from './client-network.ts'
import type { PageCache } from './page-cache.ts'
import type { RecordRequest } from './record-request.ts'
import { nextRequestId } from './request-id.ts'
import { answerRest, isRestRequest } from './rest-adapter.ts'
import { commonHeaders, defaultHeaders, NO_STORE } from './security/security-headers.ts'
import type { SiteEnv } from './site-env.ts'

interface ListenerOptions {
  app: Hono<SiteEnv>
  contract: Pick<RestServer, 'handle'>
  pages: PageCache
  readClient: ReadClientNetwork
  siteUrl: string
  log: Log
  record: RecordRequest
  pageViews: Pick<PageViewCounter, 'count'>
}

export function createRequestListener({
  app,
  contract,
  pages,
  readClient,
  siteUrl,
  log,
  record,
  pageViews,
}: ListenerOptions): (request: IncomingMessage, response: ServerResponse) => void {
  const pageHead = commonHeaders(siteUrl).flat() // the page itself brings its content security policy
  const restHead = [...defaultHeaders(siteUrl), ...NO_STORE].flat()
  const toRoutes = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler: badRequest })

  /** Handles requests that cannot become a `Request`: an invalid target or host. */
  function badRequest() {
    const requestId = nextRequestId()
    log.request({ requestId, method: '-', path: '-', status: 400, ms: 0 })
    return new Response('Bad Request\n', {
      status: 400,
      headers: [...defaultHeaders(siteUrl), ['X-Request-Id', requestId]],
    })
  }

  return (request, response) => {
    const startedAt = performance.now()
    const requestId = nextRequestId()
    const { method = '', url = '' } = request
    const finish = (route: 'contract' | 'page', status: number) =>
      record({ requestId, method, path: loggedPath(url), status }, startedAt, route)
    if (isRestRequest(url)) {
      const client = () => readClient(String(request.headers['x-forwarded-for'] ?? ''), request).network
      const status = answerRest(contract, request, response, ['X-Request-Id', requestId, ...restHead], client)
      if (typeof status === 'number') return finish('contract', status)
      return void status.then(
        (sent) => finish('contract', sent),
        (error) => {
          log.error('Unexpected error', error, requestId)
          response.destroy()
        },
      )
    }
    const status = pages.answer(request, response, ['X-Request-Id', requestId, ...pageHead])
    if (status === false) return void toRoutes(request, response)
    finish('page', status)
    pageViews.count({ method, url, status, header: (name) => headerOf(request, name) })
  }
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
