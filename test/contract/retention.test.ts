import { beforeEach, expect, it } from 'vitest'
import { markSent } from '#services/mail/deliveries.ts'
import { applyRetention, readRetention } from '#services/retention/retention.ts'
import { asContact } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { addRows, deleteRows, editRows, findRows } from '../rows.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const database = () => contract().database
const DAY_MS = 86_400_000

const stored = async () => (await findRows(database(), 'enquiries', ['id'])).length
const seenAt = async () => (await findRows(database(), 'site_state', ['value']))[0]?.value

beforeEach(async () => {
  await deleteRows(database(), 'enquiries')
  await deleteRows(database(), 'site_state')
  for (const message of ['delivered', 'delivered too', 'closed', 'waiting'])
    await storeEnquiry(contract().database, asContact({ message }))
  const data = await findRows(database(), 'enquiries', ['id', 'message'])
  for (const { id, message } of data) {
    if (message?.startsWith('delivered'))
      await markSent(contract().database, 'enquiries', id, 'smtp', new Date())
    if (message === 'closed')
      await editRows(database(), 'enquiries', { id }, { closed_at: new Date().toISOString() })
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
  await deleteRows(database(), 'plate_changes')
  await addRows(database(), 'plate_changes', rows)
  await applyRetention(inDays(0))
  expect(await findRows(database(), 'plate_changes', ['plate_number'])).toEqual([{ plate_number: 'DAY 29' }])
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
  await deleteRows(database(), 'sale_changes')
  await addRows(database(), 'sale_changes', rows)
  await applyRetention(inDays(0))
  expect(await findRows(database(), 'sale_changes', ['plate_number'])).toEqual([{ plate_number: 'DAY 29' }])
})
