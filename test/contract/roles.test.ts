import { describe, expect, it } from 'vitest'
import { signToken } from '../../backend/keys.ts'
import { isHosted, openContract } from './helper.ts'

const contract = openContract()

const numbers = (rows: unknown) => (rows as { plate_number: string }[]).map((row) => row.plate_number)

describe('the public key', () => {
  it('sees available plates alone', async () => {
    const { data, count } = await contract().anon.from('plates').select('*', { count: 'exact' })
    expect(count).toBe(10)
    expect(data?.every((plate) => plate.is_available)).toBe(true)
  })

  it.each([
    'is_available=eq.false',
    'is_available=is.false',
    'plate_number=like.HIDDEN*',
    'or=(is_available.is.false,plate_number.eq.HIDDEN 1)',
    'not.and=(is_available.is.true,price.gte.0)',
    'id=eq.00000000-0000-4000-8000-000000000011',
    'price=eq.99999',
  ])('finds nothing withdrawn by %s', async (query) => {
    const response = await contract().ask(`/plates?select=plate_number&${query}`, {
      headers: { Prefer: 'count=exact' },
    })
    expect([response.status, response.headers.get('content-range'), await response.json()]).toEqual([
      200,
      '*/0',
      [],
    ])
  })

  it('sees all sales', async () => {
    const { data } = await contract().anon.from('sales').select()
    expect(data).toHaveLength(5)
  })
})

describe('the service key', () => {
  it('sees every plate', async () => {
    const { data } = await contract()
      .service.from('plates')
      .select('plate_number')
      .is('is_available', false)
      .order('id')
    expect(numbers(data)).toEqual(['HIDDEN 1', 'HIDDEN 2'])
  })
})

describe('keys', () => {
  const status = async (headers: Record<string, string>) => {
    const response = await contract().ask('/plates?limit=1', { headers: { Authorization: '', ...headers } })
    const body = (await response.json()) as { code?: string }
    return [response.status, body.code]
  }

  it('a token that is none of ours is refused, with a challenge', async () => {
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

  it('the scheme may be written small', async () => {
    expect(await status({ Authorization: `bearer ${contract().anonKey}` })).toEqual([200, undefined])
  })

  it('a faulty token is refused before anything else is looked at', async () => {
    for (const path of ['/', '/nope', '/plates?price=foo']) {
      const response = await contract().ask(path, { headers: { Authorization: 'Bearer abc' } })
      expect(response.status).toBe(401)
    }
  })

  it.skipIf(isHosted)('no key at all is refused', async () => {
    expect(await status({})).toEqual([401, 'PGRST302'])
    expect(await status({ Authorization: 'Basic abc' })).toEqual([401, 'PGRST302'])
  })

  it.skipIf(isHosted)('apikey alone is enough, and a bearer token takes its place', async () => {
    const { anonKey } = contract()
    expect(await status({ apikey: anonKey })).toEqual([200, undefined])
    expect(await status({ apikey: 'wrong' })).toEqual([401, 'PGRST301'])
    expect(await status({ apikey: anonKey, Authorization: 'Bearer abc' })).toEqual([401, 'PGRST301'])
  })
})
