// Reads the registrations for a name with their state on the site: one query of the stock and one of the sales, each with
// at most POOL registrations.

import type { BackendClient } from '#shared/data/client.ts'
import { type LogError, withFallback } from '#shared/data/with-fallback.ts'
import { listPlatesByRegistration } from '#shared/plates/list-plates.ts'
import { type DocumentedSale, describeKnownPrice, knownPrice, longSaleDate } from '#shared/sales/sale.ts'
import { listLatestSalesOf } from '../sales/data/plate-sales.ts'
import type { FindView } from './find-view.ts'
import { lawfulRegistrations } from './lawful.ts'

export interface SoldState {
  kind: 'sold'
  priceGbp: number | null
  /** The kind of price: 'total, computed'. */
  priceWords: string
  date: string
}

export type RegistrationState = { kind: 'ours'; priceGbp: number } | SoldState | { kind: 'unknown' }

export interface OfferedRegistration {
  text: string
  reads: string
  /** The positions of the compact name that it covers. */
  places: number[]
  state: RegistrationState
}

export interface FoundRegistrations {
  /** As it is shown; null if the text contains no letter or figure of a plate. */
  name: string | null
  isRefused: boolean
  offered: OfferedRegistration[]
  /** Matching plates of ours that are omitted because they exceed the budget or have no price. */
  aboveBudget: number
  hasFailed: boolean
}

const MAX_SHOWN = 24
/**
 * The number of registrations that are looked up, so that a plate for sale is found even if many others read a little
 * better.
 */
const POOL = 96

// Plates for sale rank above slightly better readings, and registrations with data above those without.
const GAIN_OF_OURS = 0.8
const GAIN_OF_SOLD = 0.2

interface RankedRegistration extends OfferedRegistration {
  cost: number
}

/** Never throws: without the backend the registrations are shown, and the page says that their states are unknown. */
export async function readOfferedRegistrations(
  client: BackendClient,
  { search, budgetGbp }: FindView,
  today: string,
  logError?: LogError,
): Promise<FoundRegistrations> {
  const { name, isRefused, known, hasFailed } = await readKnownRegistrations(client, search, today, logError)
  const isWithin = (priceGbp: number) => budgetGbp === null || (priceGbp > 0 && priceGbp <= budgetGbp)
  const within = known.filter(({ state }) => state.kind !== 'ours' || isWithin(state.priceGbp))
  return {
    name: name?.shown ?? null,
    isRefused,
    offered: within.slice(0, MAX_SHOWN).map(toOffered),
    aboveBudget: known.length - within.length,
    hasFailed,
  }
}

/** All registrations that are looked up for a name, best first. Never throws. */
export async function readKnownRegistrations(
  client: BackendClient,
  search: string,
  today: string,
  logError?: LogError,
) {
  const { name, registrations, isRefused } = lawfulRegistrations(search, { today, limit: POOL })
  const texts = registrations.map(({ text }) => text)
  const [plates, sales] = await Promise.all([
    withFallback(
      listPlatesByRegistration(client, texts),
      null,
      'Error fetching plates that read as a name',
      logError,
    ),
    withFallback(
      listLatestSalesOf(client, texts, logError),
      null,
      'Error fetching sales that read as a name',
      logError,
    ),
  ])
  const ours = new Map(plates?.map((plate) => [plate.registration, plate.priceGbp]))
  const sold = new Map(sales?.map((sale) => [sale.registration, sale]))
  const stateOf = (text: string): RegistrationState => {
    const priceGbp = ours.get(text)
    if (priceGbp !== undefined) return { kind: 'ours', priceGbp }
    const sale = sold.get(text)
    return sale ? soldState(sale) : { kind: 'unknown' }
  }
  const known = registrations.map((registration) => ({ ...registration, state: stateOf(registration.text) }))
  return {
    name,
    isRefused,
    known: known.sort(worthSeeingFirst),
    hasFailed: plates === null || sales === null,
  }
}

const MAX_SOLD = 4

/** Sales of registrations that read as the name, best reading first. @throws DataError */
export async function readSoldRegistrations(
  client: BackendClient,
  search: string,
  today: string,
  logError?: LogError,
): Promise<OfferedRegistration[]> {
  const { registrations } = lawfulRegistrations(search, { today, limit: POOL })
  const sales = await listLatestSalesOf(
    client,
    registrations.map(({ text }) => text),
    logError,
  )
  const sold = new Map(sales.map((sale) => [sale.registration, sale]))
  return registrations
    .flatMap((registration) => {
      const sale = sold.get(registration.text)
      return sale ? [toOffered({ ...registration, state: soldState(sale) })] : []
    })
    .slice(0, MAX_SOLD)
}

export const soldState = (sale: DocumentedSale): SoldState => ({
  kind: 'sold',
  priceGbp: knownPrice(sale),
  priceWords: describeKnownPrice(sale),
  date: longSaleDate(sale),
})

const rank = ({ cost, state }: RankedRegistration) =>
  cost - (state.kind === 'ours' ? GAIN_OF_OURS : state.kind === 'sold' ? GAIN_OF_SOLD : 0)

const worthSeeingFirst = (one: RankedRegistration, other: RankedRegistration) => rank(one) - rank(other)

const toOffered = ({ text, reads, places, state }: OfferedRegistration): OfferedRegistration => ({
  text,
  reads,
  places,
  state,
})
