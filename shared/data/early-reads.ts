// Reads of the contract that begin when somebody is about to open a page, before its client has loaded, which then takes them over.
import { documentBackend } from './document-backend.ts'
import { keyHeaders } from './key-headers.ts'

const FORGOTTEN_AFTER_MS = 30_000
const TIMEOUT_MS = 10_000

const query = (table: string, parameters: Record<string, string>) =>
  `${table}?${new URLSearchParams(parameters)}`

const AVAILABLE = { is_available: 'eq.true' }
const BY_PRICE = { order: 'price.desc.nullslast,id.asc' }
const NEWEST_SALES = { order: 'sale_year.desc.nullslast,sale_month.desc.nullslast,id.asc', limit: '1000' }
const SALE = 'plate_number,sale_year,sale_month,total_price,price_basis'

/** As the client writes them: a read that is written otherwise is sent a second time. */
export const EARLY_READS = {
  featuredPlates: query('plates', { select: '*', ...AVAILABLE, ...BY_PRICE, limit: '4' }),
  stockVersion: query('plates', {
    select: 'updated_at',
    ...AVAILABLE,
    order: 'updated_at.desc.nullslast,id.asc',
    limit: '1',
  }),
  plates: query('plates', { select: '*', ...AVAILABLE, ...BY_PRICE }),
  uk: query('sales', { select: `${SALE},hammer_price,where_sold,category,type,selection`, ...NEWEST_SALES }),
  jersey: query('jersey_sales', { select: `${SALE},where_sold`, ...NEWEST_SALES }),
  /** The connectivity probe. */
  root: '',
}

export const earlyPlate = (registration: string) =>
  query('plates', { select: '*', plate_number: `eq.${registration}`, ...AVAILABLE })

interface EarlyRead {
  response: Promise<Response>
  begunAt: number
}

const begun = new Map<string, EarlyRead>()

const isFresh = ({ begunAt }: EarlyRead) => performance.now() - begunAt < FORGOTTEN_AFTER_MS

/** Sends a read, unless it is on its way already. */
export function beginRead(read: string, init: RequestInit = {}): Promise<Response> {
  const { url, key } = documentBackend()
  const address = `${url}/${read}`
  const known = begun.get(address)
  if (known && isFresh(known)) return known.response
  const response = fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...init,
    headers: { ...keyHeaders(key), ...init.headers },
  })
  begun.set(address, { response, begunAt: performance.now() })
  return response
}

/** The response of a read that has begun, once; null if there is none or it failed, so that the read is sent again. */
export async function takeEarlyRead(address: string): Promise<Response | null> {
  const read = begun.get(address)
  begun.delete(address)
  if (!read || !isFresh(read)) return null
  const response = await read.response.catch(() => null)
  return response?.ok ? response : null
}
