import { expect, test } from 'vitest'
import { readSentence } from './typed-sentence.ts'

test.each([
  ['a present for my father, DJB, under £2,500', 'DJB', null, 2500],
  ['My name is Sophie, £1,000: what can I have?', 'Sophie', null, 1000],
  ['Sophie under 1000', 'Sophie', null, 1000],
  ['for my wife Emily up to 5k', 'Emily', null, 5000],
  ['birthday plate for Jack, budget of £3k', 'Jack', null, 3000],
  ['Sophie under 5 grand', 'Sophie', null, 5000],
  ['Sophie for 5 grand', 'Sophie', null, 5000],
  ['Sophie under £2 500', 'Sophie', null, 2500],
  ['Sophie £500-£1000', 'Sophie', 500, 1000],
  ['Sophie between £500 and £1,000', 'Sophie', 500, 1000],
  ['Sophie between 500 and 1000 pounds', 'Sophie', 500, 1000],
  ['Sophie from £1,000 to £500', 'Sophie', 500, 1000],
  ['Sophie £5-10k', 'Sophie', 5000, 10_000],
  ['Sophie £500 to 1k', 'Sophie', 500, 1000],
  ['Sophie 5 to 10 grand', 'Sophie', 5000, 10_000],
  ['Sophie max £500', 'Sophie', null, 500],
  ['Sophie no more than £500', 'Sophie', null, 500],
  ['Sophie £500 tops', 'Sophie', null, 500],
  ['Sophie 500 max', 'Sophie', null, 500],
  ['Sophie, about £500 or less', 'Sophie', null, 500],
  ['Sophie over £5,000', 'Sophie', 5000, null],
  ['Sophie £5,000 or more', 'Sophie', 5000, null],
  ['Sophie for £500', 'Sophie', null, 500],
  ['£500 and 2 plates for Sophie', 'Sophie', null, 500],
  ['my budget is £5,000 for Sophie', 'Sophie', null, 5000],
  ['Sophie for a grand', 'Sophie', null, 1000],
  ['Looking for a plate for Sophie, budget around £2,000', 'Sophie', null, 2000],
  ['What can I get for £500?', '', null, 500],
  ['Sophie (£500)', 'Sophie', null, 500],
  ['£2.5k', '', null, 2500],
  ['under 5000', '', null, 5000],
  ['Max £500', 'Max', null, 500],
  ['Tom under 99,999,999,999', 'Tom', null, null],
])('the budget in “%s” for “%s” is %s to %s', (typed, search, priceFrom, priceTo) => {
  expect(readSentence(typed)).toEqual({ search, budget: { priceFrom, priceTo } })
})

test.each([
  ['initials A J B', 'A J B'],
  ['my husband’s initials are RJP', 'RJP'],
  ["my husband's initials are rjp", 'rjp'],
  ['plate that says BOSS', 'BOSS'],
  ['anything that spells boss?', 'boss'],
  ['do you have anything with KEV in it?', 'KEV'],
  ['can you find me something like SAM 1', 'SAM 1'],
  ['I’m looking for a plate for my mate Dave', 'Dave'],
  ['does anyone have 1 DJB', '1 DJB'],
  ['how much is KEV 1?', 'KEV 1'],
  ['Sophie’s birthday', 'Sophie'],
  ['A PLATE FOR MY DAD BOB', 'BOB'],
  ['gift for mum', 'mum'],
  // Names, words and numbers are left as they are.
  ['big day', 'big day'],
  ['O’Brien', "O'Brien"],
  ['MUM 1', 'MUM 1'],
  ['MAX 1', 'MAX 1'],
  ['MAX 500', 'MAX 500'],
  ['Max', 'Max'],
  ['Sophie tops', 'Sophie tops'],
  ['over 40', 'over 40'],
  ['Sophie from 1985', 'Sophie from 1985'],
  ['SAM 1000', 'SAM 1000'],
  ['birthday', 'birthday'],
  ['Read', 'Read'],
  ['A 1', 'A 1'],
  ['', ''],
])('the name in “%s” is “%s”', (typed, search) => {
  expect(readSentence(typed)).toEqual({ search, budget: { priceFrom: null, priceTo: null } })
})

test.each([
  ['Sophie under £1,2500', 'Sophie', '£1,2500'],
  ['Sophie between £500 and £1.000', 'Sophie', '£1.000'],
  ['£1 2 for Sophie', 'Sophie', '£1 2'],
])('the amount in “%s” is in doubt', (typed, search, unread) => {
  expect(readSentence(typed)).toMatchObject({ search, budget: { priceTo: null }, unread })
})
