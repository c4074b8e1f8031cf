import { expect, test } from 'vitest'
import { fakeDns, type Zone } from '#test/fake-dns.ts'
import { checkMailDomain, type MailSetup } from './check-mail-domain.ts'
import { openMailDns } from './dns.ts'

const SETUP: MailSetup = {
  from: 'website@plates.uk',
  to: 'ann@plates.uk',
  smtpHost: 'smtp.gmail.com',
  selectors: ['google'],
}

const SOUND: Zone = {
  mx: { 'plates.uk': [{ host: 'smtp.google.com', priority: 1 }] },
  txt: {
    'plates.uk': ['google-site-verification=x', 'v=spf1 include:_spf.google.com ~all'],
    'google._domainkey.plates.uk': ['v=DKIM1; k=rsa; p=MIIB'],
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
  const { findings, levels } = await check({ txt: { 'plates.uk': [] } }, { selectors: [] })
  expect(levels).toEqual(['MX problem', 'SPF problem', 'DKIM unknown', 'DMARC problem'])
  expect(findings.map(({ paste }) => paste)).toEqual([
    null,
    { name: 'plates.uk', type: 'TXT', value: 'v=spf1 include:_spf.google.com ~all' },
    null,
    { name: '_dmarc.plates.uk', type: 'TXT', value: 'v=DMARC1; p=none; rua=mailto:ann@plates.uk' },
  ])
})

test('of two SPF records one that has the entries of both is offered', async () => {
  const records = ['v=spf1 mx exp=why.plates.uk -all', 'v=spf1 mx redirect=_spf.google.com']
  const finding = await findingOf('SPF', withTxt({ 'plates.uk': records }))
  expect([finding?.level, finding?.paste?.value]).toEqual([
    'problem',
    'v=spf1 mx include:_spf.google.com ~all',
  ])
})

test.each([
  ['smtp.office365.com', 'v=spf1 include:spf.protection.outlook.com ~all'],
  ['mail.plates.uk', 'v=spf1 mx a:mail.plates.uk ~all'],
  ['192.0.2.7', 'v=spf1 mx ip4:192.0.2.7 ~all'],
  ['2001:db8::7', 'v=spf1 mx ip6:2001:db8::7 ~all'],
  ['mail.others.uk', 'v=spf1 mx include:… ~all'],
  [null, 'v=spf1 mx include:… ~all'],
])('The SPF record to paste for the mail server %s is %s', async (smtpHost, value) => {
  const zone = withTxt({ 'plates.uk': ['"v=spf1 mx -all"', 'v=spf10 mx -all'] })
  const finding = await findingOf('SPF', zone, { smtpHost })
  expect([finding?.level, finding?.paste?.value]).toEqual(['problem', value])
})

test.each([
  ['v=DKIM1; k=rsa; p=MIIB', 'good'],
  ['k=rsa;p = MIIB', 'good'],
  ['v=DKIM1; p=', 'problem'],
  ['v=DKIM1; p=; n=abc', 'problem'],
  ['v=spf1 -all', 'problem'],
])('The DKIM record %s is %s', async (record, level) => {
  const finding = await findingOf('DKIM', withTxt({ 'google._domainkey.plates.uk': [record] }))
  expect(finding?.level).toBe(level)
})

test('A selector without a key is a problem, and says under which name the record belongs', async () => {
  const finding = await findingOf('DKIM', SOUND, { selectors: ['other'] })
  expect(finding?.level).toBe('problem')
  expect(finding?.todo).toContain('other._domainkey.plates.uk')
})

test('Without a selector the usual ones of the mail service are tried, and only those with a key are shown', async () => {
  const { txt } = SOUND
  const zone = { ...SOUND, txt: { ...txt, 'selector2._domainkey.plates.uk': ['v=DKIM1; p=MIIB'] } }
  const { findings } = await check(zone, { selectors: [], smtpHost: 'smtp.office365.com' })
  expect(findings.flatMap(({ topic, level, asked }) => (topic === 'DKIM' ? [level, asked] : []))).toEqual([
    'good',
    'TXT records of selector2._domainkey.plates.uk',
  ])
})

test('The DMARC record of the domain above applies to a subdomain, whose own comes first', async () => {
  const subdomain = { 'mail.plates.uk': ['v=spf1 mx -all'] }
  const from = 'a@mail.plates.uk'
  const above = await findingOf('DMARC', withTxt(subdomain), { from })
  expect(above).toMatchObject({ level: 'good', asked: 'TXT records of _dmarc.plates.uk' })
  const own = { ...subdomain, '_dmarc.mail.plates.uk': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }
  expect(await findingOf('DMARC', withTxt(own), { from })).toMatchObject({
    level: 'problem',
    asked: 'TXT records of _dmarc.mail.plates.uk',
    paste: { name: '_dmarc.mail.plates.uk' },
  })
})

test('a record that does not begin with its version is no DMARC record', async () => {
  const txt = { '_dmarc.plates.uk': ['p=reject; v=DMARC1', 'v=dmarc1; p=reject', 'v=DMARC12'] }
  expect(await findingOf('DMARC', withTxt(txt))).toMatchObject({ level: 'problem', found: [] })
})

test.each([[[]], [[{ host: '', priority: 0 }]], [[{ host: '.', priority: 0 }]]])(
  'The MX records %j are those of a domain that accepts no mail',
  async (records) => {
    const zone = { ...SOUND, mx: { 'plates.uk': records } }
    expect((await findingOf('MX', zone))?.level).toBe('problem')
  },
)

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

test('Records that DNS returns are shortened and escaped, and cause no further queries', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `v=spf1 include:s${index}.uk +all`)
  const zone = withTxt({
    'plates.uk': many,
    '_dmarc.plates.uk': [`v=DMARC1; p=none; rua=${'mailto:a@b.uk,'.repeat(4_000)}`],
    'google._domainkey.plates.uk': [`v=DKIM1; p=${'A'.repeat(64_000)}\u001b[31m<script>`],
  })
  const { findings, asked } = await check(zone)
  expect(findings.map(({ level }) => level)).toEqual(['good', 'problem', 'good', 'good'])
  expect(JSON.stringify(findings).length).toBeLessThan(8_000)
  expect(JSON.stringify(findings)).not.toContain('\\u001b')
  expect(asked).toHaveLength(4)
})

test('a resolver without a network answers within its deadline', async () => {
  const started = performance.now()
  const { findings } = await checkMailDomain(SETUP, openMailDns({ deadlineMs: 200 }))
  expect(findings.length).toBeGreaterThan(0)
  expect(performance.now() - started).toBeLessThan(3_000)
})
