/** The deal from quote to end, on both backends: each step in one transaction, what it takes back, and races. */

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '#services/audit/actor.ts'
import { ChangeRefusal } from '#services/changes/refusal.ts'
import { ChangeConflict } from '#services/changes/write-changes.ts'
import type { StepName } from '#services/deals/deal-steps.ts'
import { takeStep } from '#services/deals/deal-steps.ts'
import {
  dealsOfEnquiries,
  findDeal,
  findDealByToken,
  listUnsettledDeals,
  paymentsOf,
  readDealConversation,
} from '#services/deals/deal-store.ts'
import { type Deal, owedOf, paidOf, type Quote, stageOf } from '#services/deals/deal-types.ts'
import { askAboutDeals, keepDeals, type StockTarget } from '#services/deals/deals-concerned.ts'
import { endOverdue, expireDeals } from '#services/deals/end-runner.ts'
import { makeQuote } from '#services/deals/make-quote.ts'
import { MAX_LETTER_LENGTH } from '#services/deals/read-deal-form.ts'
import { readOrder } from '#services/deals/read-order.ts'
import type { Given } from '#services/deals/step-fields.ts'
import { readConversation } from '#services/enquiries/conversation.ts'
import {
  countExpiredBefore,
  removeEnquiries,
  removeExpiredBefore,
} from '#services/enquiries/enquiry-store.ts'
import { editPlate } from '#services/stock/edit-plate.ts'
import { sellPlate } from '#services/stock/sell-plate.ts'
import { setStatus } from '#services/stock/set-status.ts'
import { plateHistory } from '#services/stock/stored-plates.ts'
import { undoChange } from '#services/stock/undo-change.ts'
import { asContact } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { findPlate } from '../find-plate.ts'
import { deleteRows, editRows, findRows, putRow, type Values } from '../rows.ts'
import { transact } from '../transact.ts'
import { id as fixtureId, plates } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const database = () => contract().database
const ann: Actor = { person: 'Ann', via: 'desk' }
const bob: Actor = { person: 'Bob', via: 'desk' }
const addresses = { firm: 'Plateworthy', from: 'website@plates.example' }
const siteUrl = 'https://plates.example'
const now = new Date('2026-11-20T12:00:00Z')
const DAY = '2026-11-20'
const TERMS = 'A deposit is not refunded once the order is cancelled.'
const plate = () => findPlate(database(), 'A 1')

beforeEach(async () => {
  for (const table of ['enquiries', 'mails', 'plate_changes'] as const) await deleteRows(database(), table)
  await contract().fill({ plates, sales: [], jersey_sales: [] })
})

async function ask(name = 'Mrs Ash') {
  return read((await storeEnquiry(contract().database, asContact({ name }))).reference)
}

async function read(reference: string) {
  const conversation = await readConversation(contract().database, reference)
  if (!conversation) throw new Error('It is not there')
  return conversation
}

type Asked = Awaited<ReturnType<typeof ask>>

async function quote(asked: Asked, given: Partial<Quote> = {}) {
  const { name } = asked.enquiry
  const id = randomUUID()
  const whole: Quote = {
    ...{ id, kind: 'sale', registration: 'A 1', plateId: (await plate()).id, name, amount: 8_500_050 },
    ...{
      depositDays: 3,
      balanceDays: 14,
      deposit: 500_000,
      includes: 'Everything.',
      validUntil: '2026-11-27',
      isBesideOthers: false,
    },
    text: `Dear ${name}, see {link}`,
    ...given,
  }
  await makeQuote(database(), asked, whole, { addresses, siteUrl }, ann)
  return again({ id: whole.id })
}

async function again({ id }: { id: string }) {
  const deal = await findDeal(database(), id)
  if (!deal) throw new Error('There is no such deal')
  return deal
}

/** Takes a step of the deal as it is now, or as someone saw it. */
async function take(
  name: StepName,
  { id }: { id: string },
  given: Partial<Given> = {},
  { actor = ann, seen, asked }: { actor?: Actor; seen?: Deal; asked?: Asked } = {},
) {
  const deal = seen ?? (await again({ id }))
  const conversation = asked ?? (await readDealConversation(database(), deal))
  const around = { addresses, siteUrl, isRecorded: true, terms: TERMS }
  const step = { deal, actor, now, conversation, ...around }
  // A person confirms what is asked.
  const all = { on: DAY, text: null, reason: null, confirmed: null, ...given } as Given
  await takeStep(database(), name, step, all).catch((error: unknown) => {
    const asked = error instanceof ChangeRefusal ? error.fields.confirmed : undefined
    if (asked === undefined) throw error
    return takeStep(database(), name, step, { ...all, confirmed: asked })
  })
}

const said = async ({ enquiry: { reference } }: Asked) =>
  (await read(reference)).entries.map(({ kind, person, body }) => `${kind} ${person}: ${body}`)
const payment = (kind: Given['kind'], amount: number) => ({
  ...{ payment: randomUUID(), kind, amount, method: 'bank transfer' },
  ...{ clearedOn: DAY, payer: null, note: null },
})

describe('a deal', () => {
  it('A quote is a deal, an e-mail with the address of the page, and an entry, in one transaction', async () => {
    const asked = await ask()
    const deal = await quote(asked)
    expect(await findDealByToken(database(), deal.token)).toEqual(deal)
    const { entries, replies, enquiry } = await read(asked.enquiry.reference)
    expect([...replies.values()].map(({ body }) => body)).toEqual([
      `Dear Mrs Ash, see ${siteUrl}/order/${deal.token}`,
    ])
    expect(entries.at(-1)).toMatchObject({ kind: 'event', person: 'Ann' })
    expect(enquiry.status).toBe('answered')
    expect(stageOf(deal)).toBe('open')
  })

  it('A form that is sent twice makes one deal and one e-mail', async () => {
    const asked = await ask()
    const id = randomUUID()
    await quote(asked, { id, isBesideOthers: true })
    await quote(asked, { id, isBesideOthers: true })
    expect(await dealsOfEnquiries(database(), [asked.enquiry.id])).toHaveLength(1)
    expect((await read(asked.enquiry.reference)).replies.size).toBe(1)
  })

  it('Of two quotes for one plate at once, one is made; the other needs to be confirmed', async () => {
    const [first, second] = [await ask(), await ask('Mr Box')]
    const outcomes = await Promise.allSettled([quote(first), quote(second)])
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect(refused.map(({ reason }) => reason)).toEqual([expect.any(ChangeRefusal)])
    expect(refused[0]?.reason.fields).toHaveProperty('isBesideOthers')
    const loser = outcomes[0]?.status === 'rejected' ? first : second
    expect((await read(loser.enquiry.reference)).replies.size).toBe(0)
    expect(stageOf(await quote(loser, { isBesideOthers: true }))).toBe('open')
  })

  it('From quote to done: reserved, paid, sold and recorded, handed over, ended', async () => {
    const asked = await ask()
    const { id } = await quote(asked)
    // The number of the reply is taken: the quote was the first.
    await take('agree', { id }, { text: 'Thank you.' }, { asked }).catch(() => null)
    await take('agree', { id }, { text: 'Thank you.' })
    expect(await plate()).toMatchObject({ status: 'reserved', reservedFor: 'Mrs Ash', dealId: id })
    await take('pay', { id }, payment('deposit', 500_000))
    await take('pay', { id }, payment('balance', 8_000_050))
    expect(owedOf(await again({ id }), await paymentsOf(database(), [id]))).toBe(0)
    await take('sell', { id })
    expect(await plate()).toMatchObject({ status: 'sold', soldPriceGbp: 85_001, soldOn: DAY })
    const sales = await findRows(database(), 'sales', ['selection', 'total_price'])
    expect(sales).toEqual([{ selection: 'own', total_price: 85_001 }])
    const ending = {
      ending: 'vehicle',
      nominee: null,
      vehicleReference: '12345678901',
      trackingNumber: null,
    } as const
    await take('hand-over', { id }, ending)
    await take('done', { id })
    expect(await again({ id })).toMatchObject({ outcome: 'done', vehicleReference: null })
    const { enquiry, replies } = await read(asked.enquiry.reference)
    expect(enquiry.status).toBe('won')
    expect(replies.size).toBe(2)
    const audit = await findRows(database(), 'audit', ['change'], { person: 'Ann' })
    expect(audit.filter(({ change }) => String(change).includes('Mrs Ash'))).toEqual([])
  })

  it('A sale that is taken back restores the plate and removes the public record, after payments too', async () => {
    const asked = await ask()
    const { id } = await quote(asked)
    await take('reserve', { id }, { until: '2026-12-02' })
    await take('pay', { id }, payment('deposit', 500_000))
    await take('sell', { id })
    await take('take back sell', { id }, {}, { actor: bob })
    expect(await plate()).toMatchObject({ status: 'reserved', reservedFor: 'Mrs Ash', soldPriceGbp: null })
    expect(await findRows(database(), 'sales', ['id'])).toEqual([])
    expect((await read(asked.enquiry.reference)).enquiry.status).toBe('answered')
    const [deposit] = await paymentsOf(database(), [id])
    await take('take back pay', { id }, { payment: deposit?.id ?? '' }, { actor: bob })
    expect(await paymentsOf(database(), [id])).toEqual([])
    await take('take back agree', { id }, {}, { actor: bob })
    expect((await plate()).status).toBe('for_sale')
    expect((await said(asked)).filter((entry) => entry.startsWith('event Bob'))).toHaveLength(4)
  })

  it('Two people sell one plate at once: one sale, and nothing of the other is written', async () => {
    const asked = await ask()
    const deal = await quote(asked)
    const { id, updatedAt } = await plate()
    const other = { priceGbp: 90_000, soldOn: DAY, saleYear: 2026, saleMonth: 11, seller: 'Plateworthy' }
    const outcomes = await Promise.allSettled([
      take('sell', deal, {}, { seen: deal }),
      sellPlate(database(), { id, seenAt: updatedAt }, other, bob, { isRecorded: true }),
    ])
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toHaveLength(1)
    expect(await findRows(database(), 'sales', ['id'])).toHaveLength(1)
    const isSold = (await again(deal)).soldOn !== null
    expect((await plate()).soldPriceGbp).toBe(isSold ? 85_001 : 90_000)
  })

  it('The longest e-mail has room for the address of the page', async () => {
    const asked = await ask()
    await quote(asked, { text: '{link}'.padStart(MAX_LETTER_LENGTH, 'x') })
    expect((await read(asked.enquiry.reference)).replies.size).toBe(1)
  })

  it('Of two steps at once, the one that saw an older deal writes nothing', async () => {
    const asked = await ask()
    const deal = await quote(asked)
    await take('pay', deal, payment('deposit', 100))
    const late = { actor: bob, seen: deal }
    await expect(take('pay', deal, payment('deposit', 200), late)).rejects.toThrow(ChangeConflict)
    await expect(take('lose', deal, {}, late)).rejects.toThrow(ChangeConflict)
    expect((await paymentsOf(database(), [deal.id])).map(({ amount }) => amount)).toEqual([100])
  })

  it('A deal that is lost frees the plate and its reservation, and may be opened again while no other is', async () => {
    const asked = await ask()
    const { id } = await quote(asked)
    await take('reserve', { id }, { until: '2026-12-02' })
    await take('lose', { id }, { reason: 'price' })
    expect((await plate()).status).toBe('for_sale')
    expect((await read(asked.enquiry.reference)).enquiry.status).toBe('lost')
    await take('reopen', { id })
    await take('lose', { id }, { reason: 'price' })
    await quote(await ask('Mr Box'))
    await expect(take('reopen', { id })).rejects.toThrow(ChangeRefusal)
  })

  it('A quote ends by itself after its last day, unless it is agreed', async () => {
    const [first, second] = [await ask(), await ask('Mr Box')]
    const open = await quote(first)
    const agreed = await quote(second, { isBesideOthers: true })
    await take('agree', agreed)
    expect(await expireDeals(database(), new Date('2026-11-27T23:00:00Z'))).toBe(0)
    expect(await expireDeals(database(), new Date('2026-11-28T00:30:00Z'))).toBe(1)
    expect(stageOf(await again(open))).toBe('expired')
    expect(stageOf(await again(agreed))).toBe('agreed')
  })

  it('A quote that ended by itself, and one whose agreement is taken back later, is open for that day at least', async () => {
    const { id } = await quote(await ask(), { validUntil: '2026-11-19' })
    await expireDeals(database(), now)
    await take('reopen', { id })
    expect(await again({ id })).toMatchObject({ outcome: null, validUntil: DAY })
    const other = await quote(await ask(), { validUntil: '2026-11-19', isBesideOthers: true })
    await take('agree', other)
    await take('take back agree', other)
    expect(await expireDeals(database(), now)).toBe(0)
  })

  it('A sale that was undone in the stock is taken back without undoing that to another buyer', async () => {
    const { id } = await quote(await ask())
    await take('agree', { id })
    await take('sell', { id })
    const { batch } = (await plateHistory.latest(database(), { of: (await plate()).id }))[0] ?? {}
    // Since then the deals are asked.
    await undoChange(database(), batch ?? '', bob, now, async () => {})
    const other = { priceGbp: 90_000, soldOn: DAY, saleYear: 2026, saleMonth: 11, seller: 'Plateworthy' }
    await sellPlate(database(), { id: (await plate()).id }, other, bob, { isRecorded: true })
    await take('take back sell', { id })
    expect((await again({ id })).soldOn).toBeNull()
    expect(await plate()).toMatchObject({ status: 'sold', soldPriceGbp: 90_000 })
  })

  it('A plate keeps its registration while there is a deal for it, which the refusal names', async () => {
    const { id } = await quote(await ask())
    const rename = async () => editPlate(database(), await plate(), { registration: 'A 2' }, bob, keepDeals)
    await expect(rename()).rejects.toMatchObject({ deals: [{ id, name: 'Mrs Ash' }] })
    await take('agree', { id })
    await expect(rename()).rejects.toMatchObject({ deals: [{ id, isHolding: true }] })
    expect(await plate()).toMatchObject({ registration: 'A 1' })
    await editPlate(database(), await plate(), { notes: 'Rang' }, bob, keepDeals)
    await take('lose', { id })
    await rename()
    expect((await findPlate(database(), 'A 2')).registration).toBe('A 2')
  })

  const OFF: Parameters<typeof setStatus>[2] = { status: 'withdrawn' }
  const undoLatest = async () => {
    const [latest] = await plateHistory.latest(database(), { of: (await plate()).id, limit: 1 })
    return undoChange(database(), latest?.batch ?? '', bob, now, keepDeals)
  }

  it.each<[what: string, change: () => Promise<unknown>]>([
    [
      'its other registration',
      async () => {
        await editPlate(database(), await plate(), { registration: 'A 2' }, bob, keepDeals)
        const renamed = await findPlate(database(), 'A 2')
        await editPlate(database(), renamed, { registration: 'A 1' }, bob, keepDeals)
      },
    ],
    [
      'being off sale',
      async () => {
        await setStatus(database(), [await plate()], OFF, bob)
        await setStatus(database(), [await plate()], { status: 'for_sale' }, bob)
      },
    ],
  ])('A plate with a deal does not go back to %s by an undo', async (_, change) => {
    await change()
    const { id } = await quote(await ask())
    const before = await plate()
    await expect(undoLatest()).rejects.toMatchObject({ deals: [{ id, name: 'Mrs Ash' }] })
    expect(await plate()).toEqual(before)
    await take('lose', { id })
    await undoLatest()
  })

  it('The sale of a deal is taken back there and not by an undo of the stock', async () => {
    const { id } = await quote(await ask())
    await take('sell', { id })
    await expect(undoLatest()).rejects.toMatchObject({ deals: [{ id }] })
    expect((await plate()).status).toBe('sold')
    await take('take back sell', { id })
    expect((await plate()).status).not.toBe('sold')
  })

  it('An enquiry stays won when another of its deals is lost, and open while one is', async () => {
    const asked = await ask()
    const status = async () => (await read(asked.enquiry.reference)).enquiry.status
    const { id } = await quote(asked)
    const other = { kind: 'purchase', plateId: null, text: null } as const
    const [second, third] = [
      await quote(asked, { ...other, registration: 'ZZ 8' }),
      await quote(asked, { ...other, registration: 'ZZ 9' }),
    ]
    await take('lose', second)
    expect(await status()).toBe('answered')
    await take('sell', { id })
    await take('lose', third)
    expect(await status()).toBe('won')
    await take('take back sell', { id })
    await take('reopen', second)
    await take('draft', second)
    expect(await status()).toBe('answered')
    await take('sell', { id })
    expect(await status()).toBe('won')
    await take('take back sell', { id })
    expect(await status()).toBe('answered')
  })

  it('A plate that has become another one in the stock is neither reserved nor sold', async () => {
    const { id } = await quote(await ask())
    await editRows(database(), 'plates', { plate_number: 'A 1' }, { plate_number: 'A 2' })
    for (const step of ['reserve', 'sell'] as const)
      await expect(take(step, { id }, { until: '2026-12-02' })).rejects.toThrow(ChangeRefusal)
  })

  it('The payments of hundreds of deals are read, more than one address can name', async () => {
    const { id } = await quote(await ask())
    await take('pay', { id }, payment('deposit', 500))
    const others = Array.from({ length: 450 }, () => randomUUID())
    expect(await paymentsOf(database(), [...others, id])).toMatchObject([{ dealId: id }])
  })

  it('No more is refunded than was paid', async () => {
    const { id } = await quote(await ask())
    await take('pay', { id }, payment('deposit', 500))
    await expect(take('pay', { id }, payment('refund', 501))).rejects.toMatchObject({
      fields: { amount: expect.any(String) },
    })
    const refund = payment('refund', 500)
    await take('pay', { id }, refund)
    await expect(take('pay', { id }, refund)).rejects.toMatchObject({ code: '23505' })
  })

  it('A plate that is reserved by a deal is neither sold nor released by another one of the same name', async () => {
    const [first, second] = [await quote(await ask()), await quote(await ask(), { isBesideOthers: true })]
    await take('reserve', first, { until: '2026-12-02' })
    for (const step of ['reserve', 'take back reserve', 'sell'] as const)
      await expect(take(step, second, { until: '2026-12-09' })).rejects.toThrow(ChangeRefusal)
    await take('lose', second)
    expect(await plate()).toMatchObject({ status: 'reserved', reservedUntil: '2026-12-02' })
  })

  it('A plate that is reserved in the stock for a name alone is reserved for the deal of a person of that name', async () => {
    const deal = await quote(await ask())
    const { id } = await plate()
    await setStatus(database(), [{ id }], { status: 'reserved', until: '2026-12-02', for: 'Mrs Ash' }, ann)
    await take('reserve', deal, { until: '2026-12-09' })
    expect(await plate()).toMatchObject({ reservedUntil: '2026-12-09', dealId: deal.id })
  })

  it('Without an e-mail address an agreement is recorded and nothing is sent', async () => {
    const asked = await ask()
    const { id } = await quote(asked, { text: null })
    const silent = { ...asked, enquiry: { ...asked.enquiry, email: null } }
    await take('agree', { id }, { text: 'Thank you.' }, { asked: silent })
    expect((await read(asked.enquiry.reference)).replies.size).toBe(0)
  })

  it('A bought plate becomes a draft with its cost, without its registration being typed again', async () => {
    const asked = await ask()
    const { id } = await quote(asked, { kind: 'purchase', registration: 'ZZ 9', plateId: null })
    await take('draft', { id })
    expect(await findPlate(database(), 'ZZ 9')).toMatchObject({
      status: 'draft',
      costGbp: 85_001,
      boughtOn: DAY,
    })
    await expect(take('draft', { id })).rejects.toThrow(ChangeRefusal)
    await take('take back draft', { id })
    expect((await again({ id })).plateId).toBeNull()
  })

  it('An enquiry stays while a deal of it is open, whatever its age, and its retention ends it afterwards', async () => {
    const asked = await ask()
    const { id } = await quote(asked)
    const later = new Date('2030-01-01')
    const removeExpired = () =>
      transact(contract().database, (transaction) => removeExpiredBefore(transaction, later))
    expect(await countExpiredBefore(contract().database, later)).toBe(0)
    expect(await removeExpired()).toEqual([])
    await take('withdraw', { id })
    expect(await countExpiredBefore(contract().database, later)).toBe(1)
    expect(await removeExpired()).toHaveLength(1)
    expect(await findDeal(database(), id)).toBeNull()
  })

  it('A deal goes with its enquiry, unless there is money in it or the firm keeps it: that goes on without a thread', async () => {
    const [first, second, third] = [await ask(), await ask('Mr Box'), await ask('Mrs Cox')]
    const gone = await quote(first)
    const kept = await quote(second, { isBesideOthers: true })
    await take('accounts', kept, { invoiceNumber: '1', isKept: true })
    const paid = await quote(third, { isBesideOthers: true })
    await take('pay', paid, payment('deposit', 100))
    await editRows(database(), 'deals', { id: paid.id }, { nominee: 'A nephew' })
    await transact(contract().database, (transaction) =>
      removeEnquiries(transaction, [first.enquiry, second.enquiry, third.enquiry]),
    )
    expect(await findDeal(database(), gone.id)).toBeNull()
    expect(await again(kept)).toMatchObject({ name: 'Mr Box', outcome: null })
    expect(await again(paid)).toMatchObject({ name: 'Mrs Cox', nominee: null, outcome: null })
    const order = async () => (await readOrder(database(), paid.token, 'BANK', now))?.bankDetails
    expect(await order()).toBe('BANK')
    await take('withdraw', paid)
    expect(await again(paid)).toMatchObject({ outcome: 'withdrawn', isSettled: false })
    await take('pay', paid, payment('refund', 100))
    expect((await again(paid)).isSettled).toBe(true)
    expect(await order()).toBeNull()
  })
})

describe('the money of a deal, and its plate', () => {
  const byNow = (day: string) => new Date(`${day}T12:00:00Z`)
  const orderOf = async (deal: Deal) => readOrder(database(), deal.token, 'BANK', now)

  it('A yes holds the plate until its day to pay by, then it lapses and the plate is for sale again', async () => {
    const deal = await quote(await ask())
    await take('agree', deal)
    expect(await plate()).toMatchObject({ status: 'reserved', reservedUntil: '2026-11-23', dealId: deal.id })
    expect(await endOverdue(database(), byNow('2026-11-23'))).toEqual({ lapsed: 0, released: 0, expired: 0 })
    expect(await endOverdue(database(), byNow('2026-11-24'))).toEqual({ lapsed: 1, released: 0, expired: 0 })
    expect((await plate()).status).toBe('for_sale')
    expect(await again(deal)).toMatchObject({ lapsedOn: '2026-11-24', agreedOn: DAY, outcome: null })
    expect((await orderOf(deal))?.bankDetails).toBeNull()
    await take('extend', deal, { until: '2026-11-30' })
    expect(await plate()).toMatchObject({ status: 'reserved', reservedUntil: '2026-11-30' })
  })

  it('A plate of which something was paid stays off sale after every day, and after a reservation for somebody else', async () => {
    const deal = await quote(await ask())
    await take('pay', deal, payment('deposit', 100))
    await endOverdue(database(), byNow('2027-06-01'))
    expect(await plate()).toMatchObject({ status: 'reserved', dealId: deal.id })
    const { id } = await plate()
    await setStatus(database(), [{ id }], { status: 'reserved', until: '2026-12-02', for: 'Al' }, bob)
    await endOverdue(database(), byNow('2027-06-01'))
    expect(await plate()).toMatchObject({ status: 'reserved', dealId: deal.id, reservedFor: 'Mrs Ash' })
    await expect(setStatus(database(), [{ id }], { status: 'for_sale' }, bob)).rejects.toThrow(ChangeRefusal)
  })

  it('Money for a plate that was sold since is noted, and given back whole, whatever the deal was', async () => {
    const deal = await quote(await ask())
    await take('agree', deal)
    await endOverdue(database(), byNow('2026-12-24'))
    const sale = { priceGbp: 90_000, soldOn: DAY, saleYear: 2026, saleMonth: 11, seller: 'Plateworthy' }
    await sellPlate(database(), { id: (await plate()).id }, sale, bob, { isRecorded: false })
    await take('pay', deal, payment('balance', 500))
    expect(await orderOf(deal)).toMatchObject({ state: 'unavailable', paid: 500, due: 0, bankDetails: null })
    await expect(take('lose', deal, { reason: 'price' })).rejects.toThrow(ChangeRefusal)
    await take('withdraw', deal)
    await expect(take('keep', deal, { amount: 500, note: TERMS })).rejects.toThrow(ChangeRefusal)
    expect(await listUnsettledDeals(database())).toMatchObject([{ id: deal.id }])
    await take('pay', deal, payment('refund', 500))
    expect(await listUnsettledDeals(database())).toEqual([])
  })

  it('What was paid for an order that they declined is moved to another of theirs, or kept by the words of our terms alone', async () => {
    const asked = await ask()
    const deal = await quote(asked)
    await take('pay', deal, payment('deposit', 500_000))
    await take('lose', deal, { reason: 'price' })
    const other = await quote(await read(asked.enquiry.reference), {
      registration: 'B 2',
      plateId: (await findPlate(database(), 'B 2')).id,
      text: null,
    })
    await take('move', deal, { toDeal: other.id, amount: 300_000 })
    expect(paidOf(await paymentsOf(database(), [other.id]))).toBe(300_000)
    expect(await findPlate(database(), 'B 2')).toMatchObject({ status: 'reserved', dealId: other.id })
    await expect(take('keep', deal, { amount: 200_000, note: 'because' })).rejects.toMatchObject({
      fields: { note: expect.any(String) },
    })
    await take('keep', deal, { amount: 200_000, note: 'A deposit is not refunded' })
    expect((await again(deal)).isSettled).toBe(true)
    const [out] = (await paymentsOf(database(), [deal.id])).filter(({ kind }) => kind === 'moved-out')
    await take('take back pay', deal, { payment: out?.id ?? '' })
    expect((await again(deal)).isSettled).toBe(false)
    expect(paidOf(await paymentsOf(database(), [other.id]))).toBe(0)
  })

  it('A payment that comes back after the end opens the money of the deal again', async () => {
    const deal = await quote(await ask(), { deposit: null })
    await take('pay', deal, payment('balance', 8_500_050))
    await take('sell', deal)
    const ending = {
      ending: 'certificate',
      nominee: null,
      vehicleReference: null,
      trackingNumber: null,
    } as const
    await take('hand-over', deal, ending)
    await take('done', deal)
    await take('pay', deal, { ...payment('returned', 8_500_050), note: 'recalled' })
    expect(await listUnsettledDeals(database())).toMatchObject([{ id: deal.id, outcome: 'done' }])
    expect(await orderOf(deal)).toMatchObject({ state: 'agreed', due: 8_500_050, bankDetails: 'BANK' })
  })

  /** Whether the step is to be confirmed first. Otherwise it is taken. */
  async function asks(deal: Deal, name: StepName, given: Partial<Given>): Promise<boolean> {
    const conversation = await readDealConversation(database(), deal)
    const step = { deal: await again(deal), actor: ann, now, conversation, addresses }
    const all = { on: DAY, confirmed: null, nominee: null, trackingNumber: null, ...given } as Given
    const context = { ...step, siteUrl, isRecorded: false, terms: '' }
    const error = await takeStep(database(), name, context, all).catch((e) => e)
    return error instanceof ChangeRefusal && error.fields.confirmed !== undefined
  }

  it('A certificate that the stock does not note is asked about at the yes, and not again at the sale', async () => {
    const deal = await quote(await ask())
    expect(await asks(deal, 'agree', { text: null })).toBe(true)
    await take('agree', deal)
    await take('pay', deal, payment('balance', deal.amount))
    expect(await asks(deal, 'sell', {})).toBe(false)
    expect((await plate()).status).toBe('sold')
  })

  it('Selling, handing over and closing with money owed ask once, and so do a payment in excess and money that has not cleared', async () => {
    const deal = await quote(await ask())
    const refused = (name: StepName, given: Partial<Given>) => asks(deal, name, given)
    expect(await refused('pay', payment('deposit', 9_000_000))).toBe(true)
    await take('pay', deal, { ...payment('deposit', 500_000), clearedOn: null })
    const { id } = await plate()
    const papers = { document: 'V778', document_number: 'X1', holder: 'us' }
    await putRow(database(), 'plate_details', { id }, papers)
    expect(await refused('sell', {})).toBe(true)
    await take('reprice', deal, { amount: 500_000 })
    expect(await refused('sell', {})).toBe(false)
    expect(await refused('hand-over', { ending: 'vehicle', vehicleReference: '1' })).toBe(true)
    const [deposit] = await paymentsOf(database(), [deal.id])
    await take('clear', deal, { payment: deposit?.id ?? '' })
    expect(await refused('hand-over', { ending: 'vehicle', vehicleReference: '1' })).toBe(false)
    await take('reprice', deal, { amount: 600_000 })
    expect((await plate()).soldPriceGbp).toBe(6_000)
    expect(await refused('done', {})).toBe(true)
  })

  it('A deal whose sale was undone in the stock holds its plate once it is opened again', async () => {
    const deal = await quote(await ask())
    await take('sell', deal)
    await take('done', deal)
    const [sale] = await plateHistory.latest(database(), { of: (await plate()).id, limit: 1 })
    await undoChange(database(), sale?.batch ?? '', bob, now, keepDeals)
    expect((await plate()).status).toBe('for_sale')
    await take('reopen', deal)
    expect(await plate()).toMatchObject({ status: 'reserved', dealId: deal.id })
    expect(stageOf(await again(deal))).toBe('agreed')
  })

  it('The database itself keeps a plate to one buyer, and what is agreed off sale', async () => {
    const [first, second] = [
      await quote(await ask()),
      await quote(await ask('Mr Box'), { isBesideOthers: true }),
    ]
    await take('agree', first)
    const agreed = editRows(database(), 'deals', { id: second.id }, { agreed_on: DAY })
    await expect(agreed).rejects.toMatchObject({
      code: '23505',
      message: expect.stringMatching(/deals_one_buyer|deals\.plate_id/),
    })
    const offered = editRows(database(), 'plates', { plate_number: 'A 1' }, { is_available: true })
    await expect(offered).rejects.toMatchObject({
      code: '23514',
      message: expect.stringContaining('held'),
    })
  })

  it('Of two people who say yes at once, one gets the plate: 50 times', async () => {
    for (let round = 0; round < 50; round++) {
      const [first, second] = [
        await quote(await ask()),
        await quote(await ask('Mr Box'), { isBesideOthers: true }),
      ]
      const outcomes = await Promise.allSettled([take('agree', first), take('agree', second)])
      const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(refused).toHaveLength(1)
      expect(refused[0] instanceof ChangeRefusal || refused[0] instanceof ChangeConflict).toBe(true)
      for (const deal of [first, second]) await take('withdraw', deal)
      expect((await plate()).status).toBe('for_sale')
    }
  })
})

describe('the papers of a deal', () => {
  const HANDED = {
    ending: 'vehicle',
    nominee: null,
    vehicleReference: '12345678901',
    trackingNumber: null,
  } as const
  const PAPERS = {
    document: 'V778',
    document_number: 'X1',
    document_expires_on: '2030-01-31',
    holder: 'us',
  } as const

  async function sold(papers: Values<'plate_details'>) {
    const { id } = await plate()
    await putRow(database(), 'plate_details', { id }, { status: 'for_sale', ...papers })
    const deal = await quote(await ask(), { deposit: null })
    await take('pay', deal, payment('balance', 8_500_050))
    await take('sell', deal)
    return deal
  }

  it('Once it is assigned to a vehicle there is no certificate of ours to renew; taken back, there is again', async () => {
    const deal = await sold(PAPERS)
    await take('hand-over', deal, HANDED)
    expect(await plate()).toMatchObject({
      document: 'vehicle',
      documentNumber: null,
      documentExpiresOn: null,
      holder: null,
    })
    await take('take back hand-over', deal)
    expect(await plate()).toMatchObject({ document: 'V778', documentNumber: 'X1', holder: 'us' })
  })

  it('A posted certificate stays ours to renew, and names the keeper for whom we have signed', async () => {
    const deal = await sold(PAPERS)
    await take('hand-over', deal, { ...HANDED, ending: 'certificate', nominee: 'Al Ash', isSigned: true })
    expect(await plate()).toMatchObject({ document: 'V778', holder: 'us', nominee: 'Al Ash' })
  })

  it('A plate on a vehicle is never posted as a certificate, and goes straight across', async () => {
    const deal = await sold({ document: 'vehicle' })
    const posted = take('hand-over', deal, { ...HANDED, ending: 'certificate', nominee: 'Al Ash' })
    await expect(posted).rejects.toThrow(ChangeRefusal)
    await take('hand-over', deal, { ...HANDED, ending: 'v317' })
    expect((await again(deal)).handedOverOn).toBe(DAY)
  })

  it('A plate that we buy is set against the one that we sell, and comes into the stock with its papers', async () => {
    const asked = await ask()
    const sale = await quote(asked)
    const bid = {
      kind: 'purchase',
      registration: 'ZZ 9',
      plateId: null,
      amount: 300_000,
      deposit: null,
      text: null,
    } as const
    const purchase = await quote(await read(asked.enquiry.reference), bid)
    await take('papers', purchase, { document: 'V778', documentExpiresOn: '2029-05-31', holder: 'Mrs Ash' })
    await expect(take('exchange', sale, { toDeal: purchase.id, amount: 300_001 })).rejects.toThrow(
      ChangeRefusal,
    )
    await take('exchange', sale, { toDeal: purchase.id, amount: 300_000 })
    expect(owedOf(await again(sale), await paymentsOf(database(), [sale.id]))).toBe(8_200_050)
    expect(owedOf(await again(purchase), await paymentsOf(database(), [purchase.id]))).toBe(0)
    expect((await plate()).dealId).toBe(sale.id)
    await take('certificate', purchase, { documentNumber: 'Y2' })
    await take('draft', purchase)
    expect(await findPlate(database(), 'ZZ 9')).toMatchObject({
      costGbp: 3_000,
      document: 'V778',
      documentNumber: 'Y2',
      documentExpiresOn: '2029-05-31',
      holder: 'Mrs Ash',
    })
    const [entry] = await paymentsOf(database(), [sale.id])
    await take('take back pay', sale, { payment: entry?.id ?? '' })
    expect(await paymentsOf(database(), [purchase.id])).toEqual([])
  })

  it('One payment is shared out over two orders of a person', async () => {
    const asked = await ask()
    const first = await quote(asked)
    const second = await quote(await read(asked.enquiry.reference), {
      registration: 'B 2',
      plateId: (await findPlate(database(), 'B 2')).id,
      text: null,
    })
    const whole = { ...payment('balance', 800_000), toDeal: second.id, otherAmount: 300_000 }
    await take('share', first, whole)
    expect(paidOf(await paymentsOf(database(), [first.id]))).toBe(500_000)
    expect(paidOf(await paymentsOf(database(), [second.id]))).toBe(300_000)
    expect(await findPlate(database(), 'B 2')).toMatchObject({ status: 'reserved', dealId: second.id })
  })

  it('On hold nothing is sent, lapses or ends, and the buyer is asked for nothing', async () => {
    const [first, second] = [await ask(), await ask('Mr Box')]
    const [agreed, open] = [await quote(first), await quote(second, { isBesideOthers: true })]
    await take('agree', agreed)
    await take('pause', agreed)
    await take('pause', open)
    const later = new Date('2027-06-01T12:00:00Z')
    expect(await endOverdue(database(), later)).toEqual({ lapsed: 0, released: 0, expired: 0 })
    expect(await readOrder(database(), agreed.token, 'BANK', now)).toMatchObject({
      state: 'on-hold',
      due: 0,
      bankDetails: null,
    })
    await take('resume', agreed)
    expect((await endOverdue(database(), later)).lapsed).toBe(1)
  })
})

describe('a change of the stock', () => {
  const SOLD: StockTarget = { status: 'sold' }
  const sale = { priceGbp: 90_000, soldOn: DAY, saleYear: 2026, saleMonth: 11, seller: 'Plateworthy' }

  /** What a person is asked before the plate gets another status; null if nothing. */
  async function askedBefore(target: StockTarget): Promise<string | null> {
    const { id, updatedAt } = await plate()
    const answer = askAboutDeals(database(), [{ id, seenAt: updatedAt }], target, null)
    return answer.then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof ChangeRefusal)) throw error
        expect(error.fields.confirmed ?? error.message).toBe(error.message)
        return error.message
      },
    )
  }

  /** As the page of the stock does, which showed the plate as it was at that time. */
  async function sellInStock(plateId: string, seenAt: string, confirmed: string | null) {
    const ref = { id: plateId, seenAt }
    await askAboutDeals(database(), [ref], SOLD, confirmed)
    await sellPlate(database(), ref, sale, bob, { isRecorded: false })
  }

  it('Open quotes, agreements and money of a plate are named before it is sold, reserved for another or taken off sale', async () => {
    expect(await askedBefore(SOLD)).toBeNull()
    const ash = await quote(await ask())
    const quoted = 'Mrs Ash has an open quote for A 1 until 27 November 2026.'
    expect(await askedBefore(SOLD)).toBe(quoted)
    const box = await quote(await ask('Mr Box'), { isBesideOthers: true })
    await take('agree', ash)
    await take('pay', ash, payment('deposit', 50_000))
    const agreed = 'Mrs Ash has agreed to buy A 1, and has paid £500.'
    const next = 'Mr Box has an open quote for A 1 until 27 November 2026.'
    for (const status of ['sold', 'withdrawn', 'draft'] as const)
      expect(await askedBefore({ status })).toBe(`${agreed} ${next}`)
    const until = '2026-12-02'
    expect(await askedBefore({ status: 'reserved', until, for: 'Mrs Cox' })).toBe(`${agreed} ${next}`)
    expect(await askedBefore({ status: 'reserved', until, for: 'Mrs Ash' })).toBeNull()
    expect(await askedBefore({ status: 'for_sale' })).toContain(agreed)
    await take('lose', box)
    expect(await askedBefore(SOLD)).toBe(agreed)
    await editRows(database(), 'deals', { id: ash.id }, { lapsed_on: DAY })
    expect(await askedBefore(SOLD)).toBe('Mrs Ash had agreed to buy A 1, and has paid £500.')
    expect(await askedBefore({ status: 'for_sale' })).toBeNull()
    const [deposit] = await paymentsOf(database(), [ash.id])
    await take('take back pay', ash, { payment: deposit?.id ?? '' })
    expect(await askedBefore(SOLD)).toBeNull()
    await take('sell', ash)
    expect(await askedBefore(SOLD)).toBeNull()
    for (const status of ['draft', 'for_sale'] as const)
      expect(await askedBefore({ status })).toContain('Mrs Ash has bought A 1.')
  })

  it('What is confirmed is asked again once it has changed, and a confirmed sale leaves the deal as it is', async () => {
    const ash = await quote(await ask())
    const asked = await askedBefore(SOLD)
    await take('pay', ash, payment('deposit', 100))
    const { id, updatedAt } = await plate()
    await expect(sellInStock(id, updatedAt, asked)).rejects.toThrow(ChangeRefusal)
    const before = await again(ash)
    await sellInStock(id, updatedAt, await askedBefore(SOLD))
    expect(await plate()).toMatchObject({ status: 'sold', soldPriceGbp: 90_000 })
    expect(await again(ash)).toEqual(before)
  })

  it('A plate that has changed since the page was opened is a conflict before it is a question', async () => {
    const { id, updatedAt } = await plate()
    await quote(await ask())
    await expect(sellInStock(id, updatedAt, null)).rejects.toThrow(ChangeConflict)
  })

  const ROUNDS = 50
  const races = Array.from({ length: ROUNDS }, (_, index) => ({
    ...(plates[0] as (typeof plates)[0]),
    id: fixtureId(100 + index),
    plate_number: `R ${100 + index}`,
  }))
  const tick = () => new Promise((resolve) => setImmediate(resolve))

  it.each(['a quote', 'a yes'] as const)(
    'Of %s and a sale from the stock at once one is made, in 50 races',
    async (what) => {
      await contract().fill({ plates: [...plates, ...races] })
      for (const [round, { id: plateId, plate_number: registration }] of races.entries()) {
        const asked = await ask()
        const given = { plateId, registration }
        const deal = what === 'a yes' ? await quote(asked, given) : null
        const question = deal && `Mrs Ash has an open quote for ${registration} until 27 November 2026.`
        const seenAt = (await findPlate(database(), registration)).updatedAt
        const outcomes = await Promise.allSettled([
          deal ? take('agree', deal) : quote(asked, given),
          // Later and later, so that the two meet at each of their requests.
          Array.from({ length: round % 10 })
            .reduce((waited: Promise<unknown>) => waited.then(tick), Promise.resolve())
            .then(() => sellInStock(plateId, seenAt, question)),
        ])
        const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
        expect(refused).toHaveLength(1)
        for (const reason of refused)
          expect(reason instanceof ChangeRefusal || reason instanceof ChangeConflict).toBe(true)
        const { status } = await findPlate(database(), registration)
        expect(status === 'sold').toBe(outcomes[1].status === 'fulfilled')
      }
    },
  )
})
