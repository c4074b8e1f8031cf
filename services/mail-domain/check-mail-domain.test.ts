import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { fakeDns, type Zone } from '#test/fake-dns.ts'
import { checkMailDomain, type MailSetup } from './check-mail-domain.ts'
import { openMailDns } from './dns.ts'

const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64')

const SETUP: MailSetup = {
  from: 'website@plates.uk',
  to: 'ann@plates.uk',
  smtpHost: 'smtp.gmail.com',
  selectors: ['google'],
}

const SOUND: Zone & { txt: Record<string, string[]> } = {
  mx: { 'plates.uk': [{ host: 'smtp.google.com', priority: 1 }] },
  txt: {
    'plates.uk': ['google-site-verification=x', 'v=spf1 include:_spf.google.com ~all'],
    '_spf.google.com': ['v=spf1 ip4:192.0.2.0/24 ~all'],
    'google._domainkey.plates.uk': [`v=DKIM1; k=rsa; p=${KEY}`],
    '_dmarc.plates.uk': ['v=DMARC1; p=quarantine; rua=mailto:ann@plates.uk'],
  },
}

async function check(zone: Zone, setup: Partial<MailSetup> = {}) {
  const dns = fakeDns(zone)
  const { findings, domain } = await checkMailDomain({ ...SETUP, ...setup }, dns)
  expect(dns.isClosed).toBe(true)
  return {
    domain,
    findings,
    asked: dns.asked,
    levels: findings.map(({ topic, level }) => `${topic} ${level}`),
  }
}

const withTxt = (txt: Record<string, string[]>): Zone => ({ ...SOUND, txt: { ...SOUND.txt, ...txt } })

const findingOf = async (topic: string, zone: Zone, setup: Partial<MailSetup> = {}) =>
  (await check(zone, setup)).findings.find((finding) => finding.topic === topic)

test('a well configured domain needs no action', async () => {
  const { levels, findings, domain } = await check(SOUND)
  expect(domain).toBe('plates.uk')
  expect(levels).toEqual(['MX good', 'SPF good', 'DKIM good', 'DMARC good'])
  expect(findings.flatMap(({ todo, paste }) => todo ?? paste ?? [])).toEqual([])
})

test('a domain without records gets records to paste for SPF and DMARC, and a question for its selector', async () => {
  const { findings, levels } = await check({ addresses: { 'plates.uk': ['192.0.2.1'] } }, { selectors: [] })
  expect(levels).toEqual(['MX problem', 'SPF problem', 'DKIM unknown', 'DMARC problem'])
  expect(findings.map(({ paste }) => paste)).toEqual([
    null,
    { name: 'plates.uk', type: 'TXT', value: 'v=spf1 include:_spf.google.com ~all' },
    null,
    { name: '_dmarc.plates.uk', type: 'TXT', value: 'v=DMARC1; p=none; rua=mailto:ann@plates.uk' },
  ])
})

test.each([
  [
    'two records',
    ['v=spf1 mx -all', 'v=spf1 include:_spf.google.com ~all'],
    'problem',
    'v=spf1 mx include:_spf.google.com ~all',
  ],
  ['+all', ['v=spf1 include:_spf.google.com +all'], 'problem', 'v=spf1 include:_spf.google.com ~all'],
  ['no end', ['v=spf1 include:_spf.google.com'], 'advice', 'v=spf1 include:_spf.google.com ~all'],
  [
    'another service',
    ['v=spf1 ip4:198.51.100.1 -all'],
    'advice',
    'v=spf1 ip4:198.51.100.1 include:_spf.google.com -all',
  ],
  ['a mistake', ['v=spf1 ipv4:198.51.100.1 -all'], 'problem', undefined],
  [
    'quotation marks',
    ['"v=spf1 include:_spf.google.com -all"'],
    'problem',
    'v=spf1 include:_spf.google.com ~all',
  ],
])('SPF with %s', async (_, records, level, value) => {
  const zone = { ...withTxt({ 'plates.uk': records }), addresses: { 'smtp.gmail.com': ['203.0.113.9'] } }
  const finding = await findingOf('SPF', zone)
  expect([finding?.level, finding?.paste?.value]).toEqual([level, value])
})

test('the firm’s own mail server is matched by its address', async () => {
  const zone = {
    ...withTxt({ 'plates.uk': ['v=spf1 ip4:192.0.2.7 -all'] }),
    addresses: { 'mail.plates.uk': ['192.0.2.7'] },
  }
  expect((await findingOf('SPF', zone, { smtpHost: 'mail.plates.uk' }))?.level).toBe('good')
  expect((await findingOf('SPF', zone, { smtpHost: '192.0.2.7' }))?.level).toBe('good')
  expect((await findingOf('SPF', zone, { smtpHost: '192.0.2.8' }))?.level).toBe('advice')
  expect((await findingOf('SPF', zone, { smtpHost: null }))?.level).toBe('good')
})

test.each([
  ['google', ['v=DKIM1; p='], 'problem', /withdrawn/],
  ['google', ['v=spf1 -all'], 'problem', /not a DKIM key/],
  ['other', [], 'problem', /no key named/],
])('DKIM of %s with %j', async (selector, records, level, words) => {
  const finding = await findingOf('DKIM', withTxt({ [`${selector}._domainkey.plates.uk`]: records }), {
    selectors: [selector],
  })
  expect(finding?.level).toBe(level)
  expect(finding?.means).toMatch(words)
})

test('without a selector the usual ones of the mail service are tried', async () => {
  expect((await check(SOUND, { selectors: [] })).levels).toContain('DKIM good')
})

test('DMARC of a parent domain applies to subdomains, with its subdomain policy', async () => {
  const txt = { '_dmarc.plates.uk': ['v=DMARC1; p=reject; sp=none; rua=mailto:ann@plates.uk'] }
  const zone = { ...withTxt(txt), addresses: { 'mail.plates.uk': ['192.0.2.1'] } }
  const finding = await findingOf('DMARC', zone, { from: 'a@mail.plates.uk' })
  expect(finding).toMatchObject({ level: 'advice', asked: 'TXT records of _dmarc.plates.uk' })
  expect(finding?.means).toContain('p=none')
})

test('reports to another domain need its agreement', async () => {
  const txt = { '_dmarc.plates.uk': ['v=DMARC1; p=reject; rua=mailto:x@reports.net'] }
  expect((await findingOf('DMARC', withTxt(txt)))?.means).toContain('Reports to reports.net do not arrive')
  const agreed = { ...txt, 'plates.uk._report._dmarc.reports.net': ['v=DMARC1'] }
  expect((await findingOf('DMARC', withTxt(agreed)))?.level).toBe('good')
})

test('a long name is looked up with eight queries at most', async () => {
  const from = `a@${'x.'.repeat(60)}plates.uk`
  const { asked } = await check({ mx: { [from.slice(2)]: [] } }, { from })
  expect(asked.filter((question) => question.startsWith('TXT _dmarc')).length).toBe(8)
})

test.each([
  ['website@plateworthy.example', /sample name/],
  ['ann@gmail.com', /Only gmail\.com itself/],
  ['ann@localhost', /not an internet domain/],
])('%s is not asked about', async (from, words) => {
  const { findings, asked } = await check({}, { from })
  expect(asked).toEqual([])
  expect(findings).toHaveLength(1)
  expect(findings[0]?.means).toMatch(words)
})

test('a domain that does not exist has one fault', async () => {
  const { findings } = await check({})
  expect(findings.map(({ means }) => means)).toEqual([expect.stringContaining('does not exist in DNS')])
})

test('without an answer, the findings say that DNS could not be queried', async () => {
  const { findings } = await check({ silent: ['*'] })
  expect(findings).toMatchObject([{ topic: 'Domain', level: 'unknown' }])
})

test('one failed query does not affect the others', async () => {
  expect((await check({ ...SOUND, silent: ['_dmarc.plates.uk'] })).levels).toEqual([
    'MX good',
    'SPF good',
    'DKIM good',
    'DMARC unknown',
  ])
})

test('hostile records are shortened, escaped and processed quickly', async () => {
  const started = performance.now()
  const many = Array.from({ length: 1_000 }, (_, index) => `v=spf1 include:s${index}.uk +all`)
  const zone = withTxt({
    'plates.uk': many,
    '_dmarc.plates.uk': [`v=DMARC1; p=none; rua=${'mailto:a@b.uk,'.repeat(4_000)}`],
    'google._domainkey.plates.uk': [`v=DKIM1; p=${'A'.repeat(64_000)}\u001b[31m<script>`],
  })
  const { findings, asked } = await check(zone)
  expect(findings.map(({ level }) => level)).toEqual(['good', 'problem', 'problem', 'advice'])
  expect(JSON.stringify(findings).length).toBeLessThan(12_000)
  expect(JSON.stringify(findings)).not.toContain('\\u001b')
  expect(asked.length).toBeLessThan(12)
  expect(performance.now() - started).toBeLessThan(1_000)
})

test('a resolver without a network answers within its deadline', async () => {
  const started = performance.now()
  const { findings } = await checkMailDomain(SETUP, openMailDns({ deadlineMs: 200 }))
  expect(findings.length).toBeGreaterThan(0)
  expect(performance.now() - started).toBeLessThan(3_000)
})
