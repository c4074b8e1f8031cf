/** How changes of settings and stock reach the servers of a hosted backend. */

import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPostgres } from '#data/open-postgres.ts'
import { changeSettings, readEditableSettings } from '#services/settings/change-settings.ts'
import { defaultsOf } from '#services/settings/settings.ts'
import { site as shipped } from '#site.config.ts'
import { openTestSite, textOf } from '../open-test-site.ts'
import { addRows, deleteRows, editRows } from '../rows.ts'
import { openHostedServer } from './open-contract.ts'

const { databaseUrl, environment: server } = openHostedServer()
// Longer than the test, so that no page expires.
const environment = { ...server, HOSTED_PAGE_SECONDS: '3600' }
const database = openPostgres(databaseUrl)
const defaults = defaultsOf({ ENQUIRY_RETENTION_MONTHS: 24, ACKNOWLEDGEMENTS: 'on' })
const LOOK_MS = 2_000

const removeAll = () => deleteRows(database, 'settings')

beforeEach(async () => {
  await removeAll()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await removeAll()
})
afterAll(() => database.destroy())

async function setStrapline(value: string) {
  const { seen } = (await readEditableSettings(database, defaults)).strapline
  await changeSettings(database, defaults, [{ name: 'strapline', value, seen }], {
    person: 'Ann',
    via: 'desk',
  })
}

it('every server shows a change of the settings within two seconds, and discards its cached pages', async () => {
  const servers = [await openTestSite(environment), await openTestSite(environment)]
  for (const server of servers) expect(textOf(await server.read('/about'))).toContain(shipped.strapline)
  await setStrapline('Since 2001')
  for (const server of servers) expect(textOf(await server.read('/about'))).toContain(shipped.strapline)
  vi.advanceTimersByTime(LOOK_MS)
  for (const server of servers)
    await expect.poll(async () => textOf(await server.read('/about'))).toContain('Since 2001')
})

it('every server shows a change of the stock within two seconds', async () => {
  await addRows(database, 'plates', { plate_number: 'A 1', price: 4_321 })
  const servers = [await openTestSite(environment), await openTestSite(environment)]
  for (const server of servers) expect(textOf(await server.read('/plate/A%201'))).toContain('£4,321')
  await editRows(database, 'plates', { plate_number: 'A 1' }, { price: 4_444 })
  vi.advanceTimersByTime(LOOK_MS)
  for (const server of servers)
    await expect.poll(async () => textOf(await server.read('/plate/A%201'))).toContain('£4,444')
})

it('a server has the settings from its first page on', async () => {
  await setStrapline('Since 2001')
  expect(textOf(await (await openTestSite(environment)).read('/about'))).toContain('Since 2001')
})
