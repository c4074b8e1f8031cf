import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export const ENCODINGS = ['identity', 'gzip', 'br'] as const
export type Encoding = (typeof ENCODINGS)[number]

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

export async function compress(body: Buffer, encoding: 'gzip' | 'br'): Promise<Buffer> {
  return copyExactly(await (encoding === 'br' ? brotli(body, 4) : gzipAsync(body, { level: 6 })))
}

export async function compressTightly(body: Buffer): Promise<Buffer> {
  return copyExactly(await brotli(body, 11))
}

/** Copies out of zlib's 16 kB buffer, which a cached page would otherwise keep in memory. */
function copyExactly({ buffer, byteOffset, length }: Buffer): Buffer {
  return Buffer.from(buffer.slice(byteOffset, byteOffset + length))
}

function brotli(body: Buffer, quality: number): Promise<Buffer> {
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: 18, // 256 kB is enough for a page; the default allocates 4 MB for each
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}

const ACCEPTED: Record<'br' | 'gzip', RegExp> = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$|\s))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$|\s))/i,
}

export const acceptsEncoding = (acceptEncoding: string | null | undefined, encoding: 'br' | 'gzip') =>
  ACCEPTED[encoding].test(acceptEncoding ?? '')

export function chooseEncoding(acceptEncoding: string | null | undefined): Encoding {
  if (acceptsEncoding(acceptEncoding, 'br')) return 'br'
  return acceptsEncoding(acceptEncoding, 'gzip') ? 'gzip' : 'identity'
}
