// Reads the marks for a name with their state on the site: one query of the stock and one of the sales, each with at
// most POOL registrations.

import type { BackendClient } from '#shared/data/client.ts'
import { type LogError, withFallback } from '#shared/data/with-fallback.ts'
import { listPlatesByRegistration } from '#shared/plates/list-plates.ts'
import { type DocumentedSale, describeKnownPrice, knownPrice, longSaleDate } from '#shared/sales/sale.ts'
import { listLatestSalesOf } from '../sales/data/plate-sales.ts'
import type { FindView } from './find-view.ts'
import { type LawfulMark, lawfulMarks } from './lawful-marks.ts'

export interface SoldState {
  kind: 'sold'
  priceGbp: number | null
  /** The kind of price: 'total, computed'. */
  priceWords: string
  date: string
}

export type MarkState = { kind: 'ours'; priceGbp: number } | SoldState | { kind: 'unknown' }

export interface OfferedMark {
  text: string
  reads: string
  /** The positions of the compact name that it covers. */
  places: number[]
  state: MarkState
}

export interface FoundMarks {
  /** Null if the text contains no letter or figure of a plate. */
  name: { shown: string; compact: string } | null
  isRefused: boolean
  marks: OfferedMark[]
  /** Matching plates of ours that are omitted because they exceed the budget or have no price. */
  aboveBudget: number
  hasFailed: boolean
}

const MAX_SHOWN = 24
/**
 * The number of marks that are looked up, so that a plate for sale is found even if many others read a little better.
 */
const POOL = 96

// Plates for sale rank above slightly better readings, and marks with data above those without.
const GAIN_OF_OURS = 0.8
const GAIN_OF_SOLD = 0.2

/** A mark with its state. */
export interface Known {
  mark: LawfulMark
  state: MarkState
}

/** Never throws: without the backend the marks are shown, and the page says that their states are unknown. */
export async function readMarks(
  client: BackendClient,
  { search, budgetGbp }: FindView,
  today: string,
  logError?: LogError,
): Promise<FoundMarks> {
  const { name, isRefused, known, hasFailed } = await readKnownMarks(client, search, today, logError)
  const isWithin = (priceGbp: number) => budgetGbp === null || (priceGbp > 0 && priceGbp <= budgetGbp)
  const offered = known.filter(({ state }) => state.kind !== 'ours' || isWithin(state.priceGbp))
  return {
    name: name && { shown: name.shown, compact: name.compact },
    isRefused,
    marks: offered.slice(0, MAX_SHOWN).map(toOffered),
    aboveBudget: known.length - offered.length,
    hasFailed,
  }
}

/** All marks that are looked up for a name, best first. Never throws. */
export async function readKnownMarks(
  client: BackendClient,
  search: string,
  today: string,
  logError?: LogError,
) {
  const { name, marks, isRefused } = lawfulMarks(search, { today, limit: POOL })
  const registrations = marks.map(({ text }) => text)
  const [plates, sales] = await Promise.all([
    withFallback(
      listPlatesByRegistration(client, registrations),
      null,
      'Error fetching plates that read as a name',
      logError,
    ),
    withFallback(
      listLatestSalesOf(client, registrations, logError),
      null,
      'Error fetching sales that read as a name',
      logError,
    ),
  ])
  const ours = new Map(plates?.map((plate) => [plate.registration, plate.priceGbp]))
  const sold = new Map(sales?.map((sale) => [sale.registration, sale]))
  const stateOf = (text: string): MarkState => {
    const priceGbp = ours.get(text)
    if (priceGbp !== undefined) return { kind: 'ours', priceGbp }
    const sale = sold.get(text)
    return sale ? soldState(sale) : { kind: 'unknown' }
  }
  const known: Known[] = marks.map((mark) => ({ mark, state: stateOf(mark.text) }))
  return {
    name,
    isRefused,
    known: known.sort(worthSeeingFirst),
    hasFailed: plates === null || sales === null,
  }
}

const MAX_SOLD = 4

/** Sales of registrations that read as the name, best reading first. @throws DataError */
export async function readSoldMarks(
  client: BackendClient,
  search: string,
  today: string,
  logError?: LogError,
): Promise<OfferedMark[]> {
  const { marks } = lawfulMarks(search, { today, limit: POOL })
  const sales = await listLatestSalesOf(
    client,
    marks.map(({ text }) => text),
    logError,
  )
  const sold = new Map(sales.map((sale) => [sale.registration, sale]))
  return marks
    .flatMap((mark) => {
      const sale = sold.get(mark.text)
      return sale ? [toOffered({ mark, state: soldState(sale) })] : []
    })
    .slice(0, MAX_SOLD)
}

export const soldState = (sale: DocumentedSale): SoldState => ({
  kind: 'sold',
  priceGbp: knownPrice(sale),
  priceWords: describeKnownPrice(sale),
  date: longSaleDate(sale),
})

const rank = ({ mark, state }: Known) =>
  mark.cost - (state.kind === 'ours' ? GAIN_OF_OURS : state.kind === 'sold' ? GAIN_OF_SOLD : 0)

const worthSeeingFirst = (one: Known, other: Known) => rank(one) - rank(other)

const toOffered = ({ mark: { text, reads, places }, state }: Known): OfferedMark => ({
  text,
  reads,
  places,
  state,
})
