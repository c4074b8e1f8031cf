// Not csv-stringify's `escape_formulas`: it misses a formula after blanks or a line feed, and cannot be undone for a
// text that begins with an apostrophe.

/** White space, control and format characters and invisible ones such as U+200B: spreadsheets skip most of them. */
const BLANK = '[\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}]'

const FORMULA = new RegExp(`^'*(?:[\\t\\r\\n]|${BLANK}*[=+\\-@＝＋－＠])`, 'u')

/** '=1+1' → "'=1+1"    ' ＝1' → "' ＝1"    "'=1" → "''=1"    'A 1' → 'A 1' */
export const escapeFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

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
