import { expect, test } from 'vitest'
import { isDmarc, parseDmarc } from './dmarc-record.ts'
import { toDomain } from './domain-name.ts'

test.each([
  // RFC 7489, appendix B.2
  [
    'v=DMARC1; p=none; rua=mailto:dmarc-feedback@example.com',
    { policy: 'none', reportsTo: ['dmarc-feedback@example.com'], percent: 100, dkimAlignment: 'relaxed' },
  ],
  [
    'v=DMARC1; p=quarantine; rua=mailto:dmarc-feedback@example.com, mailto:tld-test@thirdparty.example.net!10m; pct=25',
    {
      policy: 'quarantine',
      percent: 25,
      reportsTo: ['dmarc-feedback@example.com', 'tld-test@thirdparty.example.net'],
    },
  ],
  [
    'v=DMARC1;p=reject;sp=none;adkim=s;aspf=r;t=y',
    {
      policy: 'reject',
      subdomainPolicy: 'none',
      dkimAlignment: 'strict',
      spfAlignment: 'relaxed',
      isTest: true,
    },
  ],
  ['v=DMARC1; p=monitor; rua=mailto:a@b.uk', { policy: 'none', written: 'monitor' }],
  ['v=DMARC1; rua=https://x.uk/?q', { policy: 'none', written: null, reportsTo: [] }],
  ['v=DMARC1; p=none; pct=lots', { percent: 100 }],
  ['v=DMARC1; p=none; p=reject', null],
  ['v=DMARC1 p=none', { written: null }],
  ['v=DMARC1; none', null],
])('%s', (text, record) => {
  if (record === null) expect(parseDmarc(text)).toBeNull()
  else expect(parseDmarc(text)).toMatchObject(record)
})

test.each([
  ['v=DMARC1; p=none', true],
  ['v=DMARC1', true],
  ['v = DMARC1 ;p=none', true],
  ['v=dmarc1; p=none', false],
  ['p=none; v=DMARC1', false],
  ['v=DMARC12; p=none', false],
])('%s is DMARC: %s', (text, is) => expect(isDmarc(text)).toBe(is))

test('thousands of report addresses are limited', () => {
  const rua = Array.from({ length: 5_000 }, (_, index) => `mailto:a${index}@b.uk`).join(',')
  expect(parseDmarc(`v=DMARC1; p=none; rua=${rua}`)?.reportsTo).toHaveLength(10)
})

test.each([
  ['Plates.Co.UK.', 'plates.co.uk'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['_spf.google.com', '_spf.google.com'],
  ['localhost', null],
  ['192.0.2.1', null],
  ['[2001:db8::1]', null],
  ['a..b', null],
  ['-a.uk', null],
  ['a b.uk', null],
  ['a.uk\u0000', null],
  [`${'a'.repeat(64)}.uk`, null],
  [`${'a.'.repeat(130)}uk`, null],
])('the domain of %j is %s', (text, domain) => expect(toDomain(text)).toBe(domain))
