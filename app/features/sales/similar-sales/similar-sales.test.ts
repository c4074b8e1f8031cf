import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createBackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { compactOf } from '#shared/registration/look-alikes.ts'
import { openTestBackend } from '#test/open-test-backend.ts'
import { makeStock } from '#test/synthetic-stock.ts'
import type { Likeness } from './closeness.ts'
import { type PlateParts, platePartsOf } from './plate-parts.ts'
import { describeReason, salesOfSameFormat, similarSales } from './similar-sales.ts'

const ADDRESS = { url: 'http://embedded/rest/v1', key: 'public' }

function openSeed() {
  const { backend } = openTestBackend()
  const requests: string[] = []
  const client = createBackendClient({ ...ADDRESS, key: backend.anonKey }, (input, init) => {
    requests.push(String(input))
    return backend.fetch(new Request(input, init))
  })
  return { client, requests }
}

const fail = (message: string, error: unknown) => expect.fail(`${message}: ${error}`)

const OF_EVERY_SYSTEM = [
  'SAM 7',
  '12 AB',
  '7 W',
  'M4 SAM',
  'SAM 4M',
  'BO55 ABC',
  'LIL 4417',
  'B1 LLY',
  'H34 VEN',
]

it('similarSales finds plausible comparables for a plate of the seed among the recorded sales', async () => {
  const { client } = openSeed()
  const similar = await similarSales(client, 'RTL 1', fail)
  expect(similar.length).toBeGreaterThanOrEqual(3)
  for (const { sale, reason } of similar) {
    expect(sale.registration).toMatch(/^[A-Z]{3} 1$/)
    expect(sale.hammerPriceGbp).toBeGreaterThan(0)
    expect(reason).toBe('same-number')
  }
})

it.each([
  ['1 ABC', /^1 [A-Z]{3}$/, 1],
  ['RR 1', /^[A-Z]{2} \d$/, 1],
  ['7 W', /^\d [A-Z]$/, 0],
  ['XYZ 99', /^[A-Z]{3} \d\d$/, 0],
])(
  'salesOfSameFormat finds the nearest numbers in the format of %s, of which none is close',
  async (registration, format, same) => {
    const { client, requests } = openSeed()
    expect(await similarSales(client, registration, fail)).toEqual([])
    requests.length = 0
    const sales = await salesOfSameFormat(client, registration, fail)
    expect(requests).toHaveLength(2)
    expect(sales.length).toBeGreaterThan(0)
    expect(sales.length).toBeLessThanOrEqual(6)
    expect(sales.some(({ reason }) => reason === 'same-number')).toBe(same > 0)
    const numbers = sales.map(({ sale }) => Number(sale.registration.replace(/\D/g, '')))
    const distances = numbers.map((number) => Math.abs(number - Number(registration.replace(/\D/g, ''))))
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    for (const { sale } of sales) {
      expect(sale.registration).toMatch(format)
      expect(sale.registration).not.toBe(registration)
    }
  },
)

it('salesOfSameFormat finds nothing for what is bought as a word, or has its age for a number', async () => {
  const { client } = openSeed()
  for (const registration of ['H34 VEN', 'AB12 XKV', 'Q123 ABC'])
    expect(await salesOfSameFormat(client, registration, fail)).toEqual([])
})

it('similarSales accepts any spelling of a registration, and finds nothing for other text, without a request', async () => {
  const { client, requests } = openSeed()
  expect(await similarSales(client, ' rtl1 ', fail)).toEqual(await similarSales(client, 'RTL 1', fail))
  requests.length = 0
  for (const text of [
    '',
    'A',
    'Q123 ABC',
    'ＳＡＭ 1',
    '\0',
    "1' OR 1=1 --",
    'A'.repeat(5_000),
    '名 1',
    'SAM 1\n;',
  ]) {
    expect(await similarSales(client, text, fail)).toEqual([])
  }
  expect(requests).toEqual([])
})

it('similarSales sends at most seven queries, each with a limit and found by an index', async () => {
  const { client, requests } = openSeed()
  const texts = new Set<string>()
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const plans: string[] = []
  for (const registration of OF_EVERY_SYSTEM) {
    requests.length = 0
    await similarSales(client, registration, fail)
    expect(requests.length).toBeLessThanOrEqual(7)
    for (const request of requests) {
      expect(Number(new URL(request).searchParams.get('limit'))).toBeLessThanOrEqual(100)
      expect(request.length).toBeLessThan(4_000)
    }
  }
  const calls = prepare.mock.calls.map(([text], at) => ({
    text,
    database: prepare.mock.contexts[at] as DatabaseSync,
  }))
  prepare.mockRestore()
  for (const { text, database } of calls) {
    if (!text.includes('FROM sales_comparable') || texts.has(text)) continue
    texts.add(text)
    for (const { detail } of database.prepare(`EXPLAIN QUERY PLAN ${text}`).all()) plans.push(String(detail))
  }
  expect(texts.size).toBeGreaterThanOrEqual(6)
  expect(
    plans.filter((step) => /^SEARCH sales USING INDEX sales_(by_letters|by_shape|natural_key)/.test(step))
      .length,
  ).toBe(texts.size)
  expect(plans.filter((step) => /^SCAN sales/.test(step))).toEqual([])
})

it('similarSales returns three to six other registrations or none, the strongest first, for any text', async () => {
  const { client } = openSeed()
  const stock = makeStock(400, 7).map(({ registration }) => registration)
  const texts = fc.oneof(
    fc.constantFrom(...stock),
    fc.constantFrom(...OF_EVERY_SYSTEM, ...sold).map((text) => text.toLowerCase().replace(' ', '')),
    fc.stringMatching(/^[A-Z0-9 .-]{0,9}$/),
    fc.string({ maxLength: 40, unit: 'grapheme' }),
  )
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const similar = await similarSales(client, text, fail)
      const registrations = similar.map(({ sale }) => compactOf(sale.registration))
      expect(registrations).not.toContain(compactOf(text))
      expect(new Set(registrations).size).toBe(similar.length)
      expect([0, 3, 4, 5, 6]).toContain(similar.length)
      const weights = similar.map(({ weight }) => weight)
      expect(weights).toEqual([...weights].sort((one, other) => other - one))
      for (const weight of weights) expect(weight > 0 && weight <= 1).toBe(true)
      for (const { why } of similar) expect(why).toMatch(/^[a-z].*[A-Z0-9]|format|too$/)
    }),
    { seed: 20_261_122, numRuns: 300 },
  )
})

it('similarSales throws the error of a backend that fails', async () => {
  const refusing = createBackendClient(ADDRESS, async () =>
    Response.json({ code: '57014', message: 'canceling statement' }, { status: 500 }),
  )
  await expect(similarSales(refusing, 'SAM 1', fail)).rejects.toThrow(DataError)
  const silent = createBackendClient(ADDRESS, async () => Promise.reject(new TypeError('fetch failed')))
  await expect(similarSales(silent, 'SAM 1', fail)).rejects.toThrow(DataError)
})

const sold = ['SAM 2', 'YDS 1', '450 HR', 'JB 1', '25 O']

describe('describeReason', () => {
  const parts = (registration: string) => platePartsOf(registration) as PlateParts

  it.each<[string, string, Omit<Likeness, 'closeness'>, string]>([
    ['SAM 1', 'SAM 2', { reason: 'same-letters' }, 'the same letters, SAM'],
    ['AB12 SAM', 'M4 SAM', { reason: 'same-letters' }, 'the same letters, SAM'],
    ['7 W', '8 W', { reason: 'same-letters' }, 'the same letter, W'],
    ['7 W', '7 H', { reason: 'same-number' }, 'the same number, 7, in the same format'],
    ['7 W', '8 H', { reason: 'same-format' }, 'the same format, with the number 8'],
    ['SAM 1', 'SAN 1', { reason: 'near-letters' }, 'one letter different, SAN'],
    ['M4 SAM', 'M4 SAN', { reason: 'near-letters' }, 'one letter different, SAN'],
    ['S1 NGH', '51 NGH', { reason: 'reads-alike', word: 'SINGH' }, 'also reads as SINGH'],
    ['BO55 ABC', 'BO55 XYZ', { reason: 'reads-alike', word: 'BOSS' }, 'also reads as BOSS'],
    ['S1 NGH', '51 NGH', { reason: 'reads-alike' }, 'reads alike'],
  ])('describeReason words the sale that is compared with %s', (registration, other, likeness, phrase) => {
    expect(describeReason(likeness, parts(registration), parts(other))).toBe(phrase)
  })
})
