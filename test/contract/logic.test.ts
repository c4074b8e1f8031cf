import { expect, it } from 'vitest'
import { MAX_LOGIC_DEPTH } from '#packages/sqlite-rest/limits.ts'
import { id } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()

async function platesWhere(query: string): Promise<unknown> {
  const response = await contract().ask(`/plates?select=plate_number&order=id&${query}`)
  const body = (await response.json()) as { plate_number: string }[]
  return response.ok ? body.map((plate) => plate.plate_number) : body
}

it('the operator “or” matches any of its conditions', async () => {
  const { data } = await contract()
    .anon.from('plates')
    .select('plate_number')
    .or('price.eq.450,plate_number.eq."A 1"')
    .order('id')
  expect(data).toEqual([{ plate_number: 'A 1' }, { plate_number: 'F 6' }])
})

it.each([
  ['or=(price.eq.450,price.eq.1)', ['E 5', 'F 6']],
  ['and=(price.gt.450,price.lt.7000)', ['G 7']],
  ['or=(price.eq.450,and(price.gt.7000,price.lt.7002))', ['F 6', 'J 9']],
  ['not.or=(price.lt.45000,category.is.null)', ['A 1', 'B 2']],
  ['not.and=(price.lt.90000,is_available.is.true)', ['A 1']],
  ['or=(price.not.lt.90000,not.and(price.gt.1,price.lt.90001))', ['A 1', 'E 5']],
  ['or=(price.in.(450,1),category.not.is.null)&price=lt.1000', ['E 5', 'F 6']],
  ['or=(price.eq.450,price.eq.1)&or=(price.eq.450,price.eq.90000)', ['F 6']],
  ['or= ( price.eq.450 , price.eq.1 ) ', ['E 5', 'F 6']],
  ['or=(plate_number.like.A*,category.ilike.*ÄRGER*)', ['A 1', 'J 9']],
  [`or=(id.eq.${id(2)},and(or(price.eq.1,price.eq.450),and(price.eq.450)))`, ['B 2', 'F 6']],
  ['or=(category.eq.,price.eq.1)', ['E 5', 'K 10']],
  ['or=(price.eq."450")', ['F 6']],
  ['or=(plate_number.eq.{A,B},price.eq.1)', ['E 5']],
  [`or=(${'and('.repeat(MAX_LOGIC_DEPTH - 1)}price.eq.1${')'.repeat(MAX_LOGIC_DEPTH)}`, ['E 5']],
])('%s gives %j', async (query, expected) => {
  expect(await platesWhere(query)).toEqual(expected)
})

it.each([
  ['or=()', 'PGRST100', '"failed to parse logic tree (())"'],
  ['or=', 'PGRST100', '"failed to parse logic tree ()"'],
  ['or=(price.eq.1', 'PGRST100', '"failed to parse logic tree ((price.eq.1)"'],
  ['or=(price.eq.1,)', 'PGRST100', '"failed to parse logic tree ((price.eq.1,))"'],
  ['or=(price.foo.1)', 'PGRST100', '"failed to parse logic tree ((price.foo.1))"'],
  ['or=(price)', 'PGRST100', '"failed to parse logic tree ((price))"'],
  ['or=(not.price.eq.1)', 'PGRST100', '"failed to parse logic tree ((not.price.eq.1))"'],
  ['or=(price.is.nullx)', 'PGRST100', '"failed to parse logic tree ((price.is.nullx))"'],
  ['or=(price.eq.x)', '22P02', 'invalid input syntax for type integer: "x"'],
  ['or=(price.eq.x,nope.eq.1)', '42703', 'column plates.nope does not exist'],
])('%s is refused with %s', async (query, code, message) => {
  expect(await platesWhere(query)).toMatchObject({ code, message: expect.stringContaining(message) })
})
