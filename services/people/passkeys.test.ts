import { expect, test } from 'vitest'
import { relyingParty } from './passkeys.ts'

test.each([
  ['https://plates.test', 'https://plates.test', 'plates.test'],
  ['https://plates.test:8443', 'https://plates.test:8443', 'plates.test'],
  ['http://127.0.0.1:3000', 'http://localhost:3000', 'localhost'],
  ['http://localhost:3000', 'http://localhost:3000', 'localhost'],
  ['https://localhost:8443', 'https://localhost:8443', 'localhost'],
  ['http://127.0.0.1:0', 'http://localhost:40123', 'localhost'],
])('a site at %s has passkeys for visitors of %s', (siteUrl, origin, id) => {
  expect(relyingParty(siteUrl, origin)).toEqual({ id, origin })
})

test.each([
  ['https://plates.test', 'http://localhost:3000'],
  ['https://plates.test', 'http://localhost'],
  ['https://plates.test', 'http://plates.test'],
  ['https://plates.test', 'https://plates.test:8443'],
  ['https://plates.test', 'https://www.plates.test'],
  ['http://plates.test', 'http://plates.test'],
  ['https://192.0.2.7', 'https://192.0.2.7'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000', 'http://localhost:4000'],
  ['http://localhost:3000', 'https://plates.test'],
  ['https://plates.test', 'null'],
])('a site at %s has no passkeys for visitors of %s', (siteUrl, origin) => {
  expect(relyingParty(siteUrl, origin)).toBeNull()
})
