/** The dealer's stock list: status, search with look-alikes, order and pages, on both backends. */
import { beforeAll, expect, it } from 'vitest'
import { keepDeals } from '#services/deals/deals-concerned.ts'
import { searchStock } from '#services/stock/search-stock.ts'
import { listStock } from '#services/stock/stored-plates.ts'
import { undoChange } from '#services/stock/undo-change.ts'
import { changePlates } from '#test/change-rows.ts'
import { openServices } from './open-services.ts'

const contract = openServices()
const database = () => contract().database
const ann = { person: 'Ann', via: 'desk' } as const

const letters = 'ABCDEFGHJK'
/** 250 meaningless plates, highest price first: Q1 AAA and so on. */
const others = Array.from({ length: 250 }, (_, index) => ({
  registration: `Q${index + 1} ${letters[index % 10]}${letters[Math.floor(index / 10) % 10]}X`,
  priceGbp: 10_000 - index,
  isAvailable: true,
}))

beforeAll(async () => {
  await contract().fill({ plates: [] })
  await changePlates(database(), {
    actor: ann,
    action: 'import',
    change: 'A test',
    changes: [
      ...others.map((plate) => ({ id: null, plate })),
      { id: null, plate: { registration: 'H34 VEN', priceGbp: 50, isAvailable: true } },
      {
        id: null,
        plate: { registration: 'VEN 1', priceGbp: 900, isAvailable: false },
        details: { status: 'sold' },
      },
      {
        id: null,
        plate: { registration: 'S1 NGH', priceGbp: null, isAvailable: false },
        details: { status: 'draft' },
      },
      { id: null, plate: { registration: '51 NGH', priceGbp: 70, isAvailable: true } },
    ],
  })
})

const search = async (query: Parameters<typeof searchStock>[1]) => {
  const { plates, ...found } = await searchStock(database(), query)
  return { ...found, plates: plates.map(({ registration }) => registration) }
}

it('the list of the stock has pages of 100, highest price first, and plates without a price last', async () => {
  const first = await search({})
  expect(first).toMatchObject({ count: 254, page: 1, pages: 3, isNear: false })
  expect(first.plates.slice(0, 2)).toEqual(['Q1 AAX', 'Q2 BAX'])
  const last = await search({ page: 3 })
  expect([last.plates.length, last.plates.at(-1)]).toEqual([54, 'S1 NGH'])
})

it('the list of the stock has the same order on all pages', async () => {
  const registrations = async (offset: number, limit: number) =>
    (await listStock(database(), { order: 'price', descending: true, offset, limit })).plates.map(
      ({ registration }) => registration,
    )
  const many = Array.from({ length: 1_000 }, (_, index) => ({
    id: null,
    plate: { registration: `R${index} XYZ`, priceGbp: 20_000 + (index % 7), isAvailable: true },
  }))
  const call = { actor: ann, action: 'import', change: 'A test' }
  const { batch } = await changePlates(database(), { ...call, changes: many })
  expect(await registrations(1000, 2)).toEqual(['Q1 AAX', 'Q2 BAX'])
  expect((await registrations(900, 200)).slice(100)).toEqual(await registrations(1000, 100))
  await undoChange(database(), batch, ann, new Date(), keepDeals)
})

it('the list of the stock shows its last page for a page past the end', async () => {
  expect(await search({ page: 99 })).toEqual(await search({ page: 3 }))
})

it('the list of the stock can be filtered by status, and sorted differently', async () => {
  expect(await search({ status: 'sold' })).toMatchObject({ count: 1, plates: ['VEN 1'] })
  expect((await search({ sort: 'registration' })).plates[0]).toBe('51 NGH')
  expect((await search({ sort: 'cheapest', status: 'for_sale' })).plates.slice(0, 2)).toEqual([
    'H34 VEN',
    '51 NGH',
  ])
})

it('a search of the stock finds the exact letters in any spacing, and look-alikes', async () => {
  expect((await search({ search: 'ven' })).plates).toEqual(['VEN 1', 'H34 VEN'])
  expect((await search({ search: 'heaven' })).plates).toEqual(['H34 VEN'])
  expect((await search({ search: 'singh' })).plates.sort()).toEqual(['51 NGH', 'S1 NGH'])
  expect((await search({ search: 'q1 a' })).plates[0]).toBe('Q1 AAX')
})

it('a search of the stock uses the given status and order', async () => {
  expect((await search({ search: 'singh', status: 'draft' })).plates).toEqual(['S1 NGH'])
  expect((await search({ search: 'singh', sort: 'dearest' })).plates).toEqual(['51 NGH', 'S1 NGH'])
})

it('a search of the stock gives the reason of each match, and has pages', async () => {
  const { plates } = await searchStock(database(), { search: 'singh', status: 'draft' })
  expect(plates[0]).toMatchObject({ registration: 'S1 NGH', reason: 'Reads as SINGH', status: 'draft' })
  const page = await search({ search: 'q', page: 2 })
  expect(page).toMatchObject({ count: 250, page: 2, pages: 3 })
  expect(page.plates).toHaveLength(100)
})

it('a search of the stock shows near misses if nothing matches', async () => {
  expect(await search({ search: 'heavens' })).toMatchObject({ isNear: true, plates: ['H34 VEN'] })
  expect(await search({ search: 'zzzzzz' })).toMatchObject({ count: 0, pages: 1, plates: [] })
})

it('a search of the stock includes a change at once', async () => {
  expect((await search({ search: 'zebra' })).count).toBe(0)
  const plate = { registration: 'Z3 BRA', priceGbp: 5, isAvailable: true }
  const change = { actor: ann, action: 'add', change: 'A test' }
  await changePlates(database(), { ...change, changes: [{ id: null, plate }] })
  const { plates } = await searchStock(database(), { search: 'zebra' })
  expect(plates.map(({ registration }) => registration)).toEqual(['Z3 BRA'])
  await changePlates(database(), { ...change, changes: [{ id: plates[0]?.id ?? null, remove: true }] })
  expect((await search({ search: 'zebra' })).plates).not.toContain('Z3 BRA')
})
