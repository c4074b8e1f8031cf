// Runs on the server and in the browser. Loaded lazily, because the facts of a plate need large tables.

import type { BackendClient } from '#shared/data/client.ts'
import { listNamedPlates } from '#shared/plates/list-plates.ts'
import { compactTyped } from '#shared/registration/typed-registration.ts'
import { EXPLORERS } from '#shared/sales/explorers.ts'
import { describeForPrice, longSaleDate } from '#shared/sales/sale.ts'
import type { SalesSources } from '#shared/sales/sale-records.ts'
import { comparedFacts, describePlate } from '../plates/plate-facts.ts'
import { type RegistrationSales, readSalesOf } from '../sales/data/registration-sales.ts'
import type { ListedRegistration, SentList } from './sent-list.ts'

export interface ComparedPlate {
  registration: string
  priceGbp: number
  /** The text of each term; null is unknown. */
  facts: Record<string, string | null>
}

export interface AbsentPlate {
  registration: string
  compact: string
  /** 'Sold in July 2025 for £608,600 (total, computed)'; null without a sale on record. */
  sold: string | null
  /** Whether its own page has anything to show. */
  isReadable: boolean
}

export interface Comparison {
  /** Plates for sale, in the order of the list. */
  plates: ComparedPlate[]
  absent: AbsentPlate[]
  /** The sales could not be read, so an absent plate may have been sold. */
  hasReadFailed: boolean
}

/** Keeps the query string short: a registration has up to 29 spellings. */
const REGISTRATIONS_PER_READ = 5

/**
 * Drops entries that only look like a registration: a link must not make our page show arbitrary text.
 * @throws DataError if the stock cannot be read
 */
export async function readSentList(
  list: SentList,
  ...read: [client: BackendClient, openSources: () => SalesSources]
): Promise<SentList & { comparison: Comparison }> {
  const comparison = await readComparison(list.listed, ...read)
  const absent = comparison.absent.filter(({ isReadable }) => isReadable)
  const dropped = new Set(comparison.absent.map(({ compact }) => compact))
  for (const { compact } of absent) dropped.delete(compact)
  return {
    listed: list.listed.filter(({ compact }) => !dropped.has(compact)),
    unreadable: list.unreadable + dropped.size,
    leftOut: list.leftOut,
    comparison: { ...comparison, absent },
  }
}

/** @throws DataError if the stock cannot be read */
export async function readComparison(
  listed: readonly ListedRegistration[],
  client: BackendClient,
  openSources: () => SalesSources | Promise<SalesSources>,
): Promise<Comparison> {
  const stock = await listNamedPlates(
    client,
    listed.flatMap(({ inStock }) => inStock),
  )
  const forSale = new Map(stock.map((plate) => [compactTyped(plate.registration), plate]))
  const plates = listed
    .flatMap(({ compact }) => forSale.get(compact) ?? [])
    .map((plate) => {
      const { registration, priceGbp, category } = plate
      return { registration, priceGbp, facts: { ...comparedFacts(describePlate(plate)), Category: category } }
    })
  const others = listed.filter(({ compact }) => !forSale.has(compact))
  if (others.length === 0) return { plates, absent: [], hasReadFailed: false }
  const sales = await readSalesOfAbsent(others, await openSources())
  return {
    plates,
    absent: others.map((entry) => describeAbsent(entry, sales)),
    hasReadFailed: sales.some(({ archive }) => archive !== null),
  }
}

function readSalesOfAbsent(
  listed: readonly ListedRegistration[],
  sources: SalesSources,
): Promise<RegistrationSales[]> {
  const parts: Promise<RegistrationSales>[] = []
  for (let first = 0; first < listed.length; first += REGISTRATIONS_PER_READ) {
    const part = listed.slice(first, first + REGISTRATIONS_PER_READ)
    const spellings = part.flatMap(({ onRecord }) => onRecord)
    parts.push(readSalesOf(spellings, sources))
  }
  return Promise.all(parts)
}

function describeAbsent(entry: ListedRegistration, sales: readonly RegistrationSales[]): AbsentPlate {
  const { registration, compact } = entry
  const isIts = (sale: { registration: string }) => compactTyped(sale.registration) === compact
  const latest = sales.flatMap(({ records }) => records).find(isIts)
  if (!latest) return { registration, compact, sold: null, isReadable: entry.isRegistration }
  const price = describeForPrice(latest, EXPLORERS[latest.explorer])
  const by = latest.selection === 'own' ? ' by us' : ''
  const sold = `Sold${by} in ${longSaleDate(latest)}${price}`
  return { registration: latest.registration, compact, sold, isReadable: true }
}
