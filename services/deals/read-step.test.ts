import { expect, test } from 'vitest'
import { InvalidInput } from '../changes/refusal.ts'
import type { StepName } from './deal-steps.ts'
import { readGiven } from './read-step.ts'

test.each<[StepName, string[]]>([
  ['agree', ['on']],
  ['reserve', ['until']],
  ['extend', ['until']],
  ['reprice', ['amount']],
  ['move', ['toDeal', 'amount', 'on']],
  ['keep', ['amount', 'on']],
  ['clear', ['payment', 'on']],
  ['pay', ['payment', 'kind', 'amount', 'on', 'method']],
  ['take back pay', ['payment']],
  ['sell', ['on']],
  ['hand-over', ['ending', 'on']],
  ['identity', ['on']],
  ['certificate', ['on']],
  ['draft', ['on']],
  ['lose', ['reason']],
])('The step “%s” without its fields is refused at those that it needs', (step, fields) => {
  const read = () => readGiven(step, {}, '2026-11-25')
  expect(read).toThrow(InvalidInput)
  try {
    read()
  } catch (error) {
    expect(Object.keys((error as InvalidInput).fields)).toEqual(fields)
  }
})

test('A letter and ticks that a form leaves out are none, and fields of other steps are not read', () => {
  const given = { on: '2026-11-25' }
  expect(readGiven('agree', given, '2026-11-25')).toEqual({
    on: '2026-11-25',
    text: null,
    confirmed: null,
  })
  expect(readGiven('accounts', given, '2026-11-25')).toEqual({ invoiceNumber: null, isKept: false })
})
