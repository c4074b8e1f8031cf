import { expect, test } from 'vitest'
import { answerRefusal } from './answer-refusal.server.ts'

const WORDS = { refused: 'That did not work.' }

const answerTo = (names: readonly string[]) => {
  const form = new FormData()
  for (const name of names) form.set(name, 'x')
  return answerRefusal(form, { ok: false, reason: 'invalid', field: 'email', message: 'It is taken.' }, WORDS)
    .data
}

test('a code that is wrong is shown beside its field', () => {
  const form = new FormData()
  form.set('code', '123456')
  const { data } = answerRefusal(form, { ok: false, reason: 'refused' }, { ...WORDS, field: 'code' })
  expect(data).toMatchObject({ typed: {}, fields: { code: WORDS.refused } })
})

test('a fault is shown beside its field, or above a form that has no such field', () => {
  expect(answerTo(['name', 'email'])).toMatchObject({ fields: { email: 'It is taken.' } })
  expect(answerTo(['name'])).toMatchObject({ message: 'It is taken.', fields: {} })
})
