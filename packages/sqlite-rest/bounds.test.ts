/** Requests beyond the limits are refused in PostgREST's error shape, never with a 5xx. */
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestBackend } from '#test/open-test-backend.ts'
import { MAX_FUNCTION_BODY_BYTES, MAX_JSON_DEPTH, MAX_ORDER_TERMS } from './limits.ts'
import type { EmbeddedBackend } from './open-backend.ts'

let backend: EmbeddedBackend
beforeEach(() => {
  ;({ backend } = openTestBackend())
})

const FUNCTION = '/rest/v1/rpc/sales_figures'
const repeat = (count: number, text: string) => Array(count).fill(text).join()
const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const objects = (depth: number) => '{"a":'.repeat(depth) + 1 + '}'.repeat(depth)

async function ask(method: string, path: string, body?: string) {
  const headers = { apikey: backend.anonKey, 'Content-Type': 'application/json' }
  const response = await backend.fetch(new Request(`http://embedded${path}`, { method, headers, body }))
  return { status: response.status, text: await response.text() }
}

async function refusal(...asked: Parameters<typeof ask>) {
  const { status, text } = await ask(...asked)
  expect(text.length).toBeLessThan(500)
  const body = JSON.parse(text)
  expect(Object.keys(body)).toEqual(['code', 'details', 'hint', 'message'])
  return `${status} ${body.code}`
}

describe('the arguments of a function', () => {
  const padded = (bytes: number) => '{}'.padEnd(bytes)

  it('the arguments of a function may have 64 KiB and not a byte more', async () => {
    expect((await ask('POST', FUNCTION, padded(MAX_FUNCTION_BODY_BYTES))).status).toBe(200)
    expect(await refusal('POST', FUNCTION, padded(MAX_FUNCTION_BODY_BYTES + 1))).toBe('413 PGRST102')
  })

  it.each([
    ['lists', `{"search":${lists(4_500)}}`],
    ['lists that are never closed', `{"search":${'['.repeat(60_000)}`],
    ['lists in place of the object', lists(30_000)],
    ['objects', objects(4_500)],
    ['one level too many', `{"sellers":${lists(MAX_JSON_DEPTH)}}`],
  ])('the arguments of a function are refused if they are nested too deeply: %s', async (_, body) => {
    expect(await refusal('POST', FUNCTION, body)).toBe('400 PGRST102')
  })

  it.each([
    ['a list', `{"search":[${repeat(9_000, '[[1]]')}]}`, '400 22P02'],
    ['a long text', `{"search":"${'x'.repeat(60_000)}"}`, '400 22P02'],
    ['a long list', `{"sellers":[${repeat(15_000, '"x"')}]}`, '400 22P02'],
    ['an object as a year', `{"year_from":{${repeat(5_000, '"a":1')}}}`, '400 22P02'],
    ['a long name', `{"${'x'.repeat(60_000)}":1}`, '404 PGRST202'],
  ])('the arguments of a function are not repeated in the error: %s', async (_, body, answer) => {
    expect(await refusal('POST', FUNCTION, body)).toBe(answer)
  })

  it('the arguments of a function may contain brackets in a string', async () => {
    const search = `${'['.repeat(100)}\\"${'{'.repeat(100)}`
    expect((await ask('POST', FUNCTION, `{"search":"${search}"}`)).status).toBe(200)
  })
})

it('a query may name a column several times in its order: the first one counts', async () => {
  const read = async (order: string) =>
    JSON.parse((await ask('GET', `/rest/v1/plates?select=price&order=${order}`)).text)
  const cheapest = await read('price')
  expect(await read(`price,${repeat(MAX_ORDER_TERMS - 1, 'price.desc')}`)).toEqual(cheapest)
  expect(await read('price.asc,id.desc,price.desc,id.asc')).toEqual(cheapest)
})

it.each([
  ['many terms of an order', `order=${repeat(MAX_ORDER_TERMS + 1, 'id')}`, '400 PGRST100'],
  ['2,001 terms of an order', `order=${repeat(2_001, 'price')}`, '400 PGRST100'],
  ['4,000 values', `price=in.(${repeat(4_000, '1')})`, '400 PGRST100'],
  ['1,000 alternatives', `or=(${repeat(1_000, 'id.is.null')})`, '400 PGRST100'],
  ['deep logic', `or=${'(or'.repeat(4_000)}`, '400 PGRST100'],
])('a query with %s is refused', async (_, query, answer) => {
  const { status, text } = await ask('GET', `/rest/v1/plates?${query}`)
  expect(`${status} ${JSON.parse(text).code}`).toBe(answer)
})

it.each([
  [`select=${repeat(4_000, 'id')}`],
  [`price=in.(${repeat(1_000, '1')})`],
  [`or=(${repeat(100, 'id.is.null')})`],
])('the query %.12s… is answered, however often a name is repeated', async (query) => {
  expect((await ask('GET', `/rest/v1/plates?${query}`)).status).toBe(200)
})
