import { expect, test } from 'vitest'
import { readSentence } from './typed-sentence.ts'

test.each([
  ['a present for my father, DJB, under £2,500', 'DJB', 2500],
  ['My name is Sophie, £1,000: what can I have?', 'Sophie', 1000],
  ['Sophie under 1000', 'Sophie', 1000],
  ['for my wife Emily up to 5k', 'Emily', 5000],
  ['birthday plate for Jack, budget of £3k', 'Jack', 3000],
  ['initials A J B', 'A J B', null],
  ['£2.5k', '', 2500],
  ['Tom under 99,999,999,999', 'Tom', null],
  ['gift for mum', 'mum', null],
  // Names, words and numbers are left as they are.
  ['big day', 'big day', null],
  ['MUM 1', 'MUM 1', null],
  ['SAM 1000', 'SAM 1000', null],
  ['birthday', 'birthday', null],
  ['A 1', 'A 1', null],
  ['', '', null],
])('the sentence “%s” asks for “%s” up to %s', (typed, search, budgetGbp) => {
  expect(readSentence(typed)).toEqual({ search, budgetGbp })
})
