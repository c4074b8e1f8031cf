import { expect, test } from 'vitest'
import { isAlmostSpf, isSpf, parseSpf } from './spf-record.ts'

const termsOf = (text: string) => {
  const parsed = parseSpf(text)
  return parsed.ok
    ? parsed.record.mechanisms.map(({ qualifier, name, value }) => [qualifier, name, value])
    : null
}

test.each([
  // RFC 7208, appendix A and section 5
  ['v=spf1 +all', [['+', 'all', null]]],
  [
    'v=spf1 a -all',
    [
      ['+', 'a', null],
      ['-', 'all', null],
    ],
  ],
  [
    'v=spf1 a:example.org -all',
    [
      ['+', 'a', 'example.org'],
      ['-', 'all', null],
    ],
  ],
  [
    'v=spf1 mx mx:example.org -all',
    [
      ['+', 'mx', null],
      ['+', 'mx', 'example.org'],
      ['-', 'all', null],
    ],
  ],
  [
    'v=spf1 mx/30 mx:example.org/30 -all',
    [
      ['+', 'mx', null],
      ['+', 'mx', 'example.org'],
      ['-', 'all', null],
    ],
  ],
  [
    'v=spf1 a/24//64 ~all',
    [
      ['+', 'a', null],
      ['~', 'all', null],
    ],
  ],
  [
    'v=spf1 ptr -all',
    [
      ['+', 'ptr', null],
      ['-', 'all', null],
    ],
  ],
  [
    'v=spf1 ip4:192.0.2.128/28 -all',
    [
      ['+', 'ip4', '192.0.2.128'],
      ['-', 'all', null],
    ],
  ],
  [
    'v=spf1 ip6:2001:db8::/32 ip6:::1 -all',
    [
      ['+', 'ip6', '2001:db8::'],
      ['+', 'ip6', '::1'],
      ['-', 'all', null],
    ],
  ],
  [
    'v=spf1 include:example.com include:example.net -all',
    [
      ['+', 'include', 'example.com'],
      ['+', 'include', 'example.net'],
      ['-', 'all', null],
    ],
  ],
  [
    'v=spf1 exists:%{ir}.%{l1r+-}._spf.%{d} -all',
    [
      ['+', 'exists', '%{ir}.%{l1r+-}._spf.%{d}'],
      ['-', 'all', null],
    ],
  ],
  [
    'v=spf1 -include:ip4._spf.%{d} ?all',
    [
      ['-', 'include', 'ip4._spf.%{d}'],
      ['?', 'all', null],
    ],
  ],
  [
    'V=SPF1   A   -ALL  ',
    [
      ['+', 'a', null],
      ['-', 'all', null],
    ],
  ],
  ['v=spf1', []],
  [
    'v=spf1 mx -all exp=explain._spf.%{d} unknown=%{x}',
    [
      ['+', 'mx', null],
      ['-', 'all', null],
    ],
  ],
])('the mechanisms of %s', (text, mechanisms) => {
  expect(termsOf(text)).toEqual(mechanisms)
})

test('redirect is read', () => {
  expect(parseSpf('v=spf1 redirect=_spf.example.com')).toMatchObject({
    record: { redirect: '_spf.example.com', mechanisms: [] },
  })
})

test.each([
  ['v=spf1 ip4:300.1.2.3 -all', 'ip4:300.1.2.3'],
  ['v=spf1 ip4:192.0.2.1/33 -all', 'ip4:192.0.2.1/33'],
  ['v=spf1 ip4:192.0.2.1/24//64 -all', 'ip4:192.0.2.1/24//64'],
  ['v=spf1 ip6:192.0.2.1 -all', 'ip6:192.0.2.1'],
  ['v=spf1 ip6:fe80::1%eth0 -all', 'ip6:fe80::1%eth0'],
  ['v=spf1 include -all', 'include'],
  ['v=spf1 include: -all', 'include:'],
  ['v=spf1 include:com -all', 'include:com'],
  ['v=spf1 include:_spf.google.com/24 -all', 'include:_spf.google.com/24'],
  ['v=spf1 mx:%{q}.example.com -all', 'mx:%{q}.example.com'],
  ['v=spf1 a/33 -all', 'a/33'],
  ['v=spf1 all:example.com', 'all:example.com'],
  ['v=spf1 mx, -all', 'mx,'],
  ['v=spf1 include=_spf.google.com redirect=a.example redirect=b.example', 'redirect=b.example'],
  ['v=spf1 mx –all', '–all'],
  ['v=spf1 moo -all', 'moo'],
])('%s is wrong at %s', (text, term) => {
  expect(parseSpf(text)).toEqual({ ok: false, term })
})

test.each([
  ['v=spf1', true, false],
  ['v=spf1 -all', true, false],
  ['v=spf10 -all', false, false],
  ['v=spf1;mx', false, true],
  ['"v=spf1 -all"', false, true],
  [' v=spf1 -all', false, true],
  ['spf1 mx', false, true],
  ['v=spf2.0/pra', false, true],
  ['google-site-verification=spf1', false, false],
])('%s: SPF %s, almost %s', (text, is, almost) => {
  expect([isSpf(text), isAlmostSpf(text)]).toEqual([is, almost])
})

test('a record of 64 kB, or with a hundred thousand terms, is parsed quickly', () => {
  const started = performance.now()
  expect(parseSpf(`v=spf1 ${'a'.repeat(65_000)}`).ok).toBe(false)
  expect(parseSpf(`v=spf1 ${'a '.repeat(100_000)}`).ok).toBe(false)
  expect(parseSpf(`v=spf1 include:${'%{d}'.repeat(16_000)}`).ok).toBe(false)
  expect(parseSpf(`v=spf1 exists:${'/a'.repeat(30_000)}`).ok).toBe(false)
  expect(performance.now() - started).toBeLessThan(500)
})
