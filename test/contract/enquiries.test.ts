import { beforeEach, expect, it } from 'vitest'
import {
  findEnquiriesFrom,
  findEnquiry,
  listWaitingEnquiries,
  readBacklog,
  removeEnquiries,
  removeExpiredBefore,
  type StoredEnquiry,
  toEnquiry,
} from '#services/enquiries/enquiry-store.ts'
import { leaseDelivery, markSent, releaseDelivery } from '#services/mail/deliveries.ts'
import { maxLengths } from '#shared/enquiries/enquiry-fields.ts'
import { asContact, asValuation } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const client = () => contract().service

beforeEach(async () => {
  await client().from('enquiries').delete().not('id', 'is', null).throwOnError()
})

const store = (body: unknown, idempotencyKey?: string, quarantineReason: string | null = null) =>
  storeEnquiry(client(), body, quarantineReason, idempotencyKey)

async function leaseEnquiry(enquiry: StoredEnquiry, now: Date, until: Date) {
  const row = await leaseDelivery(client(), 'enquiries', enquiry, now, until)
  return row && toEnquiry(row)
}

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
  expect((await findEnquiry(client(), reference))?.message).toBe(textOfLength(maxLengths.message))
})

it('enquiries are stored once under one key, also when concurrent', async () => {
  const stored = await Promise.all(Array.from({ length: 5 }, () => store(asContact(), 'the-same-key')))
  expect(stored.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(stored.map(({ reference }) => reference)).size).toBe(1)
})

it('enquiries are leased to one of many', async () => {
  await store(asValuation())
  const [waiting] = await listWaitingEnquiries(client(), 10)
  if (!waiting) throw new Error('It does not wait')
  const now = new Date(Date.now() + 1000)
  const until = new Date(Date.now() + 60_000)
  const leases = await Promise.all(Array.from({ length: 8 }, () => leaseEnquiry(waiting, now, until)))
  const [lease, ...others] = leases.filter((lease) => lease !== null)
  expect(others).toEqual([])
  expect(lease).toMatchObject({ attempts: 1, lease: expect.any(String) })
  expect(await leaseEnquiry({ ...waiting, attempts: 1 }, now, until)).toBeNull()
  if (lease) await releaseDelivery(client(), 'enquiries', lease, new Date(0), 'refused')
  const [again] = await listWaitingEnquiries(client(), 10)
  expect(again).toMatchObject({ lease: null, lastError: 'refused', attempts: 1 })
  const second = again && (await leaseEnquiry(again, now, until))
  // A lease that has passed on cannot be released by its former holder.
  if (lease) await releaseDelivery(client(), 'enquiries', lease, new Date(0), 'too late')
  expect(await listWaitingEnquiries(client(), 10)).toMatchObject([{ lease: second?.lease }])
})

it('the database reports how many enquiries are waiting and since when, without delivered and closed ones', async () => {
  expect(await readBacklog(client())).toEqual({ waiting: 0, oldestAt: null })
  const { reference } = await store(asContact())
  await store(asContact())
  await store(asContact(), crypto.randomUUID(), 'The hidden field was filled in.')
  expect(await readBacklog(client())).toEqual({ waiting: 2, oldestAt: expect.any(String) })
  const enquiry = await findEnquiry(client(), reference)
  await markSent(client(), 'enquiries', enquiry?.id ?? '', 'smtp', new Date())
  expect(await readBacklog(client())).toMatchObject({ waiting: 1 })
})

it('enquiries are removed by age and by person', async () => {
  const old = '2020-01-01T00:00:00Z'
  const { reference } = await store(asContact())
  await client().from('enquiries').update({ created_at: old }).eq('reference', reference).throwOnError()
  expect(await removeExpiredBefore(client(), new Date('2021-01-01'))).toEqual([])
  await client().from('enquiries').update({ closed_at: old }).eq('reference', reference).throwOnError()
  expect(await removeExpiredBefore(client(), new Date('2021-01-01'))).toMatchObject([{ reference }])
  await store(asContact({ email: 'A_nn@visitor.example' }))
  await store(asContact({ email: 'Axnn@visitor.example' }))
  const mine = await findEnquiriesFrom(client(), 'a_NN@visitor.example')
  expect(mine).toHaveLength(1)
  await removeEnquiries(client(), mine)
  expect(await listWaitingEnquiries(client(), 10)).toHaveLength(1)
})
