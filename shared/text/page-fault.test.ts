import { expect, test } from 'vitest'
import { readPageFault } from './page-fault.ts'

const fault = { page: 'features/plates/show', file: 'shared-B1x_9.js', message: 'x is not a function' }

test('the report of a failed page names page, file and what the engine says', () => {
  expect(readPageFault(fault)).toEqual(fault)
})

test.each([
  ['Unexpected token "ann@visitor.example" at 12', 'Unexpected token "…" at 12'],
  ['"07700 900123, call me" is not valid JSON', '"…" is not valid JSON'],
  ['cannot read ann@visitor.example', 'cannot read …'],
  ['no 07700900123', 'no …'],
  ['two\nlines\u0007', 'two lines'],
  ['x'.repeat(500), 'x'.repeat(160)],
])('of the message %j the report keeps %j', (message, kept) => {
  expect(readPageFault({ ...fault, message })?.message).toBe(kept)
})

test.each([
  { page: '/contact?name=Ann Lee' },
  { page: '' },
  { file: 'x'.repeat(81) },
  { file: null },
  { message: null },
])('%j is no report of a failed page', (wrong) => {
  expect(readPageFault({ ...fault, ...wrong })).toBeNull()
})
