/** The contract on a socket; without `Request` and `Response` it takes half the time. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type RawRequest, readBounded } from '#packages/sqlite-rest/request.ts'
import type { RestResponse } from '#packages/sqlite-rest/response.ts'
import type { RestServer } from '#packages/sqlite-rest/rest-server.ts'
import { chooseEncoding, compress } from './compression.ts'

/** nginx's status for a client that closed the connection before the response. */
export const CLIENT_GONE = 499

export const isRestRequest = (address: string) => /^\/rest\/v1(?:[/?]|$)/.test(address)

export function answerRest(
  backend: Pick<RestServer, 'handle'>,
  request: IncomingMessage,
  response: ServerResponse,
  extraHead: readonly string[],
  client: () => string = () => '',
): number | Promise<number> {
  const answered = backend.handle(toRawRequest(request, response, client))
  if (!(answered instanceof Promise)) return send(answered, request, response, extraHead)
  return answered.then((answer) => {
    request.resume() // the unread rest of a refused body would block the connection
    return send(answer, request, response, extraHead)
  })
}

function toRawRequest(request: IncomingMessage, response: ServerResponse, client: () => string): RawRequest {
  const { headers, method = '', url = '' } = request
  return {
    method,
    address: url,
    header(name) {
      const value = headers[name]
      return typeof value === 'string' ? value : (value?.join(', ') ?? null)
    },
    // Destroying the request would close the connection before a refusal could be sent.
    readBody: (maxBytes) =>
      readBounded(request.iterator({ destroyOnReturn: false }), headers['content-length'] ?? null, maxBytes),
    requester() {
      const abort = new AbortController()
      response.once('close', () => abort.abort())
      return { client: client(), signal: abort.signal }
    },
  }
}

/** Less fits into the first packet anyway. */
const COMPRESSED_FROM_BYTES = 1_400

function send(
  { status, headers, body }: RestResponse,
  { method, headers: asked }: IncomingMessage,
  response: ServerResponse,
  extraHead: readonly string[],
): number | Promise<number> {
  const head = [...extraHead]
  for (const name in headers) head.push(name, headers[name] as string)
  const write = (sent: string | Uint8Array | null) => {
    if (response.destroyed) return CLIENT_GONE
    if (sent !== null)
      head.push(
        'Content-Length',
        String(typeof sent === 'string' ? Buffer.byteLength(sent) : sent.byteLength),
      )
    else if (status !== 204 && method !== 'HEAD') head.push('Content-Length', '0')
    response.writeHead(status, head).end(sent ?? undefined)
    return status
  }
  const encoding = chooseEncoding(asked['accept-encoding'])
  if (body === null || body.length < COMPRESSED_FROM_BYTES || encoding === 'identity') return write(body)
  head.push('Content-Encoding', encoding)
  return compress(Buffer.from(body), encoding).then(write)
}
