import { expect, test } from 'vitest'
import { describeTemplates, differenceOf } from './difference.ts'

test('a change of a long text is shown from shortly before the first difference, at most 400 characters of each', () => {
  const same = 'These words stay. '.repeat(60)
  const changed = differenceOf(
    `${same}Pay by card.`,
    `${same}NEW BANK ACCOUNT 12-34-56.${' More.'.repeat(200)}`,
  )
  const [before = '', after = ''] = changed.split(' → ')
  expect(before).toMatch(/^….{40}Pay by card\.$/)
  expect(after).toMatch(/^….{40}NEW BANK ACCOUNT 12-34-56\./)
  expect(after).toHaveLength(400)
})

test('a change of a short text is shown whole', () => {
  expect(differenceOf('Ann’s Plates', 'Ann’s Other Plates')).toBe('Ann’s Plates → Ann’s Other Plates')
})

test('a change of the reply templates is described by those that differ', () => {
  const [yes, no, old] = ['Yes', 'No', 'Old'].map((name) => ({ name, body: `${name}!` }))
  if (!yes || !no || !old) throw new Error('There are three templates')
  const after = [no, { ...yes, body: 'Pay.' }, { name: 'Mine', body: 'Hello.' }]
  expect(describeTemplates([yes, no, old], after)).toBe(
    '“Yes”: Yes! → Pay.; “Mine” added: Hello.; “Old” removed',
  )
  expect(describeTemplates([yes, no], [no, yes])).toBe('in another order')
})
