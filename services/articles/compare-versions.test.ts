import { expect, test } from 'vitest'
import { emptyContent } from './article-content.ts'
import { compareTexts, compareVersions } from './compare-versions.ts'

const content = { ...emptyContent('news', 'Ann'), title: 'T', body: 'The cat sat.' }

test('two versions are compared word by word, field by field', () => {
  expect(compareVersions(content, { ...content, title: 'U', body: 'The dog sat.' })).toEqual([
    {
      field: 'title',
      parts: [
        { text: 'T', kind: 'removed' },
        { text: 'U', kind: 'added' },
      ],
    },
    {
      field: 'body',
      parts: [
        { text: 'The ', kind: 'same' },
        { text: 'cat', kind: 'removed' },
        { text: 'dog', kind: 'added' },
        { text: ' sat.', kind: 'same' },
      ],
    },
  ])
  expect(compareVersions(content, { ...content })).toEqual([])
})

test('long texts without anything in common are compared as well', () => {
  const words = (letter: string) => Array.from({ length: 20_000 }, (_, index) => letter + index).join(' ')
  const parts = compareTexts(words('a'), words('b'))
  expect(
    parts
      .filter(({ kind }) => kind !== 'added')
      .map(({ text }) => text)
      .join(''),
  ).toBe(words('a'))
})
