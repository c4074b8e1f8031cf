import { EXPLORERS } from '#shared/sales/explorers.ts'
import { describeForPrice, longSaleDate } from '#shared/sales/sale.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { KnownRegistration } from './read-registration.server.ts'

/** For search engines: the latest sale, our price or the estimate, and the facts of the registration. */
export function describeSummary({ registration, sales, plate, estimate, facts }: KnownRegistration): string {
  const [latest] = sales.records
  const sentences = [
    latest &&
      `${registration} was sold in ${longSaleDate(latest)}${describeForPrice(latest, EXPLORERS[latest.explorer])}${latest.whereSold ? `, ${latest.whereSold}` : ''}.`,
    plate && plate.priceGbp > 0 && `We have ${registration} for sale at ${formatGbp(plate.priceGbp)}.`,
    'midGbp' in estimate &&
      `We estimate a hammer price of ${formatGbp(estimate.lowGbp)} to ${formatGbp(estimate.highGbp)} at auction, before fees.`,
    ...(facts?.sentences ?? []),
    latest && 'See every recorded sale with its source.',
  ]
  return sentences.filter(Boolean).join(' ')
}
