import { expect, test } from 'vitest'
import { isWord, wordsOf } from './search-words.ts'

test('a text is searched by its words, without accents and punctuation', () => {
  expect(wordsOf('Zoë’s plates: V750 & V778')).toEqual(['zoe', 's', 'plates', 'v750', 'v778'])
  expect(wordsOf('  ')).toEqual([])
})

test.each([
  ['fee', 'fees', true],
  ['fees', 'fee', false],
  ['valuation', 'valu', true],
  ['valuation', 'val', false],
  ['auction', 'auctions', true],
  ['retention', 'attention', false],
])('the word %s is found by %s: %s', (known, searched, expected) => {
  expect(isWord(known, searched)).toBe(expected)
})
