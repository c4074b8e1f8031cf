import type { BackendClient } from './client.ts'
import { DataError } from './data-error.ts'

/** A plate for sale. */
export interface Plate {
  id: string
  registration: string
  priceGbp: number
  category: string | null
  description: string | null
  detailedDescription: string | null
  imageUrl: string | null
  isFeature: boolean
}

/** A plate as a list shows it. */
export type ListedPlate = Pick<Plate, 'id' | 'registration' | 'priceGbp' | 'description' | 'isFeature'>

const LISTED_COLUMNS = 'id, plate_number, price, description, is_feature'

export interface PlateChange {
  registration: string
  /** The moment its row last changed. */
  changedAt: string | null
}

const FEATURED_LIMIT = 4

/** Rows of one answer: a backend cuts what is more without a word. */
const READ_AT_ONCE = 1000

/** Candidates of one kind for “plates like it”. */
const MOST_NEAR = 20

/** Registrations of one read, so that its address stays short. */
const MOST_NAMED = 50

/** A registration has at most eight characters and a space; what is far longer need not be asked for. */
const LONGEST_REGISTRATION = 32

/** Every available plate, dearest first. @throws DataError */
export function listPlates(client: BackendClient): Promise<Plate[]> {
  return readPlates(available(client))
}

/** How many plates are available, and when last one changed: two reads with the same mark have the same stock. */
export interface StockMark {
  count: number
  changedAt: string | null
}

/** @throws DataError */
export async function readStockMark(client: BackendClient): Promise<StockMark> {
  const { data, count, error, status } = await client
    .from('plates')
    .select('updated_at', { count: 'exact' })
    .eq('is_available', true)
    .order('updated_at', { ascending: false, nullsFirst: false })
    .order('id')
    .limit(1)
  if (error) throw new DataError(error, status)
  return { count: count ?? data.length, changedAt: text(data[0]?.updated_at) }
}

/** A stretch of the available plates, dearest first. @throws DataError */
export async function listPlatesFrom(
  client: BackendClient,
  from: number,
  count: number,
): Promise<ListedPlate[]> {
  const read = available(client, LISTED_COLUMNS).range(from, from + count - 1)
  return (await readPlates(read)).map(toListed)
}

/**
 * Every available plate of a stock of this size, read in as many stretches as it takes: a backend may cut each shorter
 * than we ask. @throws DataError
 */
export async function listEveryPlate(client: BackendClient, count: number): Promise<ListedPlate[]> {
  const plates: ListedPlate[] = []
  while (plates.length < count) {
    const stretch = await listPlatesFrom(client, plates.length, READ_AT_ONCE)
    if (stretch.length === 0) break
    plates.push(...stretch)
  }
  return plates
}

/** Those of the named plates that are available, in the order named. @throws DataError */
export async function listNamedPlates(
  client: BackendClient,
  registrations: readonly string[],
): Promise<Plate[]> {
  const named = registrations.slice(0, MOST_NAMED)
  if (named.length === 0) return []
  const plates = await readPlates(available(client).in('plate_number', named))
  return plates.sort((a, b) => named.indexOf(a.registration) - named.indexOf(b.registration))
}

/**
 * Available plates a person may like who likes this one: the nearest in price on either side, and those with the
 * same letters. @throws DataError
 */
export async function listPlatesNear(
  client: BackendClient,
  { registration, priceGbp }: Pick<Plate, 'registration' | 'priceGbp'>,
): Promise<ListedPlate[]> {
  const letters = /[A-Z]{2,}/.exec(registration)?.[0]
  const others = () => available(client, LISTED_COLUMNS).neq('plate_number', registration).limit(MOST_NEAR)
  const cheaper = others().lte('price', priceGbp)
  const dearer = client
    .from('plates')
    .select(LISTED_COLUMNS)
    .eq('is_available', true)
    .gt('price', priceGbp)
    .order('price', { nullsFirst: false })
    .order('id')
    .limit(MOST_NEAR)
  const alike = letters ? others().like('plate_number', `%${letters}%`) : null
  const reads = [cheaper, dearer, alike].map((read) => (read ? readPlates(read) : []))
  const plates = (await Promise.all(reads)).flat().map(toListed)
  return [...new Map(plates.map((plate) => [plate.id, plate])).values()]
}

/** The four dearest available plates, for the home page. @throws DataError */
export function listFeaturedPlates(client: BackendClient): Promise<Plate[]> {
  return readPlates(available(client).limit(FEATURED_LIMIT))
}

/** The available plate with exactly this registration, or null. @throws DataError */
export async function findPlate(client: BackendClient, registration: string): Promise<Plate | null> {
  if (registration.length > LONGEST_REGISTRATION || registration.includes('\0')) return null
  const { data, error, status } = await client
    .from('plates')
    .select('*')
    .eq('plate_number', registration)
    .eq('is_available', true)
    .maybeSingle()
  if (error) throw new DataError(error, status)
  return data === null ? null : toPlate(data)
}

/** Every available plate with the moment its row last changed, for the sitemap. @throws DataError */
export async function listPlateChanges(client: BackendClient): Promise<PlateChange[]> {
  const changes: PlateChange[] = []
  for (;;) {
    const { data, error, status } = await client
      .from('plates')
      .select('plate_number,updated_at')
      .eq('is_available', true)
      .order('plate_number')
      .range(changes.length, changes.length + READ_AT_ONCE - 1)
    if (error) throw new DataError(error, status)
    for (const row of data)
      changes.push({ registration: String(row.plate_number), changedAt: text(row.updated_at) })
    if (data.length < READ_AT_ONCE) return changes
  }
}

/** Whether any of the stock on sale is the demonstration stock that a fresh installation is seeded with. */
export async function hasDemonstrationStock(client: BackendClient): Promise<boolean> {
  const { data, error, status } = await client
    .from('plates')
    .select('id')
    .eq('is_available', true)
    .eq('is_demonstration', true)
    .limit(1)
  if (error) throw new DataError(error, status)
  return data.length > 0
}

function available(client: BackendClient, columns = '*') {
  return client
    .from('plates')
    .select(columns)
    .eq('is_available', true)
    .order('price', { ascending: false, nullsFirst: false })
    .order('id')
}

async function readPlates(query: Rows): Promise<Plate[]> {
  const { data, error, status } = await query
  if (error) throw new DataError(error, status)
  if (!Array.isArray(data))
    throw new DataError({ message: 'The backend did not answer with rows', code: '' }, status)
  return data.map(toPlate)
}

type Rows = PromiseLike<{ data: unknown; error: { message?: string; code?: string } | null; status: number }>

/** Only what a list shows, so that no page carries long descriptions that it does not print. */
export function toListed({ id, registration, priceGbp, description, isFeature }: Plate): ListedPlate {
  return { id, registration, priceGbp, description, isFeature }
}

function toPlate(row: Record<string, unknown>): Plate {
  return {
    id: String(row.id),
    registration: String(row.plate_number),
    priceGbp: Number(row.price) || 0,
    category: text(row.category),
    description: text(row.description),
    detailedDescription: text(row.detailed_description),
    imageUrl: text(row.image_url),
    isFeature: row.is_feature === true,
  }
}

/** Words that say something; blank counts as missing. */
function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
