import { expect, test } from 'vitest'
import { findBroken, readCurrent, readReleased } from './released-migrations.ts'

test('no migration that was released has been edited, renamed or removed: a change adds another file', () => {
  expect(findBroken(readReleased(), readCurrent())).toEqual([])
})

test.each([
  ['an edited one', { 'db/migrations/0001-a.sql': 'x' }, ['db/migrations/0001-a.sql']],
  ['a missing one', {}, ['db/migrations/0001-a.sql']],
  [
    'a new one before it',
    { 'db/migrations/0001-a.sql': 'a', 'db/migrations/0000-b.sql': 'b' },
    ['db/migrations/0000-b.sql'],
  ],
  ['a new one after it', { 'db/migrations/0001-a.sql': 'a', 'db/migrations/0002-b.sql': 'b' }, []],
])('of the released migrations, %s is seen', (_, current, broken) => {
  expect(findBroken({ 'db/migrations/0001-a.sql': 'a' }, current)).toEqual(broken)
})
