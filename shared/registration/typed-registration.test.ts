import { expect, test } from 'vitest'
import { compactTyped, parseTyped, spellingsOf } from './typed-registration.ts'

test.each([
  ['AB12CDE', 'its compact form'],
  ['ab12 cde', 'small letters with a space'],
  ['AB12-CDE', 'a hyphen'],
  ['ab12–cde', 'a dash'],
  ['AB12\u00a0CDE', 'a no-break space'],
  ['\u200bAB12\u200bCDE\ufeff', 'invisible characters, as they come along with copied text'],
  ['AB12\u3164CDE\u0007', 'a filler and a control'],
  ['A B 1 2 C D E', 'a space between any two'],
  ['AB12.CDE', 'a full stop'],
  ['ab12+cde', 'a plus, as some forms write a space'],
  ['AB12_CDE', 'an underscore'],
  ['ＡＢ１２　ＣＤＥ', 'full-width letters and figures'],
  ['𝐀𝐁𝟏𝟐 𝐂𝐃𝐄', 'styled letters and figures'],
  ['Ⓐⓑ12 CDE', 'letters in circles'],
  ['АВ12 СDЕ', 'Cyrillic letters that look like Latin ones'],
  ['ΑΒ12 CDΕ', 'Greek letters that look like Latin ones'],
  ['ÀB12 CDÉ', 'letters with accents'],
  ['AB12 CDE '.repeat(1).padEnd(60), 'a great deal of space'],
])('a registration is read in %j, with %s', (typed) => {
  expect(compactTyped(typed)).toBe('AB12CDE')
  expect(parseTyped(typed)).toMatchObject({ ok: true, registration: { text: 'AB12 CDE' } })
})

test.each([
  ['', 'Enter a registration, such as AB 1.'],
  ['-', 'Enter a registration, such as AB 1.'],
  ['NOPE', 'NOPE has no figures, and a registration needs at least one.'],
  [
    '日本',
    '“日” cannot be part of a registration, which has only the letters A to Z and the figures 0 to 9.',
  ],
  [
    'AB12<CDE',
    '“<” cannot be part of a registration, which has only the letters A to Z and the figures 0 to 9.',
  ],
  ['A'.repeat(5_000), 'That is too long: a registration has at most seven letters and figures.'],
])('the typed text %.20s is refused', (typed, reason) => {
  expect(parseTyped(typed)).toEqual({ ok: false, reason })
})

test('a record is looked up in every spacing', () => {
  expect(spellingsOf('jb1')).toEqual(['JB1', 'J B1', 'J B 1', 'JB 1'])
  expect(spellingsOf('MAN12A')).toContain('MAN 12 A')
  expect(spellingsOf('AB12CDE')).toHaveLength(22)
})

test('a record that is not a registration is looked up as written', () => {
  expect(spellingsOf('STATES\u200b OF\u00a0JERSEY 1')).toEqual(['STATES OF JERSEY 1'])
})

test.each(['A'.repeat(5_000), '<b>', '🚗', ''])('nothing is looked up for %.20j', (typed) => {
  expect(spellingsOf(typed)).toEqual([])
})
