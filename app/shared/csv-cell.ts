/**
 * How every CSV of ours writes and reads a cell. csv-stringify's `escape_formulas` looks at the first character
 * alone (not behind blanks, not at a line feed) and cannot be undone: a text that begins with an apostrophe and a
 * sign would come back without its apostrophe. This is small enough for the browser, too.
 */

/** White space, control characters, and what does not show, such as U+200B: spreadsheets pass over most of it. */
const BLANK = '[\\s\\p{Cc}\\p{Default_Ignorable_Code_Point}]'

/** A text that a spreadsheet may take for a formula, also with apostrophes of its own before it. */
const FORMULA = new RegExp(`^'*(?:[\\t\\r\\n]|${BLANK}*[=+\\-@＝＋－＠])`, 'u')

/** '=1+1' → "'=1+1"    ' ＝1' → "' ＝1"    "'=1" → "''=1"    'A 1' → 'A 1' */
export const escapeFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

/** Takes away the apostrophe that `escapeFormula` put there, and no other. */
export const unescapeFormula = (cell: string) =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell

/** 'a;b' → '"a;b"'    -5 → '-5'    '-5' → "'-5"    true → 'yes'    null → '' */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const cell = escapeFormula(String(value))
  return /[",;\r\n\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

export const csvLine = (values: readonly unknown[]) => `${values.map(csvCell).join(',')}\r\n`
