import { expect, test } from 'vitest'
import { parseRegistration } from '#shared/registration/registration.ts'
import { nearRegistrations } from './near-registrations.ts'

test.each([
  ['ABI2 CDE', 'AB12 CDE', 'the letter I for a 1'],
  ['O1 ABC', '1 ABC', 'a 0 or an O too many'],
  ['JB 01', 'JB 1', 'a 0 before the number'],
  ['AB 007', 'AB 7', 'two of them'],
  ['AB12 CDEF', 'AB12 CDE', 'one letter too many'],
  ['AABB12 CDE', 'AB12 CDE', 'letters twice'],
  ['AB12 CD3', 'AB12 CDE', 'a figure for a letter'],
  ['AB01 CDE', 'AB51 CDE', 'the year of 2001 as later years are written'],
  ['AB12 CDI', 'AB12 CDJ', 'a letter that the current style does not use'],
  ['SAM', 'SAM 1', 'letters alone'],
  ['SINGH', 'S1 NGH', 'a name'],
  ['AB<12 CDE', 'AB12 CDE', 'a character that no registration has'],
  ['JB 1, AB12 CDE', 'AB12 CDE', 'two registrations, of which this is the second'],
  ['my plate is JB 1', 'JB 1', 'it within a sentence'],
])('somebody who writes %s may have meant %s: %s', (typed, meant) => {
  expect(nearRegistrations(typed)).toContain(meant)
})

test.each([
  ['AB12 CDEF', ['AB12 CDE', 'AB12 CDF', 'AB12 CEF', 'AB12 DEF']],
  ['AB12 CDI', ['AB12 CDJ', 'AB12 CDL']],
  ['JB 1 or AB12 CDE', ['JB 1', 'AB12 CDE']],
])('the likeliest registrations that %s may mean come first', (typed, expected) => {
  expect(nearRegistrations(typed)).toEqual(expected)
})

test.each(['', 'xxxxxxxxx', '日本', '🚗🚗🚗', '<script>alert(1)</script>', 'A'.repeat(5_000)])(
  'no registration is near to %.20s',
  (typed) => expect(nearRegistrations(typed)).toEqual([]),
)

test('there are at most six suggestions for any text, each a registration', () => {
  const alphabet = 'O0I1S5Z2B8G6QULJVAE3T7'
  let state = 7
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let round = 0; round < 300; round++) {
    const typed = Array.from({ length: 1 + next(10) }, () => alphabet.charAt(next(alphabet.length))).join('')
    const near = nearRegistrations(typed)
    expect(near.length).toBeLessThanOrEqual(6)
    expect(new Set(near).size).toBe(near.length)
    for (const registration of near)
      expect(parseRegistration(registration)).toMatchObject({
        ok: true,
        registration: { text: registration },
      })
  }
})
