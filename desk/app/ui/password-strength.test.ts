import { expect, it } from 'vitest'
import { isCommonPassword } from '#services/people/common-passwords.ts'
import { MIN_PASSWORD_LENGTH } from '#services/people/passwords.ts'
import { type PasswordStrength, passwordStrength } from './password-strength.ts'

it.each<[string, PasswordStrength]>([
  ['', 'too short'],
  ['tulip', 'too short'],
  ['k7#pQ2!vLm9', 'too short'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['qwertyuiopasdfghjkl', 'weak'],
  ['123456789012', 'weak'],
  ['abcabcabcabcabcabc', 'weak'],
  ['password1234', 'weak'],
  ['Password123!', 'weak'],
  ['plateworthy1', 'weak'],
  ['three words of mine', 'fair'],
  ['correct horse battery staple', 'strong'],
  ['k7#pQ2!vLm9x', 'strong'],
  ['кошка гуляет по крыше ночью', 'strong'],
])('the strength of the password %j is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})

it('the strength of a password is “too short” if the server refuses as too short', () => {
  expect(passwordStrength('k7#pQ2!vLm9x'.slice(0, MIN_PASSWORD_LENGTH - 1))).toBe('too short')
})

it.each(['qwertyqwerty', 'password1234', '123456123456', 'unbelievable'])(
  'the strength of the common password %s is never praised',
  (common) => {
    expect(isCommonPassword(common)).toBe(true)
    expect(passwordStrength(common)).toBe('weak')
  },
)
