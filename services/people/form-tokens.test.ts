import { expect, test } from 'vitest'
import { isFormToken, newFormToken } from './form-tokens.ts'

test('each token is different, and valid only for its session', () => {
  const [one, other] = [newFormToken('session'), newFormToken('session')]
  expect(one).not.toBe(other)
  for (const token of [one, other]) {
    expect(isFormToken(token, 'session')).toBe(true)
    expect(isFormToken(token, 'another session')).toBe(false)
  }
})

test('a malformed token is refused', () => {
  const [salt, proof] = newFormToken('session').split('.')
  const forged = [
    '',
    '.',
    'x',
    `${salt}.`,
    `.${proof}`,
    `x${salt}.${proof}`,
    `${salt}.${proof}x`,
    `${proof}.${salt}`,
  ]
  for (const token of forged) expect(isFormToken(token, 'session')).toBe(false)
})
