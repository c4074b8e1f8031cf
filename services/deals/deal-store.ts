import type { BackendClient } from '#shared/data/client.ts'
import { readPages } from '#shared/data/read-all.ts'
import { requireRows } from '#shared/data/response.ts'
import type { Deal, Payment } from './deal-types.ts'

const TOKEN = /^[\w-]{43}$/

const COLUMNS = {
  enquiryId: 'enquiry_id',
  kind: 'kind',
  registration: 'plate_number',
  plateId: 'plate_id',
  token: 'token',
  name: 'name',
  amount: 'amount',
  deposit: 'deposit',
  includes: 'includes',
  validUntil: 'valid_until',
  isBesideOthers: 'is_beside_others',
  agreedOn: 'agreed_on',
  soldOn: 'sold_on',
  ending: 'ending',
  nominee: 'nominee',
  vehicleReference: 'vehicle_reference',
  trackingNumber: 'tracking_number',
  handedOverOn: 'handed_over_on',
  identitySeenOn: 'identity_seen_on',
  certificateReceivedOn: 'certificate_received_on',
  invoiceNumber: 'invoice_number',
  isKept: 'is_kept',
  outcome: 'outcome',
  lostReason: 'lost_reason',
  endedAt: 'ended_at',
} as const satisfies { [Name in keyof Omit<Deal, 'id' | 'createdAt' | 'updatedAt'>]: string }

export type DealValues = Partial<Omit<Deal, 'id' | 'createdAt' | 'updatedAt'>>

export const toColumns = (values: DealValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [COLUMNS[name as keyof DealValues], value]),
  )

const toDeal = (row: Record<string, unknown>): Deal =>
  ({
    ...Object.fromEntries(Object.entries(COLUMNS).map(([name, column]) => [name, row[column]])),
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }) as Deal

const toPayment = (row: Record<string, unknown>): Payment =>
  ({
    id: row.id,
    dealId: row.deal_id,
    kind: row.kind,
    amount: row.amount,
    paidOn: row.paid_on,
    method: row.method,
    person: row.person,
    createdAt: row.created_at,
  }) as Payment

const MAX_ROWS = 1000

const deals = (client: BackendClient) => client.from('deals').select('*')

/** @throws DataError */
export async function findDeal(client: BackendClient, id: string): Promise<Deal | null> {
  const [row] = requireRows(await deals(client).eq('id', id))
  return row ? toDeal(row) : null
}

/** @throws DataError */
export async function findDealByToken(client: BackendClient, token: string): Promise<Deal | null> {
  if (!TOKEN.test(token)) return null
  const [row] = requireRows(await deals(client).eq('token', token))
  return row ? toDeal(row) : null
}

/** Oldest first. @throws DataError */
export async function dealsOfEnquiries(
  client: BackendClient,
  enquiryIds: readonly string[],
): Promise<Deal[]> {
  if (enquiryIds.length === 0) return []
  const read = deals(client).in('enquiry_id', [...enquiryIds])
  return requireRows(await read.order('created_at').order('id').limit(MAX_ROWS)).map(toDeal)
}

/** Open sales of plates, oldest first. @throws DataError */
export async function openSalesOf(client: BackendClient, registrations: readonly string[]): Promise<Deal[]> {
  if (registrations.length === 0) return []
  const read = deals(client)
    .in('plate_number', [...registrations])
    .eq('kind', 'sale')
    .is('outcome', null)
  return requireRows(await read.order('created_at').order('id').limit(MAX_ROWS)).map(toDeal)
}

/** All open deals, those whose quote ends first at the top. @throws DataError */
export async function listOpenDeals(client: BackendClient): Promise<Deal[]> {
  const read = deals(client).is('outcome', null)
  return requireRows(await read.order('valid_until').order('id').limit(MAX_ROWS)).map(toDeal)
}

/** Open quotes and bids that nobody agreed to by their last day. @throws DataError */
export async function listOverdueDeals(client: BackendClient, today: string): Promise<Deal[]> {
  const read = deals(client).is('outcome', null).is('agreed_on', null).lt('valid_until', today)
  return requireRows(await read.order('valid_until').order('id').limit(MAX_ROWS)).map(toDeal)
}

/** Deals that ended by themselves since a moment, latest first. @throws DataError */
export async function listExpiredDeals(client: BackendClient, since: Date): Promise<Deal[]> {
  const read = deals(client).eq('outcome', 'expired').gte('ended_at', since.toISOString())
  return requireRows(await read.order('ended_at', { ascending: false }).order('id').limit(MAX_ROWS)).map(
    toDeal,
  )
}

/** Deals whose column is between two days or times, the first included. @throws DataError */
export const dealsBetween = (
  client: BackendClient,
  column: 'created_at' | 'sold_on',
  from: string,
  until: string,
): Promise<Deal[]> =>
  Array.fromAsync(
    readPages(() => deals(client).gte(column, from).lt(column, until)),
    toDeal,
  )

const MAX_IDS = 100

/** In no particular order. @throws DataError */
export async function dealsById(client: BackendClient, ids: readonly string[]): Promise<Deal[]> {
  const found: Deal[] = []
  for (let from = 0; from < ids.length; from += MAX_IDS)
    found.push(...requireRows(await deals(client).in('id', ids.slice(from, from + MAX_IDS))).map(toDeal))
  return found
}

/** In the order in which they were noted. @throws DataError */
export async function paymentsOf(client: BackendClient, dealIds: readonly string[]): Promise<Payment[]> {
  if (dealIds.length === 0) return []
  const read = client
    .from('deal_payments')
    .select('*')
    .in('deal_id', [...dealIds])
  return requireRows(await read.order('created_at').order('id').limit(MAX_ROWS)).map(toPayment)
}

/** Payments of days between two, the first included. @throws DataError */
export const paymentsBetween = (client: BackendClient, from: string, until: string): Promise<Payment[]> =>
  Array.fromAsync(
    readPages(() => client.from('deal_payments').select('*').gte('paid_on', from).lt('paid_on', until)),
    toPayment,
  )
