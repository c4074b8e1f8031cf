import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeText } from './decode.ts'

it('the encoding of a file is UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decodeText(Buffer.from(text))).toBe(text)
    }),
  )
})

it('the encoding of a file is Windows-1252 if it is not UTF-8', () => {
  const words = fc
    .array(fc.constantFrom('£1,250;', 'café;', 'naïve\n', 'AB 1;', 'é', '–'))
    .map((parts) => parts.join(' '))
  fc.assert(
    fc.property(words, (text) => {
      const bytes = Buffer.from([...text].map((letter) => (letter === '–' ? 0x96 : letter.charCodeAt(0))))
      expect(decodeText(bytes)).toBe(text)
    }),
  )
})

it('the encoding of a file is Windows-1252 if an accented letter is followed by a curly quotation mark', () => {
  expect(decodeText(Buffer.from('\x93café\x94', 'latin1'))).toBe('“café”')
})

it('the encoding of a file is never both UTF-8 and Windows-1252', () => {
  const bytes = Buffer.concat([Buffer.from('a;£5\n'), Buffer.from('b;£6\n', 'latin1')])
  expect(() => decodeText(bytes)).toThrow('mixes encodings')
})
