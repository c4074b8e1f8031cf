import { expect, it } from 'vitest'
import { mendGarbled } from './garbled.ts'

it.each([
  ['For SiÃ¢n Oâ€™Neill', 'For Siân O’Neill'],
  ['Â£1,250', '£1,250'],
  ['naïve â€” ZoÃ«', 'naïve — Zoë'],
  ['ðŸš— new', '🚗 new'],
  ['SiÃƒÂ¢n', 'Siân'],
  ['Å½ivko', 'Živko'],
])('%s is garbled, and mended it is %s', (garbled, mended) => {
  expect(mendGarbled(garbled)).toBe(mended)
})

it.each(['Siân O’Neill', '£1,250', 'CAFÉ—bar', 'Â', 'Ã la carte', 'Ångström', '🚗', 'BU61 ABC'])(
  '%s is not garbled',
  (text) => {
    expect(mendGarbled(text)).toBe(null)
  },
)
