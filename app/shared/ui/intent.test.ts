import { expect, it } from 'vitest'
import { pageOfLink } from './intent.ts'

const HERE = new URL('https://site.test/plates?q=sam')

it.each([
  ['another page', { href: '/plate/B16%20DAY' }, '/plate/B16%20DAY'],
  ['another view of the page', { href: '/plates?q=tom' }, '/plates?q=tom'],
  ['the page itself', { href: '/plates?q=sam' }, '/plates?q=sam'],
  ['a place of the page', { href: '#about' }, null],
  ['another site', { href: 'https://gov.uk/' }, null],
  ['an e-mail', { href: 'mailto:a@site.test' }, null],
  ['a file', { href: '/feed.xml' }, null],
  ['the desk', { href: '/desk/stock' }, null],
  ['a page in a new tab', { href: '/about', target: '_blank' }, null],
  ['a download', { href: '/sales-explorer', download: '' }, null],
  ['a page that loads its document', { href: '/about', 'data-document': '' }, null],
  ['no address', { href: 'https://' }, null],
])('a link to %s is to the page that a click would open', (_, attributes: Record<string, string>, page) => {
  const found = pageOfLink({ getAttribute: (name) => attributes[name] ?? null }, HERE)
  expect(found && found.pathname + found.search).toBe(page)
})
