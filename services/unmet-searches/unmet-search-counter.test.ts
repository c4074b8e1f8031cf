import { expect, test, vi } from 'vitest'
import { createUnmetSearchCounter } from './unmet-search-counter.ts'
import type { addUnmetSearches } from './unmet-search-store.ts'

const from = (address: string) => ({ network: address, prefixes: [address] as [string] })

/** A database that accepts or refuses every insertion. */
function openBackend() {
  const backend = { isDown: false, terms: [] as string[] }
  const store = async (counts: Parameters<typeof addUnmetSearches>[1]) => {
    if (backend.isDown) throw new Error('The database is away')
    backend.terms.push(...counts.map(({ term, searches }) => `${term} ${searches}`))
  }
  return { backend, store }
}

test('reports of unmet searches are flushed together once a minute', async () => {
  vi.useFakeTimers()
  const { backend, store } = openBackend()
  const counter = createUnmetSearchCounter(store, { error() {} })
  for (let visitor = 1; visitor <= 3; visitor++)
    counter.count({ list: 'stock', term: 'SOPHIE' }, from(`192.0.2.${visitor}`))
  await vi.advanceTimersByTimeAsync(59_000)
  expect(backend.terms).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(backend.terms).toEqual(['SOPHIE 3'])
  vi.useRealTimers()
})

test('while the backend is unavailable counts of unmet searches wait, the error is logged once, and nothing is lost', async () => {
  const { backend, store } = openBackend()
  const faults: unknown[] = []
  const counter = createUnmetSearchCounter(store, { error: (message) => faults.push(message) })
  backend.isDown = true
  counter.count({ list: 'stock', term: 'SOPHIE' }, from('192.0.2.1'))
  await counter.flush()
  counter.count({ list: 'stock', term: 'SOPHIE' }, from('192.0.2.2'))
  await counter.flush()
  expect(faults).toHaveLength(1)
  backend.isDown = false
  await counter.stop()
  expect(backend.terms).toEqual(['SOPHIE 2'])
})

test('the memory for unmet searches is bounded: beyond 500 waiting terms new ones are not counted', async () => {
  const { backend, store } = openBackend()
  const counter = createUnmetSearchCounter(store, { error() {} })
  for (let index = 0; index < 600; index++)
    counter.count(
      { list: 'stock', term: `T${index}X` },
      from(`192.0.${Math.floor(index / 200)}.${index % 200}`),
    )
  await counter.stop()
  expect(backend.terms).toHaveLength(500)
})

test('the disk for unmet searches is bounded: in one day a server stores at most 5,000 terms', async () => {
  const { backend, store } = openBackend()
  const counter = createUnmetSearchCounter(store, { error() {} })
  for (let index = 0; index < 5_100; index++) {
    counter.count({ list: 'stock', term: `T${index}X` }, from(`192.${Math.floor(index / 20)}.0.1`))
    if (index % 400 === 0) await counter.flush()
  }
  await counter.stop()
  expect(backend.terms).toHaveLength(5_000)
})

test('one network is limited to 30 reports of unmet searches in ten minutes', () => {
  const counter = createUnmetSearchCounter(async () => {}, { error() {} })
  const answers = Array.from({ length: 31 }, (_, index) =>
    counter.count({ list: 'stock', term: `T${index}X` }, from('192.0.2.1')),
  )
  expect(answers.filter((answer) => answer === null)).toHaveLength(30)
  expect(answers.at(-1)).toBe('limited')
})
