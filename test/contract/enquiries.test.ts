import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '#services/audit/actor.ts'
import {
  findEnquiriesFrom,
  findEnquiry,
  listWaitingEnquiries,
  readBacklog,
  removeEnquiries,
  removeExpiredBefore,
  retryEnquiry,
} from '#services/enquiries/enquiry-store.ts'
import { leaseDelivery, markSent, releaseDelivery } from '#services/mail/deliveries.ts'
import { maxLengths } from '#shared/enquiries/enquiry-fields.ts'
import { asContact, asValuation } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { deleteRows, editRows } from '../rows.ts'
import { transact } from '../transact.ts'
import { openContract } from './open-contract.ts'

const ANN: Actor = { person: 'Ann', via: 'desk' }

const contract = openContract()
const database = () => contract().database

beforeEach(async () => {
  await deleteRows(database(), 'enquiries')
})

const store = (body: unknown, idempotencyKey?: string, quarantineReason: string | null = null) =>
  storeEnquiry(database(), body, quarantineReason, idempotencyKey)

it('enquiries accept the longest texts that the schema accepts, in any alphabet', async () => {
  const textOfLength = (length: number) => '👍'.repeat(length / 2)
  const { reference } = await store(
    asContact({
      name: textOfLength(maxLengths.name),
      email: `${'a'.repeat(60)}@${Array.from({ length: 3 }, () => 'b'.repeat(60)).join('.')}.example`,
      phone: textOfLength(maxLengths.phone),
      subject: textOfLength(maxLengths.subject),
      plateNumber: textOfLength(maxLengths.plateNumber),
      message: textOfLength(maxLengths.message),
    }),
  )
  expect((await findEnquiry(database(), reference))?.message).toBe(textOfLength(maxLengths.message))
})

it('enquiries are stored once under one key, also when concurrent', async () => {
  const stored = await Promise.all(Array.from({ length: 5 }, () => store(asContact(), 'the-same-key')))
  expect(stored.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(stored.map(({ reference }) => reference)).size).toBe(1)
})

it('enquiries are leased to one of many', async () => {
  await store(asValuation())
  const [waiting] = await listWaitingEnquiries(database(), 10)
  if (!waiting) throw new Error('It does not wait')
  const now = new Date(Date.now() + 1000)
  const until = new Date(Date.now() + 60_000)
  const leases = await Promise.all(
    Array.from({ length: 8 }, () => leaseDelivery(database(), 'enquiries', waiting, { now, until })),
  )
  const [first, ...others] = leases.filter((one) => one !== null)
  if (!first) throw new Error('Nobody has it')
  expect(others).toEqual([])
  expect(await findEnquiry(database(), waiting.reference)).toMatchObject({ attempts: 1, lease: first })
  expect(await leaseDelivery(database(), 'enquiries', { ...waiting, attempts: 1 }, { now, until })).toBeNull()
  const release = (reason: string) =>
    releaseDelivery(database(), 'enquiries', { id: waiting.id, lease: first }, new Date(0), reason)
  await release('refused')
  const [again] = await listWaitingEnquiries(database(), 10)
  expect(again).toMatchObject({ lease: null, lastError: 'refused', attempts: 1 })
  const second = again && (await leaseDelivery(database(), 'enquiries', again, { now, until }))
  // A lease that has passed on cannot be released by its former holder.
  await release('too late')
  expect(await listWaitingEnquiries(database(), 10)).toMatchObject([{ lease: second }])
})

it('the database reports how many enquiries are waiting and since when, without delivered and closed ones', async () => {
  expect(await readBacklog(database())).toEqual({ waiting: 0, oldestAt: null })
  const { reference } = await store(asContact())
  await store(asContact())
  await store(asContact(), crypto.randomUUID(), 'The hidden field was filled in.')
  expect(await readBacklog(database())).toEqual({ waiting: 2, oldestAt: expect.any(String) })
  const enquiry = await findEnquiry(database(), reference)
  await markSent(database(), 'enquiries', enquiry?.id ?? '', 'smtp', new Date())
  expect(await readBacklog(database())).toMatchObject({ waiting: 1 })
})

it('an enquiry whose e-mail failed is sent again on request, and one that has been sent is left alone', async () => {
  const [late, sent] = [await store(asContact()), await store(asContact())]
  const anHourLater = new Date(Date.now() + 3_600_000)
  for (const { reference } of [late, sent]) {
    const enquiry = await findEnquiry(database(), reference)
    if (!enquiry) throw new Error('It is not stored')
    const lease = await leaseDelivery(database(), 'enquiries', enquiry, {
      now: anHourLater,
      until: anHourLater,
    })
    const held = { id: enquiry.id, lease: lease ?? '' }
    await releaseDelivery(database(), 'enquiries', held, anHourLater, '451 Later')
    if (reference === sent.reference) await markSent(database(), 'enquiries', enquiry.id, 'smtp', new Date())
  }
  expect(await retryEnquiry(database(), late.reference, ANN)).toBe(true)
  expect(await retryEnquiry(database(), sent.reference, ANN)).toBe(false)
  const [due, ...others] = await listWaitingEnquiries(database(), 10)
  expect(others).toEqual([])
  expect(due).toMatchObject({ reference: late.reference, attempts: 0, lastError: null })
  expect(Date.parse(String(due?.nextAttemptAt))).toBeLessThan(anHourLater.getTime())
})

it('enquiries are removed by age and by person', async () => {
  const old = '2020-01-01T00:00:00Z'
  const { reference } = await store(asContact())
  await editRows(database(), 'enquiries', { reference }, { created_at: old })
  const removeExpired = () =>
    transact(database(), (transaction) => removeExpiredBefore(transaction, new Date('2021-01-01')))
  expect(await removeExpired()).toEqual([])
  await editRows(database(), 'enquiries', { reference }, { closed_at: old })
  expect(await removeExpired()).toMatchObject([{ reference }])
  await store(asContact({ email: 'A_nn@visitor.example' }))
  await store(asContact({ email: 'Axnn@visitor.example' }))
  const mine = await findEnquiriesFrom(database(), 'a_NN@visitor.example')
  expect(mine).toHaveLength(1)
  await transact(database(), (transaction) => removeEnquiries(transaction, mine))
  expect(await listWaitingEnquiries(database(), 10)).toHaveLength(1)
})
