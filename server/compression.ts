import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export const ENCODINGS = ['identity', 'gzip', 'br'] as const
export type Encoding = (typeof ENCODINGS)[number]

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Packed while a visitor waits: a millisecond for a page. */
export async function pack(body: Buffer, encoding: 'gzip' | 'br'): Promise<Buffer> {
  return alone(await (encoding === 'br' ? brotli(body, 4) : gzipAsync(body, { level: 6 })))
}

/** Packed at leisure, as small as can be. */
export async function compressTightly(body: Buffer): Promise<Buffer> {
  return alone(await brotli(body, 11))
}

/** In memory of its own: what zlib gives is the beginning of 16 kB, all of which a kept page would hold on to. */
function alone({ buffer, byteOffset, length }: Buffer): Buffer {
  return Buffer.from(buffer.slice(byteOffset, byteOffset + length))
}

function brotli(body: Buffer, quality: number): Promise<Buffer> {
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      // A window no larger than a page: the default of 4 MB would be taken for each page under way.
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}

const TAKEN: Record<'br' | 'gzip', RegExp> = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$|\s))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$|\s))/,
}

/** Whether an Accept-Encoding takes it; `q=0` refuses. */
export const acceptsEncoding = (accepted: string | null | undefined, encoding: 'br' | 'gzip') =>
  TAKEN[encoding].test(accepted ?? '')
