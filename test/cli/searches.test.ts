import { expect, test } from 'vitest'
import { addUnmetSearches } from '#services/unmet-searches/unmet-search-store.ts'
import { openTestCli } from './open-cli.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

async function openWithSearches() {
  const office = openTestCli()
  for (const [term, list, days, searches] of [
    ['SOPHIE', 'stock', 1, 4],
    ['SOPHIE', 'uk', 40, 2],
    ['MUM1', 'site', 2, 2],
    ['OLD1', 'stock', 500, 9],
  ] as const)
    await addUnmetSearches(office.client, { day: daysAgo(days), list, term, searches })
  return office
}

test('terms are listed from three searches upwards, with where and when they were searched', async () => {
  const office = await openWithSearches()
  const { out, notes, code } = await office.run('searches')
  expect([code, out.length]).toEqual([0, 1])
  expect(out[0]).toMatch(new RegExp(`SOPHIE +6  ${daysAgo(1)}  stock 4, UK sales 2`))
  expect(notes.join()).toMatch(/^1 term searched at least 3 times/)
})

test('the list can begin on a day, and is written as CSV and JSON', async () => {
  const office = await openWithSearches()
  const { out: json } = await office.run('searches', '--since', daysAgo(7), '--json')
  const sophie = { term: 'SOPHIE', searches: 4, stock: 4, uk: 0, jersey: 0, site: 0, last_day: daysAgo(1) }
  expect(JSON.parse(json.join('\n'))).toEqual([sophie])
  const { out: csv } = await office.run('searches', '--csv')
  expect(csv).toEqual(['term,searches,stock,uk,jersey,site,last_day', `SOPHIE,6,4,2,0,0,${daysAgo(1)}`])
  expect((await office.run('searches', '--csv', '--json')).code).toBe(2)
  expect((await office.run('searches', '--since', 'Tuesday')).code).toBe(2)
})
