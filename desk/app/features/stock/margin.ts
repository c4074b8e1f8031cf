/** The words of the margin: what it is before or after depends on what the firm has stated. */

import type { MarginAccount, MarginTerms } from '#services/stock/margin.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { VatStatus } from '#site.config.ts'
import type { DeskContext } from '../../context.ts'

export const marginTerms = ({
  site,
  privateSettings,
}: Pick<DeskContext, 'site' | 'privateSettings'>): MarginTerms => ({
  vat: site.vat,
  fee: privateSettings.marginFee,
})

export const nameMargin = ({ fee }: MarginTerms) =>
  fee === null ? 'Margin before VAT and fees' : 'Margin after VAT and fees'

/** For the middle of a sentence. */
export const namedMargin = (terms: MarginTerms) => nameMargin(terms).replace('M', 'm')

interface MarginLine {
  label: string
  text: string
}

const VAT_LABELS: Record<VatStatus, string> = {
  included: 'VAT in the price',
  margin: 'VAT on the margin',
  'not-registered': 'VAT',
}

const NOT_STATED = 'not stated'

/** What is taken off the price, and what is left. */
export function describeMargin(account: MarginAccount, terms: MarginTerms): MarginLine[] {
  const { costGbp, vatGbp, marginGbp } = account
  return [
    { label: 'Cost', text: formatGbp(-costGbp) },
    {
      label: terms.fee === null ? 'VAT' : VAT_LABELS[terms.vat],
      text: vatGbp === null ? NOT_STATED : takenOff(vatGbp),
    },
    { label: 'DVLA fee of £80', text: describeFee(account, terms) },
    { label: nameMargin(terms), text: marginGbp === null ? 'not known' : formatGbp(marginGbp) },
  ]
}

function describeFee({ feeGbp }: MarginAccount, { fee }: MarginTerms): string {
  if (fee === null) return NOT_STATED
  if (fee === 'in-cost') return 'in the cost'
  return feeGbp === null ? 'not known without its certificate' : takenOff(feeGbp)
}

const takenOff = (amountGbp: number) => (amountGbp === 0 ? 'none' : formatGbp(-amountGbp))
