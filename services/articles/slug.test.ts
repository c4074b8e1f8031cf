import { expect, test } from 'vitest'
import { freeSlug, MAX_SLUG_LENGTH, SLUG, slugOf } from './slug.ts'

test.each([
  ['Why £500 isn’t much: Q&A', 'why-500-isnt-much-q-and-a'],
  ['  JB 1  ', 'jb-1'],
  ['Zoë’s café', 'zoes-cafe'],
  ['—', 'article'],
  ['日本', 'article'],
  ['a/../b?c#d', 'a-b-c-d'],
  ['ﬁrst', 'first'],
])('%s becomes %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test.each(['word '.repeat(100), 'x'.repeat(500), `${'a'.repeat(79)} b`])(
  'a long title is cut to an address',
  (title) => {
    const slug = slugOf(title)
    expect(slug).toMatch(SLUG)
    expect(slug.length).toBeLessThanOrEqual(MAX_SLUG_LENGTH - 20)
  },
)

test('a slug that is taken gets the next number', () => {
  const taken = new Set(['fees', 'fees-2'])
  expect(freeSlug('fees', (slug) => !taken.has(slug))).toBe('fees-3')
})
