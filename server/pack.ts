import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export const ENCODINGS = ['identity', 'gzip', 'br'] as const
export type Encoding = (typeof ENCODINGS)[number]

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Packed while a visitor waits: a millisecond for a page. */
export async function pack(body: Buffer): Promise<{ br: Buffer; gzip: Buffer }> {
  const [br, zipped] = await Promise.all([brotli(body, 5), gzipAsync(body, { level: 6 })])
  return { br, gzip: zipped }
}

/** Packed at leisure, some 15 % smaller. */
export function packTightly(body: Buffer): Promise<Buffer> {
  return brotli(body, 11)
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
