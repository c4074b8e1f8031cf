import { expect, test } from 'vitest'
import { readEmailAddress } from './email-address.ts'

test.each([
  ['ann@plates.test', 'ann@plates.test'],
  ['ann+plates@mail.plates.test', 'ann+plates@mail.plates.test'],
  ['ann@münchen.example', 'ann@xn--mnchen-3ya.example'],
  ['ann@例え.example', 'ann@xn--r8jz45g.example'],
])('%s is the e-mail address %s', (text, address) => {
  expect(readEmailAddress(text)).toBe(address)
})

test.each([
  'ann',
  'ann@plates',
  '@plates.test',
  'ann@192.0.2.7',
  'ann lee@plates.test',
  'ann@plates..test',
  'ann@-plates.test',
  'ann@mün/chen.example',
  'änn@plates.test',
  `ann@${'a'.repeat(64)}.test`,
  `ann@${'plates.'.repeat(40)}test`,
])('%s is no e-mail address', (text) => {
  expect(readEmailAddress(text)).toBeNull()
})
