/** The deal from quote to end, on both backends: each step in one transaction, what it takes back, and races. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '#services/audit/actor.ts'
import { ChangeConflict } from '#services/changes/call-change.ts'
import { ChangeRefusal } from '#services/changes/refusal.ts'
import { draftPurchase, takeBackPurchase } from '#services/deals/buy-plate.ts'
import {
  addPayment,
  agree,
  endDeal,
  handOver,
  releaseFromDeal,
  removePayment,
  reopenDeal,
  reserveForDeal,
  sellToBuyer,
  takeBackSale,
} from '#services/deals/deal-steps.ts'
import { dealsOfEnquiries, findDeal, findDealByToken, paymentsOf } from '#services/deals/deal-store.ts'
import { owedOf, stageOf } from '#services/deals/deal-types.ts'
import { expireDeals } from '#services/deals/expire-deals.ts'
import { LINK, makeQuote, type Quote } from '#services/deals/make-quote.ts'
import { readConversation } from '#services/enquiries/conversation.ts'
import { createEnquiry, removeEnquiries } from '#services/enquiries/enquiry-store.ts'
import { sellPlate } from '#services/stock/sell-plate.ts'
import { parseEnquiry } from '#shared/enquiries/enquiry-schema.ts'
import { asContact } from '../enquiries/messages.ts'
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
const record = { firm: 'Plateworthy', isRecorded: true }
const plate = () => findPlate(client(), 'A 1')

beforeEach(async () => {
  for (const table of ['enquiries', 'mails', 'plate_changes'])
    await client().from(table).delete().not('id', 'is', null).throwOnError()
  await contract().fill({ plates, sales: [], jersey_sales: [] })
})

async function ask(name = 'Mrs Ash') {
  const parsed = parseEnquiry(asContact({ name }))
  if (!parsed.ok) throw new Error(parsed.error)
  const given = { enquiry: parsed.enquiry, idempotencyKey: randomUUID(), quarantineReason: null }
  const { reference } = await createEnquiry(client(), given)
  return read(reference)
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
    ...{ deposit: 500_000, includes: 'Everything.', validUntil: '2026-11-27', isBesideOthers: false },
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

const noMail = (conversation: Asked) => ({ conversation, text: null, addresses })
const said = async ({ enquiry: { reference } }: Asked) =>
  (await read(reference)).entries.map(({ kind, person, body }) => `${kind} ${person}: ${body}`)
const payment = (kind: 'deposit' | 'balance', amount: number) => ({
  ...{ id: randomUUID(), kind, amount, paidOn: DAY, method: 'bank transfer' },
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
    await agree(client(), await again({ id }), DAY, { ...noMail(asked), text: 'Thank you.' }, ann).catch(
      () => null,
    )
    // The number of the reply is taken: the quote was the first.
    await agree(
      client(),
      await again({ id }),
      DAY,
      { ...noMail(await read(asked.enquiry.reference)), text: 'Thank you.' },
      ann,
    )
    await reserveForDeal(client(), await again({ id }), '2026-12-02', ann)
    expect(await plate()).toMatchObject({ status: 'reserved', reservedFor: 'Mrs Ash' })
    await addPayment(client(), await again({ id }), payment('deposit', 500_000), ann)
    await addPayment(client(), await again({ id }), payment('balance', 8_000_050), ann)
    expect(owedOf(await again({ id }), await paymentsOf(client(), [id]))).toBe(0)
    await sellToBuyer(client(), await again({ id }), DAY, record, ann)
    expect(await plate()).toMatchObject({ status: 'sold', soldPriceGbp: 85_001, soldOn: DAY })
    const sales = await client().from('sales').select('selection,total_price').throwOnError()
    expect(sales.data).toEqual([{ selection: 'own', total_price: 85_001 }])
    const ending = {
      ending: 'vehicle',
      nominee: null,
      vehicleReference: '12345678901',
      trackingNumber: null,
    } as const
    await handOver(client(), await again({ id }), { ...ending, on: DAY }, ann)
    await endDeal(client(), await again({ id }), { outcome: 'done' }, ann, now)
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
    await reserveForDeal(client(), await again({ id }), '2026-12-02', ann)
    await addPayment(client(), await again({ id }), payment('deposit', 500_000), ann)
    await sellToBuyer(client(), await again({ id }), DAY, record, ann)
    await takeBackSale(client(), await again({ id }), bob, now)
    expect(await plate()).toMatchObject({ status: 'reserved', reservedFor: 'Mrs Ash', soldPriceGbp: null })
    expect((await client().from('sales').select('id').throwOnError()).data).toEqual([])
    expect((await read(asked.enquiry.reference)).enquiry.status).toBe('answered')
    const [deposit] = await paymentsOf(client(), [id])
    if (deposit) await removePayment(client(), await again({ id }), deposit, bob)
    expect(await paymentsOf(client(), [id])).toEqual([])
    await releaseFromDeal(client(), await again({ id }), bob)
    expect((await plate()).status).toBe('for_sale')
    expect((await said(asked)).filter((entry) => entry.startsWith('event Bob'))).toHaveLength(4)
  })

  it('Two people sell one plate at once: one sale, and nothing of the other is written', async () => {
    const asked = await ask()
    const deal = await quote(asked)
    const { id, updatedAt } = await plate()
    const other = { priceGbp: 90_000, soldOn: DAY, saleYear: 2026, saleMonth: 11, seller: 'Plateworthy' }
    const outcomes = await Promise.allSettled([
      sellToBuyer(client(), deal, DAY, record, ann),
      sellPlate(client(), { id, seenAt: updatedAt }, other, bob, { isRecorded: true }),
    ])
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toHaveLength(1)
    expect((await client().from('sales').select('id').throwOnError()).data).toHaveLength(1)
    const isSold = (await again(deal)).soldOn !== null
    expect((await plate()).soldPriceGbp).toBe(isSold ? 85_001 : 90_000)
  })

  it('Of two steps at once, the one that saw an older deal writes nothing', async () => {
    const asked = await ask()
    const deal = await quote(asked)
    await addPayment(client(), deal, payment('deposit', 100), ann)
    await expect(addPayment(client(), deal, payment('deposit', 200), bob)).rejects.toThrow(ChangeConflict)
    await expect(endDeal(client(), deal, { outcome: 'lost' }, bob, now)).rejects.toThrow(ChangeConflict)
    expect((await paymentsOf(client(), [deal.id])).map(({ amount }) => amount)).toEqual([100])
  })

  it('A deal that is lost frees the plate and its reservation, and may be opened again while no other is', async () => {
    const asked = await ask()
    const { id } = await quote(asked)
    await reserveForDeal(client(), await again({ id }), '2026-12-02', ann)
    await endDeal(client(), await again({ id }), { outcome: 'lost', reason: 'price' }, ann, now)
    expect((await plate()).status).toBe('for_sale')
    expect((await read(asked.enquiry.reference)).enquiry.status).toBe('lost')
    await reopenDeal(client(), await again({ id }), ann)
    await endDeal(client(), await again({ id }), { outcome: 'lost', reason: 'price' }, ann, now)
    await quote(await ask('Mr Box'))
    await expect(reopenDeal(client(), await again({ id }), ann)).rejects.toThrow(ChangeRefusal)
  })

  it('A quote ends by itself after its last day, unless it is agreed', async () => {
    const [first, second] = [await ask(), await ask('Mr Box')]
    const open = await quote(first)
    const agreed = await quote(second, { isBesideOthers: true })
    await agree(client(), agreed, DAY, noMail(second), ann)
    expect(await expireDeals(client(), new Date('2026-11-27T23:00:00Z'))).toBe(0)
    expect(await expireDeals(client(), new Date('2026-11-28T00:30:00Z'))).toBe(1)
    expect(stageOf(await again(open))).toBe('expired')
    expect(stageOf(await again(agreed))).toBe('agreed')
  })

  it('A bought plate becomes a draft with its cost, without its registration being typed again', async () => {
    const asked = await ask()
    const { id } = await quote(asked, { kind: 'purchase', registration: 'ZZ 9', plateId: null })
    await draftPurchase(client(), await again({ id }), DAY, ann)
    expect(await findPlate(client(), 'ZZ 9')).toMatchObject({
      status: 'draft',
      costGbp: 85_001,
      boughtOn: DAY,
    })
    await expect(draftPurchase(client(), await again({ id }), DAY, ann)).rejects.toThrow(ChangeRefusal)
    await takeBackPurchase(client(), await again({ id }), ann)
    expect((await again({ id })).plateId).toBeNull()
  })

  it('A deal goes with its enquiry and its payments, unless the firm keeps it for its accounts', async () => {
    const [first, second] = [await ask(), await ask('Mr Box')]
    const gone = await quote(first)
    await addPayment(client(), gone, payment('deposit', 100), ann)
    const kept = await quote(second, { isBesideOthers: true })
    await addPayment(client(), kept, payment('deposit', 100), ann)
    await client()
      .from('deals')
      .update({ is_kept: true, nominee: 'A nephew' })
      .eq('id', kept.id)
      .throwOnError()
    await removeEnquiries(client(), [first.enquiry, second.enquiry])
    expect(await findDeal(client(), gone.id)).toBeNull()
    expect(await again(kept)).toMatchObject({ name: 'Mr Box', nominee: null, outcome: 'done' })
    expect(await paymentsOf(client(), [gone.id])).toEqual([])
    expect(await paymentsOf(client(), [kept.id])).toHaveLength(1)
  })
})
