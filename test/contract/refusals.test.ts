import { describe, expect, it } from 'vitest'
import {
  MAX_CONDITIONS,
  MAX_DEPTH,
  MAX_LIST,
  MAX_PARAMETERS,
  MAX_PATTERN_LENGTH,
  MAX_PATTERNS,
} from '../../backend/limits.ts'
import { isHosted, openContract } from './helper.ts'

const contract = openContract()

async function refusal(
  path: string,
  init?: RequestInit & { headers?: Record<string, string> },
): Promise<unknown[]> {
  const response = await contract().ask(path, init)
  const body = (await response.json()) as Record<string, unknown>
  return [response.status, body.code]
}

describe('the root', () => {
  it('answers the probe', async () => {
    const { ask } = contract()
    for (const method of ['HEAD', 'GET']) expect((await ask('/', { method })).status).toBe(200)
    expect(await (await ask('/', { method: 'HEAD' })).text()).toBe('')
  })

  it.skipIf(isHosted)('answers without its last stroke too', async () => {
    expect((await contract().ask('', { method: 'HEAD' })).status).toBe(200)
  })
})

describe('tables', () => {
  it('an unknown table is named', async () => {
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

  it.skipIf(isHosted).each(['/sqlite_schema', '/meta', '/data_version'])(
    '%s is no table of the contract',
    async (path) => {
      expect(await refusal(path, { headers: { Authorization: `Bearer ${contract().serviceKey}` } })).toEqual([
        404,
        '42P01',
      ])
    },
  )

  it('there are no functions', async () => {
    expect(await refusal('/rpc/anything')).toEqual([404, 'PGRST202'])
  })

  it.each(['/plates/', '/plates/1', '//plates', '/a/b/c'])('%s is no path', async (path) => {
    expect((await contract().ask(path)).status).toBe(404)
  })

  it.skipIf(isHosted).each(['/plates/', '/plates/1', '//plates', '/a/b/c'])(
    '%s is refused with all four keys',
    async (path) => {
      expect(await refusal(path)).toEqual([404, 'PGRST125'])
    },
  )
})

describe('the order of faults', () => {
  it.each([
    ['/nope?price=foo', 400, 'PGRST100'],
    ['/nope?limit=-1', 416, 'PGRST103'],
    ['/plates?limit=-1&price=foo', 400, 'PGRST100'],
    ['/plates?price=eq.x&nope=eq.1', 400, '42703'],
    ['/plates?price=eq.x&order=nope', 400, '42703'],
    ['/plates?price=eq.x&category=is.true', 400, '42804'],
    ['/plates?price=like.x&category=is.true', 404, '42883'],
  ])('%s answers %i %s', async (path, status, code) => {
    expect(await refusal(path)).toEqual([status, code])
  })

  it('select comes first, then logic, then filters, then order', async () => {
    const message = async (query: string) => (await (await contract().ask(`/plates?${query}`)).json()).message
    expect(await message('order=d1&c1=eq.1&or=(b1.eq.1)&select=a1')).toBe('column plates.a1 does not exist')
    expect(await message('order=d1&c1=eq.1&or=(b1.eq.1)')).toBe('column plates.b1 does not exist')
    expect(await message('order=d1&c1=eq.1')).toBe('column plates.c1 does not exist')
  })

  it('the media type comes before the table', async () => {
    expect(await refusal('/nope', { headers: { Accept: 'text/html' } })).toEqual([415, 'PGRST107'])
  })
})

describe('parameters', () => {
  it.each([
    ['apikey=foo', 400, 'PGRST100'],
    ['=eq.1', 400, 'PGRST100'],
    ['PRICE=eq.1', 400, '42703'],
    ['x.or=(price.eq.1)', 400, 'PGRST108'],
    ['price.limit=1', 400, 'PGRST108'],
    ['plates.order=price', 400, 'PGRST108'],
  ])('%s is refused with %i %s', async (query, status, code) => {
    expect(await refusal(`/plates?${query}`)).toEqual([status, code])
  })

  it.each(['', '?', '?&&', '?price', '?columns=price', '?on_conflict=price', '?"price"=gte.0'])(
    '/plates%s is answered',
    async (query) => {
      expect((await contract().ask(`/plates${query}`)).status).toBe(200)
    },
  )

  it('unknown preferences are overlooked, unless handling is strict', async () => {
    expect((await contract().ask('/plates', { headers: { Prefer: 'count=foo, bar' } })).status).toBe(200)
    expect(await refusal('/plates', { headers: { Prefer: 'handling=strict, foo=bar' } })).toEqual([
      400,
      'PGRST122',
    ])
  })

  it('an error to HEAD has its status alone', async () => {
    const response = await contract().ask('/plates?nope=eq.1', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([400, ''])
  })
})

describe.skipIf(isHosted)('what PostgREST speaks and we do not (docs/contract.md)', () => {
  it.each([
    'select=price::text',
    'select=cost:price',
    'select=description->a',
    'select=description->>a',
    'select=,price',
    'select=(',
    'order=price->a',
    'price->a=eq.1',
    'or=(price->a.eq.1)',
    'or=price.eq.1',
    'or=(price.eq.1)x',
    'price=in.(1)x',
    'price=is.nullx',
    'plate_number=fts.a',
    'plate_number=match.a',
    'plate_number=isdistinct.a',
    'price=eq(any).{1,2}',
    'plate_number=like(all).{a,b}',
    'plate_number=cs.{a}',
  ])('%s is refused', async (query) => {
    expect(await refusal(`/plates?${query}`)).toEqual([400, 'PGRST100'])
  })

  it.each(['PUT', 'OPTIONS'])('%s is refused', async (method) => {
    expect(await refusal('/plates', { method })).toEqual([405, 'PGRST117'])
  })

  it.each(['text/csv', 'application/geo+json', 'application/vnd.pgrst.object+json;nulls=stripped'])(
    '%s is not available',
    async (accept) => {
      expect(await refusal('/plates', { headers: { Accept: accept } })).toEqual([415, 'PGRST107'])
    },
  )
})

describe.skipIf(isHosted)('bounds', () => {
  const many = (count: number, text: string, join: string) => Array(count).fill(text).join(join)

  it.each([
    ['the query string', `plate_number=eq.${'a'.repeat(17_000)}`, 414, 'PGRST100'],
    ['parameters', many(MAX_PARAMETERS + 1, 'price=eq.1', '&'), 400, 'PGRST100'],
    ['conditions', `or=(${many(MAX_CONDITIONS + 1, 'price.eq.1', ',')})`, 400, 'PGRST100'],
    ['depth', `${'or=('}${'or('.repeat(MAX_DEPTH)}price.eq.1${')'.repeat(MAX_DEPTH + 1)}`, 400, 'PGRST100'],
    ['values of a list', `price=in.(${many(MAX_LIST + 1, '1', ',')})`, 400, 'PGRST100'],
    ['patterns', many(MAX_PATTERNS + 1, 'plate_number=like.a*', '&'), 400, 'PGRST100'],
    ['the length of a pattern', `plate_number=like.${'a'.repeat(MAX_PATTERN_LENGTH + 1)}`, 400, '54000'],
  ])('%s is bounded', async (_, query, status, code) => {
    expect(await refusal(`/plates?${query}`)).toEqual([status, code])
  })

  it('what lies within them is answered', async () => {
    const deep = `or=(${'and('.repeat(MAX_DEPTH - 1)}price.eq.450${')'.repeat(MAX_DEPTH - 1)})`
    const wide = `or=(${many(MAX_CONDITIONS - 1, 'price.eq.1', ',')})`
    for (const query of [deep, wide, `price=in.(${many(MAX_LIST, '1', ',')})`])
      expect((await contract().ask(`/plates?${query}`)).status).toBe(200)
  })
})
