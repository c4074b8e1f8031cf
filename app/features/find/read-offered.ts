// Reads the registrations for a name with their state on the site: one query of the stock and one of the sales, each with
// at most POOL registrations, and estimates of those that are shown.

import type { BackendClient } from '#shared/data/client.ts'
import { type LogError, withFallback } from '#shared/data/with-fallback.ts'
import { listPlatesByRegistration } from '#shared/plates/list-plates.ts'
import { type DocumentedSale, describeKnownPrice, knownPrice, longSaleDate } from '#shared/sales/sale.ts'
import type { SiteContext } from '../../context.ts'
import { listLatestSalesOf } from '../sales/data/plate-sales.ts'
import { chooseRegistrations, fitOf } from './choose-registrations.ts'
import type { FindView } from './find-view.ts'
import { lawfulRegistrations } from './lawful.ts'

export interface SoldState {
  kind: 'sold'
  priceGbp: number | null
  /** The kind of price: 'total, computed'. */
  priceWords: string
  date: string
}

/** A range of hammer prices, from the estimate of a registration that is neither ours nor sold. */
export interface Guide {
  lowGbp: number
  midGbp: number
  highGbp: number
}

export type RegistrationState =
  | { kind: 'ours'; priceGbp: number }
  | SoldState
  /** `guide` is null if there is no estimate of at least medium confidence. */
  | { kind: 'unknown'; guide: Guide | null }

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

/** A registration for a name before it is chosen, best reading first. */
export type KnownRegistrations = Awaited<ReturnType<typeof readKnownRegistrations>>['known']

interface Sources extends Pick<SiteContext, 'client'> {
  estimates: Pick<SiteContext['estimates'], 'estimate'>
  logError?: LogError
}

/** Never throws: without the backend the registrations are shown, and the page says that their states are unknown. */
export async function readOfferedRegistrations(
  { search, budgetGbp }: FindView,
  today: string,
  { client, estimates, logError }: Sources,
): Promise<FoundRegistrations> {
  const { name, isRefused, known, hasFailed } = await readKnownRegistrations(client, search, today, logError)
  // Without the backend we cannot say that they are not ours.
  const chosen = hasFailed
    ? known.slice(0, MAX_SHOWN)
    : await chooseRegistrations(known, { budgetGbp, limit: MAX_SHOWN, estimates })
  return {
    name: name?.shown ?? null,
    isRefused,
    offered: chosen.map(toOffered),
    aboveBudget: known.filter(({ state }) => state.kind === 'ours' && fitOf(state, budgetGbp) !== 'within')
      .length,
    hasFailed,
  }
}

/** All registrations that are looked up for a name, best reading first. Never throws. */
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
    return sale ? soldState(sale) : { kind: 'unknown', guide: null }
  }
  return {
    name,
    isRefused,
    known: registrations.map((registration) => ({ ...registration, state: stateOf(registration.text) })),
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

const toOffered = ({ text, reads, places, state }: OfferedRegistration): OfferedRegistration => ({
  text,
  reads,
  places,
  state,
})
