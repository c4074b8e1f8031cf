import { expect, test } from 'vitest'
import { normalizeCode } from './recovery-codes.ts'

test.each([
  ['ABCD-EFGH-JKMN-PQR0', 'ABCDEFGHJKMNPQR0'],
  [' abcd efgh jkmn pqro ', 'ABCDEFGHJKMNPQR0'],
  ['abcdefghjkmnpqil', 'ABCDEFGHJKMNPQ11'],
])('the recovery code “%s” is read as %s', (typed, code) => {
  expect(normalizeCode(typed)).toBe(code)
})

test.each(['', 'ABCD-EFGH-JKMN', 'ABCD-EFGH-JKMN-PQRU'])('“%s” cannot be a recovery code', (typed) => {
  expect(normalizeCode(typed)).toBeNull()
})
