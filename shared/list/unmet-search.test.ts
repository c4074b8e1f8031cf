import { expect, test } from 'vitest'
import { unmetTerm } from './unmet-search.ts'

test.each([
  ['h34 ven', 'H34VEN'],
  ['  Zoë 1 ', 'ZOE1'],
  ['mum-1', 'MUM1'],
  ['ALEXANDRA', 'ALEXANDRA'],
  ['AB', 'AB'],
])('only the letters and digits of the search “%s” are counted: %s', (search, term) => {
  expect(unmetTerm(search)).toBe(term)
})

test.each([
  ['', 'nothing'],
  ['A', 'one character'],
  ['ИВАН', 'no letter that a plate has'],
  ['A PLATE FOR MY GRANDSON', 'a sentence'],
  ['ann@visitor.example', 'an e-mail address'],
  ['07700 900123', 'a telephone number'],
])('the search “%s” is not counted: %s', (search) => {
  expect(unmetTerm(search)).toBeNull()
})
