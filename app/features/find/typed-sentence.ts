// Reads the name and the budget in a sentence as people type it.

import { readAmount } from '#shared/text/written-amount.ts'

export const MAX_SENTENCE_LENGTH = 80

const BUDGET =
  /(?:\b(?:under|below|less than|up to|within|budget(?: of)?)\s*£?|£)\s*(\d[\d,.]*\s?k?)(?![a-z\d])/i

/** Words that show that the text is a sentence about a plate and not a name. */
const SUBJECTS = new Set(
  'present gift birthday christmas anniversary initials name named called plate plates registration'.split(
    ' ',
  ),
)
const FURTHER_WORDS = new Set(
  'a an and are buy can find for from get have her his i in is it like looking me my number of on our please private reg something that the their to want what with'.split(
    ' ',
  ),
)
/** The person who gets it; the text that is searched for if the sentence names nothing else. */
const PEOPLE = new Set(
  'father dad daddy mother mum mummy wife husband son daughter brother sister partner boyfriend girlfriend friend boss uncle aunt grandad granddad grandfather grandma grandmother granny nan nephew niece'.split(
    ' ',
  ),
)

/**
 * 'a present for my father, DJB, under £2,500' gives DJB and £2,500, 'Sophie under 1000' Sophie and £1,000, 'initials A J
 * B' A J B; 'big day' is not changed.
 */
export function readSentence(typed: string): { search: string; budgetGbp: number | null } {
  const budget = BUDGET.exec(typed)
  const rest = budget ? typed.replace(budget[0], ' ').replace(/[\s:?,.;]+$/, '') : typed
  return { search: nameIn(rest).trim() || (budget ? '' : typed), budgetGbp: budgetOf(budget?.[1] ?? '') }
}

/** A larger amount is not taken for a budget. */
const MAX_BUDGET_GBP = 10_000_000

function budgetOf(written: string): number | null {
  const amount = readAmount(written)
  const budgetGbp = amount && 'pence' in amount ? Math.round(amount.pence / 100) : 0
  return budgetGbp > 0 && budgetGbp <= MAX_BUDGET_GBP ? budgetGbp : null
}

function nameIn(text: string): string {
  const words = text.split(/[\s,.:;?!]+/).filter((word) => word !== '')
  const is = (known: ReadonlySet<string>, word: string) => known.has(word.toLowerCase())
  if (!words.some((word) => is(SUBJECTS, word)) && !/\bfor (?:my|our|his|her)\b/i.test(text)) return text
  // The A of 'initials A J B' is an initial, not an article.
  const isInitial = (index: number) =>
    [words[index - 1], words[index], words[index + 1]].filter((word) => word?.length === 1).length > 1 &&
    words[index]?.length === 1
  const named = words.filter(
    (word, index) => isInitial(index) || !(is(SUBJECTS, word) || is(FURTHER_WORDS, word)),
  )
  const unlessPeople = named.filter((word) => !is(PEOPLE, word))
  const found = unlessPeople.length > 0 ? unlessPeople : named
  return found.length > 0 ? found.join(' ') : text
}
