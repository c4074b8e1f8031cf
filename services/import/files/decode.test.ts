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

const LIST = 'Registration,Price\r\nBU61 ABC,£1,250\r\nSiân’s,9\r\n'
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()

it.each([
  ['UTF-16 (little endian) with a mark', Buffer.from(`\ufeff${LIST}`, 'utf16le')],
  ['UTF-16 (big endian) with a mark', swapped(`\ufeff${LIST}`)],
  ['UTF-16 (little endian) without a mark', Buffer.from(LIST, 'utf16le')],
  ['UTF-16 (big endian) without a mark', swapped(LIST)],
  [
    'UTF-16 without a mark, and with a line end of another encoding',
    Buffer.concat([Buffer.from(LIST, 'utf16le'), Buffer.from('\n')]),
  ],
])('the encoding of a file may be %s', (_, bytes) => {
  expect(decodeText(bytes)).toBe(LIST)
})

it('the encoding of a file may be UTF-16 without a mark where most letters are not English', () => {
  const text = 'Рег,Цена\r\nBU61 ABC,1250\r\nBU62 ABC,1300\r\n'
  expect(decodeText(Buffer.from(text, 'utf16le'))).toBe(text)
})

it('the encoding of a file is not UTF-16 because of a few zeros', () => {
  expect(decodeText(Buffer.from('a,b\n1,\u0000\u0000\u0000x\n'))).toBe('a,b\n1,\u0000\u0000\u0000x\n')
})

it.each([
  ['little', (code: number) => [code, 0, 0, 0]],
  ['big', (code: number) => [0, 0, 0, code]],
])('the encoding of a file in UTF-32 (%s endian) is refused with what to do', (_, toBytes) => {
  const bytes = Buffer.from([...'Registration,Price\n'].flatMap((letter) => toBytes(letter.charCodeAt(0))))
  expect(() => decodeText(bytes)).toThrow('save it as “CSV UTF-8”')
})
