/**
 * A small shop for random orders of what people and timers do to deals, plates and money, and the sentences that hold after each
 * of them. The sentences are computed here from the rows, not by the rule that they test.
 */

import { randomUUID } from 'node:crypto'
import { headline } from '#app/features/orders/order-words.ts'
import type { Database } from '#data/tables.ts'
import { readDealLines } from '#desk/app/features/today/deal-lines.server.ts'
import type { Actor } from '#services/audit/actor.ts'
import { ChangeRefusal } from '#services/changes/refusal.ts'
import { ChangeConflict } from '#services/changes/write-changes.ts'
import type { StepName } from '#services/deals/deal-steps.ts'
import { takeStep } from '#services/deals/deal-steps.ts'
import { findDeal, paymentsOf, readDealConversation } from '#services/deals/deal-store.ts'
import type { Deal, Payment } from '#services/deals/deal-types.ts'
import { keepDeals } from '#services/deals/deals-concerned.ts'
import { endOverdue } from '#services/deals/end-runner.ts'
import { makeQuote } from '#services/deals/make-quote.ts'
import { readOrder } from '#services/deals/read-order.ts'
import type { Given } from '#services/deals/step-fields.ts'
import { readConversation } from '#services/enquiries/conversation.ts'
import { removeEnquiries, removeExpiredBefore } from '#services/enquiries/enquiry-store.ts'
import { addDays, londonDay } from '#services/london-time.ts'
import { sellPlate } from '#services/stock/sell-plate.ts'
import { setStatus } from '#services/stock/set-status.ts'
import type { StockPlate } from '#services/stock/stock-types.ts'
import { plateHistory } from '#services/stock/stored-plates.ts'
import { undoChange } from '#services/stock/undo-change.ts'
import { DataError } from '#shared/data/data-error.ts'
import { changePlates } from '#test/change-rows.ts'
import { asContact } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { findPlate } from '../find-plate.ts'
import { transact } from '../transact.ts'

export const PLATES = ['A 1', 'B 2'] as const
const BUYERS = ['Mrs Ash', 'Mr Box', 'Mrs Cox'] as const
const PRICE = 1_000_00
const DEPOSIT = 200_00
const BANK = '12-34-56'
const TERMS = 'A deposit is kept if you cancel.'
const ann: Actor = { person: 'Ann', via: 'desk' }
const addresses = { firm: 'Plateworthy', from: 'website@plates.example' }
const SITE_URL = 'https://plates.example'

/** One act: what, by which buyer or of which deal, on which plate, with which amount. */
export interface Act {
  what: keyof typeof ACTS
  who: number
  which: number
  amount: number
  /** At the same moment as the next. */
  isTogether: boolean
}

interface Known {
  id: string
  token: string
}

export class DealWorld {
  readonly database: Database
  now = new Date('2026-11-20T12:00:00Z')
  readonly deals: Known[] = []
  /** Pence that were noted for each deal by an act that was accepted. */
  readonly received = new Map<string, number>()
  private readonly enquiries = new Map<number, string>()

  constructor(database: Database) {
    this.database = database
  }

  get today() {
    return londonDay(this.now)
  }

  /** Carries out an act. What the product refuses in its own words changes nothing. */
  async act(act: Act): Promise<void> {
    try {
      await ACTS[act.what](this, act)
    } catch (error) {
      const isTaken = error instanceof DataError && error.code === '23505'
      if (!(error instanceof ChangeRefusal || error instanceof ChangeConflict || isTaken)) throw error
    }
  }

  async asking(who: number): Promise<string> {
    const known = this.enquiries.get(who)
    if (known && (await readConversation(this.database, known))) return known
    const name = BUYERS[who % BUYERS.length] as string
    const email = `${name.replace(' ', '').toLowerCase()}@example.org`
    const { reference } = await storeEnquiry(this.database, asContact({ name, email }))
    this.enquiries.set(who, reference)
    return reference
  }

  async dealOf(which: number): Promise<Deal | null> {
    const known = this.deals[which % Math.max(this.deals.length, 1)]
    return known ? findDeal(this.database, known.id) : null
  }

  /** A step as its page sends it; what is asked is confirmed. */
  async step(name: StepName, which: number, given: Partial<Given> = {}): Promise<Deal | null> {
    const deal = await this.dealOf(which)
    if (!deal) return null
    const { database, now } = this
    const conversation = await readDealConversation(database, deal)
    const firm = { addresses, siteUrl: SITE_URL, isRecorded: false, terms: TERMS }
    const step = { deal, actor: ann, now, conversation, ...firm }
    const all = { on: this.today, text: null, reason: 'price', confirmed: null, ...given } as Given
    try {
      await takeStep(database, name, step, all)
    } catch (error) {
      const confirmed = error instanceof ChangeRefusal ? error.fields.confirmed : undefined
      if (confirmed === undefined) throw error
      await takeStep(database, name, step, { ...all, confirmed })
    }
    return deal
  }

  async pay(which: number, kind: Given['kind'], amount: number): Promise<void> {
    const payment = randomUUID()
    const entry = { payment, kind, amount, method: 'cash', clearedOn: null, payer: null, note: 'recalled' }
    const deal = await this.step('pay', which, entry)
    const isReceived = kind === 'deposit' || kind === 'balance'
    if (deal && isReceived) this.received.set(deal.id, (this.received.get(deal.id) ?? 0) + amount)
  }

  async plate(which: number): Promise<StockPlate> {
    return findPlate(this.database, PLATES[which % PLATES.length] as string)
  }

  async runTimers(): Promise<void> {
    await endOverdue(this.database, this.now)
  }
}

/** What may happen to a plate in the stock without its deals. */
async function sellElsewhere(world: DealWorld, { which }: Act): Promise<void> {
  const { id, updatedAt } = await world.plate(which)
  const sale = { priceGbp: 5_000, soldOn: world.today, saleYear: 2026, saleMonth: 11, seller: 'Plateworthy' }
  await sellPlate(world.database, { id, seenAt: updatedAt }, sale, ann, { isRecorded: false })
}

async function setTo(
  world: DealWorld,
  which: number,
  target: Parameters<typeof setStatus>[2],
): Promise<void> {
  const { id, updatedAt } = await world.plate(which)
  await setStatus(world.database, [{ id, seenAt: updatedAt }], target, ann)
}

async function importSold(world: DealWorld, { which }: Act): Promise<void> {
  const { id, updatedAt } = await world.plate(which)
  await changePlates(world.database, {
    actor: ann,
    action: 'import',
    change: 'a list',
    changes: [
      { id, seenAt: updatedAt, plate: { isAvailable: false }, details: { status: 'sold', dealId: null } },
    ],
  })
}

async function undoInStock(world: DealWorld, { which }: Act): Promise<void> {
  const { id } = await world.plate(which)
  const [latest] = await plateHistory.latest(world.database, { of: id, limit: 1 })
  if (latest) await undoChange(world.database, latest.batch, ann, new Date(), keepDeals)
}

async function quote(world: DealWorld, { who, which, amount }: Act): Promise<void> {
  const conversation = await readConversation(world.database, await world.asking(who))
  if (!conversation) return
  const { id: plateId, registration } = await world.plate(which)
  const id = randomUUID()
  const terms = {
    amount: PRICE,
    deposit: amount % 2 === 0 ? DEPOSIT : null,
    depositDays: 3,
    balanceDays: 14,
    includes: null,
    validUntil: addDays(world.today, 7),
    isBesideOthers: true,
  }
  const { name } = conversation.enquiry
  const whole = { ...terms, id, kind: 'sale' as const, registration, plateId, name, text: null }
  await makeQuote(world.database, conversation, whole, { addresses, siteUrl: SITE_URL }, ann)
  const made = await findDeal(world.database, id)
  if (made) world.deals.push({ id, token: made.token })
}

async function moveOn(world: DealWorld, days: number): Promise<void> {
  world.now = new Date(world.now.getTime() + days * 86_400_000)
  await world.runTimers()
}

const AMOUNTS = [DEPOSIT, PRICE - DEPOSIT, PRICE, 50_00]
const amountOf = ({ amount }: Act) => AMOUNTS[amount % AMOUNTS.length] as number

const step =
  (name: StepName, given: Partial<Given> = {}) =>
  async (world: DealWorld, { which }: Act): Promise<void> => {
    await world.step(name, which, given)
  }

export const ACTS = {
  quote,
  yes: step('agree'),
  'not yes': step('take back agree'),
  hold: (world: DealWorld, { which }: Act) =>
    world.step('reserve', which, { until: addDays(world.today, 2) }).then(() => undefined),
  extend: (world: DealWorld, { which }: Act) =>
    world.step('extend', which, { until: addDays(world.today, 4) }).then(() => undefined),
  pay: (world: DealWorld, act: Act) => world.pay(act.which, 'balance', amountOf(act)),
  'pay again': (world: DealWorld, act: Act) => world.pay(act.which, 'deposit', amountOf(act)),
  returned: (world: DealWorld, act: Act) => world.pay(act.which, 'returned', amountOf(act)),
  refund: (world: DealWorld, act: Act) => world.pay(act.which, 'refund', amountOf(act)),
  async keep(world: DealWorld, act: Act) {
    await world.step('keep', act.which, { amount: amountOf(act), note: TERMS })
  },
  async move(world: DealWorld, act: Act) {
    const to = world.deals[(act.which + 1 + act.amount) % Math.max(world.deals.length, 1)]
    await world.step('move', act.which, { amount: amountOf(act), toDeal: to?.id ?? '' })
  },
  async reprice(world: DealWorld, act: Act) {
    await world.step('reprice', act.which, { amount: amountOf(act) })
  },
  sell: step('sell'),
  'take back the sale': step('take back sell'),
  'hand over': step('hand-over', {
    ending: 'certificate',
    nominee: null,
    vehicleReference: null,
    trackingNumber: null,
  }),
  done: step('done'),
  lose: step('lose'),
  withdraw: step('withdraw'),
  reopen: step('reopen'),
  'sell elsewhere': sellElsewhere,
  'take off sale': (world: DealWorld, { which }: Act) => setTo(world, which, { status: 'withdrawn' }),
  'put on sale': (world: DealWorld, { which }: Act) => setTo(world, which, { status: 'for_sale' }),
  'reserve for a stranger': (world: DealWorld, { which }: Act) =>
    setTo(world, which, { status: 'reserved', until: addDays(world.today, 1), for: 'A stranger' }),
  'import as sold': importSold,
  'undo in the stock': undoInStock,
  'a day': (world: DealWorld) => moveOn(world, 1),
  'a week': (world: DealWorld) => moveOn(world, 8),
  async forget(world: DealWorld, { who }: Act) {
    const conversation = await readConversation(world.database, await world.asking(who))
    if (conversation)
      await transact(world.database, (transaction) => removeEnquiries(transaction, [conversation.enquiry]))
  },
  async retention(world: DealWorld) {
    await transact(world.database, (transaction) => removeExpiredBefore(transaction, new Date('2100-01-01')))
  },
} satisfies Record<string, (world: DealWorld, act: Act) => Promise<void>>

const SIGNS: Record<Payment['kind'], number> = {
  deposit: 1,
  balance: 1,
  refund: -1,
  returned: -1,
  'moved-in': 1,
  'moved-out': -1,
  'part-exchange': 1,
  kept: -1,
}

/** The sentences that hold after every act; each that does not is named. */
export async function brokenSentences(world: DealWorld): Promise<string[]> {
  const { database } = world
  const broken: string[] = []
  const plates = await Promise.all(PLATES.map((registration) => findPlate(database, registration)))
  const deals = (await Promise.all(world.deals.map(({ id }) => findDeal(database, id)))).filter(
    (deal) => deal !== null,
  )
  const payments = Map.groupBy(
    await paymentsOf(
      database,
      world.deals.map(({ id }) => id),
    ),
    ({ dealId }) => dealId,
  )
  const isHolding = ({ agreedOn, lapsedOn, outcome }: Deal) => agreedOn && !lapsedOn && !outcome
  const today = await readDealLines(database, world.now)
  for (const plate of plates) {
    const holders = deals.filter((deal) => deal.plateId === plate.id && isHolding(deal))
    if (holders.length > 1) broken.push(`${plate.registration} has ${holders.length} buyers`)
    if (plate.isAvailable && holders.length > 0)
      broken.push(
        `${plate.registration} is offered to others although ${holders[0]?.name} has agreed to buy it`,
      )
  }
  for (const deal of deals) {
    const plate = plates.find(({ id }) => id === deal.plateId) as StockPlate
    const entries = payments.get(deal.id) ?? []
    const held = entries.reduce((sum, { kind, amount }) => sum + SIGNS[kind] * amount, 0)
    const order = await readOrder(database, deal.token, BANK, world.now)
    const isOthers = deals.some(
      (other) => other.id !== deal.id && other.plateId === plate.id && isHolding(other),
    )
    const isTheirs = plate.dealId === deal.id
    const isGone =
      plate.status === 'withdrawn' ||
      (plate.status === 'sold' && !isTheirs) ||
      (plate.status === 'reserved' && !isTheirs && plate.reservedFor !== deal.name) ||
      isOthers
    const asks = order && (order.bankDetails !== null || order.wanted.some((one) => one !== 'ending'))
    const isOver = deal.outcome !== null || deal.handedOverOn !== null
    const isYours = order && headline(order) === `${deal.registration} is yours`
    if (isYours && order.due > 0) broken.push(`${deal.name}'s page says “yours” and “please pay”`)
    if (asks && isGone && !isOver)
      broken.push(`${deal.name}'s page asks for ${order.wanted} for ${plate.registration}, ${plate.status}`)
    if (order && order.due > 0 && order.handedOverOn === null && deal.lapsedOn && !deal.soldOn && !isOver)
      broken.push(`${deal.name}'s page asks for money after it lapsed`)
    const received = entries.reduce(
      (sum, { kind, amount }) => sum + (SIGNS[kind] > 0 && kind !== 'moved-in' ? amount : 0),
      0,
    )
    if (received !== (world.received.get(deal.id) ?? 0))
      broken.push(`${world.received.get(deal.id)} was received from ${deal.name}, and ${received} is noted`)
    const isUndecided = deal.outcome !== null && held !== (deal.outcome === 'done' ? deal.amount : 0)
    const isNamed = today.some(({ to }) => to === `/deals/${deal.id}`)
    if (isUndecided && !isNamed) broken.push(`Today does not name ${deal.name}, who ended with ${held}`)
    if (isUndecided && entries.length > 0 && !order)
      broken.push(`${deal.name} has no page, and ${held} is held`)
    if (deal.outcome !== null && deal.isSettled === isUndecided)
      broken.push(`The deal of ${deal.name} with ${held} is ${deal.isSettled ? '' : 'not '}settled`)
    if (isGone && !isOver && (deal.agreedOn || held > 0) && !isNamed)
      broken.push(`Today does not say that ${deal.name} cannot have ${plate.registration}`)
  }
  const lost = [...world.received].filter(([id, sum]) => sum > 0 && !deals.some((deal) => deal.id === id))
  if (lost.length > 0) broken.push(`${lost.length} deals with payments are gone`)
  return broken
}

/** After the timers have run, nobody holds a plate without money beyond the day to pay by. */
export async function overdueHolders(world: DealWorld): Promise<string[]> {
  const deals = await Promise.all(world.deals.map(({ id }) => findDeal(world.database, id)))
  const payments = Map.groupBy(
    await paymentsOf(
      world.database,
      world.deals.map(({ id }) => id),
    ),
    ({ dealId }) => dealId,
  )
  return deals.flatMap((deal) => {
    if (!deal?.agreedOn || deal.lapsedOn || deal.outcome || deal.soldOn) return []
    const paid = (payments.get(deal.id) ?? []).reduce(
      (sum, { kind, amount }) => sum + SIGNS[kind] * amount,
      0,
    )
    const last = deal.deposit === null ? deal.balanceBy : deal.depositBy
    return paid <= 0 && (last ?? '') < world.today
      ? [`${deal.name} holds ${deal.registration} since ${last}`]
      : []
  })
}
