/** The backend stores this character for an asterisk, which PostgREST reads as a wildcard. */
const ASTERISK = '\u{e000}'

export const containsPattern = (text: string): string =>
  `%${text.replace(/[\\%_]/g, '\\$&').replaceAll('*', ASTERISK)}%`

/** Quotes a value within `or=(…)` or `in.(…)`. */
export const quoteValue = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`
