import type { VatStatus } from '../../site.config.ts'

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

/** Why a text about VAT contradicts the VAT status; null if it does not. */
export function vatContradiction(status: VatStatus, { note, statement }: PriceWording): string | null {
  const words = `${note} ${statement}`
  const isIncluded =
    /\bVAT\b(?! margin)[^.]*\bincluded\b|\binclud\w*[^.]*\bVAT\b(?! margin)/i.test(words) &&
    !/\bno VAT\b/i.test(words)
  if (status !== 'included' && isIncluded)
    return 'The wording says that prices include VAT, but the status says that they do not.'
  if (status === 'included' && /\bno VAT\b|\bmargin scheme\b|\bnot registered for VAT\b/i.test(words))
    return 'The wording says that your prices have no VAT, but the status says that they include it.'
  if (status === 'not-registered' && /\bmargin scheme\b/i.test(words))
    return 'Only a firm that is registered for VAT can use the margin scheme.'
  return null
}
