// Reads the name and the budget in a sentence as people type it.

import { type Budget, NO_BUDGET } from '#shared/plates/budget.ts'
import { readAmount } from '#shared/text/written-amount.ts'

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const UPPER =
  '(?<upper>under|below|less than|up to|within|between|max(?:imum)?|(?:no|not) more than|not (?:over|above)|at most|(?:my |our |a )?budget)(?: is| of|:)?'
const LOWER = '(?<lower>at least|(?:no|not) less than|from|over|above|more than|min(?:imum)?)(?: of)?'
const AFTER = '(?:(?<most>max(?:imum)?|tops|at most|or less|or under)|(?<least>or more|or over|upwards))'
/** Separated in whatever way; `readAmount` decides whether they are an amount. */
const FIGURES = String.raw`(?:£ ?)?\b\d+(?:[.,' ]\d+)*`
const UNIT = '(?: ?(?:k|m|grand|thousand|million))?(?: ?(?:pounds?|quid|gbp))?'
const AMOUNT = `(?:${FIGURES}${UNIT}|\\ba grand)(?![a-z\\d])`
const BUDGET = new RegExp(
  String.raw`(?:\b(?:for|at|spend|spending|pay|paying) )?(?:\b(?:${UPPER}|${LOWER}) ?)?(?:\b(?:about|around|roughly) )?(?<one>${AMOUNT})(?: ?(?<joint>-|–|—|to|and) ?(?<other>${AMOUNT}))?(?: ${AFTER}\b)?`,
  'gi',
)
/** Other figures may be part of a name or a registration. */
const MONEY = /£|grand|thousand|million|pound|quid|gbp/i
const THOUSANDS = /[\d ](?:k|m|grand|thousand|million)\b/i
/** Less is an age or part of a name, unless a currency says otherwise: 'MAX 1', 'over 40'. */
const LOWEST_BARE_GBP = 50
/** A larger amount is not taken for a budget. */
const MAX_BUDGET_GBP = 10_000_000

/** Words that show that the text is a sentence about a plate and not a name. */
const SUBJECTS = wordsOf(
  'present gift birthday christmas anniversary wedding engagement retirement graduation initials name named called plate plates reg registration',
)
/** So do these, since 'Read' and 'Say' alone are names. */
const SENTENCE =
  /^for\b|\bfor (?:my|our|his|her|their)\b|\b(?:do|have|can|could|are|does|is|would) (?:you|i|we|there|any(?:one|body))\b|\bi(?:'m| am|'d| would|'ve)? (?:want|need|like|looking|love)\b|\blooking for\b|\b(?:available|how much|please)\b|\b(?:price|cost) of\b|\b(?:any|some)thing\b|\b(?:that|which|to) (?:says?|reads?|spells?)\b/i
const FURTHER_WORDS = wordsOf(
  'a an and any anybody anyone anything are available buy buying can cheap could cost do does find for from get got has have hello help her hi his how i in is it like looking love me much my need number of on our please price private read reading reads say saying says see sell selling show shows some something spell spelling spells spend that the their there these they this to us want wanted we what which who with would you your',
)
/** The person who gets it; the text that is searched for if the sentence names nothing else. */
const PEOPLE = wordsOf(
  'father dad daddy mother mum mummy wife husband spouse son sons daughter daughters child children kid kids boy girl brother sister partner fiancé fiancée boyfriend girlfriend friend mate colleague neighbour boss uncle aunt cousin parents grandad granddad grandfather grandpa grandma grandmother granny nan nana grandson granddaughter nephew niece',
)

const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

interface Sentence {
  search: string
  budget: Budget
  /** What is written as an amount, and is none for certain: '£1,2500'. */
  unread?: string
}

/**
 * 'a present for my father, DJB, under £2,500' gives DJB and £2,500, 'Sophie between £500 and £1,000' Sophie and both,
 * 'plate that says BOSS' BOSS, 'initials A J B' A J B; 'big day' is not changed.
 */
export function readSentence(typed: string): Sentence {
  const text = typed.trim().replaceAll('’', "'")
  for (const match of text.matchAll(BUDGET)) {
    const found = readBudget(match)
    if (!found) continue
    const rest = text.replace(match[0], ' ').replace(/\s+/g, ' ').replace(EDGES, '')
    const isNothing = rest === ''
    const [leader = ''] = /^max(?= )/i.exec(match[0]) ?? []
    // 'MAX 500' is a registration, and 'Max £500' a name and a budget.
    if (isNothing && leader !== '' && !MONEY.test(match[0])) continue
    return { search: isNothing ? leader : (nameIn(rest) ?? ''), ...found }
  }
  return { search: nameIn(text) ?? text, budget: NO_BUDGET }
}

/** Null if the figures are no budget. */
function readBudget({ 0: words, groups = {} }: RegExpExecArray): Omit<Sentence, 'search'> | null {
  const { upper, lower, one = '', joint, other, most, least } = groups
  const isMoney = MONEY.test(words)
  const isBare = !isMoney && !THOUSANDS.test(words)
  // 'from 1985' is a year.
  if (!isMoney && !upper && !most && !(lower && (other || !isBare))) return null
  const second = other === undefined ? null : readPounds(other)
  const first = readFirst(one, other, second)
  if (first === null) return { budget: NO_BUDGET, unread: one }
  if (isBare && first < LOWEST_BARE_GBP) return null
  if (other !== undefined && second === null) return { budget: NO_BUDGET, unread: other }
  // '£500 and 2 more plates' is no range.
  if (second !== null && (joint !== 'and' || second > first))
    return { budget: budgetOf(Math.min(first, second), Math.max(first, second)) }
  return { budget: lower || least ? budgetOf(first, null) : budgetOf(null, first) }
}

/** '£5 to 10k' begins at £5,000, '£500 to 1k' at £500. */
function readFirst(one: string, other: string | undefined, second: number | null): number | null {
  const unit = /[a-z]+$/i.exec(other ?? '')
  const shared = unit && !/[a-z]/i.test(one) ? readPounds(`${one} ${unit[0]}`) : null
  return shared !== null && second !== null && shared <= second ? shared : readPounds(one)
}

function readPounds(text: string): number | null {
  const amount = readAmount(text.replace(/^a /i, '1 '))
  return amount && 'pence' in amount ? Math.round(amount.pence / 100) : null
}

const budgetOf = (from: number | null, to: number | null): Budget => ({
  priceFrom: limit(from),
  priceTo: limit(to),
})

const limit = (pounds: number | null) =>
  pounds !== null && pounds > 0 && pounds <= MAX_BUDGET_GBP ? pounds : null

/** Null if every word belongs to the sentence. */
function nameIn(text: string): string | null {
  const words = text.split(/[\s,.:;?!()"“”]+/).filter((word) => word !== '')
  // 'husband's' is a person, and 'Sophie's birthday' is about Sophie.
  const plain = (word: string) => word.replace(/'(?:s|m|d|ve|re|ll)?$/i, '')
  const is = (known: ReadonlySet<string>, word: string) => known.has(plain(word).toLowerCase())
  if (!words.some((word) => is(SUBJECTS, word)) && !SENTENCE.test(text)) return text
  // The A of 'initials A J B' is an initial, not an article.
  const isInitial = (index: number) =>
    [words[index - 1], words[index], words[index + 1]].filter((word) => word?.length === 1).length > 1 &&
    words[index]?.length === 1
  const named = words
    .filter((word, index) => isInitial(index) || !(is(SUBJECTS, word) || is(FURTHER_WORDS, word)))
    .map(plain)
  const unlessPeople = named.filter((word) => !is(PEOPLE, word))
  // What is set in capitals in a sentence is the text of the plate.
  const inCapitals = /[a-z]/.test(text) ? unlessPeople.filter((word) => /^[A-Z\d]+$/.test(word)) : []
  const found = [inCapitals.some((word) => /[A-Z]{2}/.test(word)) ? inCapitals : [], unlessPeople, named]
  return found.find((some) => some.length > 0)?.join(' ') ?? null
}
