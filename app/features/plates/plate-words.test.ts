import { expect, test } from 'vitest'
import { plateWords } from './plate-words.ts'

test.each([
  ['H34 VEN', ['HEAVEN']],
  ['B16 DAY', ['BIG DAY']],
  ['S4 NDY', ['SANDY']],
  ['MEG 4N', ['MEGAN']],
  ['K1 NGS', ['KINGS']],
  // A word next to digits.
  ['TOR 118S', ['TOR']],
  ['BIG 5926', ['BIG']],
  ['55 DAZ', ['DAZ']],
  // No invented words.
  ['KWB 527', []],
  ['7 W', []],
  ['GRT 72', []],
  ['D 47', []],
  ['H 8', []],
  ['12345', []],
  ['', []],
])('%s reads as %j', (registration, words) => {
  expect(plateWords(registration)).toEqual(words)
})

test('a word in the description counts if the plate can be read as that word', () => {
  expect(plateWords('BU57 LER')).toEqual(['BUSY'])
  expect(plateWords('BU57 LER', ['Bustler, for somebody who never sits still.', null])).toEqual(['BUSTLER'])
  expect(plateWords('GRT 72', ['Some read it as "great".'])).toEqual([])
})

test('the letters of the registration do not count as a word because the description contains them', () => {
  expect(plateWords('RTL 1', ['RTL 1 is dateless.'])).toEqual([])
  expect(plateWords('BEN 1', ['BEN 1 is dateless.'])).toEqual(['BEN'])
})
