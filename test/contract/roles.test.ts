import { describe, expect, it } from 'vitest'
import { tables } from '#db/schema.ts'
import { signToken } from '#packages/sqlite-rest/auth.ts'
import { addRows, findRows } from '../rows.ts'
import { id } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()

it('the public key reads only available plates', async () => {
  const { data, count } = await contract().anon.from('plates').select('*', { count: 'exact' })
  expect(count).toBe(10)
  expect(data?.every((plate) => plate.is_available)).toBe(true)
})

it('the root answers the health check', async () => {
  const { ask } = contract()
  for (const method of ['HEAD', 'GET']) expect((await ask('/', { method })).status).toBe(200)
})

const refusalOf = async (response: Response) => [response.status, (await response.json()).code]

it('no key reads what is private: neither tables and views, nor a row or a column beside public ones', async () => {
  const { ask, database, secret } = contract()
  await addRows(database, 'audit', { person: 'ann', command: 'plates edit', change: 'A 1: price 1 → 2' })
  const closed = [...tables.values()].filter(({ anonReads }) => anonReads === 'none').map(({ name }) => name)
  expect(closed).toEqual(expect.arrayContaining(['plate_details', 'enquiries', 'people', 'audit', 'stock']))
  for (const name of closed)
    for (const path of [`/${name}`, `/${name}?select=*&limit=1`])
      expect([path, await refusalOf(await ask(path))]).toEqual([path, [401, '42501']])
  for (const path of ['/plates?is_available=is.false', '/plates?plate_number=eq.HIDDEN 1'])
    expect(await (await ask(path)).json()).toEqual([])
  for (const column of ['cost', 'notes', 'holder'])
    expect(await refusalOf(await ask(`/plates?select=${column}`))).toEqual([400, '42703'])
  const Authorization = `Bearer ${signToken({ role: 'service_role' }, secret)}`
  for (const name of ['plates', ...closed])
    expect([name, (await ask(`/${name}`, { headers: { Authorization } })).status]).toEqual([
      name,
      contract().engine === 'sqlite' ? 400 : 403,
    ])
})

describe('nothing is written over REST', () => {
  const requests = (table: string): [method: string, path: string, headers?: Record<string, string>][] => [
    ['POST', `/${table}`],
    ['POST', `/${table}`, { Prefer: 'resolution=merge-duplicates' }],
    ['POST', `/${table}`, { Prefer: 'resolution=ignore-duplicates, return=representation' }],
    ['PATCH', `/${table}?id=not.is.null`],
    ['DELETE', `/${table}?id=not.is.null`],
  ]
  const written = [...tables.values()].filter(({ kind }) => kind === 'table').map(({ name }) => name)
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    contract().ask(path, {
      method,
      body: method === 'DELETE' ? null : `{"id":"${id(1)}"}`,
      headers: { 'Content-Type': 'application/json', ...headers },
    })

  it.each(written)(
    'nothing is written to %s over REST, with the public key or another one',
    async (table) => {
      const { engine, secret } = contract()
      const Authorization = `Bearer ${signToken({ role: 'service_role' }, secret)}`
      for (const [method, path, headers] of requests(table)) {
        const [byPublic, byOther] = [
          await send(method, path, headers),
          await send(method, path, { Authorization, ...headers }),
        ]
        if (engine === 'sqlite') expect(byPublic.headers.get('allow')).toBe('GET, HEAD')
        expect([method, await refusalOf(byPublic), await refusalOf(byOther)]).toEqual(
          engine === 'sqlite'
            ? [method, [405, 'PGRST117'], [400, '22023']]
            : [method, [401, '42501'], [403, '42501']],
        )
      }
    },
  )

  it('nothing is changed by what is refused over REST', async () => {
    const { database } = contract()
    const before = await findRows(database, 'plates', '*')
    for (const [method, path, headers] of requests('plates')) await send(method, path, headers)
    expect(await findRows(database, 'plates', '*')).toEqual(before)
  })
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
      signToken({ role: 'anon' }, 'x'.repeat(40)),
    ])
      expect(await status({ Authorization: `Bearer ${token}` })).toEqual([401, 'PGRST301'])
    const response = await contract().ask('/plates', { headers: { Authorization: 'Bearer abc' } })
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/)
  })

  it('a token that is forged, expired or not yet valid is refused', async () => {
    const { secret } = contract()
    const now = Math.floor(Date.now() / 1000)
    const claims = { role: 'anon' }
    const unsigned = (alg: string) =>
      `${[{ alg, typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
    for (const token of [
      `${signToken(claims, secret).slice(0, -2)}xx`,
      signToken({ ...claims, exp: now - 60 }, secret),
      signToken({ ...claims, nbf: now + 120 }, secret),
      unsigned('none'),
      unsigned('HS256'),
    ])
      expect(await status({ Authorization: `Bearer ${token}` })).toEqual([401, 'PGRST301'])
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
