import { Duplex } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

/** The same answer, smaller: brotli or gzip for text, as the visitor's browser accepts. */
export function compressed(request: Request, response: Response): Response {
  const type = response.headers.get('Content-Type') ?? ''
  if (!response.body || response.headers.has('Content-Encoding') || !/^text\/|json|xml|svg/.test(type))
    return response
  response.headers.append('Vary', 'Accept-Encoding')
  const accepted = request.headers.get('Accept-Encoding') ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
  if (!encoding) return response
  const packer =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip({ level: 6 })
  response.headers.set('Content-Encoding', encoding)
  response.headers.delete('Content-Length')
  const body = response.body.pipeThrough(Duplex.toWeb(packer) as TransformStream<Uint8Array, Uint8Array>)
  return new Response(body, response)
}
