// In a temporary database on disk that SQLite deletes: nothing is written to a backend before the whole file is read.
import { DatabaseSync } from 'node:sqlite'
import type { ParsedRow, Refusal } from '../rows/parse-row.ts'
import type { TableSpec } from '../rows/table-specs.ts'

export class Staging {
  private readonly database = new DatabaseSync('')
  private readonly insert
  private readonly find
  count = 0
  repeats = 0
  /** Rows that lack a column that a new row needs, so they can only change an existing row. */
  incomplete = 0
  /** What the number of a row counts in the file. */
  unit: 'line' | 'row' = 'line'

  private readonly required
  private readonly noun

  constructor(table: TableSpec) {
    this.noun = table.one
    this.required = table.required.map(({ column }) => column)
    this.database.exec(`
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8000;
      CREATE TABLE staged (n INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, line INTEGER NOT NULL, row TEXT NOT NULL) STRICT;
      BEGIN`)
    this.insert = this.database.prepare(
      'INSERT INTO staged (key, line, row) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    )
    this.find = this.database.prepare('SELECT line, row FROM staged WHERE key = ?')
  }

  /** @returns a refusal if an earlier row has the same key and other values */
  add(staged: ParsedRow): Refusal | null {
    const { key, line, ...rest } = staged
    const row = JSON.stringify(rest)
    if (this.insert.run(key, line, row).changes > 0) {
      this.count += 1
      if (this.required.some((column) => staged.given[column] === undefined)) this.incomplete += 1
      return null
    }
    const first = this.find.get(key) as { line: number; row: string }
    if (sameContent(first.row, rest)) {
      this.repeats += 1
      return null
    }
    return {
      line,
      registration: String(staged.given.plate_number),
      reason: `${this.unit} ${first.line} has the same ${this.noun} with other details`,
    }
  }

  /** The rows in the file's order. Don't add rows while iterating. */
  *rows(): Generator<ParsedRow, void> {
    for (const { key, line, row } of this.database
      .prepare('SELECT key, line, row FROM staged ORDER BY n')
      .iterate())
      yield { key: String(key), line: Number(line), ...JSON.parse(String(row)) }
  }

  close(): void {
    this.database.close()
  }
}

const sameContent = (first: string, { given, fill }: Omit<ParsedRow, 'key' | 'line'>) => {
  const known = JSON.parse(first) as ParsedRow
  return JSON.stringify([known.given, known.fill]) === JSON.stringify([given, fill])
}

export function* inBatches<T>(rows: Iterable<T>, size: number): Generator<T[], void> {
  let batch: T[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
