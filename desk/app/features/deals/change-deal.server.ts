/** The steps of a deal as its page sends them. */
import { data, redirect } from 'react-router'
import type { Actor } from '#services/audit/actor.ts'
import { ChangeConflict } from '#services/changes/call-change.ts'
import { draftPurchase, takeBackPurchase } from '#services/deals/buy-plate.ts'
import { readDealConversation } from '#services/deals/deal-conversation.ts'
import * as steps from '#services/deals/deal-steps.ts'
import { findDeal, paymentsOf } from '#services/deals/deal-store.ts'
import { type Deal, ENDINGS, PAYMENT_KINDS } from '#services/deals/deal-types.ts'
import {
  readDayFrom,
  readDayUntil,
  readFields,
  readLetter,
  readPence,
} from '#services/deals/read-deal-form.ts'
import type { Conversation } from '#services/enquiries/conversation.ts'
import { LOST_REASONS, type LostReason } from '#services/enquiries/statuses.ts'
import { londonDay } from '#services/london-time.ts'
import { isUuid } from '#services/uuid.ts'
import { CellError, readLine } from '#shared/cells/fields.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import type { DeskContext } from '../../context.ts'
import { textOf } from '../../ui/text-of.ts'
import { conflictOf, type Refused, refusedOf } from '../stock/refused.server.ts'

export interface DealAnswer extends Refused {
  intent: string
  typed: Record<string, string>
  /** Someone has changed the deal or its plate in the meantime. */
  isConflict: boolean
}

/** @throws a 404 response, DataError */
export async function requireDeal({ client }: DeskContext, id: string): Promise<Deal> {
  const deal = isUuid(id) ? await findDeal(client, id) : null
  if (!deal) throw new Response(null, { status: 404 })
  return deal
}

export async function changeDeal(id: string, request: Request, desk: DeskContext, actor: Actor) {
  const { client } = desk
  const present = await requireDeal(desk, id)
  const form = await request.formData()
  const conversation = await readDealConversation(client, present)
  if (!conversation) throw data(null, 400)
  // The deal as the person saw it.
  const deal = { ...present, updatedAt: textOf(form, 'seenAt') }
  const intent = textOf(form, 'intent')
  const done = redirect(`/deals/${id}?done=yes`)
  try {
    const step = stepsOf(deal, form, { desk, conversation, actor, now: new Date() })[intent]
    if (!step) throw data(null, 400)
    await step()
    desk.wakeOutbox()
    return done
  } catch (error) {
    form.delete('csrf')
    const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
    // Another reply, or this payment, may have been written at the same moment.
    if (!(error instanceof ChangeConflict || isUniqueViolation(error)))
      return data<DealAnswer>({ ...refusedOf(error), intent, typed, isConflict: false }, { status: 400 })
    const isNoted = (await paymentsOf(client, [id])).some((payment) => payment.id === typed.payment)
    if (intent === 'pay' && isNoted) return done
    const message = await describeConflict(desk, deal, error)
    return data<DealAnswer>({ message, fields: {}, intent, typed, isConflict: true }, { status: 409 })
  }
}

async function describeConflict({ client }: DeskContext, deal: Deal, error: unknown): Promise<string> {
  const present = await findDeal(client, deal.id)
  if (deal.plateId && present?.updatedAt === deal.updatedAt && error instanceof ChangeConflict)
    return (await conflictOf(client, deal.plateId, error)).text
  const { person, body } = (await readDealConversation(client, deal))?.entries.at(-1) ?? {}
  return `${person ?? 'Someone'} has changed this deal since you opened it${body ? `: ${body}.` : '.'}`
}

const line = (maxLength: number) => (text: string) => readLine(maxLength)(text) || null

/** What each field is read with, whichever step sends it. */
const READERS = {
  on: readDayUntil,
  until: readDayFrom,
  text: readLetter,
  amount: readPence,
  method(text: string) {
    if (text.trim() === '') throw new CellError('say how it was paid, such as bank transfer')
    return readLine(60)(text)
  },
  trackingNumber: line(100),
  nominee: line(200),
  vehicleReference: line(40),
  invoiceNumber: line(40),
  reason: (text: string) => (Object.hasOwn(LOST_REASONS, text) ? (text as LostReason) : null),
}
type Given = { [Name in keyof typeof READERS]: ReturnType<(typeof READERS)[Name]> }

function readGiven(form: FormData, now: Date): Given {
  const sent = Object.entries(READERS).filter(([name]) => form.has(name))
  return readFields(
    Object.fromEntries(sent.map(([name, read]) => [name, () => read(textOf(form, name), londonDay(now))])),
  ) as unknown as Given
}

function oneOf<Name extends string>(names: Record<Name, string>, name: string): Name {
  if (!Object.hasOwn(names, name)) throw data(null, 400)
  return name as Name
}

interface Around {
  desk: DeskContext
  conversation: Conversation
  actor: Actor
  now: Date
}

/** By the name of the step (steps.ts). @throws InvalidInput */
function stepsOf(deal: Deal, form: FormData, { desk, conversation, actor, now }: Around) {
  const { client, addresses, site, office } = desk
  const { on, until, reason, invoiceNumber, text, ...given } = readGiven(form, now)
  const end = (outcome: steps.Ended) => () =>
    steps.endDeal(client, deal, { outcome, reason: reason ?? null }, actor, now)
  const mark = (step: steps.PurchaseStep, day: string | null) => () =>
    steps.markPurchase(client, deal, step, day, actor)
  const known: Record<string, () => Promise<void>> = {
    agree: () => steps.agree(client, deal, on, { conversation, text: text ?? null, addresses }, actor),
    'take back agree': () => steps.takeBackAgreement(client, deal, actor),
    reserve: () => steps.reserveForDeal(client, deal, until, actor),
    'take back reserve': () => steps.releaseFromDeal(client, deal, actor),
    pay() {
      const id = textOf(form, 'payment')
      if (!isUuid(id)) throw data(null, 400)
      const { amount, method } = given
      const kind = oneOf(PAYMENT_KINDS, textOf(form, 'kind'))
      return steps.addPayment(client, deal, { id, kind, amount, method, paidOn: on }, actor)
    },
    async 'take back pay'() {
      const payment = (await paymentsOf(client, [deal.id])).find(({ id }) => id === form.get('payment'))
      if (payment) await steps.removePayment(client, deal, payment, actor)
    },
    sell: () =>
      steps.sellToBuyer(
        client,
        deal,
        on,
        { firm: site.name, isRecorded: office.recordOwnSales === 'uk' },
        actor,
      ),
    'take back sell': () => steps.takeBackSale(client, deal, actor, now),
    'hand-over'() {
      const { nominee, vehicleReference, trackingNumber } = given
      const ending = oneOf(ENDINGS, textOf(form, 'ending'))
      const day = form.has('detailsOnly') ? null : on
      return steps.handOver(
        client,
        deal,
        { ending, nominee, vehicleReference, trackingNumber, on: day },
        actor,
      )
    },
    'take back hand-over'() {
      const { nominee, vehicleReference, trackingNumber } = deal
      const ending = deal.ending ?? 'certificate'
      return steps.handOver(
        client,
        deal,
        { ending, nominee, vehicleReference, trackingNumber, on: null },
        actor,
      )
    },
    identity: mark('identitySeenOn', on),
    'take back identity': mark('identitySeenOn', null),
    certificate: mark('certificateReceivedOn', on),
    'take back certificate': mark('certificateReceivedOn', null),
    draft: () => draftPurchase(client, deal, on, actor),
    'take back draft': () => takeBackPurchase(client, deal, actor),
    accounts: () => steps.saveAccounts(client, deal, { invoiceNumber, isKept: form.has('isKept') }, actor),
    done: end('done'),
    lose: end('lost'),
    withdraw: end('withdrawn'),
    reopen: () => steps.reopenDeal(client, deal, actor),
  }
  return known
}
