import { camelCaseRow } from '#shared/data/case-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { readPages, readWhereIn } from '#shared/data/read-all.ts'
import { requireRows } from '#shared/data/response.ts'
import { type Conversation, readConversation } from '../enquiries/conversation.ts'
import type { Deal, Payment } from './deal-types.ts'

const TOKEN = /^[\w-]{43}$/

export type DealValues = Partial<Omit<Deal, 'id' | 'createdAt' | 'updatedAt'>>

const toDeal = (row: object) => camelCaseRow(row) as unknown as Deal

const toPayment = (row: object) => camelCaseRow(row) as unknown as Payment

const byCreation = (one: { createdAt: string }, other: { createdAt: string }) =>
  one.createdAt < other.createdAt ? -1 : 1

const MAX_ROWS = 1000

const deals = (client: BackendClient) => client.from('deals').select('*')

/** By a column, and by id where that is the same. */
async function readInOrder(
  query: ReturnType<typeof deals>,
  column: 'created_at' | 'valid_until' | 'ended_at',
): Promise<Deal[]> {
  return requireRows(await query.order(column).order('id').limit(MAX_ROWS)).map(toDeal)
}

export async function findDeal(client: BackendClient, id: string): Promise<Deal | null> {
  const [row] = requireRows(await deals(client).eq('id', id))
  return row ? toDeal(row) : null
}

export async function findDealByToken(client: BackendClient, token: string): Promise<Deal | null> {
  if (!TOKEN.test(token)) return null
  const [row] = requireRows(await deals(client).eq('token', token))
  return row ? toDeal(row) : null
}

/** In no particular order. */
export const dealsById = async (client: BackendClient, ids: readonly string[]): Promise<Deal[]> =>
  (await readWhereIn(client, 'deals', 'id', ids)).map(toDeal)

/** Oldest first. */
export const dealsOfEnquiries = async (client: BackendClient, ids: readonly string[]): Promise<Deal[]> =>
  (await readWhereIn(client, 'deals', 'enquiry_id', ids)).map(toDeal).sort(byCreation)

/** Open sales of a plate, oldest first. */
export const openSalesOf = (client: BackendClient, registration: string): Promise<Deal[]> =>
  readInOrder(
    deals(client).eq('plate_number', registration).eq('kind', 'sale').is('outcome', null),
    'created_at',
  )

/** All open deals, those whose quote ends first at the top. */
export const listOpenDeals = (client: BackendClient): Promise<Deal[]> =>
  readInOrder(deals(client).is('outcome', null), 'valid_until')

/** Open quotes and bids that nobody agreed to by their last day. */
export const listOverdueDeals = (client: BackendClient, today: string): Promise<Deal[]> =>
  readInOrder(deals(client).is('outcome', null).is('agreed_on', null).lt('valid_until', today), 'valid_until')

/** Deals that ended by themselves since the beginning of a day. */
export const listExpiredDeals = (client: BackendClient, since: string): Promise<Deal[]> =>
  readInOrder(deals(client).eq('outcome', 'expired').gte('ended_at', `${since}T00:00:00Z`), 'ended_at')

/** Deals whose column is between two days or times, the first included. */
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

/** In the order in which they were noted. */
export const paymentsOf = async (client: BackendClient, dealIds: readonly string[]): Promise<Payment[]> =>
  (await readWhereIn(client, 'deal_payments', 'deal_id', dealIds)).map(toPayment).sort(byCreation)

/** Payments of days between two, the first included. */
export const paymentsBetween = (client: BackendClient, from: string, until: string): Promise<Payment[]> =>
  Array.fromAsync(
    readPages(() => client.from('deal_payments').select('*').gte('paid_on', from).lt('paid_on', until)),
    toPayment,
  )

type OfEnquiry = Pick<Deal, 'enquiryId'>

/** Of the deal's enquiry; null once that is removed. */
export async function referenceOf(client: BackendClient, { enquiryId }: OfEnquiry): Promise<string | null> {
  const [row] = requireRows(await client.from('enquiries').select('reference').eq('id', enquiryId))
  return row ? String(row.reference) : null
}

/** The conversation of a deal; null once its enquiry is removed. */
export async function readDealConversation(
  client: BackendClient,
  deal: OfEnquiry,
): Promise<Conversation | null> {
  const reference = await referenceOf(client, deal)
  return reference === null ? null : readConversation(client, reference)
}
