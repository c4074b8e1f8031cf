/** The backend stores this character for an asterisk, which PostgREST reads as a wildcard. */
const ASTERISK = '\u{e000}'

export const containsPattern = (text: string): string =>
  `%${text.replace(/[\\%_]/g, '\\$&').replaceAll('*', ASTERISK)}%`

/** Quotes a value within `or=(…)` or `in.(…)`. */
export const quoteValue = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`

/** Conditions of `or=(…)`. An asterisk is a wildcard there, so it is replaced by the wildcard for one character. */
export const containsCondition = (column: string, text: string): string =>
  likeCondition(column, containsPattern(text))

/** The whole text, in any case of its letters. */
export const equalsCondition = (column: string, text: string): string =>
  likeCondition(column, containsPattern(text).slice(1, -1))

const likeCondition = (column: string, pattern: string): string =>
  `${column}.ilike.${quoteValue(pattern.replaceAll(ASTERISK, '_'))}`
