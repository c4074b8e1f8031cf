/** A database of synthetic sales spread evenly over sellers, kinds and years: worse than any real one. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openBackend, openDatabase } from '#db/embedded.ts'

const LETTERS = [...'ABCDEFGHJKLMNOPRSTUVWXY']
const CATEGORIES =
  'Single-Single,Number 1,3-Character,3x1,1x3,2x2,2x3,3x2,3x3,1x4,2x4,Suffix,Prefix,Current'.split(',')
const TYPES =
  'Letters First,Letters Last,Letter First,Letter Last,One Number,Two Numbers,Three Numbers,Current'.split(
    ',',
  )
export const COLUMNS =
  'id, plate_number, where_sold, type, category, sale_year, sale_month, hammer_price, total_price, price_basis, selection'
export const SELLERS = Array.from({ length: 40 }, (_, n) => `Seller ${n + 1}`)
/** Deterministic. @returns the folder, for DATA_DIR */
export function makeSales(number: number, registrationOf?: (n: number) => string): string {
  seed = FIRST_SEED
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-sales-'))
  const { writer, close } = openDatabase(dataDir)
  insertSales(writer, () => {
    const insert = writer.prepare(`INSERT INTO sales (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    for (let n = 0; n < number; n++) insert.run(...sale(n, registrationOf?.(n)))
  })
  close()
  openBackend({ dataDir, seed: false }).close()
  return dataDir
}

/** Indexes and counts are made faster after the inserts. */
export function insertSales(writer: DatabaseSync, insert: () => void): void {
  const made = writer
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = 'sales' AND type IN ('index', 'trigger') AND sql IS NOT NULL`,
    )
    .all()
  for (const { type, name } of made) writer.exec(`DROP ${type} ${name}`)
  writer.exec('PRAGMA synchronous = OFF; BEGIN')
  insert()
  writer.exec(`COMMIT; INSERT INTO meta (key, value) VALUES ('seeded_at', 'never');
    DELETE FROM sales WHERE rowid NOT IN (SELECT min(rowid) FROM sales
      GROUP BY plate_number, sale_year, sale_month, where_sold, hammer_price, total_price);
    INSERT INTO sales_counts (where_sold, category, type, selection, sale_year, sales)
      SELECT where_sold, category, type, selection, sale_year, count(*) FROM sales GROUP BY 1, 2, 3, 4, 5;
    INSERT INTO sales_trigrams (sales_trigrams) VALUES ('rebuild')`)
  for (const { sql } of made) writer.exec(String(sql))
}

const FIRST_SEED = 42
let seed = FIRST_SEED
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
const pick = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? ''
const letters = (number: number) => Array.from({ length: number }, () => pick(LETTERS)).join('')

export function sale(n: number, registration?: string) {
  const hammer = Math.round(250 * Math.exp(random() * 6))
  const drawn =
    random() < 0.5
      ? `${letters(2)}${Math.floor(random() * 60) + 10} ${letters(3)}`
      : `${letters(1)}${Math.floor(random() * 999) + 1} ${letters(3)}`
  const scattered = (Math.imul(n, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')
  return [
    `${scattered}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
    registration ?? drawn,
    random() < 0.05 ? null : pick(SELLERS),
    random() < 0.03 ? null : pick(TYPES),
    random() < 0.03 ? null : pick(CATEGORIES),
    2004 + Math.floor(random() * 22),
    random() < 0.1 ? null : 1 + Math.floor(random() * 12),
    random() < 0.2 ? null : hammer,
    random() < 0.1 ? null : Math.round(hammer * 1.296 + 80),
    'both',
    pick(['complete', 'complete', 'sample', 'highest', 'reported', 'own']),
  ]
}
