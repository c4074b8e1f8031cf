import type { Reader, Row, Transaction } from '#data/tables.ts'
import { type Time, toTime } from '#data/times.ts'
import { type Conversation, readConversation } from '../enquiries/conversation.ts'
import { isToken } from '../tokens.ts'
import type { Deal, Payment } from './deal-types.ts'

export type DealValues = Partial<Omit<Deal, 'id' | 'registration' | 'createdAt' | 'updatedAt'>>

const toDeal = ({ plateNumber: registration, ...row }: Row<'deals'>): Deal => ({ ...row, registration })

const MAX_ROWS = 1000

const deals = (reader: Reader) => reader.selectFrom('deals').selectAll()

const openDeals = (reader: Reader) => deals(reader).where('outcome', 'is', null)

const openSales = (reader: Reader) => openDeals(reader).where('kind', '=', 'sale')

type Query = ReturnType<typeof deals>

const readDeals = async (query: Query): Promise<Deal[]> => (await query.execute()).map(toDeal)

/** By a column, and by id where that is the same. */
const readInOrder = (query: Query, column: 'createdAt' | 'validUntil' | 'endedAt'): Promise<Deal[]> =>
  readDeals(query.orderBy(column).orderBy('id').limit(MAX_ROWS))

async function readOne(query: Query): Promise<Deal | null> {
  const row = await query.executeTakeFirst()
  return row ? toDeal(row) : null
}

export const findDeal = (reader: Reader, id: string): Promise<Deal | null> =>
  readOne(deals(reader).where('id', '=', id))

/** Reads a deal that this transaction is about to change: others who do so wait for its end. */
export const readDealToChange = (transaction: Transaction, id: string): Promise<Deal | null> =>
  readOne(deals(transaction).where('id', '=', id).forUpdate())

export const findDealByToken = async (reader: Reader, token: string): Promise<Deal | null> =>
  isToken(token) ? readOne(deals(reader).where('token', '=', token)) : null

/** In no particular order. */
export const dealsById = async (reader: Reader, ids: readonly string[]): Promise<Deal[]> =>
  ids.length === 0 ? [] : readDeals(deals(reader).where('id', 'in', ids))

/** Oldest first. */
export const dealsOfEnquiries = async (reader: Reader, ids: readonly string[]): Promise<Deal[]> =>
  ids.length === 0
    ? []
    : readDeals(deals(reader).where('enquiryId', 'in', ids).orderBy('createdAt').orderBy('id'))

/** Open sales of a plate, oldest first. */
export const openSalesOf = (reader: Reader, registration: string): Promise<Deal[]> =>
  readInOrder(openSales(reader).where('plateNumber', '=', registration), 'createdAt')

/** Open sales of all plates, oldest first. */
export const listOpenSales = (reader: Reader): Promise<Deal[]> =>
  readDeals(openSales(reader).orderBy('createdAt').orderBy('id'))

/** Changes with every change of an open sale. */
export async function versionOfOpenSales(reader: Reader): Promise<string> {
  const { open, latest } = await reader
    .selectFrom('deals')
    .select(({ fn }) => [fn.countAll<number>().as('open'), fn.max('updatedAt').as('latest')])
    .where('kind', '=', 'sale')
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  return `${open} ${latest}`
}

/** All open deals, those whose quote ends first at the top. */
export const listOpenDeals = (reader: Reader): Promise<Deal[]> => readInOrder(openDeals(reader), 'validUntil')

/** Every sale that keeps its plate from others, as `isHolding` of standing.ts has it. */
export const listHoldingDeals = (reader: Reader): Promise<Deal[]> =>
  readDeals(openSales(reader).where('agreedOn', 'is not', null).where('lapsedOn', 'is', null).orderBy('id'))

/** Open quotes and bids that nobody agreed to by their last day. */
export const listOverdueDeals = (reader: Reader, today: string): Promise<Deal[]> =>
  readInOrder(openDeals(reader).where('agreedOn', 'is', null).where('validUntil', '<', today), 'validUntil')

/** Deals that have ended with money that is still owed to one side or the other, those that ended first at the top. */
export const listUnsettledDeals = (reader: Reader): Promise<Deal[]> =>
  readInOrder(deals(reader).where('isSettled', '=', false), 'endedAt')

/** Deals that ended by themselves since the beginning of a day. */
export const listExpiredDeals = (reader: Reader, since: string): Promise<Deal[]> =>
  readInOrder(
    deals(reader)
      .where('outcome', '=', 'expired')
      .where('endedAt', '>=', toTime(new Date(since))),
    'endedAt',
  )

/** Deals that were quoted since a time. */
export const dealsMadeSince = (reader: Reader, since: Time): Promise<Deal[]> =>
  readDeals(deals(reader).where('createdAt', '>=', since).orderBy('id'))

/** Deals whose plate was sold between two days, the first included; of a purchase, made a draft. */
export const dealsSoldBetween = (reader: Reader, from: string, until: string): Promise<Deal[]> =>
  readDeals(deals(reader).where('soldOn', '>=', from).where('soldOn', '<', until).orderBy('id'))

const payments = (reader: Reader) => reader.selectFrom('dealPayments').selectAll()

/** In the order in which they were noted. */
export const paymentsOf = async (reader: Reader, dealIds: readonly string[]): Promise<Payment[]> =>
  dealIds.length === 0
    ? []
    : payments(reader).where('dealId', 'in', dealIds).orderBy('createdAt').orderBy('id').execute()

/** Payments of days between two, the first included. */
export const paymentsBetween = (reader: Reader, from: string, until: string): Promise<Payment[]> =>
  payments(reader).where('paidOn', '>=', from).where('paidOn', '<', until).orderBy('id').execute()

/** Whether the enquiry of a deal is still there. */
export async function hasEnquiry(reader: Reader, { enquiryId }: Pick<Deal, 'enquiryId'>): Promise<boolean> {
  const enquiry = reader.selectFrom('enquiries').select('id').where('id', '=', enquiryId)
  return (await enquiry.executeTakeFirst()) !== undefined
}

/** The conversation of a deal; null once its enquiry is removed. */
export async function readDealConversation(
  reader: Reader,
  { enquiryId }: Pick<Deal, 'enquiryId'>,
): Promise<Conversation | null> {
  const enquiry = reader.selectFrom('enquiries').select('reference').where('id', '=', enquiryId)
  const row = await enquiry.executeTakeFirst()
  return row ? readConversation(reader, row.reference) : null
}

/** The other deals of the person, by the address or telephone number of their enquiries; of this enquiry alone once it is removed. */
export async function dealsOfPerson(reader: Reader, deal: Deal): Promise<Deal[]> {
  const own = reader.selectFrom('enquirers').select(['email', 'phone']).where('id', '=', deal.enquiryId)
  const { email = null, phone = null } = (await own.executeTakeFirst()) ?? {}
  const same = await reader
    .selectFrom('enquirers')
    .select('id')
    .where((is) => is.or([is('email', '=', email), is('phone', '=', phone)]))
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute()
  const ids = new Set([deal.enquiryId, ...same.map(({ id }) => id)])
  return (await dealsOfEnquiries(reader, [...ids])).filter(({ id }) => id !== deal.id)
}
