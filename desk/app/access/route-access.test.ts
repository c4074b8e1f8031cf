import { expect, test } from 'vitest'
import { accessTo } from './route-access.ts'

test.each([
  ['sign-in', 'open'],
  ['/sign-in', 'open'],
  ['sign-in/code', 'halfway'],
  ['set-up', 'halfway'],
  ['/', 'people'],
  ['', 'people'],
  ['*', 'people'],
  ['stock', 'people'],
  ['confirm', 'people'],
  ['sign-in/other', 'people'],
  ['a-route-of-tomorrow', 'people'],
  ['people', 'owners'],
  ['people/:id', 'owners'],
  ['PEOPLE/:id', 'owners'],
  ['firm/mail', 'owners'],
  ['firm', 'people'],
  ['firm/templates', 'people'],
  ['firm/templates/:template', 'owners'],
  ['peoples', 'people'],
])('the route %s is open to %s', (pattern, access) => {
  expect(accessTo(pattern)).toBe(access)
})
