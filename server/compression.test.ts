import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress, compressTightly } from './compression.ts'

test('compressed data retains no more memory than its length', async () => {
  const body = Buffer.from('All the plates that we have for sale. '.repeat(200))
  const [brotli, gzip, tight] = await Promise.all([
    compress(body, 'br'),
    compress(body, 'gzip'),
    compressTightly(body),
  ])
  for (const compressed of [brotli, gzip, tight]) expect(compressed.buffer.byteLength).toBe(compressed.length)
  expect(brotliDecompressSync(brotli).equals(body)).toBe(true)
  expect(brotliDecompressSync(tight).equals(body)).toBe(true)
  expect(gunzipSync(gzip).equals(body)).toBe(true)
})
