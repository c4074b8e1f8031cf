import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { readDkimKey } from './dkim-key.ts'
import { readSelectors } from './selectors.ts'

const pair = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits }).publicKey
const der = (key: KeyObject, type: 'spki' | 'pkcs1' = 'spki') =>
  key.export({ format: 'der', type }).toString('base64')

/** RFC 6376, appendix C. */
const RFC_6376 =
  'v=DKIM1; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB'
/** RFC 8463, appendix A.2. */
const RFC_8463 = 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='

test.each([
  [RFC_6376, { kind: 'key', algorithm: 'rsa', bits: 1024, isTest: false }],
  [RFC_8463, { kind: 'key', algorithm: 'ed25519', bits: 256, isTest: false }],
  [`k=rsa; t=y:s; p=${der(pair(2048))}`, { kind: 'key', algorithm: 'rsa', bits: 2048, isTest: true }],
  [`v=DKIM1; p=${der(pair(2048), 'pkcs1')};`, { kind: 'key', bits: 2048 }],
  [`v=DKIM1; p= ${der(pair(1024)).replace(/.{60}/g, '$& ')}`, { kind: 'key', bits: 1024 }],
  ['v=DKIM1; k=rsa; p=', { kind: 'revoked' }],
  ['v=DKIM1; k=rsa', { kind: 'wrong', why: 'It has no key: p= is missing.' }],
  ['v=dkim1; p=abcd', { kind: 'wrong' }],
  ['p=abcd; v=DKIM1', { kind: 'wrong' }],
  ['v=DKIM1; p=abcd; p=efgh', { kind: 'wrong' }],
  ['v=DKIM1; s=tlsrpt; p=abcd', { kind: 'wrong', why: 'Its s= says that the key is not for mail.' }],
  ['v=DKIM1; k=dsa; p=abcd', { kind: 'wrong', why: 'Servers do not know keys of the type “dsa”.' }],
  ['v=DKIM1; p=<script>', { kind: 'wrong', why: expect.stringContaining('is not a key') }],
  ['v=DKIM1; p=-----BEGIN PRIVATE KEY-----', { kind: 'wrong', why: expect.stringContaining('private key') }],
  [
    `v=DKIM1; k=rsa; p=${der(pair(2048)).slice(0, 230)}`,
    { kind: 'wrong', why: expect.stringContaining('255') },
  ],
  [`v=DKIM1; p=${'A'.repeat(64_000)}`, { kind: 'wrong' }],
])('the key of %#', (text, key) => {
  expect(readDkimKey(text)).toMatchObject(key)
})

test.each([
  ['google', ['google'], null],
  [' S1, s2;fm1 \n s1', ['s1', 's2', 'fm1'], null],
  ['s1._domainkey.plates.uk', ['s1'], null],
  ['', [], null],
  ['march2005.reykjavik', ['march2005.reykjavik'], null],
  [
    'DKIM-Signature: v=1; a=rsa-sha256; d=Plates.UK; s=brisbane;\r\n  c=simple; q=dns/txt; h=From:To; bh=2jUSOH9=;\r\n b=AuUoFEfDxTDkHlLXSZEpZj79LICEps6eda7W3deTVFOk4yAUoqOB',
    ['brisbane'],
    'plates.uk',
  ],
])('selectors are read from %j', (text, selectors, signedBy) => {
  expect(readSelectors(text)).toEqual({ ok: true, selectors, signedBy })
})

test.each([
  'not a selector!',
  'a..b',
  '-x',
  'x/y',
  '*',
  `${'a'.repeat(64)}`,
  'a b c d e f',
  'v=1; s=../..; d=x; b=1',
])('no selector: %s', (text) => {
  expect(readSelectors(text)).toMatchObject({ ok: false, message: expect.any(String) })
})
