// Reads throw a DataError.

import type { BackendClient } from '../data/client.ts'
import { DataError } from '../data/data-error.ts'
import { type BackendResponse, requireRows, requireSuccess } from '../data/response.ts'
import { MAX_REGISTRATION_LENGTH } from '../registration/max-length.ts'
import type { PublicColumns } from './columns.ts'

type NotShown = 'isAvailable' | 'isDemonstration' | 'createdAt' | 'updatedAt'

/** What the site reads of a plate for sale. */
export interface Plate extends Omit<PublicColumns, NotShown | 'priceGbp'> {
  priceGbp: number
}

export type ListedPlate = Pick<Plate, 'id' | 'registration' | 'priceGbp' | 'description' | 'isFeature'>

export interface PlateChange {
  registration: string
  /** ISO time. */
  changedAt: string | null
}

const FEATURED_LIMIT = 4

export const MAX_ROWS = 1000

/** Up to this number of plates, the browser has the whole stock and searches it without requests (decision 005). */
export const MAX_WHOLE_STOCK = 500

export function listPlates(client: BackendClient): Promise<Plate[]> {
  return readPlates(available(client))
}

export function listFeaturedPlates(client: BackendClient): Promise<Plate[]> {
  return readPlates(available(client).limit(FEATURED_LIMIT))
}

export async function findPlate(client: BackendClient, registration: string): Promise<Plate | null> {
  if (registration.length > MAX_REGISTRATION_LENGTH || registration.includes('\0')) return null
  const response = await client
    .from('plates')
    .select('*')
    .eq('plate_number', registration)
    .eq('is_available', true)
    .maybeSingle()
  requireSuccess(response)
  return response.data === null ? null : toPlate(response.data, response.status)
}

export async function listPlateChanges(
  client: BackendClient,
  { from = 0, count = Number.POSITIVE_INFINITY } = {},
): Promise<PlateChange[]> {
  const changes: PlateChange[] = []
  // Read until an empty page: a backend may limit pages to fewer rows. Only the first one is found by counting.
  while (changes.length < count) {
    const rows = Math.min(MAX_ROWS, count - changes.length)
    const query = forSale(client, 'plate_number,updated_at').order('plate_number')
    const last = changes.at(-1)?.registration
    const page = await (last === undefined
      ? query.range(from, from + rows - 1)
      : query.gt('plate_number', last).limit(rows))
    const read = requireRows(page)
    if (read.length === 0) break
    for (const row of read)
      changes.push({ registration: registrationOf(row, page.status), changedAt: textOrNull(row.updated_at) })
  }
  return changes
}

export async function hasDemonstrationStock(client: BackendClient): Promise<boolean> {
  return requireRows(await forSale(client, 'id').eq('is_demonstration', true).limit(1)).length > 0
}

export const forSale = (client: BackendClient, columns: string) =>
  client.from('plates').select(columns).eq('is_available', true)

export const available = (client: BackendClient, columns = '*') =>
  forSale(client, columns).order('price', { ascending: false, nullsFirst: false }).order('id')

export async function readPlates(query: PromiseLike<BackendResponse>): Promise<Plate[]> {
  const response = await query
  return requireRows(response).map((row) => toPlate(row, response.status))
}

/** Throws for an invalid row: an error is better than a list with plates or prices missing. */
export function toPlate(row: Record<string, unknown>, status = 200): Plate {
  const registration = registrationOf(row, status)
  const priceGbp = typeof row.price === 'number' || textOrNull(row.price) ? Number(row.price) : Number.NaN
  if (Number.isNaN(priceGbp)) throw invalidPlate(status)
  return {
    id: String(row.id),
    registration,
    priceGbp,
    category: textOrNull(row.category),
    description: textOrNull(row.description),
    detailedDescription: textOrNull(row.detailed_description),
    imageUrl: textOrNull(row.image_url),
    isFeature: row.is_feature === true,
    priceReason: textOrNull(row.price_reason),
  }
}

function registrationOf(row: Record<string, unknown> | null, status: number): string {
  const registration = textOrNull(row?.plate_number)
  if (registration === null) throw invalidPlate(status)
  return registration
}

const invalidPlate = (status: number) =>
  new DataError({ message: 'The backend returned a row that is not a plate' }, status)

/** Null for blank text and for other types. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
