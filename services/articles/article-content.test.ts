import { expect, test } from 'vitest'
import { emptyContent, readContent } from './article-content.ts'

test('what is too long for an article, or too much, is said in words', () => {
  const content = {
    ...emptyContent('news', 'Ann'),
    body: 'x'.repeat(180_001),
    sources: Array(101).fill({ name: 'DVLA', url: '' }),
  }
  expect(readContent(content)).toEqual({
    faults: { body: 'Use 180,000 characters at most.', sources: 'Add 100 at most.' },
  })
})
