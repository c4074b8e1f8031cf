import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A new browser for each test, whose storage can be corrupt or blocked. */
let stored: Map<string, string>
let isBlocked: boolean

beforeEach(() => {
  vi.resetModules()
  stored = new Map()
  isBlocked = false
  const guard = () => {
    if (isBlocked) throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('localStorage', {
    getItem(key: string) {
      guard()
      return stored.get(key) ?? null
    },
    setItem(key: string, value: string) {
      guard()
      stored.set(key, value)
    },
  })
})

afterEach(() => vi.unstubAllGlobals())

/** Loads the module as a newly opened page does. */
const openPage = () => {
  vi.resetModules()
  return import('./shortlist-storage.ts')
}

test('a shortlisted plate is there on the next page, and gone once removed', async () => {
  const page = await openPage()
  page.toggleShortlisted('AB 1')
  page.toggleShortlisted('CD 2')
  expect((await openPage()).readShortlist()).toEqual(['AB 1', 'CD 2'])
  const next = await openPage()
  next.toggleShortlisted('AB 1')
  expect(next.readShortlist()).toEqual(['CD 2'])
  expect((await openPage()).readShortlist()).toEqual(['CD 2'])
})

test('plates that another tab adds to the shortlist are not lost', async () => {
  const one = await openPage()
  const other = await openPage()
  one.readShortlist()
  other.toggleShortlisted('AB 1')
  one.toggleShortlisted('CD 2')
  expect(one.readShortlist()).toEqual(['AB 1', 'CD 2'])
})

test('the shortlist lasts as long as the page if storage is blocked', async () => {
  isBlocked = true
  const page = await openPage()
  page.toggleShortlisted('AB 1')
  expect(page.readShortlist()).toEqual(['AB 1'])
  expect((await openPage()).readShortlist()).toEqual([])
})

test.each([
  [null, []],
  ['', []],
  ['{broken', []],
  ['{"AB 1":true}', []],
  ['"AB 1"', []],
  ['["AB 1", 7, null, "", "AB 1", "CD 2"]', ['AB 1', 'CD 2']],
  [`["${'A'.repeat(5000)}"]`, []],
])('the stored shortlist %s is validated', async (text, registrations) => {
  expect((await openPage()).parseShortlist(text)).toEqual(registrations)
})

test('the shortlist contains the last twenty-four plates', async () => {
  const page = await openPage()
  for (let number = 1; number <= 30; number++) page.toggleShortlisted(`AB ${number}`)
  expect(page.readShortlist()).toHaveLength(24)
  expect(page.readShortlist()[0]).toBe('AB 7')
})
