import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeEnquiry } from '#services/enquiries/change-enquiry.ts'
import { createOutbox } from '#services/enquiries/create-outbox.ts'
import {
  countPendingSuspects,
  createDigestIfDue,
  enquiriesInDigest,
  listWaitingDigests,
  removeDigest,
  removeSentDigestsBefore,
  takeSuspects,
  toDigest,
} from '#services/enquiries/digest-store.ts'
import { findEnquiry, removeExpiredBefore, resendEnquiry } from '#services/enquiries/enquiry-store.ts'
import { leaseDelivery, markSent, releaseDelivery } from '#services/mail/deliveries.ts'
import { createMailer } from '#services/mail/mailer.ts'
import { asContact } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { fixedSettings } from '../fixed-settings.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { openContract } from './open-contract.ts'

const OFFICE = { person: 'Ann', via: 'office' } as const

const contract = openContract()
const client = () => contract().service
const DAY = '2026-11-22'

beforeEach(async () => {
  for (const table of ['enquiries', 'digests'])
    await client().from(table).delete().not('id', 'is', null).throwOnError()
})

let arrivalMs = Date.parse('2026-11-21T09:00:00Z')

/** Each arrives a second after the last, because two of the same millisecond have no defined order. */
async function store(message: string, reason: string | null = 'The hidden field was filled in.') {
  const { reference } = await storeEnquiry(client(), asContact({ message }), reason)
  arrivalMs += 1000
  const created_at = new Date(arrivalMs).toISOString()
  await client().from('enquiries').update({ created_at }).eq('reference', reference).throwOnError()
  const enquiry = await findEnquiry(client(), reference)
  if (!enquiry) throw new Error('It is not stored')
  return enquiry
}

const soon = () => new Date(Date.now() + 60_000)

async function leaseOne() {
  const [waiting] = await listWaitingDigests(client())
  if (!waiting) throw new Error('No digest waits')
  const rows = await Promise.all(
    Array.from({ length: 6 }, () => leaseDelivery(client(), 'digests', waiting, soon(), soon())),
  )
  const leased = rows.filter((row) => row !== null)
  expect(leased).toHaveLength(1)
  return toDigest(leased[0] as Record<string, unknown>)
}

describe('digests', () => {
  it('digests are created once a day, and only if there is suspected spam', async () => {
    await store('genuine', null)
    await changeEnquiry(client(), (await store('closed')).reference, { status: 'spam' }, null, OFFICE)
    await createDigestIfDue(client(), DAY)
    expect(await listWaitingDigests(client())).toEqual([])
    await store('spam')
    await Promise.all(Array.from({ length: 5 }, () => createDigestIfDue(client(), DAY)))
    const [digest, ...others] = await listWaitingDigests(client())
    expect([digest?.day, others]).toEqual([DAY, []])
    await createDigestIfDue(client(), '2026-11-23')
    expect(await listWaitingDigests(client())).toHaveLength(1)
    await markSent(client(), 'digests', digest?.id ?? '', 'smtp', new Date('2026-11-23T23:59:59.9Z'))
    await createDigestIfDue(client(), DAY)
    await createDigestIfDue(client(), '2026-11-23')
    expect(await listWaitingDigests(client())).toEqual([])
    await createDigestIfDue(client(), '2026-11-24')
    expect(await listWaitingDigests(client())).toMatchObject([{ day: '2026-11-24' }])
  })

  it('digests are leased to one server, and list the same enquiries at each attempt', async () => {
    const first = await store('first')
    const second = await store('second')
    await store('third')
    await createDigestIfDue(client(), DAY)
    const digest = await leaseOne()
    expect(await countPendingSuspects(client())).toBe(3)
    const listed = (await takeSuspects(client(), digest, 2)).map(({ reference }) => reference)
    expect(listed).toEqual([first.reference, second.reference])
    expect(await countPendingSuspects(client())).toBe(1)

    await releaseDelivery(client(), 'digests', digest, new Date(0), '451 Later')
    const again = await leaseOne()
    expect(again).toMatchObject({ attempts: 2, lastError: '451 Later' })
    expect((await takeSuspects(client(), again, 2)).map(({ reference }) => reference)).toEqual(listed)
    await resendEnquiry(client(), first, 'Ann')
    expect(await takeSuspects(client(), again, 2)).toMatchObject([{ reference: second.reference }])
    expect(await enquiriesInDigest(client(), again.id)).toHaveLength(2)
    await markSent(client(), 'digests', again.id, 'smtp', new Date())
    expect(await listWaitingDigests(client())).toEqual([])
  })

  it('digests are removed by age, and enquiries that no sent digest lists stay', async () => {
    const [listed, pending] = [await store('listed'), await store('pending')]
    await createDigestIfDue(client(), DAY)
    const digest = await leaseOne()
    await client().from('enquiries').update({ digest_id: digest.id }).eq('id', listed.id).throwOnError()
    const old = { created_at: '2020-01-01T00:00:00Z' }
    for (const table of ['enquiries', 'digests'])
      await client().from(table).update(old).not('id', 'is', null).throwOnError()
    const limit = new Date('2021-01-01')
    expect(await removeExpiredBefore(client(), limit)).toEqual([])
    await removeSentDigestsBefore(client(), limit)
    expect(await listWaitingDigests(client())).toHaveLength(1)
    await markSent(client(), 'digests', digest.id, 'smtp', new Date())
    expect(await removeExpiredBefore(client(), limit)).toMatchObject([{ reference: listed.reference }])
    expect(await findEnquiry(client(), pending.reference)).not.toBeNull()
    await removeSentDigestsBefore(client(), limit)
    const { data } = await client().from('digests').select('id')
    expect(data).toEqual([])
  })

  it('digests that list nothing are removed', async () => {
    await store('spam')
    await createDigestIfDue(client(), DAY)
    const digest = await leaseOne()
    await removeDigest(client(), digest.id)
    expect(await listWaitingDigests(client())).toEqual([])
  })

  it('digests are sent by the outbox, once, by one of two servers', async () => {
    const references = []
    for (let count = 0; count < 5; count++) references.push((await store(`spam ${count}`)).reference)
    const folders = [temporaryFolder(), temporaryFolder()]
    const faults: unknown[] = []
    const outboxes = folders.map((dataDir) =>
      createOutbox({
        client: client(),
        mailer: createMailer({ DATA_DIR: dataDir }),
        settings: fixedSettings(),
        log: { request() {}, info() {}, error: (message, error) => faults.push(message, error) },
        async removeOld() {},
        firstRetryMs: 1000,
        leaseMs: 20_000,
        now: () => new Date(`${DAY}T07:00:00Z`),
      }),
    )
    for (const outbox of outboxes) outbox.start()
    const sent = async () => (await client().from('digests').select('delivery,attempts')).data
    await expect.poll(sent).toEqual([{ delivery: 'sent', attempts: 1 }])
    await Promise.all(outboxes.map((outbox) => outbox.stop()))
    const files = folders.flatMap((folder) => {
      try {
        return readdirSync(join(folder, 'mail')).map((name) => join(folder, 'mail', name))
      } catch {
        return []
      }
    })
    expect(files).toHaveLength(1)
    const digest = await PostalMime.parse(readFileSync(files[0] ?? ''))
    expect(digest.text?.match(/^ENQ-\d{4}-\d{4}$/gm)).toEqual(references)
    expect(faults).toEqual([])
  })
})
