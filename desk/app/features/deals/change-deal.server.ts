/** The steps of a deal as its page sends them. */
import { data, redirect } from 'react-router'
import type { Actor } from '#services/audit/actor.ts'
import { ChangeConflict } from '#services/changes/call-change.ts'
import { draftPurchase, takeBackPurchase } from '#services/deals/buy-plate.ts'
import { readDealConversation } from '#services/deals/deal-conversation.ts'
import {
  addPayment,
  agree,
  endDeal,
  handOver,
  markPurchase,
  releaseFromDeal,
  removePayment,
  reopenDeal,
  reserveForDeal,
  saveAccounts,
  sellToBuyer,
  takeBackAgreement,
  takeBackSale,
} from '#services/deals/deal-steps.ts'
import { findDeal, paymentsOf } from '#services/deals/deal-store.ts'
import { type Deal, ENDINGS, PAYMENT_KINDS } from '#services/deals/deal-types.ts'
import {
  readDayFrom,
  readDayUntil,
  readFields,
  readLetter,
  readOptional,
  readPence,
} from '#services/deals/read-deal-form.ts'
import type { Conversation } from '#services/enquiries/conversation.ts'
import { londonDay } from '#services/london-time.ts'
import { isUuid } from '#services/uuid.ts'
import { CellError } from '#shared/cells/fields.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import type { DeskContext } from '../../context.ts'
import { textOf } from '../../ui/text-of.ts'
import { recordChoice } from '../stock/record-choice.server.ts'
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
  const now = new Date()
  const present = await requireDeal(desk, id)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  const step = STEPS[intent]
  const conversation = await readDealConversation(desk.client, present)
  if (!step || !conversation) throw data(null, 400)
  // The deal as the person saw it.
  const deal = { ...present, updatedAt: textOf(form, 'seenAt') }
  const done = redirect(`/deals/${id}?done=yes`)
  try {
    await step({ deal, form, conversation, desk, actor, now, today: londonDay(now) })
    desk.wakeOutbox()
    if (intent === 'sell')
      done.headers.set('Set-Cookie', await recordChoice.serialize(form.has('record') ? 'uk' : ''))
    return done
  } catch (error) {
    const typed = Object.fromEntries(
      [...form].flatMap(([name, value]) => (name === 'csrf' ? [] : [[name, String(value)]])),
    )
    // A reply or a payment with this key may have been written at the same moment.
    if (error instanceof ChangeConflict || isUniqueViolation(error)) {
      const payments = intent === 'pay' ? await paymentsOf(desk.client, [id]) : []
      if (payments.some((payment) => payment.id === typed.payment)) return done
      const message = await describeConflict(desk, deal, error)
      return data<DealAnswer>({ intent, message, fields: {}, typed, isConflict: true }, { status: 409 })
    }
    return data<DealAnswer>({ ...refusedOf(error), intent, typed, isConflict: false }, { status: 400 })
  }
}

async function describeConflict({ client }: DeskContext, deal: Deal, error: unknown): Promise<string> {
  const present = await findDeal(client, deal.id)
  if (deal.plateId && present?.updatedAt === deal.updatedAt && error instanceof ChangeConflict)
    return (await conflictOf(client, deal.plateId, error)).text
  const latest = (await readDealConversation(client, deal))?.entries.at(-1)
  return latest
    ? `${latest.person} has changed this deal since you opened it: ${latest.body}.`
    : 'This deal has changed since you opened it.'
}

interface Given {
  deal: Deal
  form: FormData
  conversation: Conversation
  desk: DeskContext
  actor: Actor
  now: Date
  /** In London. */
  today: string
}

const dayOf = ({ form, today }: Given) => readFields({ on: () => readDayUntil(textOf(form, 'on'), today) }).on

const marks = (step: 'identitySeenOn' | 'certificateReceivedOn') => ({
  mark: (given: Given) => markPurchase(given.desk.client, given.deal, step, dayOf(given), given.actor),
  takeBack: ({ desk, deal, actor }: Given) => markPurchase(desk.client, deal, step, null, actor),
})
const identity = marks('identitySeenOn')
const certificate = marks('certificateReceivedOn')

const STEPS: Record<string, (given: Given) => Promise<void>> = {
  agree({ desk, deal, form, conversation, actor, today }) {
    const { on, text } = readFields({
      on: () => readDayUntil(textOf(form, 'on'), today),
      text: () => (conversation.enquiry.email ? readLetter(textOf(form, 'text')) : null),
    })
    return agree(desk.client, deal, on, { conversation, text, addresses: desk.addresses }, actor)
  },
  'take back agree': ({ desk, deal, actor }) => takeBackAgreement(desk.client, deal, actor),
  reserve({ desk, deal, form, actor, today }) {
    const { until } = readFields({ until: () => readDayFrom(textOf(form, 'until'), today) })
    return reserveForDeal(desk.client, deal, until, actor)
  },
  'take back reserve': ({ desk, deal, actor }) => releaseFromDeal(desk.client, deal, actor),
  pay({ desk, deal, form, actor, today }) {
    const id = textOf(form, 'payment')
    const kind = textOf(form, 'kind')
    if (!isUuid(id) || !isOneOf(PAYMENT_KINDS, kind)) throw data(null, 400)
    const payment = readFields({
      amount: () => readPence(textOf(form, 'amount')),
      paidOn: () => readDayUntil(textOf(form, 'paidOn'), today),
      method() {
        const method = readOptional(textOf(form, 'method'), 60)
        if (!method) throw new CellError('say how it was paid, such as bank transfer')
        return method
      },
    })
    return addPayment(desk.client, deal, { id, kind, ...payment }, actor)
  },
  async 'take back pay'({ desk, deal, form, actor }) {
    const payments = await paymentsOf(desk.client, [deal.id])
    const payment = payments.find(({ id }) => id === form.get('payment'))
    if (payment) await removePayment(desk.client, deal, payment, actor)
  },
  sell(given) {
    const { desk, deal, form, actor } = given
    const sale = { firm: desk.site.name, isRecorded: form.has('record') }
    return sellToBuyer(desk.client, deal, dayOf(given), sale, actor)
  },
  'take back sell': ({ desk, deal, actor, now }) => takeBackSale(desk.client, deal, actor, now),
  'hand-over'({ desk, deal, form, actor, today }) {
    const ending = textOf(form, 'ending')
    if (!isOneOf(ENDINGS, ending)) throw data(null, 400)
    const details = readFields({
      nominee: () => readOptional(textOf(form, 'nominee'), 200),
      vehicleReference: () => readOptional(textOf(form, 'vehicleReference'), 40),
      trackingNumber: () => readOptional(textOf(form, 'trackingNumber'), 100),
      on: () => (form.has('detailsOnly') ? null : readDayUntil(textOf(form, 'on'), today)),
    })
    return handOver(desk.client, deal, { ending, ...details }, actor)
  },
  'take back hand-over'({ desk, deal, actor }) {
    const { nominee, vehicleReference, trackingNumber } = deal
    const ending = deal.ending ?? 'certificate'
    return handOver(desk.client, deal, { ending, nominee, vehicleReference, trackingNumber, on: null }, actor)
  },
  identity: identity.mark,
  'take back identity': identity.takeBack,
  certificate: certificate.mark,
  'take back certificate': certificate.takeBack,
  draft: (given) => draftPurchase(given.desk.client, given.deal, dayOf(given), given.actor),
  'take back draft': ({ desk, deal, actor }) => takeBackPurchase(desk.client, deal, actor),
  accounts({ desk, deal, form, actor }) {
    const { invoiceNumber } = readFields({
      invoiceNumber: () => readOptional(textOf(form, 'invoiceNumber'), 40),
    })
    return saveAccounts(desk.client, deal, { invoiceNumber, isKept: form.has('isKept') }, actor)
  },
  done: ({ desk, deal, actor, now }) => endDeal(desk.client, deal, { outcome: 'done' }, actor, now),
  withdraw: ({ desk, deal, actor, now }) => endDeal(desk.client, deal, { outcome: 'withdrawn' }, actor, now),
  lose({ desk, deal, form, actor, now }) {
    const { reason } = readFields({ reason: () => readOptional(textOf(form, 'reason'), 100) })
    return endDeal(desk.client, deal, { outcome: 'lost', reason }, actor, now)
  },
  reopen: ({ desk, deal, actor }) => reopenDeal(desk.client, deal, actor),
}

const isOneOf = <Name extends string>(names: Record<Name, string>, name: string): name is Name =>
  Object.hasOwn(names, name)
