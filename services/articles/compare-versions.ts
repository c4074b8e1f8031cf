import { diffWordsWithSpace } from 'diff'
import type { ArticleContent } from './article-content.ts'

export interface Difference {
  /** Of ArticleContent. */
  field: keyof ArticleContent
  parts: { text: string; kind: 'same' | 'added' | 'removed' }[]
}

const FIELDS = [
  'title',
  'summary',
  'body',
  'category',
  'author',
  'plate',
  'hub',
  'picture',
  'keywords',
  'sources',
  'facts',
  'related',
  'updated',
  'checked',
] as const satisfies (keyof ArticleContent)[]

/** Two texts that have little in common take longer than anybody waits: then one replaces the other. */
const COMPARE_MS = 500

/** Word by word, the fields that differ, in the order of the editor. */
export function compareVersions(before: ArticleContent, after: ArticleContent): Difference[] {
  return FIELDS.flatMap((field): Difference[] => {
    const [from, to] = [printed(before, field), printed(after, field)]
    return from === to ? [] : [{ field, parts: compareTexts(from, to) }]
  })
}

export function compareTexts(from: string, to: string): Difference['parts'] {
  const changes = diffWordsWithSpace(from, to, { timeout: COMPARE_MS }) ?? [
    { value: from, added: false, removed: true },
    { value: to, added: true, removed: false },
  ]
  return changes
    .filter(({ value }) => value !== '')
    .map(({ value, added, removed }) => ({
      text: value,
      kind: added ? 'added' : removed ? 'removed' : 'same',
    }))
}

/** As a person reads it, one entry to a line. */
function printed(content: ArticleContent, field: keyof ArticleContent): string {
  switch (field) {
    case 'sources':
      return content.sources.map(({ name, url }) => `${name}: ${url}`).join('\n')
    case 'facts':
      return content.facts
        .map(({ name, value, what, source, checked }) =>
          [`${name}: ${value}`, what, `${source.name}: ${source.url}`, checked].filter(Boolean).join(', '),
        )
        .join('\n')
    case 'related':
      return content.related.join('\n')
    case 'picture':
      return content.picture ? `${content.picture.alt} (${content.picture.id})` : ''
    default:
      return content[field] ?? ''
  }
}
