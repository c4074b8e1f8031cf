import { describe, expect, it } from 'vitest'
import { signToken } from '#packages/sqlite-rest/auth.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()

const numbers = (rows: unknown) => (rows as { plate_number: string }[]).map((row) => row.plate_number)

it('the public key reads only available plates', async () => {
  const { data, count } = await contract().anon.from('plates').select('*', { count: 'exact' })
  expect(count).toBe(10)
  expect(data?.every((plate) => plate.is_available)).toBe(true)
})

it('the root answers the health check', async () => {
  const { ask } = contract()
  for (const method of ['HEAD', 'GET']) expect((await ask('/', { method })).status).toBe(200)
})

describe('the public key cannot write', () => {
  const row = { plate_number: 'NEW 1', price: 1 }

  it('a key that is forged, expired or not yet valid cannot write', async () => {
    const { write, secret } = contract()
    const now = Math.floor(Date.now() / 1000)
    const claims = { role: 'service_role' }
    const unsigned = (alg: string) =>
      `${[{ alg, typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
    for (const token of [
      signToken(claims, 'x'.repeat(40)),
      `${signToken(claims, secret).slice(0, -2)}xx`,
      signToken({ ...claims, exp: now - 60 }, secret),
      signToken({ ...claims, nbf: now + 120 }, secret),
      unsigned('none'),
      unsigned('HS256'),
    ])
      for (const [method, path] of [
        ['POST', '/plates'],
        ['PATCH', '/plates?price=gt.0'],
        ['DELETE', '/plates?price=gt.0'],
      ] as const) {
        const body = method === 'DELETE' ? undefined : row
        const response = await write(method, path, body, { Authorization: `Bearer ${token}` })
        expect([response.status, (await response.json()).code]).toEqual([401, 'PGRST301'])
      }
  })
})

describe('the audit trail and the site’s own state', () => {
  const entry = { person: 'ann', command: 'plates edit', change: 'A 1: price 1 → 2' }

  it('the audit trail and the site’s own state are closed to the public key', async () => {
    const { write, anonKey } = contract()
    for (const [method, path, body] of [
      ['GET', '/audit', undefined],
      ['GET', '/audit?select=person&limit=1', undefined],
      ['POST', '/audit', entry],
      ['GET', '/site_state', undefined],
      ['POST', '/site_state', { name: 'clock_seen_at', value: 'x' }],
      ['PATCH', '/site_state?name=eq.clock_seen_at', { value: 'x' }],
    ] as const) {
      const response = await write(method, path, body, { Authorization: `Bearer ${anonKey}` })
      expect([response.status, await response.json()]).toEqual([
        401,
        expect.objectContaining({ code: '42501' }),
      ])
    }
  })

  it('the service key can append to the audit trail and read it, and cannot change or delete entries', async () => {
    const { service, write } = contract()
    const { data } = await service.from('audit').insert(entry).select().throwOnError()
    const added = data?.[0] as { id: string; at: string }
    expect(added).toEqual({ id: added.id, at: expect.stringMatching(/^20\d\d-/), person_id: null, ...entry })
    for (const [method, path, body, Prefer] of [
      ['PATCH', `/audit?id=eq.${added.id}`, { person: 'bob' }, ''],
      ['DELETE', `/audit?id=eq.${added.id}`, undefined, ''],
      ['POST', '/audit', { ...added, person: 'bob' }, 'resolution=merge-duplicates'],
    ] as const) {
      const response = await write(method, path, body, { Prefer })
      expect([response.status, await response.json()]).toEqual([
        403,
        expect.objectContaining({ code: '42501', message: 'permission denied for table audit' }),
      ])
    }
    // Like `move`: existing entries stay as they are.
    const again = await write(
      'POST',
      '/audit',
      { ...added, person: 'bob' },
      {
        Prefer: 'resolution=ignore-duplicates',
      },
    )
    expect(again.status).toBe(201)
    const { data: kept } = await service.from('audit').select('person').eq('id', added.id).throwOnError()
    expect(kept).toEqual([{ person: 'ann' }])
  })
})

it('the service key reads every plate', async () => {
  const { data } = await contract()
    .service.from('plates')
    .select('plate_number')
    .is('is_available', false)
    .order('id')
  expect(numbers(data)).toEqual(['HIDDEN 1', 'HIDDEN 2'])
})

describe('keys', () => {
  const status = async (headers: Record<string, string>) => {
    const response = await contract().ask('/plates?limit=1', { headers: { Authorization: '', ...headers } })
    const body = (await response.json()) as { code?: string }
    return [response.status, body.code]
  }

  it('an invalid token is refused, with a challenge', async () => {
    for (const token of [
      'abc',
      'a.b.c',
      `${contract().anonKey}x`,
      signToken({ role: 'service_role' }, 'x'.repeat(40)),
    ])
      expect(await status({ Authorization: `Bearer ${token}` })).toEqual([401, 'PGRST301'])
    const response = await contract().ask('/plates', { headers: { Authorization: 'Bearer abc' } })
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/)
  })

  it('the scheme of a token may be in lower case', async () => {
    expect(await status({ Authorization: `bearer ${contract().anonKey}` })).toEqual([200, undefined])
  })

  it('an invalid token is refused before anything else is checked', async () => {
    for (const path of ['/', '/nope', '/plates?price=foo']) {
      const response = await contract().ask(path, { headers: { Authorization: 'Bearer abc' } })
      expect(response.status).toBe(401)
    }
  })
})
