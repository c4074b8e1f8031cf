/**
 * The site on a socket. What is no HTTP, too large or too slow is refused here, before the site hears of it, with the
 * headers, the request id and the line in the log that every other answer has.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Log } from '../services/log.ts'
import type { Site } from './create-site.ts'
import { nextRequestId } from './request-id.ts'
import { SlowReaderGuard, type WriteTimeout } from './resilience/slow-reader-timeout.ts'
import { CORP_SAME_ORIGIN, CSP_NONE, everyHeader } from './security/security-headers.ts'

/** What a stranger may ask with; TRACE and CONNECT cannot even be made into a Request. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const ALLOW = ['Allow', [...METHODS].join(', ')]

/** How much and how slowly a client may send and take. */
export interface Limits extends WriteTimeout {
  /** Bytes of an address and its headers: the contract takes 16,384 characters of query, and keys come beside them. */
  headBytes: number
  /** Until the headers are there. */
  headMs: number
  /** Until the whole request is there. */
  requestMs: number
  /** In which nothing goes either way. */
  idleMs: number
  /** How often these times are looked at: a client may have this much longer. */
  sweepMs: number
}

export const LIMITS: Limits = {
  headBytes: 32_768,
  headMs: 10_000,
  requestMs: 30_000,
  idleMs: 30_000,
  writeTimeoutMs: 60_000,
  minimumBytes: 65_536,
  sweepMs: 2_000,
}

interface Options {
  siteUrl: string
  log: Log
  limits?: Limits
}

export function createListener(
  site: Pick<Site, 'listener'>,
  { siteUrl, log, limits = LIMITS }: Options,
): Server {
  const everyHead = [...everyHeader(siteUrl), CSP_NONE, CORP_SAME_ORIGIN].flat()
  const guards = new Map<Duplex, SlowReaderGuard>()

  const server = createServer(
    {
      maxHeaderSize: limits.headBytes,
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.sweepMs,
      requireHostHeader: false, // we refuse it ourselves, below
    },
    (request, response) => {
      guards.get(request.socket)?.begin(response)
      if (!METHODS.has(request.method ?? '')) return refuse(request, response, 405, ALLOW)
      if (!request.headers.host) return refuse(request, response, 400)
      try {
        site.listener(request, response)
      } catch (error) {
        // Nothing that one request meets may end the process.
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
  server.on('connect', ({ method }, socket) => hangUp(socket, 405, method, ALLOW))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = statusOf(error, socket)
    // In the middle of an answer there is no place for another.
    if (status === null || guards.get(socket)?.isBeingAnswered) socket.destroy()
    else hangUp(socket, status)
  })
  const sweep = setInterval(() => {
    for (const taker of guards.values()) taker.destroyIfStalled(limits)
  }, limits.sweepMs).unref()
  server.once('close', () => clearInterval(sweep))

  function refuse(
    { method = '-', url = '' }: IncomingMessage,
    response: ServerResponse,
    status: number,
    more: string[] = [],
  ) {
    const requestId = nextRequestId()
    const body = wordsOf(status)
    response.writeHead(status, [...headOf(requestId, body), ...more]).end(body)
    log.request({ requestId, method, path: url.replace(/\?.*$/s, ''), status, ms: 0 })
  }

  /** To what is not, or will not become, a request. */
  function hangUp(socket: Duplex, status: number, method = '-', more: string[] = []) {
    const requestId = nextRequestId()
    const body = wordsOf(status)
    const head = [...headOf(requestId, body), ...more, 'Connection', 'close']
    let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    for (let index = 0; index < head.length; index += 2) text += `${head[index]}: ${head[index + 1]}\r\n`
    socket.end(`${text}\r\n${body}`, () => socket.destroy())
    log.request({ requestId, method, path: '-', status, ms: 0 })
  }

  const headOf = (requestId: string, body: string) => [
    ...['X-Request-Id', requestId, ...everyHead],
    ...['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(body.length)],
  ]

  return server
}

const wordsOf = (status: number) => `${STATUS_CODES[status]}\n`

/** @returns null where nobody is there to hear of it, or never said a word */
function statusOf({ code = '' }: NodeJS.ErrnoException, socket: Duplex): number | null {
  if (!socket.writable || (socket as Socket).bytesRead === 0 || code === 'ECONNRESET') return null
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return 400
}
