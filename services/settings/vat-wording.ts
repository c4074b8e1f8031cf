import type { VatStatus } from '#site.config.ts'
import type { MarginFee } from './margin-fee.ts'

export const VAT_STATUSES: Record<VatStatus, string> = {
  included: 'Prices include VAT',
  margin: 'Margin scheme: no VAT to add',
  'not-registered': 'Not registered for VAT',
}

/** The empty text is what nobody has stated. */
export const MARGIN_FEE_TEXTS: Record<MarginFee | '', string> = {
  '': 'Not stated: the margin is shown before VAT and fees',
  'in-cost': 'The £80 is in the recorded cost wherever you paid it',
  'each-sale': 'The £80 is not in the cost, and you pay it for every plate you sell',
  'on-vehicle': 'The £80 is not in the cost, and you pay it only for a plate that is sold from a vehicle',
}

interface PriceWording {
  /** Shown beside each price. */
  note: string
  /** The same in a sentence or two. */
  statement: string
}

/** Suggested wordings for prices that include the DVLA's assignment fee; the dealer chooses the final text. */
export const PRICE_WORDINGS: Record<VatStatus, PriceWording> = {
  included: {
    note: 'VAT and £80 fee included',
    statement:
      'All listed prices include fees: VAT and the DVLA’s £80 assignment fee. There is nothing to add.',
  },
  margin: {
    note: 'no VAT to add, £80 fee included',
    statement:
      'All listed prices include fees, the DVLA’s £80 assignment fee among them. We sell under the VAT margin scheme, so no VAT is added.',
  },
  'not-registered': {
    note: 'no VAT to add, £80 fee included',
    statement:
      'All listed prices include fees, the DVLA’s £80 assignment fee among them. We are not registered for VAT, so none is added.',
  },
}

const NO_VAT =
  /\b(?:no|without|free of|exempt from) VAT\b|\bVAT[ -](?:free|exempt)\b|\bmargin scheme\b|\bnot (?:VAT[ -])?registered\b/i
const VAT_ADDED =
  /(?:\+|\bplus|\bex(?:cl\w*)?\.?|\bbefore|\badd) ?VAT\b|\bVAT\b.*\b(?:added|extra|on top|not included|excluded)\b|\bnot includ\w*.*\bVAT\b/i
const VAT_INCLUDED = /\bVAT\b.*\binclu|\binc(?:l|lu\w*)?\b.*\bVAT\b/i

/** 'excl. VAT' is within one. */
const SENTENCES = /(?:\b(?:exc?|inc)l?[.;!]|[^.;!]|[.;!](?!\s|$))+/gi

/** Why a text about VAT contradicts the VAT status; null if it does not. */
export function vatContradiction(status: VatStatus, { note, statement }: PriceWording): string | null {
  // Each sentence by itself: 'no VAT to add' in one does not excuse 'VAT included' in another.
  const sentences = `${note}. ${statement}`.match(SENTENCES) ?? []
  const has = (claim: RegExp) => sentences.some((words) => claim.test(words))
  const isAdded = sentences.some((words) => VAT_ADDED.test(words) && !NO_VAT.test(words))
  if (isAdded) return 'The wording says that VAT is added to your prices, but the status says that it is not.'
  const isIncluded = sentences.some((words) => VAT_INCLUDED.test(words) && !NO_VAT.test(words))
  if (status !== 'included' && isIncluded)
    return 'The wording says that prices include VAT, but the status says that they do not.'
  if (status === 'included' && has(NO_VAT))
    return 'The wording says that your prices have no VAT, but the status says that they include it.'
  if (status === 'not-registered' && has(/\bmargin scheme\b/i))
    return 'Only a firm that is registered for VAT can use the margin scheme.'
  if (status === 'margin' && has(/\bnot (?:VAT[ -])?registered\b/i))
    return 'The wording says that you are not registered for VAT, but only a registered firm can use the margin scheme.'
  return null
}
