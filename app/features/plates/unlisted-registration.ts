// What is known about a registration that is not among our plates. Loaded if a plate is not found.

import type { ListedPlate } from '#shared/plates/find-plates.ts'
import { parseTyped, spellingsOf } from '#shared/registration/typed-registration.ts'
import { EXPLORERS } from '#shared/sales/explorers.ts'
import { describeForPrice, knownPrice, longSaleDate } from '#shared/sales/sale.ts'
import type { SalesSources } from '#shared/sales/sale-records.ts'
import { type RegistrationSales, readSalesOf } from '../sales/data/registration-sales.ts'
import { describePlate, listFacts } from './plate-facts.ts'
import { readSimilarPlates } from './similar-plates.ts'

export interface Unlisted {
  /** In its lawful spacing. */
  registration: string
  facts: [term: string, text: string][]
  isRecorded: boolean
  /** Whether it can be transferred to a private vehicle, and so be bought. */
  isTransferable: boolean
  /** Similar plates of ours. */
  similar: ListedPlate[]
}

/** Null for text that no system allows. Never throws: what cannot be read is omitted. */
export async function readUnlisted(typed: string, sources: SalesSources): Promise<Unlisted | null> {
  const parsed = parseTyped(typed)
  if (!parsed.ok) return null
  const { text: registration } = parsed.registration
  const { records } = await readSalesOf(spellingsOf(typed), sources)
  const [latest] = records
  const priceGbp = (latest && knownPrice(latest)) ?? 0
  const { client, logError } = sources
  const facts = describePlate({ registration, description: null, detailedDescription: null })
  return {
    registration,
    facts: [...listFacts(facts), ...describeSales(records)],
    isRecorded: latest !== undefined,
    isTransferable: facts.isTransferable,
    similar: await readSimilarPlates(client, { registration, priceGbp }, logError),
  }
}

/** The latest sale, with its price if known: 'July 2025, Bonhams, for £608,600 (total, reported)' */
function describeSales(records: RegistrationSales['records']): [term: string, text: string][] {
  const [latest] = records
  if (!latest) return []
  const price = describeForPrice(latest, EXPLORERS[latest.explorer])
  const where = latest.whereSold ? `, ${latest.whereSold}` : ''
  const sold: [string, string] = ['Last sold', `${longSaleDate(latest)}${where}${price && `,${price}`}`]
  const count = records.filter(({ explorer }) => explorer === latest.explorer).length
  return count === 1 ? [sold] : [sold, ['On record', `${count} sales`]]
}
