import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeEnquiry } from '#services/enquiries/change-enquiry.ts'
import { createOutbox } from '#services/enquiries/create-outbox.ts'
import {
  assignSuspects,
  countPendingSuspects,
  createDigestIfDue,
  enquiriesInDigest,
  findDigests,
  listWaitingDigests,
  readSuspects,
  removeDigest,
  removeSentDigestsBefore,
} from '#services/enquiries/digest-store.ts'
import { findEnquiry, removeExpiredBefore } from '#services/enquiries/enquiry-store.ts'
import { leaseDelivery, markSent, releaseDelivery } from '#services/mail/deliveries.ts'
import { createMailer } from '#services/mail/mailer.ts'
import { asContact } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { fixedSettings } from '../fixed-settings.ts'
import { deleteRows, editRows, findRows } from '../rows.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { transact } from '../transact.ts'
import { openContract } from './open-contract.ts'

const OFFICE = { person: 'Ann', via: 'office' } as const

const contract = openContract()
const database = () => contract().database
const DAY = '2026-11-22'

beforeEach(async () => {
  for (const table of ['enquiries', 'digests'] as const) await deleteRows(database(), table)
})

let arrivalMs = Date.parse('2026-11-21T09:00:00Z')

/** Each arrives a second after the last, because two of the same millisecond have no defined order. */
async function store(message: string, reason: string | null = 'The hidden field was filled in.') {
  const { reference } = await storeEnquiry(database(), asContact({ message }), reason)
  arrivalMs += 1000
  const created_at = new Date(arrivalMs).toISOString()
  await editRows(database(), 'enquiries', { reference }, { created_at })
  const enquiry = await findEnquiry(database(), reference)
  if (!enquiry) throw new Error('It is not stored')
  return enquiry
}

const soon = () => new Date(Date.now() + 60_000)

async function leaseOne() {
  const [waiting] = await listWaitingDigests(database())
  if (!waiting) throw new Error('No digest waits')
  const leases = await Promise.all(
    Array.from({ length: 6 }, () =>
      leaseDelivery(database(), 'digests', waiting, { now: soon(), until: soon() }),
    ),
  )
  const [held, ...others] = leases.filter((one) => one !== null)
  if (!held) throw new Error('Nobody has it')
  expect(others).toEqual([])
  const [digest] = await findDigests(database(), [waiting.id])
  expect(digest?.lease).toBe(held)
  return { ...waiting, ...digest, lease: held }
}

describe('digests', () => {
  it('digests are created once a day, and only if there is suspected spam', async () => {
    await store('genuine', null)
    await changeEnquiry(database(), (await store('closed')).reference, { status: 'spam' }, null, OFFICE)
    await createDigestIfDue(database(), DAY)
    expect(await listWaitingDigests(database())).toEqual([])
    await store('spam')
    await Promise.all(Array.from({ length: 5 }, () => createDigestIfDue(database(), DAY)))
    const [digest, ...others] = await listWaitingDigests(database())
    expect([digest?.day, others]).toEqual([DAY, []])
    await createDigestIfDue(database(), '2026-11-23')
    expect(await listWaitingDigests(database())).toHaveLength(1)
    await markSent(database(), 'digests', digest?.id ?? '', 'smtp', new Date('2026-11-23T23:59:59.9Z'))
    await createDigestIfDue(database(), DAY)
    await createDigestIfDue(database(), '2026-11-23')
    expect(await listWaitingDigests(database())).toEqual([])
    await createDigestIfDue(database(), '2026-11-24')
    expect(await listWaitingDigests(database())).toMatchObject([{ day: '2026-11-24' }])
  })

  it('digests are leased to one server, and list the same enquiries at each attempt', async () => {
    const first = await store('first')
    const second = await store('second')
    await store('third')
    await createDigestIfDue(database(), DAY)
    const digest = await leaseOne()
    expect(await countPendingSuspects(database())).toBe(3)
    await transact(database(), (transaction) => assignSuspects(transaction, digest.id, 2))
    const suspects = async () => (await readSuspects(database(), digest.id)).map(({ reference }) => reference)
    const listed = await suspects()
    expect(listed).toEqual([first.reference, second.reference])
    expect(await countPendingSuspects(database())).toBe(1)

    await releaseDelivery(database(), 'digests', digest, new Date(0), '451 Later')
    const again = await leaseOne()
    expect(again).toMatchObject({ attempts: 2, lastError: '451 Later' })
    expect(await suspects()).toEqual(listed)
    await changeEnquiry(database(), first.reference, { status: 'new' }, null, OFFICE)
    expect(await suspects()).toEqual([second.reference])
    expect(await enquiriesInDigest(database(), again.id)).toHaveLength(2)
    await markSent(database(), 'digests', again.id, 'smtp', new Date())
    expect(await listWaitingDigests(database())).toEqual([])
  })

  it('digests are removed by age, and enquiries that no sent digest lists stay', async () => {
    const [listed, pending] = [await store('listed'), await store('pending')]
    await createDigestIfDue(database(), DAY)
    const digest = await leaseOne()
    await editRows(database(), 'enquiries', { id: listed.id }, { digest_id: digest.id })
    const old = { created_at: '2020-01-01T00:00:00Z' }
    for (const table of ['enquiries', 'digests'] as const) await editRows(database(), table, {}, old)
    const limit = new Date('2021-01-01')
    const remove = () =>
      transact(database(), async (transaction) => {
        const removed = await removeExpiredBefore(transaction, limit)
        await removeSentDigestsBefore(transaction, limit)
        return removed
      })
    expect(await remove()).toEqual([])
    expect(await listWaitingDigests(database())).toHaveLength(1)
    await markSent(database(), 'digests', digest.id, 'smtp', new Date())
    expect(await remove()).toMatchObject([{ reference: listed.reference }])
    expect(await findEnquiry(database(), pending.reference)).not.toBeNull()
    const data = await findRows(database(), 'digests', ['id'])
    expect(data).toEqual([])
  })

  it('digests that list nothing are removed', async () => {
    await store('spam')
    await createDigestIfDue(database(), DAY)
    const digest = await leaseOne()
    await removeDigest(database(), digest.id)
    expect(await listWaitingDigests(database())).toEqual([])
  })

  it('digests are sent by the outbox, once, by one of two servers', async () => {
    const references = []
    for (let count = 0; count < 5; count++) references.push((await store(`spam ${count}`)).reference)
    const folders = [temporaryFolder(), temporaryFolder()]
    const faults: unknown[] = []
    const outboxes = folders.map((dataDir) =>
      createOutbox({
        database: database(),
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
    const sent = async () => await findRows(database(), 'digests', ['delivery', 'attempts'])
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
