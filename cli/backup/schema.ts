// A backup with another schema is not restored: a trigger or a view could expose enquiries to the public key.
import { DatabaseSync } from 'node:sqlite'
import { readMigrations } from '#db/embedded.ts'

interface SchemaObject {
  type: string
  name: string
  sql: string | null
}

const schemaObjects = (database: DatabaseSync): SchemaObject[] =>
  database
    .prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type <> 'table', rowid")
    .all()
    .map(({ type, name, sql }) => ({
      type: String(type),
      name: String(name),
      sql: sql === null ? null : String(sql),
    }))

const byVersion = new Map<number, SchemaObject[]>()

function expectedObjects(version: number): SchemaObject[] {
  const objects = byVersion.get(version) ?? makeObjects(version)
  byVersion.set(version, objects)
  return objects
}

function makeObjects(version: number): SchemaObject[] {
  const database = new DatabaseSync(':memory:')
  try {
    for (const migration of readMigrations().slice(0, version)) database.exec(migration)
    return schemaObjects(database)
  } finally {
    database.close()
  }
}

const isVirtual = ({ sql }: SchemaObject) => sql?.startsWith('CREATE VIRTUAL') ?? false

/** Matches the internal tables of a search index, whose SQL depends on the version of SQLite. */
function shadowTest(objects: SchemaObject[]) {
  const virtual = objects.filter(isVirtual).map(({ name }) => `${name}_`)
  return ({ type, name }: SchemaObject) =>
    type === 'table' && virtual.some((prefix) => name.startsWith(prefix))
}

/** Tables of `ANALYZE`, which only the query planner reads. */
const isStatistics = ({ type, name, sql }: SchemaObject) =>
  type === 'table' && /^sqlite_stat[14]$/.test(name) && /^CREATE TABLE sqlite_stat[14]\(/.test(sql ?? '')

/** The differences from the schema of that version, tables first: 'lacks the table “plates”'. */
export function findDifferences(database: DatabaseSync, version: number): string[] {
  const expected = expectedObjects(version)
  const isShadow = shadowTest(expected)
  const found = schemaObjects(database).filter((object) => !isStatistics(object))
  const foundByName = new Map(found.map((object) => [object.name, object]))
  const known = new Set(expected.map(({ name }) => name))
  const differences = expected.flatMap((wanted) => {
    const there = foundByName.get(wanted.name)
    if (!there) return [`lacks the ${wanted.type} “${wanted.name}”`]
    const isSame = there.type === wanted.type && (isShadow(wanted) || there.sql === wanted.sql)
    return isSame ? [] : [`has a different ${wanted.type} “${wanted.name}” from the one the site makes`]
  })
  const extras = found
    .filter(({ name }) => !known.has(name))
    .map(
      ({ type, name }) =>
        `holds ${type === 'index' ? 'an' : 'a'} ${type} “${name}” that the site did not make`,
    )
  return [...differences, ...extras]
}

/** Filled by triggers on `sales`. */
const SALES_COUNTS = 'sales_counts'
/** Triggers increment it with every copied row, so it is copied last. */
const DATA_VERSION = 'data_version'

export function copiedTables(version: number): string[] {
  const objects = expectedObjects(version)
  const isShadow = shadowTest(objects)
  const names = objects
    .filter((object) => object.type === 'table' && !isVirtual(object) && !isShadow(object))
    .map(({ name }) => name)
    .filter((name) => name !== SALES_COUNTS && name !== DATA_VERSION)
  return [...names, DATA_VERSION]
}
