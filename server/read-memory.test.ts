import { describe, expect, test } from 'vitest'
import { ReadMemory } from './read-memory.ts'

/** A memory whose data version the test moves, and a read that counts how often it is made. */
function reader() {
  const state: { version: string | null; reads: number } = { version: '1', reads: 0 }
  const memory = new ReadMemory(() => state.version)
  const read = (name = 'stock') => memory.get(name, async () => ++state.reads)
  return { state, memory, read }
}

describe('what has been read', () => {
  test('is read once for everybody while the data stay, and anew when they change', async () => {
    const { state, read } = reader()
    expect(await Promise.all([read(), read()])).toEqual([1, 1])
    expect(await read('another')).toBe(2)
    state.version = '2'
    expect(await read()).toBe(3)
    expect(await read()).toBe(3)
  })

  test('is not kept where nothing tells whether the data change', async () => {
    const { state, read } = reader()
    await read()
    state.version = null
    expect(await read()).toBe(2)
    expect(await read()).toBe(3)
  })

  test('is asked for again where it failed', async () => {
    const { memory, read } = reader()
    await expect(memory.get('stock', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await read()).toBe(1)
  })
})
