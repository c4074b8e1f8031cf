import { beforeEach, expect, it } from 'vitest'
import { readCorrections } from '#shared/sales/corrections.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
beforeEach(() => contract().fill())

const logged = {
  explorer: 'uk',
  plate_number: 'ONE 1',
  kind: 'edited',
  change: 'Hammer price £100 → £110',
  reason: 'The house published another figure.',
}

it('the log of corrections is added to by the service key and read by everyone', async () => {
  const { anon, service } = contract()
  const { data } = await service.from('corrections').insert(logged).select().throwOnError()
  const [added] = data as { id: string; at: string }[]
  expect(added).toEqual({ id: added?.id, at: expect.stringMatching(/^20\d\d-/), ...logged })
  const read = await anon.from('corrections').select().eq('id', added?.id).throwOnError()
  expect(read.data).toEqual([added])
})

it('the log of corrections is never changed, and only added to by the service key', async () => {
  const { anonKey, service, write } = contract()
  const { data } = await service.from('corrections').insert(logged).select('id').throwOnError()
  const [added] = data as { id: string }[]
  const forbidden = expect.objectContaining({
    code: '42501',
    message: 'permission denied for table corrections',
  })
  for (const [method, path, body, Prefer] of [
    ['PATCH', `/corrections?id=eq.${added?.id}`, { reason: 'x' }, ''],
    ['DELETE', `/corrections?id=eq.${added?.id}`, undefined, ''],
    ['POST', '/corrections', { ...added, ...logged, reason: 'x' }, 'resolution=merge-duplicates'],
  ] as const) {
    const byDealer = await write(method, path, body, { Prefer })
    expect([byDealer.status, await byDealer.json()]).toEqual([403, forbidden])
    const byPublic = await write(method, path, body, { Prefer, Authorization: `Bearer ${anonKey}` })
    expect([byPublic.status, await byPublic.json()]).toEqual([401, forbidden])
  }
  const added2 = await write('POST', '/corrections', logged, { Authorization: `Bearer ${anonKey}` })
  expect([added2.status, await added2.json()]).toEqual([401, forbidden])
  // Like `move`: existing entries stay as they are.
  const again = await write(
    'POST',
    '/corrections',
    { ...added, ...logged, reason: 'x' },
    { Prefer: 'resolution=ignore-duplicates' },
  )
  expect(again.status).toBe(201)
  const kept = await service.from('corrections').select('reason').eq('id', added?.id).throwOnError()
  expect(kept.data).toEqual([{ reason: logged.reason }])
})

it('readCorrections returns the latest 500 first', async () => {
  const { anon, service } = contract()
  const rows = Array.from({ length: 501 }, (_, index) => ({
    ...logged,
    at: new Date(Date.UTC(2999, 0, 1) + index * 1000).toISOString(),
    // The log is shared with other files and only grows, so these are registrations of this file alone.
    plate_number: `LOG ${index}`,
  }))
  await service.from('corrections').insert(rows).throwOnError()
  const logError = (_: string, error: unknown) => {
    throw error
  }
  const read = await readCorrections({ client: anon, isReachable: async () => true, logError })
  expect(read).toHaveLength(500)
  expect(read[0]).toEqual({
    at: '2999-01-01T00:08:20.000Z',
    explorer: 'uk',
    registration: 'LOG 500',
    kind: 'edited',
    change: logged.change,
    reason: logged.reason,
  })
  expect(read.at(-1)?.registration).toBe('LOG 1')
})
