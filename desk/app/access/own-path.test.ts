import { expect, test } from 'vitest'
import { ownPath, withReturn } from './own-path.ts'

test.each([
  ['/', '/'],
  ['/stock', '/stock'],
  ['/stock?q=AB+12&page=2', '/stock?q=AB+12&page=2'],
  ['/enquiries/7f?next=https%3A%2F%2Fexample.com', '/enquiries/7f?next=https%3A%2F%2Fexample.com'],
])('after a sign-in %s leads to the page that was asked for', (to, expected) => {
  expect(ownPath(to)).toBe(expected)
})

test.each([
  'https://example.com/',
  '//example.com',
  '/\\example.com',
  '\\\\example.com',
  '/stock//example.com',
  '/../admin',
  '/a/../../b',
  'javascript:alert(1)',
  '/\tstock',
  '/stock\r\nSet-Cookie: a=b',
  '/stock#part',
  '/"><script>',
  '/sign-out',
  '/SIGN-IN?to=/sign-in',
  '/confirm',
  `/${'a'.repeat(2_001)}`,
  '',
  null,
  undefined,
  7,
])('after a sign-in %j leads to Today', (to) => {
  expect(ownPath(to)).toBe('/')
})

test('a page is remembered in the address of the sign-in, but Today needs no remembering', () => {
  expect(withReturn('/sign-in', '/stock?q=a b')).toBe('/sign-in?to=%2Fstock%3Fq%3Da+b')
  expect(withReturn('/sign-in', '/')).toBe('/sign-in')
})
