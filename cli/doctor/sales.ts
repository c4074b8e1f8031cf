import type { Reader } from '#data/tables.ts'
import { readStoredSales } from '#services/sales/stored-sales.ts'
import { doubtTotal } from '#services/sales/total-doubt.ts'
import { tableSpecs } from '#shared/cells/table-specs.ts'
import { feeRegimes } from '#shared/sales/fee-regimes.ts'
import { plural } from '#shared/text/format.ts'
import type { SettledPremium } from '#site.config.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { type Finding, firstOf, warn } from './finding.ts'

const MAX_NAMED = 12
const MAX_DOUBT = 240

/** Sales whose two reported prices do not fit each other. Other totals are computed, or stand alone. */
export async function* checkSales(
  reader: Reader,
  premium: SettledPremium | null,
): AsyncGenerator<Finding, void> {
  const regimes = feeRegimes(premium)
  const doubts: string[] = []
  const sales = readStoredSales(reader, tableSpecs.sales, (all) => all.where('priceBasis', '=', 'both'))
  for await (const sale of sales) {
    const doubt = doubtTotal('uk', sale, regimes)
    if (doubt !== null)
      doubts.push(
        `${escapeTerminal(sale.plate_number)}, ${sale.sale_year}: ${escapeTerminal(doubt, MAX_DOUBT)}`,
      )
  }
  if (doubts.length > 0)
    yield warn(
      `${plural(doubts.length, 'sale has a total', 'sales have totals')} that may be wrong.`,
      firstOf(doubts, MAX_NAMED),
    )
}
