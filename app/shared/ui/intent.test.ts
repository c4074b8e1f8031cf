import { expect, it } from 'vitest'
import { pageOfLink } from './intent.ts'

const HERE = new URL('https://site.test/plates?q=sam')

it.each([
  ['another page', '/plate/B16%20DAY', '/plate/B16%20DAY'],
  ['another view of the page', '/plates?q=tom', '/plates?q=tom'],
  ['a place of the page', '#about', null],
  ['another site', 'https://gov.uk/', null],
  ['an e-mail', 'mailto:a@site.test', null],
  ['a file', '/feed.xml', null],
  ['the desk', '/desk/stock', null],
  ['a page in a new tab', '/about', null, '_blank'],
  ['a download', '/sales-explorer', null, '', ['download']],
])(
  'a link to %s is to the page that a click would open',
  (_, href, page, target = '', names: string[] = []) => {
    const link = {
      href: new URL(href, HERE).href,
      target,
      hasAttribute: (name: string) => names.includes(name),
    }
    const found = pageOfLink(link, HERE)
    expect(found && found.pathname + found.search).toBe(page)
  },
)
