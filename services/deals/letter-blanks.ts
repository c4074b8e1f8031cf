/**
 * The blanks of a deal's e-mails, which are filled from its terms as one is sent: so the e-mail says what the deal holds, also
 * after somebody has changed its words, and the terms after that. Shared with the browser.
 */
import { pick } from '#shared/data/pick.ts'
import { longDay, plural } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import type { Quote } from './deal-types.ts'

const OFFERED = ['registration', 'amount', 'deposit', 'depositDays', 'balanceDays', 'includes'] as const
type Offered = Pick<Quote, (typeof OFFERED)[number]>

export interface LetterTerms extends Offered {
  /** The last day: of a quote or bid, and after a yes the one to pay by; null if there is none. */
  until: string | null
  /** The last day for the whole price; null before a yes. */
  balanceBy: string | null
  /** The address of the buyer's page; null of a purchase. */
  link: string | null
}

/** '3 days'; null while a form has no number there. */
const days = (count: number) => (count > 0 ? plural(count, 'day') : null)

/** What each is filled with; null if the terms have nothing of the kind. */
const BLANKS = {
  plate: ({ registration }) => registration,
  price: ({ amount }) => (amount > 0 ? formatPence(amount) : null),
  deposit: ({ deposit }) => deposit && formatPence(deposit),
  'deposit days': ({ deposit, depositDays }) => deposit && days(depositDays),
  'balance days': ({ balanceDays }) => days(balanceDays),
  until: ({ until }) => until && longDay(until),
  'balance until': ({ balanceBy }) => balanceBy && longDay(balanceBy),
  includes: ({ includes }) => includes,
  link: ({ link }) => link,
} satisfies Record<string, (terms: LetterTerms) => string | number | null>

export type Blank = keyof typeof BLANKS

const IN_BRACES = /\{([^{}\n]*)\}/g

function valueIn(written: string, terms: LetterTerms): string | null {
  const name = written.trim().toLowerCase()
  return Object.hasOwn(BLANKS, name) ? BLANKS[name as Blank](terms) || null : null
}

/** A blank without a value stays as it is. */
export const fillLetter = (text: string, terms: LetterTerms): string =>
  text.replaceAll(IN_BRACES, (written, name: string) => valueIn(name, terms) ?? written)

/** What stands in braces, with its value: null of '{prise}', and of '{deposit}' where none is asked for. */
export const readBlanks = (text: string, terms: LetterTerms) =>
  [...text.matchAll(IN_BRACES)].map(([written, name = '']) => ({ written, value: valueIn(name, terms) }))

/** The words of a letter with nothing in the place of its blanks. */
export const withoutBlanks = (text: string): string => text.replace(IN_BRACES, ' | ')

/** By the names of the blanks, of those that have one. */
export const blankValues = (terms: LetterTerms): ReadonlyMap<Blank, string> =>
  new Map(
    (Object.keys(BLANKS) as Blank[]).flatMap((name) => {
      const value = valueIn(name, terms)
      return value === null ? [] : [[name, value] as const]
    }),
  )

export const termsOf = (offer: Offered, others: Omit<LetterTerms, keyof Offered>): LetterTerms => ({
  ...pick(offer, OFFERED),
  ...others,
})

export const quoteTerms = (quote: Offered & Pick<Quote, 'validUntil'>, link: string | null): LetterTerms =>
  termsOf(quote, { until: quote.validUntil, balanceBy: null, link })
