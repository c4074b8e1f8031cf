// Not in find-plates.ts, which the home page loads. Reads throw a DataError.

import type { BackendClient } from '../data/client.ts'
import { DataError } from '../data/data-error.ts'
import { type Known, readEveryRow, readPages, type TableVersion } from '../data/read-all.ts'
import {
  available,
  forSale,
  type ListedPlate,
  type Plate,
  readPlates,
  textOrNull,
  toPlate,
} from './find-plates.ts'

const LISTED_COLUMNS = 'id, plate_number, price, description, is_feature'

const MAX_CANDIDATES_PER_QUERY = 20

/** Keeps the query string short. */
const MAX_NAMED = 50
const MAX_LOOKED_UP = 200

export async function readStockVersion(client: BackendClient): Promise<TableVersion> {
  const { data, count, error, status } = await client
    .from('plates')
    .select('updated_at', { count: 'exact' })
    .eq('is_available', true)
    .order('updated_at', { ascending: false, nullsFirst: false })
    .order('id')
    .limit(1)
  if (error) throw new DataError(error, status)
  // Some gateways remove the count; then treat the stock as small.
  return {
    count: Number.isInteger(count) ? Number(count) : data.length,
    changedAt: textOrNull(data[0]?.updated_at),
  }
}

export async function listPlatesFrom(
  client: BackendClient,
  from: number,
  count: number,
): Promise<ListedPlate[]> {
  const read = available(client, LISTED_COLUMNS).range(from, from + count - 1)
  return (await readPlates(read)).map(toListed)
}

/** In the order of `available`. */
export async function listEveryPlate(
  client: BackendClient,
  version: TableVersion,
  before?: Known<ListedPlate>,
): Promise<ListedPlate[]> {
  const query = () => forSale(client, LISTED_COLUMNS)
  async function* readSince(moment: Date | null) {
    const rows = readPages(() => (moment ? query().gte('updated_at', moment.toISOString()) : query()))
    for await (const row of rows) yield toListed(toPlate(row))
  }
  const plates = await readEveryRow(readSince, version, before)
  return plates.sort((one, other) => other.priceGbp - one.priceGbp || (one.id < other.id ? -1 : 1))
}

export async function listNamedPlates(
  client: BackendClient,
  registrations: readonly string[],
): Promise<Plate[]> {
  const named = registrations.slice(0, MAX_NAMED)
  if (named.length === 0) return []
  const plates = await readPlates(available(client).in('plate_number', named))
  return plates.sort((a, b) => named.indexOf(a.registration) - named.indexOf(b.registration))
}

/** Those of the registrations that are for sale; at most 200 registrations. */
export async function listPlatesByRegistration(
  client: BackendClient,
  registrations: readonly string[],
): Promise<ListedPlate[]> {
  if (registrations.length === 0) return []
  const named = registrations.slice(0, MAX_LOOKED_UP)
  return (await readPlates(available(client, LISTED_COLUMNS).in('plate_number', named))).map(toListed)
}

/**
 * Candidates for similar plates: the nearest in price on either side, and those with the same letters. A price of 0 is
 * unknown; plates with the same length and spacing are then candidates as well.
 */
export async function listPlatesNear(
  client: BackendClient,
  { registration, priceGbp }: Pick<Plate, 'registration' | 'priceGbp'>,
): Promise<ListedPlate[]> {
  const letters = /[A-Z]{2,}/.exec(registration)?.[0]
  const others = () =>
    available(client, LISTED_COLUMNS).neq('plate_number', registration).limit(MAX_CANDIDATES_PER_QUERY)
  const cheaper = others().lte('price', priceGbp)
  const dearer = forSale(client, LISTED_COLUMNS)
    .gt('price', priceGbp)
    .order('price', { nullsFirst: false })
    .order('id')
    .limit(MAX_CANDIDATES_PER_QUERY)
  const alike = letters ? others().like('plate_number', `%${letters}%`) : null
  const shaped = priceGbp > 0 ? null : others().like('plate_number', registration.replace(/[^ ]/g, '_'))
  const reads = [cheaper, dearer, alike, shaped].map((read) => (read ? readPlates(read) : []))
  const plates = (await Promise.all(reads)).flat().map(toListed)
  return [...new Map(plates.map((plate) => [plate.id, plate])).values()]
}

export function toListed({ id, registration, priceGbp, description, isFeature }: Plate): ListedPlate {
  return { id, registration, priceGbp, description, isFeature }
}
