import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oncePerTurn } from './turn.ts'

test('is read once in a turn, anew in the next, and anew once it is forgotten', async () => {
  let value = 0
  const { read, forget } = oncePerTurn(() => ++value)
  expect([read(), read()]).toEqual([1, 1])
  await nextTurn()
  expect([read(), read()]).toEqual([2, 2])
  forget()
  expect([read(), read()]).toEqual([3, 3])
})
