/** How changes of settings and stock reach the servers of a hosted backend. */
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPostgres } from '#data/open-postgres.ts'
import { signToken } from '#packages/sqlite-rest/auth.ts'
import { changeSettings, readEditableSettings } from '#services/settings/change-settings.ts'
import { defaultsOf } from '#services/settings/settings.ts'
import { site as shipped } from '#site.config.ts'
import { openTestSite, textOf } from '../open-test-site.ts'
import { openHostedServer } from './open-contract.ts'

const { url, secret, databaseUrl } = openHostedServer()
const serviceKey = signToken({ role: 'service_role' }, secret)
const environment = {
  BACKEND_URL: `${url}/`,
  BACKEND_ANON_KEY: signToken({ role: 'anon' }, secret),
  BACKEND_SERVICE_KEY: serviceKey,
  DATABASE_URL: databaseUrl,
  // Longer than the test, so that no page expires.
  HOSTED_PAGE_SECONDS: '3600',
}
const client = new PostgrestClient(url, { headers: { Authorization: `Bearer ${serviceKey}` } })
const defaults = defaultsOf({ ENQUIRY_RETENTION_MONTHS: 24, ACKNOWLEDGEMENTS: 'on' })
const LOOK_MS = 2_000

const removeAll = () => client.from('settings').delete().not('id', 'is', null).throwOnError()

beforeEach(async () => {
  await removeAll()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await removeAll()
})

async function setStrapline(value: string) {
  const database = openPostgres(databaseUrl)
  const { seen } = (await readEditableSettings(database, defaults)).strapline
  await changeSettings(database, defaults, [{ name: 'strapline', value, seen }], {
    person: 'Ann',
    via: 'desk',
  })
  await database.destroy()
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
  await client.from('plates').insert({ plate_number: 'A 1', price: 4_321 }).throwOnError()
  const servers = [await openTestSite(environment), await openTestSite(environment)]
  for (const server of servers) expect(textOf(await server.read('/plate/A%201'))).toContain('£4,321')
  await client.from('plates').update({ price: 4_444 }).eq('plate_number', 'A 1').throwOnError()
  vi.advanceTimersByTime(LOOK_MS)
  for (const server of servers)
    await expect.poll(async () => textOf(await server.read('/plate/A%201'))).toContain('£4,444')
})

it('a server has the settings from its first page on, and only the defaults without the service key', async () => {
  await setStrapline('Since 2001')
  expect(textOf(await (await openTestSite(environment)).read('/about'))).toContain('Since 2001')
  const keyless = await openTestSite({ ...environment, BACKEND_SERVICE_KEY: '', DATABASE_URL: '' })
  expect(textOf(await keyless.read('/about'))).toContain(shipped.strapline)
  expect(keyless.faults).toEqual([])
})
