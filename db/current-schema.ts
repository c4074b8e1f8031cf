/**
 * The views and triggers of the embedded database: the files of db/current, and triggers that follow from the columns
 * of the tables.
 */
import type { DatabaseSync } from 'node:sqlite'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { readSql, toSqlite } from './read-sql.ts'

export function currentSchema(database: DatabaseSync): string {
  const tables = columnsByTable(database)
  const parts = [
    ...readSql('current'),
    ...[...tables]
      .filter(([, columns]) => columns.includes('updated_at'))
      .map(([name]) => touchTrigger(name)),
    ...SHOWN_TABLES.flatMap((name) => versionTriggers(name, tables.get(name) ?? [])),
  ]
  return toSqlite(parts.join('\n'))
}

function columnsByTable(database: DatabaseSync): Map<string, string[]> {
  const rows = database
    .prepare(
      `SELECT tables.name, group_concat(columns.name) AS columns
       FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' GROUP BY tables.name`,
    )
    .all()
  return new Map(rows.map(({ name, columns }) => [String(name), String(columns).split(',')]))
}

/** A change that does not set `updated_at` itself gets the time of the change. */
const touchTrigger = (table: string) =>
  `CREATE TRIGGER ${table}_touch AFTER UPDATE ON ${table} WHEN NEW.updated_at = OLD.updated_at BEGIN
     UPDATE ${table} SET updated_at = now()
     WHERE rowid = NEW.rowid;
   END;`

const SALES_TABLES = EXPLORER_LIST.map(({ table }) => table)
/** Tables that pages show: each change raises the data version. db/current has the rules of plate_details and articles. */
const SHOWN_TABLES = ['plates', ...SALES_TABLES, 'corrections', 'article_addresses', 'settings']

function versionTriggers(table: string, columns: readonly string[]): string[] {
  const isStock = table === 'plates'
  // Changes of a plate's private columns move its updated_at.
  const seen = isStock ? ` OF ${columns.filter((name) => name !== 'updated_at')}` : ''
  return Object.entries({ insert: ['NEW'], update: ['OLD', 'NEW'], delete: ['OLD'] }).map(([event, rows]) => {
    const isDemonstration = rows.map((row) => `${row}.is_demonstration`).join(' OR ')
    return `CREATE TRIGGER ${table}_${event}_version AFTER ${event}${event === 'update' ? seen : ''} ON ${table} BEGIN
         UPDATE data_version SET version = version + 1${isStock ? `, stock = stock + NOT (${isDemonstration})` : ''};
       END;`
  })
}
