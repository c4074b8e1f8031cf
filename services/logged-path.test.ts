import { describe, expect, test } from 'vitest'
import { loggedPath } from './logged-path.ts'

const KEY = 'Zk3_pQ9-xW2bT7vLcR5mN8sJ4hG6dF1yE0aUoIqXtBw'

test.each([
  '/',
  '/plate/AB%2012',
  '/news/the-first-plate-that-sold-for-more-than-a-million-pounds',
  '/news/order/',
  '/pictures/b3b2ad5e-0000-4000-8000-0123456789ab/1600.webp',
  '/desk/deals/b3b2ad5e-0000-4000-8000-0123456789ab/confirmation',
  '/assets/registration-comparables-DkT8sdG2.js',
  '/desk/assets/article-editor-toolbar-DkT8sdG2.js',
  '/registration/%E0%A4%A',
])('the log has the path %s as it is', (path) => {
  expect(loggedPath(path)).toBe(path)
})

test.each([
  ['/plates?q=ann@visitor.example', '/plates'],
  ['/plates%3Fq=ann@visitor.example', '/plates'],
  [`/alerts/manage?key=${KEY}`, '/alerts/manage'],
  [`/alerts/manage%3Fkey=${KEY}`, '/alerts/manage'],
  [`/alerts/manage%253Fkey=${KEY}`, '/alerts/manage'],
  [`/alerts/manage&key=${KEY}`, '/alerts/manage&key=…'],
  [`/alerts/unsubscribe/key=${KEY}`, '/alerts/unsubscribe/key=…'],
  [`/desk/join%3ftoken=${KEY}`, '/desk/join'],
  [`/desk/join/${KEY}`, '/desk/join/…'],
  ['/order/x', '/order/…'],
])('the log has the path of %s as %s', (url, path) => {
  expect(loggedPath(url)).toBe(path)
})

/** Ways to misspell an address that ends in a key. */
const MISSPELLINGS = [
  (page: string) => `/${page}/${KEY}`,
  (page: string) => `/${page}/${KEY}/`,
  (page: string) => `/${page}/${KEY}.data`,
  (page: string) => `/${page}/${KEY}?x=1`,
  (page: string) => `/${page}/${KEY}).`,
  (page: string) => `/${page}/${KEY}%0A`,
  (page: string) => `/${page}/${KEY}/${KEY}`,
  (page: string) => `/${page}/${KEY.slice(0, 30)}`,
  (page: string) => `/${page}/${KEY.toUpperCase()}`,
  (page: string) => `/${page}/${KEY.toLowerCase()}`,
  (page: string) => `/${page}/${KEY.replace('Q', '%51')}`,
  (page: string) =>
    `/${page}/${KEY.replaceAll(/[A-Z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`,
  (page: string) => `//${page}//${KEY}`,
  (page: string) => `/${page}%2F${KEY}`,
  (page: string) => `/${page}%252F${KEY}`,
  (page: string) => `/${page}\\${KEY}`,
  (page: string) => `/%${page.charCodeAt(0).toString(16)}${page.slice(1)}/${KEY}`,
  (page: string) => `/${page.toUpperCase()}/${KEY}`,
  (page: string) => `/${page}s/${KEY}`,
  (page: string) => `/${page}${KEY}`,
  (page: string) => `/${page};/${KEY}`,
  (page: string) => `/${page}/%20${KEY}`,
  (page: string) => `/./${page}/${KEY}`,
  (page: string) => `/desk/${page}/${KEY}`,
  (page: string) => `https://plates.test/${page}/${KEY}`,
  () => `/${KEY}`,
]

describe.each(['order', 'preview'])('the log has no key of a page /%s/', (page) => {
  test.each(MISSPELLINGS.map((misspell) => misspell(page)))('of %s', (url) => {
    const path = loggedPath(url)
    expect(path).toContain('…')
    for (let at = 0; at < KEY.length - 8; at += 8)
      expect(path.toLowerCase()).not.toContain(KEY.slice(at, at + 8).toLowerCase())
  })
})
