import { expect, test } from 'vitest'
import { lawfulRegistrations } from './lawful.ts'
import { isOffensive } from './offensive-readings.ts'

test.each(['FU11 CKS', 'FU24 CKS', '5 LUT', 'ARSE 1', 'AR53', 'B17 CHS', 'T17 S', 'NAZ 1', 'BNP 1'])(
  '%s is not offered',
  (registration) => expect(isOffensive(registration)).toBe(true),
)

test.each([
  'DICK 1',
  'ESSEX',
  'SHITAL',
  'NAZIR',
  'DRAPER',
  'SCUNTHORPE',
  'HANCOCK',
  'T1 TUS',
  'ARSENAL',
  'SWANK',
  'H34 VEN',
])('%s offends nobody', (text) => expect(isOffensive(text)).toBe(false))

test('An offensive name gets no registrations, and a name with an offensive beginning loses only the offensive registrations', () => {
  expect(lawfulRegistrations('slut', { today: '2026-11-22' })).toMatchObject({
    isRefused: true,
    registrations: [],
  })
  const { isRefused, registrations } = lawfulRegistrations('SCUNTHORPE', { today: '2026-11-22' })
  expect(isRefused).toBe(false)
  expect(registrations.length).toBeGreaterThan(0)
})
