import { beforeEach, expect, it } from 'vitest'
import { applyRetention } from '#services/retention/retention.ts'
import { createUnmetSearchCounter } from '#services/unmet-searches/unmet-search-counter.ts'
import { addUnmetSearches, listSearchedTerms } from '#services/unmet-searches/unmet-search-store.ts'
import { deleteRows, findRows } from '../rows.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const database = () => contract().database
const DAY = '2026-11-22'
type Searches = Parameters<typeof addUnmetSearches>[1][number]

const search = (given: Partial<Searches> = {}): Searches => ({
  day: DAY,
  list: 'stock',
  term: 'SOPHIE',
  searches: 1,
  ...given,
})
const add = (searches: Searches) => addUnmetSearches(database(), [searches])
const rows = () =>
  findRows(database(), 'unmet_searches', ['day', 'list', 'term', 'searches'], {}, ['day', 'term'])

beforeEach(async () => {
  for (const table of ['unmet_searches', 'enquiries', 'site_state'] as const)
    await deleteRows(database(), table)
})

it('unmet searches are one row for each day, list and term, whose count several servers add to at once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => add(search())))
  await add(search({ searches: 5 }))
  await add(search({ list: 'uk' }))
  await add(search({ day: '2026-11-23' }))
  expect(await rows()).toEqual(
    expect.arrayContaining([search({ searches: 9 }), search({ list: 'uk' }), search({ day: '2026-11-23' })]),
  )
  expect(await rows()).toHaveLength(3)
})

it('unmet searches are listed if there were at least three, over all days and lists, most frequent first', async () => {
  await add(search({ searches: 2 }))
  await add(search({ term: 'MUM1', searches: 2 }))
  await add(search({ term: 'MUM1', list: 'uk', day: '2026-11-24', searches: 2 }))
  await add(search({ term: 'DAD1', searches: 3 }))
  expect(await listSearchedTerms(database(), '2026-01-01')).toEqual([
    { term: 'MUM1', searches: 4, lists: { stock: 2, uk: 2 }, lastDay: '2026-11-24' },
    { term: 'DAD1', searches: 3, lists: { stock: 3 }, lastDay: DAY },
  ])
  expect(await listSearchedTerms(database(), '2026-11-23')).toEqual([])
})

it('unmet searches are removed after 13 months with the enquiries', async () => {
  await add(search({ day: '2025-10-21' }))
  await add(search({ day: '2025-10-22' }))
  await add(search())
  const now = new Date('2026-11-22T12:00:00Z')
  await applyRetention({
    database: contract().database,
    dataDir: temporaryFolder(),
    months: 24,
    now,
  })
  expect(await rows()).toEqual([search({ day: '2025-10-22' }), search()])
})

it('unmet searches are counted in memory and stored when the counter stops', async () => {
  const faults: unknown[] = []
  const log = { error: (...fault: unknown[]) => faults.push(fault) }
  const counter = createUnmetSearchCounter(
    (searches) => addUnmetSearches(database(), searches),
    log,
    () => new Date(`${DAY}T10:00:00Z`),
  )
  const from = (address: string) => ({ network: address, prefixes: [address] as [string] })
  expect(counter.count({ list: 'stock', term: 'so phie' }, from('192.0.2.1'))).toBeNull()
  expect(counter.count({ list: 'stock', term: 'SOPHIE' }, from('192.0.2.1'))).toBeNull() // not again
  expect(counter.count({ list: 'stock', term: 'SOPHIE' }, from('192.0.2.2'))).toBeNull()
  expect(counter.count({ list: 'plates', term: 'SOPHIE' }, from('192.0.2.2'))).toBe('invalid')
  expect(counter.count({ list: 'uk', term: 'ann@visitor.example' }, from('192.0.2.2'))).toBe('invalid')
  expect(await rows()).toEqual([])
  await counter.stop()
  expect([await rows(), faults]).toEqual([[search({ searches: 2 })], []])
})
