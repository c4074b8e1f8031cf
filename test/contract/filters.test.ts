import { describe, expect, it } from 'vitest'
import { id } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()

async function platesWhere(column: string, operator: string, value: unknown): Promise<string[]> {
  const { data } = await contract()
    .anon.from('plates')
    .select('plate_number')
    .filter(column, operator, value)
    .order('id')
    .throwOnError()
  return (data as { plate_number: string }[]).map((plate) => plate.plate_number)
}

async function refusalOf(column: string, condition: string, table = 'plates'): Promise<[number, string]> {
  const response = await contract().ask(`/${table}?${column}=${encodeURIComponent(condition)}`)
  const body = (await response.json()) as Record<string, unknown>
  expect(Object.keys(body).sort()).toEqual(['code', 'details', 'hint', 'message'])
  return [response.status, body.code as string]
}

describe('comparisons', () => {
  it.each([
    ['price', 'eq', '45000', ['B 2', 'C 3']],
    ['price', 'neq', '45000', ['A 1', 'D 4', 'E 5', 'F 6', 'G 7', 'H 8', 'J 9', 'K 10']],
    ['price', 'gt', '30000', ['A 1', 'B 2', 'C 3']],
    ['price', 'gte', '45000', ['A 1', 'B 2', 'C 3']],
    ['price', 'lt', '450', ['E 5']],
    ['price', 'lte', '450', ['E 5', 'F 6']],
    ['price', 'eq', ' 450 ', ['F 6']],
    ['price', 'gt', '-1', ['A 1', 'B 2', 'C 3', 'D 4', 'E 5', 'F 6', 'G 7', 'H 8', 'J 9', 'K 10']],
    ['plate_number', 'eq', 'A 1', ['A 1']],
    ['plate_number', 'eq', 'a 1', []],
    ['plate_number', 'gt', 'J 9', ['K 10']],
    ['category', 'eq', '', ['K 10']],
    ['is_feature', 'eq', 'true', ['A 1']],
    ['is_feature', 'eq', 'T', ['A 1']],
    ['is_feature', 'eq', ' yes ', ['A 1']],
    ['is_feature', 'neq', 'off', ['A 1']],
    ['id', 'eq', id(3), ['C 3']],
    ['id', 'eq', id(3).replaceAll('-', ''), ['C 3']],
    [
      'created_at',
      'lt',
      '2026-11-20T18:59:36.286Z',
      ['A 1', 'B 2', 'C 3', 'D 4', 'E 5', 'F 6', 'G 7', 'H 8', 'J 9', 'K 10'],
    ],
    ['created_at', 'gt', '2026-11-20T20:59:36.285+02:00', []],
    [
      'created_at',
      'gte',
      '2026-11-20 18:59:36.285000',
      ['A 1', 'B 2', 'C 3', 'D 4', 'E 5', 'F 6', 'G 7', 'H 8', 'J 9', 'K 10'],
    ],
  ])('%s %s "%s" gives %j', async (column, operator, value, expected) => {
    expect(await platesWhere(column, operator, value)).toEqual(expected)
  })

  it('text compares by code point, so that capitals come before lower-case letters', async () => {
    expect(await platesWhere('category', 'gt', 'a')).toEqual(['H 8', 'J 9'])
  })

  it('a null is neither equal nor unequal to anything', async () => {
    expect(await platesWhere('category', 'neq', 'Suffix')).not.toContain('C 3')
    expect(await platesWhere('category', 'not.eq', 'Suffix')).not.toContain('C 3')
  })

  it('several conditions on one column all apply', async () => {
    const { data } = await contract()
      .anon.from('plates')
      .select('price')
      .gte('price', 450)
      .lt('price', 7001)
      .order('price')
    expect(data).toEqual([{ price: 450 }, { price: 1200 }, { price: 7000 }])
  })
})

describe('values of a type', () => {
  it.each([
    ['price', 'eq.abc', 400, '22P02'],
    ['price', 'eq.', 400, '22P02'],
    ['price', 'eq.1.5', 400, '22P02'],
    ['price', 'eq.null', 400, '22P02'],
    ['price', 'eq.99999999999', 400, '22003'],
    ['is_feature', 'eq.maybe', 400, '22P02'],
    ['is_feature', 'eq.o', 400, '22P02'],
    ['id', 'eq.1', 400, '22P02'],
    ['id', 'eq.00000000-0000-4000-8000-00000000000g', 400, '22P02'],
    ['created_at', 'gt.soon', 400, '22007'],
    ['created_at', 'gt.2026-13-01', 400, '22008'],
    ['created_at', 'gt.2026-11-20T18:59:36+16:00', 400, '22009'],
    ['created_at', 'gt.2026-02-30', 400, '22008'],
  ])('%s=%s is refused with %i %s', async (column, condition, status, code) => {
    expect(await refusalOf(column, condition)).toEqual([status, code])
  })

  it('the message quotes the value', async () => {
    const { error } = await contract().anon.from('plates').select().eq('price', 'abc')
    expect(error?.message).toBe('invalid input syntax for type integer: "abc"')
  })
})

describe('is', () => {
  it.each([
    ['category', 'is', null, ['C 3']],
    ['category', 'is', 'NULL', ['C 3']],
    ['description', 'not.is', null, ['A 1', 'B 2', 'C 3', 'D 4', 'E 5', 'F 6', 'G 7', 'H 8', 'J 9']],
    ['is_feature', 'is', true, ['A 1']],
    ['is_feature', 'not.is', false, ['A 1']],
    ['is_feature', 'is', 'unknown', []],
  ])('%s %s %s gives %j', async (column, operator, value, expected) => {
    expect(await platesWhere(column, operator, value)).toEqual(expected)
  })

  it.each([
    ['price', 'is.foo', 400, 'PGRST100'],
    ['price', 'is.', 400, 'PGRST100'],
    ['price', 'is.true', 400, '42804'],
    ['category', 'is.unknown', 400, '42804'],
  ])('%s=%s is refused with %i %s', async (column, condition, status, code) => {
    expect(await refusalOf(column, condition)).toEqual([status, code])
  })
})

describe('in', () => {
  it.each([
    ['price', 'in', '(45000,450)', ['B 2', 'C 3', 'F 6']],
    ['price', 'in', '( 45000, 450 )', ['B 2', 'C 3', 'F 6']],
    ['price', 'in', '()', []],
    ['price', 'not.in', '(45000,450,1,90000,7000)', ['D 4', 'G 7', 'J 9', 'K 10']],
    ['category', 'in', '(Suffix,"Single-Single")', ['A 1', 'B 2', 'D 4', 'E 5']],
    ['category', 'not.in', '(Suffix,Prefix,"Single-Single")', ['H 8', 'J 9', 'K 10']],
    ['category', 'in', '(,Suffix)', ['D 4', 'E 5', 'K 10']],
    ['plate_number', 'in', '(A 1, B 2)', ['A 1']],
    ['is_feature', 'in', '(t)', ['A 1']],
  ])('%s %s %s gives %j', async (column, operator, value, expected) => {
    expect(await platesWhere(column, operator, value)).toEqual(expected)
  })

  it('the condition “not in” of the empty list matches every row, including nulls', async () => {
    expect(await platesWhere('category', 'not.in', '()')).toContain('C 3')
  })

  it.each([
    ['price', 'in.1,2', 400, 'PGRST100'],
    ['price', 'in.', 400, 'PGRST100'],
    ['plate_number', 'in.("A 1"', 400, 'PGRST100'],
    ['price', 'in.(1,null)', 400, '22P02'],
  ])('%s=%s is refused with %i %s', async (column, condition, status, code) => {
    expect(await refusalOf(column, condition)).toEqual([status, code])
  })
})

describe('like and ilike', () => {
  it.each([
    ['category', 'like', 'P*', ['F 6', 'G 7']],
    ['category', 'like', 'p%', ['H 8']],
    ['category', 'ilike', 'P*', ['F 6', 'G 7', 'H 8']],
    ['category', 'ilike', 'ÄRG*', ['J 9']],
    ['category', 'ilike', 'äRG*', []],
    ['category', 'like', 'ä*', []],
    ['plate_number', 'like', '_ _', ['A 1', 'B 2', 'C 3', 'D 4', 'E 5', 'F 6', 'G 7', 'H 8', 'J 9']],
    ['plate_number', 'ilike', '*1*', ['A 1', 'K 10']],
    ['plate_number', 'not.like', '_ _', ['K 10']],
    ['category', 'like', '', ['K 10']],
    ['description', 'like', '*🚗', ['J 9']],
    ['description', 'like', '*名_ _', ['J 9']],
    ['description', 'ilike', '*éCLAIR*', ['J 9']],
    ['description', 'ilike', '*ελλάδα*', []],
    ['description', 'like', '*\\%*', ['E 5']],
    ['description', 'like', 'under\\_score', ['G 7']],
    ['description', 'like', 'back\\\\slash', ['F 6']],
    ['description', 'ilike', '*\\\\*', ['F 6']],
    ['description', 'like', '[a-z]lain', []],
    ['description', 'like', 'pl?in', []],
  ])('%s %s "%s" gives %j', async (column, operator, value, expected) => {
    expect(await platesWhere(column, operator, value)).toEqual(expected)
  })

  it.each([
    ['price', 'like.1*', 404, '42883'],
    ['id', 'ilike.1*', 404, '42883'],
    ['is_feature', 'like.t', 404, '42883'],
    ['description', 'like.*\\', 400, '22025'],
  ])('%s=%s is refused with %i %s', async (column, condition, status, code) => {
    expect(await refusalOf(column, condition)).toEqual([status, code])
  })
})

describe('operators', () => {
  it.each(['foo.1', '1', '', 'eq', 'not.not.eq.1', 'not.', 'Eq.1'])(
    'price=%s is no condition',
    async (condition) => {
      expect(await refusalOf('price', condition)).toEqual([400, 'PGRST100'])
    },
  )

  it('the message has the text that cannot be parsed', async () => {
    const { error } = await contract().anon.from('plates').select().filter('price', 'not.not.eq', 1)
    expect(error?.message).toContain('"failed to parse filter (not.not.eq.1)"')
  })

  it('an unknown column is named', async () => {
    const { error, status } = await contract().anon.from('plates').select().eq('nope', 1)
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: '42703', message: 'column plates.nope does not exist' })
  })
})
