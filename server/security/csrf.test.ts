import { describe, expect, test } from 'vitest'
import { isCrossSite } from './csrf.ts'

const SITE_URL = 'https://www.plates.example'
/** A request as the adapter reads it behind a TLS proxy that forwards Host. */
const URL_BEHIND_PROXY = 'http://www.plates.example/contact'

interface Case {
  why: string
  headers: Record<string, string>
  url?: string
  siteUrl?: string
  trustedProxies?: number
}

const outcome = ({ headers, url = URL_BEHIND_PROXY, siteUrl = SITE_URL, trustedProxies = 1 }: Case) =>
  isCrossSite({ url, headers: new Headers(headers) }, siteUrl, trustedProxies)

const own = 'https://www.plates.example'

describe('a form of the same site is accepted', () => {
  const accepted: Case[] = [
    { why: 'TLS proxy, TRUST_PROXY=1', headers: { Origin: own, 'X-Forwarded-Proto': 'https' } },
    { why: 'TLS proxy, TRUST_PROXY=0', headers: { Origin: own }, trustedProxies: 0 },
    {
      why: 'no proxy, SITE_URL by default',
      headers: { Origin: 'http://127.0.0.1:3000' },
      url: 'http://127.0.0.1:3000/contact',
      siteUrl: 'http://127.0.0.1:3000',
      trustedProxies: 0,
    },
    {
      why: 'SITE_URL not set, the name only in Host',
      headers: { Origin: own },
      siteUrl: 'http://0.0.0.0:3000',
      trustedProxies: 0,
    },
    {
      why: 'a proxy that rewrites Host: SITE_URL names the site',
      headers: { Origin: own },
      url: 'http://127.0.0.1:3000/contact',
    },
    {
      why: 'a proxy that rewrites Host under another name: X-Forwarded-Host names it',
      headers: { Origin: 'https://shop.example', 'X-Forwarded-Host': 'shop.example' },
      url: 'http://127.0.0.1:3000/contact',
    },
    {
      why: 'two proxies, each adding its own X-Forwarded-Host',
      headers: { Origin: 'https://shop.example', 'X-Forwarded-Host': 'shop.example, inner.example' },
      url: 'http://127.0.0.1:3000/contact',
      trustedProxies: 2,
    },
    {
      why: 'a proxy that hides the name altogether: the browser says that it is the same origin',
      headers: { Origin: 'https://shop.example', 'Sec-Fetch-Site': 'same-origin' },
      url: 'http://127.0.0.1:3000/contact',
      trustedProxies: 0,
    },
    {
      why: 'an opaque origin within our own page',
      headers: { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
    },
    {
      why: 'the default port spelt out',
      headers: { Origin: own },
      url: 'http://www.plates.example:443/contact',
    },
    {
      why: 'another port, in Origin and Host alike',
      headers: { Origin: 'https://plates.example:8443' },
      url: 'http://plates.example:8443/contact',
    },
    {
      why: 'sent from http just before the proxy redirects to https',
      headers: { Origin: 'http://www.plates.example', 'Sec-Fetch-Site': 'cross-site' },
    },
    { why: 'a program, which names no origin', headers: {} },
    { why: 'typed or reloaded by the visitor', headers: { 'Sec-Fetch-Site': 'none' } },
  ]
  test.each(accepted)('a form of the same site is accepted: $why', (request) =>
    expect(outcome(request)).toBe(false),
  )
})

describe('a form of another site is rejected', () => {
  const refused: Case[] = [
    { why: 'another host', headers: { Origin: 'https://evil.example' } },
    { why: 'a host that begins like ours', headers: { Origin: 'https://www.plates.example.evil.example' } },
    { why: 'a host that ends like ours', headers: { Origin: 'https://evilwww.plates.example' } },
    {
      why: 'a sibling host',
      headers: { Origin: 'https://blog.plates.example', 'Sec-Fetch-Site': 'same-site' },
    },
    { why: 'another port of our host', headers: { Origin: 'https://www.plates.example:8443' } },
    { why: 'an opaque origin', headers: { Origin: 'null' } },
    { why: 'an opaque origin elsewhere', headers: { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' } },
    { why: 'an opaque origin at a sibling', headers: { Origin: 'null', 'Sec-Fetch-Site': 'same-site' } },
    { why: 'an opaque origin out of nowhere', headers: { Origin: 'null', 'Sec-Fetch-Site': 'none' } },
    { why: 'no origin, from another site', headers: { 'Sec-Fetch-Site': 'cross-site' } },
    { why: 'no origin, from a sibling', headers: { 'Sec-Fetch-Site': 'same-site' } },
    { why: 'an origin that is no address', headers: { Origin: 'evil' } },
    {
      why: 'an origin that is no address, said to be ours',
      headers: { Origin: 'evil', 'Sec-Fetch-Site': 'same-origin' },
    },
    { why: 'two origins', headers: { Origin: `${own}, https://evil.example` } },
    {
      why: 'X-Forwarded-Host of the sender’s own making, without a trusted proxy',
      headers: { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' },
      trustedProxies: 0,
    },
    {
      why: 'X-Forwarded-Host of the sender’s own making, before that of a trusted proxy',
      headers: { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example, www.plates.example' },
    },
  ]
  test.each(refused)('a form of another site is rejected: $why', (request) =>
    expect(outcome(request)).toBe(true),
  )
})

test('X-Forwarded-Proto changes nothing, with and without a trusted proxy', () => {
  for (const trustedProxies of [0, 1])
    for (const proto of ['http', 'https', 'javascript', ''])
      expect([
        outcome({ why: '', headers: { Origin: own, 'X-Forwarded-Proto': proto }, trustedProxies }),
        outcome({
          why: '',
          headers: { Origin: 'https://evil.example', 'X-Forwarded-Proto': proto },
          trustedProxies,
        }),
      ]).toEqual([false, true])
})
