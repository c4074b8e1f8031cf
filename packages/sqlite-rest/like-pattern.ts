/** PostgreSQL's patterns, with PostgREST's `*` for `%`. SQLite's LIKE ignores case, so `like` becomes GLOB there. */
import { patternTooLong, patternUnfinished } from './errors.ts'
import { MAX_PATTERN_LENGTH } from './limits.ts'

type Part = { any: true } | { one: true } | { plain: string }

function parsePattern(text: string): Part[] {
  if (text.length > MAX_PATTERN_LENGTH) throw patternTooLong(MAX_PATTERN_LENGTH)
  const parts: Part[] = []
  let escaped = false
  for (const character of text.replaceAll('*', '%')) {
    if (escaped) {
      parts.push({ plain: character })
      escaped = false
    } else if (character === '\\') escaped = true
    else if (character === '%') parts.push({ any: true })
    else if (character === '_') parts.push({ one: true })
    else parts.push({ plain: character })
  }
  if (escaped) throw patternUnfinished()
  return parts
}

export function globPattern(text: string): string {
  return parsePattern(text)
    .map((part) => ('any' in part ? '*' : 'one' in part ? '?' : part.plain.replace(/[*?[]/, '[$&]')))
    .join('')
}

export function likePattern(text: string): string {
  return parsePattern(text)
    .map((part) => ('any' in part ? '%' : 'one' in part ? '_' : part.plain.replace(/[%_\\]/, '\\$&')))
    .join('')
}
