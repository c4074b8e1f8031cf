/** PostgreSQL's patterns, with PostgREST's `*` for `%`. SQLite's LIKE ignores case, so `like` becomes GLOB there. */
import { patternTooLong, patternUnfinished } from './errors.ts'
import { MAX_PATTERN_LENGTH } from './limits.ts'

interface Signs {
  any: string
  one: string
  /** Escapes a character that is a sign. */
  plain(character: string): string
}

function writePattern(text: string, { any, one, plain }: Signs): string {
  if (text.length > MAX_PATTERN_LENGTH) throw patternTooLong(MAX_PATTERN_LENGTH)
  let written = ''
  let escaped = false
  for (const character of text.replaceAll('*', '%')) {
    if (!escaped && character === '\\') {
      escaped = true
      continue
    }
    if (!escaped && character === '%') written += any
    else if (!escaped && character === '_') written += one
    else written += plain(character)
    escaped = false
  }
  if (escaped) throw patternUnfinished()
  return written
}

export const globPattern = (text: string): string =>
  writePattern(text, { any: '*', one: '?', plain: (character) => character.replace(/[*?[]/, '[$&]') })

export const likePattern = (text: string): string =>
  writePattern(text, { any: '%', one: '_', plain: (character) => character.replace(/[%_\\]/, '\\$&') })
