/** Rejects malformed, oversized and slow requests before they reach the app. */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Log } from '#services/log.ts'
import { loggedPath } from '#services/logged-path.ts'
import type { Site } from './create-site.ts'
import { isPictureTarget } from './picture-uploads.ts'
import { nextRequestId } from './request-id.ts'
import { SlowReaderGuard, type WriteTimeout } from './resilience/slow-reader-timeout.ts'
import { defaultHeaders } from './security/security-headers.ts'

/** A `Request` cannot have TRACE or CONNECT. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const ALLOW = ['Allow', [...METHODS].join(', ')]

export interface HttpLimits extends WriteTimeout {
  /** Request line and headers: the contract allows a query of 16,384 characters, and keys are sent as well. */
  headBytes: number
  headMs: number
  requestMs: number
  /** For a request with a picture, which takes minutes on a slow line. */
  pictureMs: number
  idleMs: number
  /** Between two requests: longer than a proxy keeps a connection, or it sends a request into one that is closing. */
  betweenMs: number
  checkEveryMs: number
}

export const HTTP_LIMITS: HttpLimits = {
  headBytes: 32_768,
  headMs: 10_000,
  requestMs: 30_000,
  pictureMs: 300_000,
  idleMs: 30_000,
  betweenMs: 75_000,
  writeTimeoutMs: 60_000,
  minimumBytes: 65_536,
  checkEveryMs: 2_000,
}

interface Options {
  siteUrl: string
  log: Log
  limits?: HttpLimits
}

export function createHttpServer(
  site: Pick<Site, 'listener'>,
  { siteUrl, log, limits = HTTP_LIMITS }: Options,
): Server {
  const commonHead = defaultHeaders(siteUrl).flat()
  const guards = new Map<Duplex, SlowReaderGuard>()

  const server = createServer(
    {
      maxHeaderSize: limits.headBytes,
      headersTimeout: limits.headMs,
      requestTimeout: limits.pictureMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      keepAliveTimeout: limits.betweenMs,
      requireHostHeader: false, // checked below, to answer with our headers
    },
    (request, response) => {
      guards.get(request.socket)?.begin(response)
      if (!METHODS.has(request.method ?? '')) return refuse(request, response, 405, ALLOW)
      // Node keeps the first of several, where a proxy in front may have acted on another.
      if (!request.headers.host || request.headersDistinct.host?.length !== 1)
        return refuse(request, response, 400)
      if (!isPictureTarget(request.url ?? '')) limitBody(request, response)
      try {
        site.listener(request, response)
      } catch (error) {
        log.error('Unexpected error', error)
        if (response.headersSent) response.destroy()
        else refuse(request, response, 500)
      }
    },
  )
  server.setTimeout(limits.idleMs)
  server.on('connection', (socket) => {
    guards.set(socket, new SlowReaderGuard(socket))
    socket.once('close', () => guards.delete(socket))
  })
  server.on('checkExpectation', (request, response) => refuse(request, response, 417))
  server.on('connect', ({ method }, socket) => rejectSocket(socket, 405, method, ALLOW))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = statusOf(error, socket)
    if (status === null || guards.get(socket)?.isSending) socket.destroy()
    else rejectSocket(socket, status)
  })
  const stallCheck = setInterval(() => {
    for (const guard of guards.values()) guard.destroyIfStalled(limits)
  }, limits.checkEveryMs).unref()
  server.once('close', () => clearInterval(stallCheck))

  /** Node has one limit for all requests. */
  function limitBody(request: IncomingMessage, response: ServerResponse) {
    const { headers, socket, method } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    const timer = setTimeout(() => {
      if (request.complete || request.destroyed) return
      if (response.headersSent) socket.destroy()
      else rejectSocket(socket, 408, method)
    }, limits.requestMs)
    request.once('close', () => clearTimeout(timer))
  }

  function refuse(
    { method = '-', url = '' }: IncomingMessage,
    response: ServerResponse,
    status: number,
    more: string[] = [],
  ) {
    const requestId = nextRequestId()
    const body = bodyOf(status)
    response.writeHead(status, [...headOf(requestId, body), ...more]).end(body)
    log.request({ requestId, method, path: loggedPath(url), status, ms: 0 })
  }

  function rejectSocket(socket: Duplex, status: number, method = '-', more: string[] = []) {
    const requestId = nextRequestId()
    const body = bodyOf(status)
    const head = [...headOf(requestId, body), ...more, 'Connection', 'close']
    let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    for (let index = 0; index < head.length; index += 2) text += `${head[index]}: ${head[index + 1]}\r\n`
    socket.end(`${text}\r\n${body}`, () => socket.destroy())
    log.request({ requestId, method, path: '-', status, ms: 0 })
  }

  const headOf = (requestId: string, body: string) => [
    ...['X-Request-Id', requestId, ...commonHead],
    ...['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(body.length)],
  ]

  return server
}

const bodyOf = (status: number) => `${STATUS_CODES[status]}\n`

function statusOf({ code = '' }: NodeJS.ErrnoException, socket: Duplex): number | null {
  if (!socket.writable || (socket as Socket).bytesRead === 0 || code === 'ECONNRESET') return null
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return 400
}
