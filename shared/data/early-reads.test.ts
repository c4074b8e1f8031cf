import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findPlate, listFeaturedPlates, listPlates } from '../plates/find-plates.ts'
import { readStockVersion } from '../plates/list-plates.ts'
import { LIVE_READ_CAP } from '../sales/sale.ts'
import { LISTED_COLUMNS, latestSales } from '../sales/sale-records.ts'
import { checkedFetch } from './checked-fetch.ts'
import { type BackendClient, createBackendClient } from './client.ts'
import { beginRead, EARLY_READS, earlyPlate, takeEarlyRead } from './early-reads.ts'

const BACKEND = 'https://site.test/rest/v1'

let sent: string[] = []
let answer = async () => Response.json([])

beforeEach(() => {
  sent = []
  answer = async () => Response.json([])
  vi.stubGlobal('location', { origin: 'https://site.test' })
  vi.stubGlobal('document', {
    documentElement: { dataset: { backendKey: 'public' } },
  })
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const { apikey, prefer } = Object.fromEntries(new Headers(init.headers))
    sent.push([init.method ?? 'GET', input, apikey, prefer].filter(Boolean).join(' '))
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const client = () =>
  createBackendClient(
    { url: BACKEND, key: 'public' },
    checkedFetch({ timeoutMs: 1_000, takeEarly: takeEarlyRead }),
  )

const COUNTED = { headers: { Prefer: 'count=exact' } }
const sales = (name: 'uk' | 'jersey') => (from: BackendClient) =>
  latestSales(from, name, LISTED_COLUMNS[name]).limit(LIVE_READ_CAP)

describe('A read that began before the client had loaded is the read that the client sends', () => {
  it.each<[string, string, RequestInit, (client: BackendClient) => PromiseLike<unknown>]>([
    ['featured plates', EARLY_READS.featuredPlates, {}, listFeaturedPlates],
    ['the number of plates', EARLY_READS.stockVersion, COUNTED, readStockVersion],
    ['all plates', EARLY_READS.plates, {}, listPlates],
    ['a plate', earlyPlate('B16 DAY'), {}, (from) => findPlate(from, 'B16 DAY')],
    ['a plate with signs of addresses', earlyPlate('A&B+É'), {}, (from) => findPlate(from, 'A&B+É')],
    ['the sales', EARLY_READS.uk, {}, sales('uk')],
    ['the sales of Jersey', EARLY_READS.jersey, {}, sales('jersey')],
  ])('%s', async (_, early, init, read) => {
    await beginRead(early, init)
    await beginRead(early, init)
    const [first] = sent
    expect(sent).toEqual([first])
    await read(client())
    expect(sent).toEqual([first])
    await read(client())
    expect(sent).toEqual([first, first])
  })
})

it.each([
  ['fails', () => Promise.reject(new Error('offline'))],
  ['is refused', async () => Response.json({ message: 'Too many' }, { status: 503 })],
])('a read that began early and %s is sent again', async (_, failing) => {
  answer = failing
  await beginRead(EARLY_READS.plates).catch(() => {})
  answer = async () => Response.json([])
  expect(await listPlates(client())).toEqual([])
  expect(sent).toHaveLength(2)
})

it('a read that began more than half a minute ago is sent again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  await beginRead(EARLY_READS.plates)
  vi.advanceTimersByTime(31_000)
  await listPlates(client())
  expect(sent).toHaveLength(2)
})
