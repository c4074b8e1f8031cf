/** The deal from quote to end, on both backends: each step in one transaction, what it takes back, and races. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '#services/audit/actor.ts'
import { ChangeConflict } from '#services/changes/call-change.ts'
import { ChangeRefusal } from '#services/changes/refusal.ts'
import { takeStep } from '#services/deals/deal-steps.ts'
import {
  dealsOfEnquiries,
  findDeal,
  findDealByToken,
  paymentsOf,
  readDealConversation,
} from '#services/deals/deal-store.ts'
import { type Deal, owedOf, type Quote, stageOf } from '#services/deals/deal-types.ts'
import { expireDeals } from '#services/deals/end-runner.ts'
import { LINK, makeQuote } from '#services/deals/make-quote.ts'
import { MAX_LETTER_LENGTH } from '#services/deals/read-deal-form.ts'
import { readOrder } from '#services/deals/read-order.ts'
import type { Given } from '#services/deals/read-step.ts'
import type { StepName } from '#services/deals/step-rules.ts'
import { readConversation } from '#services/enquiries/conversation.ts'
import {
  countExpiredBefore,
  removeEnquiries,
  removeExpiredBefore,
} from '#services/enquiries/enquiry-store.ts'
import { sellPlate } from '#services/stock/sell-plate.ts'
import { setStatus } from '#services/stock/set-status.ts'
import { plateHistory } from '#services/stock/stock-store.ts'
import { undoChange } from '#services/stock/undo-change.ts'
import { asContact } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { findPlate } from '../find-plate.ts'
import { plates } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const client = () => contract().service
const ann: Actor = { person: 'Ann', via: 'desk' }
const bob: Actor = { person: 'Bob', via: 'desk' }
const addresses = { firm: 'Plateworthy', from: 'website@plates.example' }
const siteUrl = 'https://plates.example'
const now = new Date('2026-11-20T12:00:00Z')
const DAY = '2026-11-20'
const TERMS = 'A deposit is not refunded once the order is cancelled.'
const plate = () => findPlate(client(), 'A 1')

beforeEach(async () => {
  for (const table of ['enquiries', 'mails', 'plate_changes'])
    await client().from(table).delete().not('id', 'is', null).throwOnError()
  await contract().fill({ plates, sales: [], jersey_sales: [] })
})

async function ask(name = 'Mrs Ash') {
  return read((await storeEnquiry(client(), asContact({ name }))).reference)
}

async function read(reference: string) {
  const conversation = await readConversation(client(), reference)
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
    text: `Dear ${name}, see ${LINK}`,
    ...given,
  }
  await makeQuote(client(), asked, whole, { addresses, siteUrl }, ann)
  return again({ id: whole.id })
}

async function again({ id }: { id: string }) {
  const deal = await findDeal(client(), id)
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
  const conversation = asked ?? (await readDealConversation(client(), deal))
  const step = { client: client(), deal, actor, now, conversation, addresses, isRecorded: true, terms: TERMS }
  // A person confirms what is asked.
  const all = { on: DAY, text: null, reason: null, confirmed: null, ...given } as Given
  await takeStep(name, step, all).catch((error: unknown) => {
    const asked = error instanceof ChangeRefusal ? error.fields.confirmed : undefined
    if (asked === undefined) throw error
    return takeStep(name, step, { ...all, confirmed: asked })
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
    expect(await findDealByToken(client(), deal.token)).toEqual(deal)
    const { entries, replies, enquiry } = await read(asked.enquiry.reference)
    expect([...replies.values()].map(({ text }) => text)).toEqual([
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
    expect(await dealsOfEnquiries(client(), [asked.enquiry.id])).toHaveLength(1)
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
    expect(owedOf(await again({ id }), await paymentsOf(client(), [id]))).toBe(0)
    await take('sell', { id })
    expect(await plate()).toMatchObject({ status: 'sold', soldPriceGbp: 85_001, soldOn: DAY })
    const sales = await client().from('sales').select('selection,total_price').throwOnError()
    expect(sales.data).toEqual([{ selection: 'own', total_price: 85_001 }])
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
    const audit = (await client().from('audit').select('change').eq('person', 'Ann').throwOnError()).data
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
    expect((await client().from('sales').select('id').throwOnError()).data).toEqual([])
    expect((await read(asked.enquiry.reference)).enquiry.status).toBe('answered')
    const [deposit] = await paymentsOf(client(), [id])
    await take('take back pay', { id }, { payment: deposit?.id ?? '' }, { actor: bob })
    expect(await paymentsOf(client(), [id])).toEqual([])
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
      sellPlate(client(), { id, seenAt: updatedAt }, other, bob, { isRecorded: true }),
    ])
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toHaveLength(1)
    expect((await client().from('sales').select('id').throwOnError()).data).toHaveLength(1)
    const isSold = (await again(deal)).soldOn !== null
    expect((await plate()).soldPriceGbp).toBe(isSold ? 85_001 : 90_000)
  })

  it('The longest e-mail has room for the address of the page', async () => {
    const asked = await ask()
    await quote(asked, { text: LINK.padStart(MAX_LETTER_LENGTH, 'x') })
    expect((await read(asked.enquiry.reference)).replies.size).toBe(1)
  })

  it('Of two steps at once, the one that saw an older deal writes nothing', async () => {
    const asked = await ask()
    const deal = await quote(asked)
    await take('pay', deal, payment('deposit', 100))
    const late = { actor: bob, seen: deal }
    await expect(take('pay', deal, payment('deposit', 200), late)).rejects.toThrow(ChangeConflict)
    await expect(take('lose', deal, {}, late)).rejects.toThrow(ChangeConflict)
    expect((await paymentsOf(client(), [deal.id])).map(({ amount }) => amount)).toEqual([100])
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
    expect(await expireDeals(client(), new Date('2026-11-27T23:00:00Z'))).toBe(0)
    expect(await expireDeals(client(), new Date('2026-11-28T00:30:00Z'))).toBe(1)
    expect(stageOf(await again(open))).toBe('expired')
    expect(stageOf(await again(agreed))).toBe('agreed')
  })

  it('A quote that ended by itself, and one whose agreement is taken back later, is open for that day at least', async () => {
    const { id } = await quote(await ask(), { validUntil: '2026-11-19' })
    await expireDeals(client(), now)
    await take('reopen', { id })
    expect(await again({ id })).toMatchObject({ outcome: null, validUntil: DAY })
    const other = await quote(await ask(), { validUntil: '2026-11-19', isBesideOthers: true })
    await take('agree', other)
    await take('take back agree', other)
    expect(await expireDeals(client(), now)).toBe(0)
  })

  it('A sale that was undone in the stock is taken back without undoing that to another buyer', async () => {
    const { id } = await quote(await ask())
    await take('agree', { id })
    await take('sell', { id })
    const { batch } = (await plateHistory.latest(client(), { of: (await plate()).id }))[0] ?? {}
    await undoChange(client(), batch ?? '', bob, now)
    const other = { priceGbp: 90_000, soldOn: DAY, saleYear: 2026, saleMonth: 11, seller: 'Plateworthy' }
    await sellPlate(client(), { id: (await plate()).id }, other, bob, { isRecorded: true })
    await take('take back sell', { id })
    expect((await again({ id })).soldOn).toBeNull()
    expect(await plate()).toMatchObject({ status: 'sold', soldPriceGbp: 90_000 })
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
    await client().from('plates').update({ plate_number: 'A 2' }).eq('plate_number', 'A 1').throwOnError()
    for (const step of ['reserve', 'sell'] as const)
      await expect(take(step, { id }, { until: '2026-12-02' })).rejects.toThrow(ChangeRefusal)
  })

  it('The payments of hundreds of deals are read, more than one address can name', async () => {
    const { id } = await quote(await ask())
    await take('pay', { id }, payment('deposit', 500))
    const others = Array.from({ length: 450 }, () => randomUUID())
    expect(await paymentsOf(client(), [...others, id])).toMatchObject([{ dealId: id }])
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
    await setStatus(client(), [{ id }], { status: 'reserved', until: '2026-12-02', for: 'Mrs Ash' }, ann)
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
    expect(await findPlate(client(), 'ZZ 9')).toMatchObject({
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
    expect(await countExpiredBefore(client(), later)).toBe(0)
    expect(await removeExpiredBefore(client(), later)).toEqual([])
    await take('withdraw', { id })
    expect(await countExpiredBefore(client(), later)).toBe(1)
    expect(await removeExpiredBefore(client(), later)).toHaveLength(1)
    expect(await findDeal(client(), id)).toBeNull()
  })

  it('A deal goes with its enquiry, unless there is money in it or the firm keeps it: that goes on without a thread', async () => {
    const [first, second, third] = [await ask(), await ask('Mr Box'), await ask('Mrs Cox')]
    const gone = await quote(first)
    const kept = await quote(second, { isBesideOthers: true })
    await take('accounts', kept, { invoiceNumber: '1', isKept: true })
    const paid = await quote(third, { isBesideOthers: true })
    await take('pay', paid, payment('deposit', 100))
    await client().from('deals').update({ nominee: 'A nephew' }).eq('id', paid.id).throwOnError()
    await removeEnquiries(client(), [first.enquiry, second.enquiry, third.enquiry])
    expect(await findDeal(client(), gone.id)).toBeNull()
    expect(await again(kept)).toMatchObject({ name: 'Mr Box', outcome: null })
    expect(await again(paid)).toMatchObject({ name: 'Mrs Cox', nominee: null, outcome: null })
    const order = async () => (await readOrder(client(), paid.token, 'BANK', now))?.bankDetails
    expect(await order()).toBe('BANK')
    await take('withdraw', paid)
    expect(await again(paid)).toMatchObject({ outcome: 'withdrawn', isSettled: false })
    await take('pay', paid, payment('refund', 100))
    expect((await again(paid)).isSettled).toBe(true)
    expect(await order()).toBeNull()
  })
})

describe('apply_writes', () => {
  const entry = { enquiry_id: randomUUID(), kind: 'event', person: 'Ann', body: 'said' }
  const row = { table: 'enquiry_entries', insert: entry }

  it('Nothing to write is no fault, and a list of hundreds is written whole', async () => {
    const answers = await Promise.all(
      [0, 300].map((count) =>
        client().rpc('apply_writes', { writes: Array.from({ length: count }, () => row) }),
      ),
    )
    expect(answers.map(({ data }) => data)).toEqual([[{ writes: 0 }], [{ writes: 300 }]])
  })
})
