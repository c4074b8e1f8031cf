/**
 * Reads comma-separated values as RFC 4180 has them: quotes around commas, line ends and doubled
 * quotes; LF or CRLF; a byte order mark is overlooked.
 *
 *   'a,"b, ""c"""\r\n'   is [['a', 'b, "c"']]
 *   'a,"b'               throws: a quote that never closes
 */

export type CsvRecord = Record<string, string>

export function parseCsv(source: string): string[][] {
  const text = source.replace(/^\ufeff/, '')
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  const rows: string[][] = []
  let row: string[] = []
  while (field.lastIndex < text.length || row.length > 0) {
    const start = field.lastIndex
    const match = field.exec(text)
    if (!match) throw new Error(`Line ${text.slice(0, start).split('\n').length}: a stray or unclosed quote`)
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** Rows by the names of the first line. A row of another length throws, with its number. */
export function parseCsvRecords(source: string): CsvRecord[] {
  const [names = [], ...rows] = parseCsv(source)
  return rows.map((row, index) => {
    if (row.length !== names.length)
      throw new Error(`Row ${index + 2} has ${row.length} fields where the first line has ${names.length}`)
    return Object.fromEntries(names.map((name, column) => [name, row[column] as string]))
  })
}
