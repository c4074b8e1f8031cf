import { expect, test } from 'vitest'
import { fakeDns, type Zone } from '#test/fake-dns.ts'
import { parseSpf } from './spf-record.ts'
import { walkSpf } from './spf-walk.ts'

async function walk(text: string, zone: Zone = {}) {
  const parsed = parseSpf(text)
  if (!parsed.ok) throw new Error(parsed.term)
  const dns = fakeDns(zone)
  return { ...(await walkSpf(dns, 'plates.uk', parsed.record)), asked: dns.asked }
}

test('networks, hosts, mail servers and includes may send; addresses that an include denies may not', async () => {
  const { allowed, lookups, faults, all } = await walk(
    'v=spf1 ip4:192.0.2.0/28 a:web.plates.uk mx include:_spf.host.uk -all',
    {
      txt: { '_spf.host.uk': ['v=spf1 ip6:2001:db8::/32 -ip4:198.51.100.9 ?all'] },
      mx: { 'plates.uk': [{ host: 'mx.host.uk', priority: 10 }] },
      addresses: { 'web.plates.uk': ['203.0.113.5'], 'mx.host.uk': ['203.0.113.77'] },
    },
  )
  expect([lookups, faults, all]).toEqual([3, [], '-'])
  const may = (address: string) => allowed.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
  expect(['192.0.2.15', '203.0.113.5', '203.0.113.77', '2001:db8::9'].map(may)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['192.0.2.16', '203.0.113.6', '198.51.100.9', '2001:db9::9'].map(may)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('lookups of nested includes count, and none is sent beyond ten', async () => {
  const txt: Record<string, string[]> = {}
  for (let index = 0; index < 30; index++) txt[`s${index}.uk`] = [`v=spf1 include:s${index + 1}.uk -all`]
  const { lookups, faults, asked } = await walk('v=spf1 include:s0.uk -all', { txt })
  expect(lookups).toBe(11)
  expect(faults).toEqual(['It needs more than 10 lookups, and mail servers stop there.'])
  expect(asked).toHaveLength(10)
})

test('ten lookups are allowed', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `s${index}.uk`)
  const txt = Object.fromEntries(names.map((name) => [name, ['v=spf1 -all']]))
  const text = `v=spf1 ${names.map((name) => `include:${name}`).join(' ')} ~all`
  expect(await walk(text, { txt })).toMatchObject({ lookups: 10, faults: [], all: '~' })
})

test('a record with many mechanisms sends at most ten lookups', async () => {
  const text = `v=spf1 ${Array.from({ length: 400 }, (_, index) => `a:h${index}.uk`).join(' ')} -all`
  const { asked, faults } = await walk(text)
  expect(asked).toHaveLength(10)
  expect(faults[0]).toContain('more than 10 lookups')
})

test.each([
  ['itself', 'v=spf1 include:plates.uk -all', {}],
  [
    'two that include each other',
    'v=spf1 include:a.uk -all',
    { 'a.uk': ['v=spf1 include:b.uk'], 'b.uk': ['v=spf1 include:a.uk'] },
  ],
  ['a redirect to itself', 'v=spf1 redirect=plates.uk', {}],
])('a cycle is reported: %s', async (_, text, txt) => {
  const { faults, asked } = await walk(text, { txt: { 'plates.uk': [text], ...txt } })
  expect(faults[0]).toMatch(/goes round in a circle: plates\.uk → /)
  expect(asked.length).toBeLessThan(4)
})

test('an include without a record, with two, or with a mistake is a fault', async () => {
  const text = 'v=spf1 include:none.uk include:two.uk include:odd.uk -all'
  const txt = { 'two.uk': ['v=spf1 -all', 'v=spf1 mx'], 'odd.uk': ['v=spf1 ip4:1.2.3'], 'none.uk': ['hello'] }
  expect((await walk(text, { txt })).faults).toEqual([
    'It includes none.uk, which has no SPF record.',
    'It includes two.uk, which has several SPF records.',
    'It includes odd.uk, whose record has a mistake: “ip4:1.2.3”.',
  ])
})

test('three lookups without a result are one too many', async () => {
  expect((await walk('v=spf1 a:x.uk a:y.uk -all')).faults).toEqual([])
  expect((await walk('v=spf1 a:x.uk a:y.uk mx -all')).faults).toEqual([
    '3 of its names lead to nothing; servers give up after 2.',
  ])
})

test('more than ten mail servers in mx are a fault', async () => {
  const mx = Array.from({ length: 11 }, (_, index) => ({ host: `mx${index}.uk`, priority: index }))
  const { faults, asked } = await walk('v=spf1 mx -all', { mx: { 'plates.uk': mx } })
  expect(faults[0]).toContain('11 mail servers')
  expect(asked).toEqual(['MX plates.uk'])
})

test('failed lookups and mechanisms that depend on the email mark the result as incomplete', async () => {
  expect(await walk('v=spf1 include:x.uk -all', { silent: ['x.uk'] })).toMatchObject({
    isPartial: true,
    faults: [],
  })
  expect(await walk('v=spf1 exists:%{i}.uk ptr -all')).toMatchObject({
    isPartial: true,
    usesPtr: true,
    lookups: 2,
  })
})

test('redirect is followed only without all', async () => {
  const txt = { 'r.uk': ['v=spf1 ip4:192.0.2.1 ~all'] }
  expect(await walk('v=spf1 redirect=r.uk', { txt })).toMatchObject({ all: '~', lookups: 1 })
  expect(await walk('v=spf1 -all redirect=r.uk', { txt })).toMatchObject({ all: '-', lookups: 0, asked: [] })
})
