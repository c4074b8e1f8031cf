import { camelCaseRow } from '#shared/data/case-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { readPages, readWhereIn } from '#shared/data/read-all.ts'
import { requireRows } from '#shared/data/response.ts'
import type { Conversation } from '../enquiries/conversation.ts'
import { readConversation } from '../enquiries/rest-conversation.ts'
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

/** Open sales of all plates, oldest first. */
export async function listOpenSales(client: BackendClient): Promise<Deal[]> {
  const open = readPages(() => deals(client).eq('kind', 'sale').is('outcome', null))
  return (await Array.fromAsync(open, toDeal)).sort(byCreation)
}

/** Changes with every change of an open sale. */
export async function versionOfOpenSales(client: BackendClient): Promise<string> {
  const open = client.from('deals').select('updated_at', { count: 'exact' }).eq('kind', 'sale')
  const response = await open.is('outcome', null).order('updated_at', { ascending: false }).limit(1)
  return `${response.count} ${requireRows(response)[0]?.updated_at}`
}

/** All open deals, those whose quote ends first at the top. */
export const listOpenDeals = (client: BackendClient): Promise<Deal[]> =>
  readInOrder(deals(client).is('outcome', null), 'valid_until')

/** Every sale that keeps its plate from others, as `isHolding` of standing.ts has it. */
export const listHoldingDeals = (client: BackendClient): Promise<Deal[]> =>
  Array.fromAsync(
    readPages(() =>
      deals(client).eq('kind', 'sale').not('agreed_on', 'is', null).is('lapsed_on', null).is('outcome', null),
    ),
    toDeal,
  )

/** Open quotes and bids that nobody agreed to by their last day. */
export const listOverdueDeals = (client: BackendClient, today: string): Promise<Deal[]> =>
  readInOrder(deals(client).is('outcome', null).is('agreed_on', null).lt('valid_until', today), 'valid_until')

/** Deals that have ended with money that is still owed to one side or the other, those that ended first at the top. */
export const listUnsettledDeals = (client: BackendClient): Promise<Deal[]> =>
  readInOrder(deals(client).is('is_settled', false), 'ended_at')

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

/** Whether the enquiry of a deal is still there. */
export const hasEnquiry = async (client: BackendClient, { enquiryId }: Pick<Deal, 'enquiryId'>) =>
  requireRows(await client.from('enquiries').select('id').eq('id', enquiryId)).length > 0

/** The conversation of a deal; null once its enquiry is removed. */
export async function readDealConversation(
  client: BackendClient,
  { enquiryId }: Pick<Deal, 'enquiryId'>,
): Promise<Conversation | null> {
  const [row] = requireRows(await client.from('enquiries').select('reference').eq('id', enquiryId))
  return row ? readConversation(client, String(row.reference)) : null
}

/** The other deals of the person, by the address or telephone number of their enquiries; of this enquiry alone once it is removed. */
export async function dealsOfPerson(client: BackendClient, deal: Deal): Promise<Deal[]> {
  const [person] = requireRows(await client.from('enquirers').select('email,phone').eq('id', deal.enquiryId))
  const ids = new Set([deal.enquiryId])
  for (const column of ['email', 'phone'] as const) {
    const value = person?.[column]
    if (!value) continue
    const same = client.from('enquirers').select('id').eq(column, String(value))
    for (const { id } of requireRows(await same.order('id').limit(MAX_ROWS))) ids.add(String(id))
  }
  return (await dealsOfEnquiries(client, [...ids])).filter(({ id }) => id !== deal.id)
}
