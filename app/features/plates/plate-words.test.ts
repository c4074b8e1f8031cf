import { expect, test } from 'vitest'
import { plateWords } from './plate-words.ts'

test.each([
  ['H34 VEN', ['HEAVEN']],
  ['B16 DAY', ['BIG DAY']],
  ['S4 NDY', ['SANDY']],
  ['MEG 4N', ['MEGAN']],
  ['K1 NGS', ['KINGS']],
  // A word with figures beside it.
  ['TOR 118S', ['TOR']],
  ['BIG 5926', ['BIG']],
  ['55 DAZ', ['DAZ']],
  // Nothing is made up.
  ['KWB 527', []],
  ['7 W', []],
  ['GRT 72', []],
  ['12345', []],
  ['', []],
])('%s reads as %j', (registration, words) => {
  expect(plateWords(registration)).toEqual(words)
})

test('a word of the description is borne out by it, if the plate can be read so', () => {
  expect(plateWords('BU57 LER')).toEqual(['BUSY'])
  expect(plateWords('BU57 LER', ['Bustler, for somebody who never sits still.', null])).toEqual(['BUSTLER'])
  expect(plateWords('GRT 72', ['Some read it as "great".'])).toEqual([])
})
