import { diffWordsWithSpace } from 'diff'
import { type ArticleContent, CONTENT_FIELDS } from './article-content.ts'

export interface Difference {
  /** The field of ArticleContent. */
  field: keyof ArticleContent
  parts: { text: string; kind: 'same' | 'added' | 'removed' }[]
}

/** Comparing two very different texts would take too long; after this time they are shown as replaced. */
const COMPARE_MS = 500

/** Word-by-word differences of the changed fields, in the order of the editor. */
export function compareVersions(before: ArticleContent, after: ArticleContent): Difference[] {
  return CONTENT_FIELDS.flatMap((field): Difference[] => {
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

/** The value as text, one entry per line. */
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
