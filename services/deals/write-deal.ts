/** The common part of every step of a deal: the deal, its thread, the audit trail and what goes with it. */
import type { Transaction } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import type { Field } from '#shared/form/form-field.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { ChangeConflict } from '../changes/write-changes.ts'
import type { Conversation } from '../enquiries/conversation.ts'
import { nextReply } from '../enquiries/reply.ts'
import type { LostReason } from '../enquiries/statuses.ts'
import type { Addresses } from '../mail/addresses.ts'
import { addToOutbox } from '../mail/outbox-rows.ts'
import { type DealValues, dealsOfEnquiries } from './deal-store.ts'
import type { Deal, Payment, Stage } from './deal-types.ts'
import type { Given, StepFieldName } from './step-fields.ts'

/** Who takes a step of which deal. */
export interface StepContext {
  /** As the person saw it. */
  deal: Pick<Deal, 'id' | 'registration'> & { updatedAt: string }
  actor: Actor
  now: Date
  /** Null once the enquiry is removed: the deal goes on without a thread and e-mails. */
  conversation: Conversation | null
  addresses: Pick<Addresses, 'from' | 'firm'>
  /** Without a trailing slash. */
  siteUrl: string
  /** Whether the explorer shows our sales. */
  isRecorded: boolean
  /** The firm's terms and refunds, as set. */
  terms: string
}

export interface Step extends StepContext {
  transaction: Transaction
  /** As it is now, with its payments; nobody else changes them before the end of the transaction. */
  deal: Deal
  payments: readonly Payment[]
}

/** What a step of a deal changes, once everything is read that decides about it. */
export interface StepChange {
  values?: DealValues
  /** For the thread. */
  said: string
  /** For the audit trail, without names of visitors; otherwise what is said. */
  audited?: string
  /** Writes what goes with it, after the deal itself and before the entry of the thread. */
  write?(): Promise<void>
}

/** How the page of a deal shows a step. */
export interface StepForm {
  title: string
  /** Name and value are those of one of several. */
  buttons: readonly (readonly [label: string, name?: string, value?: string])[]
  remark?: string
  /** The values of its fields, and how they differ from their declaration. A day is today without one. */
  values?: { [Name in StepFieldName]?: string | (Partial<Field> & { value?: string }) }
}

export interface StepRule {
  /** Both if there is none. */
  kind?: Deal['kind']
  stages: readonly Stage[]
  /** In the order of its form. */
  fields?: readonly StepFieldName[]
  /** Null hides it. Without it, the page has a place of its own for the step. */
  form?(deal: Deal): StepForm | null
  /** Takes for granted that the deal may take it. Null changes nothing. */
  take(step: Step, given: Given): Promise<StepChange | null>
}

export async function writeStep(step: Step, { values = {}, said, audited = said, write }: StepChange) {
  const { transaction, deal, actor } = step
  await updateDeal(transaction, deal, values)
  await write?.()
  await addEvent(step, deal, said)
  await noteChange(transaction, actor, 'deals change', `${deal.registration}: ${audited}`)
}

/** Without values the deal is written all the same, so that whoever saw it before is refused. */
export async function updateDeal(
  transaction: Transaction,
  { id, name }: Pick<Deal, 'id' | 'name'>,
  values: DealValues,
): Promise<void> {
  await transaction
    .updateTable('deals')
    .set({ name, ...values })
    .where('id', '=', id)
    .execute()
}

/** An entry of the conversation of a deal. */
export async function addEvent(
  { transaction, actor, conversation }: Pick<Step, 'transaction' | 'actor' | 'conversation'>,
  { enquiryId, registration }: Pick<Deal, 'enquiryId' | 'registration'>,
  said: string,
): Promise<void> {
  if (conversation) await insertEvent(transaction, enquiryId, actor, `${registration}: ${said}`)
}

export async function insertEvent(
  transaction: Transaction,
  enquiryId: string,
  { person }: Actor,
  body: string,
): Promise<void> {
  await transaction.insertInto('enquiryEntries').values({ enquiryId, kind: 'event', person, body }).execute()
}

/** Queues the next reply, if there is a text and an address. @throws ChangeConflict if another reply was sent at the same time */
export async function queueReply(
  {
    transaction,
    conversation,
    addresses,
    actor,
  }: Pick<Step, 'transaction' | 'conversation' | 'addresses' | 'actor'>,
  text: string | null,
): Promise<void> {
  const mails = conversation ? nextReply(conversation, text, addresses, actor) : []
  if ((await addToOutbox(transaction, mails)) < mails.length) throw new ChangeConflict([])
}

/**
 * The status of the enquiry, which stays won while another sale of it is, and is not lost while another deal of it came
 * or may still come to something.
 */
export async function setEnquiryStatus(
  { transaction, deal, actor, now, conversation }: Step,
  status: 'answered' | 'won' | 'lost',
  lostReason: LostReason | null = null,
): Promise<void> {
  if (!conversation) return
  const others = (await dealsOfEnquiries(transaction, [deal.enquiryId])).filter(({ id }) => id !== deal.id)
  const decides = ({ kind, soldOn, outcome }: Deal) =>
    status === 'lost' ? soldOn !== null || outcome === null : kind === 'sale' && soldOn !== null
  if (status !== 'won' && others.some(decides)) return
  const closedAt = status === 'answered' ? null : toTime(now)
  await transaction
    .updateTable('enquiries')
    .set({ status, closedAt, lostReason, changedBy: actor.person })
    .where('id', '=', deal.enquiryId)
    .execute()
}
