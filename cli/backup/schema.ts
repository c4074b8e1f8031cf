// The rows of a backup are copied table by table, and its views, triggers and indexes are not read: the restored database
// gets those of the site, so that none of another program can show enquiries to the public.
import { DatabaseSync } from 'node:sqlite'
import { readMigrations } from '#db/read-sql.ts'

/** The tables that the migrations up to a version make, with the SQL of each. */
function expectedTables(version: number): Map<string, string> {
  const database = new DatabaseSync(':memory:')
  try {
    for (const migration of readMigrations().slice(0, version)) database.exec(migration)
    return tablesIn(database)
  } finally {
    database.close()
  }
}

/** Without SQLite's own tables, such as those of `ANALYZE`. */
function tablesIn(database: DatabaseSync): Map<string, string> {
  const tables = database
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite^_%' ESCAPE '^'",
    )
    .all()
  return new Map(tables.map(({ name, sql }) => [String(name), String(sql)]))
}

const isVirtual = (sql: string) => sql.startsWith('CREATE VIRTUAL')

/** Matches the internal tables of a search index, whose SQL depends on the version of SQLite. */
function shadowTest(tables: ReadonlyMap<string, string>): (name: string) => boolean {
  const prefixes = [...tables].filter(([, sql]) => isVirtual(sql)).map(([name]) => `${name}_`)
  return (name) => prefixes.some((prefix) => name.startsWith(prefix))
}

/** The differences from the tables of that version: 'lacks the table “plates”'. */
export function findDifferences(database: DatabaseSync, version: number): string[] {
  const expected = expectedTables(version)
  const isShadow = shadowTest(expected)
  const found = tablesIn(database)
  const differences = [...expected].flatMap(([name, sql]) => {
    if (!found.has(name)) return [`lacks the table “${name}”`]
    const isSame = isShadow(name) || found.get(name) === sql
    return isSame ? [] : [`has a different table “${name}” from the one the site makes`]
  })
  const extras = [...found.keys()].filter((name) => !expected.has(name))
  return [...differences, ...extras.map((name) => `holds a table “${name}” that the site did not make`)]
}

export function copiedTables(version: number): string[] {
  const tables = expectedTables(version)
  const isShadow = shadowTest(tables)
  return [...tables].filter(([name, sql]) => !isVirtual(sql) && !isShadow(name)).map(([name]) => name)
}
