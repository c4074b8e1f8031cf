import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeText } from './decode.ts'

async function decode(bytes: Buffer, chunkSize: number): Promise<string> {
  async function* chunks() {
    for (let from = 0; from < bytes.length; from += chunkSize) yield bytes.subarray(from, from + chunkSize)
  }
  let text = ''
  for await (const part of decodeText(chunks())) text += part
  return text
}

const size = fc.integer({ min: 1, max: 9 })

it('the encoding of a file is UTF-8, however it is chunked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), size, async (text, chunkSize) => {
      expect(await decode(Buffer.from(text), chunkSize)).toBe(text)
    }),
  )
})

it('the encoding of a file is Windows-1252 if it is not UTF-8, however it is chunked', async () => {
  const words = fc
    .array(fc.constantFrom('£1,250;', 'café;', 'naïve\n', 'AB 1;', 'é', '–'))
    .map((parts) => parts.join(' '))
  await fc.assert(
    fc.asyncProperty(words, size, async (text, chunkSize) => {
      const bytes = Buffer.from([...text].map((letter) => (letter === '–' ? 0x96 : letter.charCodeAt(0))))
      expect(await decode(bytes, chunkSize)).toBe(text)
    }),
  )
})

it.each([1, 2, 3, 1000])(
  'the encoding of a file is never both UTF-8 and Windows-1252, in chunks of %i',
  async (chunkSize) => {
    const bytes = Buffer.concat([Buffer.from('a;£5\n'), Buffer.from('b;£6\n', 'latin1')])
    await expect(decode(bytes, chunkSize)).rejects.toThrow('mixes encodings')
  },
)
