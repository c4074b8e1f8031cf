// Reads the registrations for a name with their state on the site: one query of the stock and one of the sales, each with
// at most MAX_LOOKED_UP registrations, and estimates of those that are shown.

import { type LogError, withFallback } from '#shared/data/with-fallback.ts'
import { listPlatesByRegistration } from '#shared/plates/list-plates.ts'
import { feeRegimes } from '#shared/sales/fee-regimes.ts'
import { dearestTotalNow } from '#shared/sales/fees.ts'
import type { SiteContext } from '../../context.ts'
import { listLatestSalesOf } from '../sales/data/plate-sales.ts'
import { type AllIn, chooseRegistrations, fitOf } from './choose-registrations.ts'
import type { FindView } from './find-view.ts'
import { lawfulRegistrations, MAX_LOOKED_UP } from './lawful.ts'
import {
  type OfferedRegistration,
  type RegistrationState,
  soldState,
  toOffered,
} from './registration-state.ts'

export interface FoundRegistrations {
  /** The name as displayed; null if the text contains no letter or figure of a plate. */
  name: string | null
  isRefused: boolean
  offered: OfferedRegistration[]
  /** Matching plates of ours that are omitted because they are outside the budget or have no price. */
  outsideBudget: number
  hasFailed: boolean
}

const MAX_SHOWN = 24

/** A registration for a name before it is chosen, best reading first. */
export type KnownRegistrations = Awaited<ReturnType<typeof readKnownRegistrations>>['known']

interface Sources extends Pick<SiteContext, 'client'> {
  site: Pick<SiteContext['site'], 'dvlaPremium'>
  estimates: Pick<SiteContext['estimates'], 'estimate'>
  logError?: LogError
  today?: string
}

/** Never throws: without the backend the registrations are shown, and the page says that their states are unknown. */
export async function readOfferedRegistrations(
  { search, ...budget }: FindView,
  sources: Sources,
): Promise<FoundRegistrations> {
  const { name, isRefused, known, hasFailed } = await readKnownRegistrations(search, sources)
  const allIn = allInAt(sources.site)
  // Without the backend we cannot say that they are not ours.
  const chosen = hasFailed
    ? known.slice(0, MAX_SHOWN)
    : await chooseRegistrations(known, { budget, allIn, limit: MAX_SHOWN, estimates: sources.estimates })
  return {
    name: name?.shown ?? null,
    isRefused,
    offered: chosen.map(toOffered),
    outsideBudget: known.filter(
      ({ state }) => state.kind === 'ours' && fitOf(state, budget, allIn) !== 'within',
    ).length,
    hasFailed,
  }
}

/** At the firm's premium if it has set one, otherwise at the dearer of the disputed rates. */
export function allInAt({ dvlaPremium }: Sources['site']): AllIn {
  const regimes = feeRegimes(dvlaPremium)
  return (hammerGbp) => dearestTotalNow(hammerGbp, regimes)
}

/** All registrations that are looked up for a name, best reading first. Never throws. */
export async function readKnownRegistrations(
  search: string,
  { client, logError, today }: Omit<Sources, 'estimates' | 'site'>,
) {
  const { name, registrations, isRefused } = lawfulRegistrations(search, { today, limit: MAX_LOOKED_UP })
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
