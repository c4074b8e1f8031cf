import { argon2Sync } from 'node:crypto'
import { expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import {
  hashPassword,
  isOutdated,
  MAX_PASSWORD_LENGTH,
  MAX_RUNNING,
  MAX_WAITING,
  MIN_PASSWORD_LENGTH,
  passwordFault,
  TooManyPasswordsError,
  verifyPassword,
} from './passwords.ts'

it.each([
  ['of eleven characters', 'elevenchars', /at least 12 characters/],
  ['of eleven emoji', '🚗'.repeat(11), /at least 12 characters/],
  [
    'of eleven characters and more spaces',
    `elevenchar${' '.repeat(MIN_PASSWORD_LENGTH)}`,
    /at least 12 characters/,
  ],
  ['of 129 characters', 'ab '.repeat(43), /128 characters at most/],
  ['that is the address', 'ann@plates.example', /e-mail address/],
  ['that is the address in capitals', 'ANN@plates.example', /e-mail address/],
  ['that is common', 'qwertyqwerty', /on lists/],
  ['that is common but for capitals', 'QwertyQwerty', /on lists/],
  ['that is common but for wide letters', 'ｑｗｅｒｔｙｑｗｅｒｔｙ', /on lists/],
])('a password %s is refused', (_, password, words) => {
  expect(passwordFault(password, 'ann@plates.example')).toMatch(words)
})

it.each([
  ['of twelve characters', 'tw3lve char!'],
  ['of twelve emoji', '🚗🚕🚙🚌🚎🏎🚓🚑🚒🚐🛻🚚'],
  ['of letters alone', 'correct horse battery'],
  ['of 128 characters', 'ab '.repeat(42).padEnd(MAX_PASSWORD_LENGTH, 'x')],
  ['of twelve characters with spaces', ' a b c d e f'],
])('a password %s is accepted', (_, password) => {
  expect(passwordFault(password, 'ann@plates.example')).toBeNull()
})

it.each(['123456789012', 'password1234', 'iloveyou1234', 'abcdefghijkl', '1q2w3e4r5t6y', 'qazwsxedcrfv'])(
  '%s is on the list of common ones',
  (password) => {
    expect(isCommonPassword(password)).toBe(true)
  },
)

it('a stored password has its parameters with it, and another salt each time', async () => {
  const [one, other] = [
    await hashPassword('correct horse battery'),
    await hashPassword('correct horse battery'),
  ]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(other)
  expect(isOutdated(one)).toBe(false)
  expect(isOutdated(one.replace('m=19456', 'm=9216'))).toBe(true)
})

it('a stored password is hashed at the cost that it names', async () => {
  const [, , , , salt = '', tag = ''] = (await hashPassword('correct horse battery')).split('$')
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
  const nonce = Buffer.from(salt, 'base64')
  const hash = argon2Sync('argon2id', { message: 'correct horse battery', nonce, ...cost })
  expect(Buffer.from(tag, 'base64')).toEqual(hash)
})

it('a stored password is verified to the last character', async () => {
  const password = `${'long '.repeat(25)}end`
  const hash = await hashPassword(password)
  expect(await verifyPassword(password, hash)).toBe(true)
  expect(await verifyPassword(password.slice(0, -1), hash)).toBe(false)
  expect(await verifyPassword(`${password} `, hash)).toBe(false)
  expect(await verifyPassword('', null)).toBe(false)
})

it('a stored password that cannot be read is an error, not a wrong password', async () => {
  await expect(verifyPassword('correct horse battery', '$2b$10$abc')).rejects.toThrow('cannot be read')
})

it('more passwords at once than may wait are turned away, and the next one finds room again', async () => {
  const burst = Array.from({ length: MAX_RUNNING + MAX_WAITING + 3 }, () => verifyPassword('x', null))
  const results = await Promise.allSettled(burst)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(3)
  for (const one of refused)
    expect((one as PromiseRejectedResult).reason).toBeInstanceOf(TooManyPasswordsError)
  expect(await verifyPassword('x', null)).toBe(false)
})
