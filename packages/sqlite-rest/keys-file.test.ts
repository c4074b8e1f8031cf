import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'

import { signToken, TokenReader } from './auth.ts'
import { openKeys } from './keys-file.ts'
import { OpenError } from './open-error.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-keys-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const file = () => join(dataDir, 'keys.json')

it('a keys file is created on the first start, complete, readable by its owner only', () => {
  const keys = openKeys(dataDir)
  expect(keys.secret.length).toBeGreaterThanOrEqual(32)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['keys.json'])
})

it('a keys file is reused by the next start', () => {
  expect(openKeys(dataDir)).toEqual(openKeys(dataDir))
})

it('a keys file is closed to other users again if a restore opened it', () => {
  openKeys(dataDir)
  chmodSync(file(), 0o644)
  openKeys(dataDir)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
})

it.each(['', 'no json', '{}', '{"secret":"short"}', 'null'])(
  'a keys file with the content %j stops the start and is not changed',
  (content) => {
    writeFileSync(file(), content)
    expect(() => openKeys(dataDir)).toThrow(OpenError)
    expect(readFileSync(file(), 'utf8')).toBe(content)
  },
)

it('a keys file stays valid if the clock is set back to before its keys were created', () => {
  const keys = openKeys(dataDir)
  vi.useFakeTimers({ now: Date.now() - 86_400_000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(openKeys(dataDir)).toEqual(keys)
  const reader = new TokenReader(keys.anonKey, [keys.secret])
  reader.check(keys.anonKey)
  expect(() => reader.check(signToken({ role: 'anon', iat: Date.now() / 1000 + 60 }, keys.secret))).toThrow(
    'JWTIssuedAtFuture',
  )
})

it('a keys file whose keys are signed with another secret stops the start', () => {
  const keys = openKeys(dataDir)
  writeFileSync(file(), JSON.stringify({ ...keys, secret: 'x'.repeat(40) }))
  expect(() => openKeys(dataDir)).toThrow(OpenError)
})

it('a keys file of before, with a service key, is read, and that key is refused', () => {
  const keys = openKeys(dataDir)
  const serviceKey = signToken({ role: 'service_role' }, keys.secret)
  writeFileSync(file(), JSON.stringify({ ...keys, serviceKey }))
  expect(openKeys(dataDir)).toEqual(keys)
  expect(() => new TokenReader(keys.anonKey, [keys.secret]).check(serviceKey)).toThrow(
    'role "service_role" does not exist',
  )
})

it('a keys file that cannot be written gives an error that names it', () => {
  const missing = join(dataDir, 'missing')
  expect(() => openKeys(missing)).toThrow(/keys\.json cannot be written/)
  expect(existsSync(missing)).toBe(false)
})
