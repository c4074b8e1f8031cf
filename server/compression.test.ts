import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressTightly, pack } from './compression.ts'

test('what is packed holds no more memory than it has bytes', async () => {
  const body = Buffer.from('All the plates that we have for sale. '.repeat(200))
  const [brotli, gzip, tight] = await Promise.all([
    pack(body, 'br'),
    pack(body, 'gzip'),
    compressTightly(body),
  ])
  for (const packed of [brotli, gzip, tight]) expect(packed.buffer.byteLength).toBe(packed.length)
  expect(brotliDecompressSync(brotli).equals(body)).toBe(true)
  expect(brotliDecompressSync(tight).equals(body)).toBe(true)
  expect(gunzipSync(gzip).equals(body)).toBe(true)
})
