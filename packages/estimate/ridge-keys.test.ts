import { expect, test } from 'vitest'
import { ridgeKeysOf } from './ridge-keys.ts'
import { type Shape, shapeOf } from './shape.ts'

const sharedKinds = (one: string, other: string, word = '') => {
  const [first, second] = [one, other].map((registration) => {
    const reading = { word, index: -1, value: 0, score: 0, cost: 0, length: 0, from: 0, to: 0 }
    return ridgeKeysOf(
      shapeOf(registration) as Shape,
      { top: reading, firstName: reading, word: reading },
      [],
    )
  }) as [Uint32Array, Uint32Array]
  return first.filter((key, kind) => key === second[kind]).length
}

test('registrations share keys if their letters are the same in another order, or look alike', () => {
  const words = sharedKinds('B7KWF', 'M991HGX')
  expect(sharedKinds('B7KWF', 'K991WBF')).toBeGreaterThan(words)
  expect(sharedKinds('A155SHA', 'A15HAX')).toBeGreaterThan(words)
})

test('the same text as another kind of key is another key', () => {
  const keys = ridgeKeysOf(shapeOf('1A') as Shape, { top: none(), firstName: none(), word: none() }, [
    '1',
    '1',
    'A',
  ])
  expect(new Set(keys).size).toBe(keys.length)
})

const none = () => ({ word: '', index: -1, value: 0, score: 0, cost: 0, length: 0, from: 0, to: 0 })
