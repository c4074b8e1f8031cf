import { expect, it } from 'vitest'
import { openContract } from './open-contract.ts'

const contract = openContract()

async function refusal(
  path: string,
  init?: RequestInit & { headers?: Record<string, string> },
): Promise<unknown[]> {
  const response = await contract().ask(path, init)
  const body = (await response.json()) as Record<string, unknown>
  return [response.status, body.code]
}

it('the root answers the health check', async () => {
  const { ask } = contract()
  for (const method of ['HEAD', 'GET']) expect((await ask('/', { method })).status).toBe(200)
  expect(await (await ask('/', { method: 'HEAD' })).text()).toBe('')
})

it('the refusal of an unknown table names it', async () => {
  const { error, status } = await contract().anon.from('nope').select()
  expect(status).toBe(404)
  expect(error).toMatchObject({ code: '42P01', message: 'relation "public.nope" does not exist' })
})

it.each(['/PLATES', '/nope?limit=1', '/%22', '/pg_catalog', '/information_schema.tables'])(
  '%s is no table',
  async (path) => {
    expect(await refusal(path)).toEqual([404, '42P01'])
  },
)

it.each(['/sqlite_schema', '/meta', '/data_version'])('%s is not a table of the contract', async (path) => {
  expect(await refusal(path, { headers: { Authorization: `Bearer ${contract().serviceKey}` } })).toEqual([
    404,
    '42P01',
  ])
})

it('a function that is not of the contract is not found', async () => {
  expect(await refusal('/rpc/anything')).toEqual([404, 'PGRST202'])
})

it.each(['/plates/', '/plates/1', '//plates', '/a/b/c'])('%s is not a valid path', async (path) => {
  expect((await contract().ask(path)).status).toBe(404)
})

it.each([
  ['/nope?price=foo', 400, 'PGRST100'],
  ['/nope?limit=-1', 416, 'PGRST103'],
  ['/plates?limit=-1&price=foo', 400, 'PGRST100'],
  ['/plates?price=eq.x&nope=eq.1', 400, '42703'],
  ['/plates?price=eq.x&order=nope', 400, '42703'],
  ['/plates?price=eq.x&category=is.true', 400, '42804'],
  ['/plates?price=like.x&category=is.true', 404, '42883'],
])('%s answers %i %s, in the order of errors', async (path, status, code) => {
  expect(await refusal(path)).toEqual([status, code])
})

it('errors of select come first, then those of logic, then filters, then order', async () => {
  const message = async (query: string) => (await (await contract().ask(`/plates?${query}`)).json()).message
  expect(await message('order=d1&c1=eq.1&or=(b1.eq.1)&select=a1')).toBe('column plates.a1 does not exist')
  expect(await message('order=d1&c1=eq.1&or=(b1.eq.1)')).toBe('column plates.b1 does not exist')
  expect(await message('order=d1&c1=eq.1')).toBe('column plates.c1 does not exist')
})

it('an error of the media type comes before that of the table', async () => {
  expect(await refusal('/nope', { headers: { Accept: 'text/html' } })).toEqual([415, 'PGRST107'])
})

it.each([
  ['apikey=foo', 400, 'PGRST100'],
  ['=eq.1', 400, 'PGRST100'],
  ['PRICE=eq.1', 400, '42703'],
  ['x.or=(price.eq.1)', 400, 'PGRST108'],
  ['price.limit=1', 400, 'PGRST108'],
  ['plates.order=price', 400, 'PGRST108'],
])('the parameter %s is refused with %i %s', async (query, status, code) => {
  expect(await refusal(`/plates?${query}`)).toEqual([status, code])
})

it.each(['', '?', '?&&', '?price', '?columns=price', '?on_conflict=price', '?"price"=gte.0'])(
  '/plates%s is answered',
  async (query) => {
    expect((await contract().ask(`/plates${query}`)).status).toBe(200)
  },
)

it('unknown preferences are ignored, unless handling is strict', async () => {
  expect((await contract().ask('/plates', { headers: { Prefer: 'count=foo, bar' } })).status).toBe(200)
  expect(await refusal('/plates', { headers: { Prefer: 'handling=strict, foo=bar' } })).toEqual([
    400,
    'PGRST122',
  ])
})

it('an error to HEAD has only its status', async () => {
  const response = await contract().ask('/plates?nope=eq.1', { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([400, ''])
})
