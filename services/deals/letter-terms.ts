/** What a letter says when it is sent. */
import { formatNumber } from '#shared/text/format.ts'
import { refuseField } from '../changes/refusal.ts'
import { MAX_ENTRY_LENGTH } from '../enquiries/change-enquiry.ts'
import { type Deal, payBy } from './deal-types.ts'
import { agreedValues } from './hold-plate.ts'
import { fillLetter, type LetterTerms, termsOf } from './letter-blanks.ts'

export const orderPath = (token: string) => `/order/${token}`

/** Of the e-mail that confirms a yes. @param today in London */
export function yesTerms(deal: Deal, on: string, today: string, siteUrl: string): LetterTerms {
  const agreed = { ...deal, ...agreedValues(deal, on, today) }
  if (deal.kind === 'purchase') return termsOf(deal, { until: null, balanceBy: null, link: null })
  const { balanceBy } = agreed
  return termsOf(deal, { until: payBy(agreed, 0), balanceBy, link: siteUrl + orderPath(deal.token) })
}

/** @throws InvalidInput if it is longer than the conversation can hold */
export function sentLetter(text: string, terms: LetterTerms): string {
  const filled = fillLetter(text, terms)
  if (filled.length > MAX_ENTRY_LENGTH)
    refuseField(
      'text',
      `With its blanks filled in it has ${formatNumber(filled.length)} characters; the maximum is ${formatNumber(MAX_ENTRY_LENGTH)}.`,
    )
  return filled
}
