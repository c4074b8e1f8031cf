import { expect, test } from 'vitest'
import { avif, FOREIGN_FILES, gifOfFrames, jpeg, png, webp } from '#test/make-pictures.ts'
import { readFormat } from './picture-format.ts'

test.each([
  ['jpeg', () => jpeg(8, 8)],
  ['png', () => png(8, 8)],
  ['webp', () => webp(8, 8)],
  ['avif', () => avif(16, 16)],
  ['gif', async () => gifOfFrames(2)],
])('a %s is known by its first bytes', async (format, make) => {
  expect(readFormat(await make())).toEqual({ format })
})

test.each(FOREIGN_FILES)('%s is refused with words', (_, bytes, words) => {
  expect(readFormat(bytes)).toEqual({ refusal: expect.stringContaining(words) })
})

test('a picture with a document behind it is a picture: only its pixels are kept', async () => {
  const polyglot = Buffer.concat([await jpeg(8, 8), Buffer.from('%PDF-1.7 <svg onload=alert(1)>')])
  expect(readFormat(polyglot)).toEqual({ format: 'jpeg' })
})
