import { beforeEach, expect, it } from 'vitest'
import { markSent } from '#services/mail/deliveries.ts'
import { applyRetention, readRetention } from '#services/retention/retention.ts'
import { asContact } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const client = () => contract().service
const DAY_MS = 86_400_000

const stored = async () => (await client().from('enquiries').select('id').throwOnError()).data?.length
const seenAt = async () => (await client().from('site_state').select('value').throwOnError()).data?.[0]?.value

beforeEach(async () => {
  await client().from('enquiries').delete().not('id', 'is', null).throwOnError()
  await client().from('site_state').delete().not('id', 'is', null).throwOnError()
  for (const message of ['delivered', 'delivered too', 'closed', 'waiting'])
    await storeEnquiry(contract().database, asContact({ message }))
  const { data } = await client().from('enquiries').select('id,message').throwOnError()
  for (const { id, message } of data ?? []) {
    if (message.startsWith('delivered'))
      await markSent(contract().database, 'enquiries', id, 'smtp', new Date())
    if (message === 'closed')
      await client()
        .from('enquiries')
        .update({ closed_at: new Date().toISOString() })
        .eq('id', id)
        .throwOnError()
  }
})

const inDays = (days: number) => ({
  database: contract().database,
  dataDir: temporaryFolder(),
  months: 24,
  now: new Date(Date.now() + days * DAY_MS),
})

it('retention removes nothing after the clock jumped ahead, even if no earlier time was recorded', async () => {
  const result = await applyRetention(inDays(3 * 365))
  expect(result).toMatchObject({ isSuspended: true, enquiries: 3 })
  expect([await stored(), await seenAt()]).toEqual([4, undefined])
})

it('retention records the time when it runs, and continues after gaps of up to 30 days', async () => {
  const now = inDays(0)
  expect(await applyRetention(now)).toMatchObject({ isSuspended: false, enquiries: 0 })
  expect(await seenAt()).toBe(now.now.toISOString())
  expect(await applyRetention(inDays(31))).toMatchObject({ isSuspended: false, enquiries: 0 }) // nothing to lose
  expect(await applyRetention(inDays(760))).toMatchObject({ isSuspended: true, enquiries: 3 })
  expect(await stored()).toBe(4)
  expect(await applyRetention(inDays(0))).toMatchObject({ isSuspended: false })
  expect(await seenAt()).toBeDefined()
})

it('retention removes delivered and closed enquiries once the dealer confirms the clock', async () => {
  const options = inDays(760)
  expect(await readRetention(options)).toMatchObject({ enquiries: 3, jumpedSince: expect.any(Date) })
  expect(await applyRetention(options, { isConfirmed: true })).toMatchObject({
    isSuspended: false,
    enquiries: 3,
  })
  expect([await stored(), await seenAt()]).toEqual([1, options.now.toISOString()])
  expect(await applyRetention(inDays(770))).toMatchObject({ isSuspended: false, enquiries: 0 })
})

it('retention removes changes of the stock when they can be undone no longer', async () => {
  const rows = [29, 31].map((days) => ({
    batch: crypto.randomUUID(),
    at: new Date(Date.now() - days * DAY_MS).toISOString(),
    person: 'Ann',
    action: 'desk: edit',
    plate_id: crypto.randomUUID(),
    plate_number: `DAY ${days}`,
    after: '{"plate":{},"details":{}}',
  }))
  await client().from('plate_changes').delete().not('id', 'is', null).throwOnError()
  await client().from('plate_changes').insert(rows).throwOnError()
  await applyRetention(inDays(0))
  expect((await client().from('plate_changes').select('plate_number').throwOnError()).data).toEqual([
    { plate_number: 'DAY 29' },
  ])
})

it('retention removes changes of recorded sales when they can be undone no longer', async () => {
  const rows = [29, 31].map((days) => ({
    batch: crypto.randomUUID(),
    at: new Date(Date.now() - days * DAY_MS).toISOString(),
    person: 'Ann',
    action: 'desk: edit',
    explorer: 'uk',
    sale_id: crypto.randomUUID(),
    plate_number: `DAY ${days}`,
    after: '{}',
  }))
  await client().from('sale_changes').delete().not('id', 'is', null).throwOnError()
  await client().from('sale_changes').insert(rows).throwOnError()
  await applyRetention(inDays(0))
  expect((await client().from('sale_changes').select('plate_number').throwOnError()).data).toEqual([
    { plate_number: 'DAY 29' },
  ])
})
