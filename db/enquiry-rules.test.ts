/** The rules of shared/enquiries/enquiry-fields.ts equal the constraints of both databases. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { fieldsOf, inquiryTypes, maxLengths } from '#shared/enquiries/enquiry-fields.ts'
import { readMigrations } from './read-sql.ts'

/** The table in SQLite after all migrations. */
function sqliteTable(): string {
  const database = new DatabaseSync(':memory:')
  for (const migration of readMigrations()) database.exec(migration)
  const row = database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'enquiries'").get()
  database.close()
  return String(row?.sql)
}

/** A migration that changes a constraint repeats it, so the last one of a column counts. */
function postgresStatements(): string {
  const folder = 'supabase/migrations'
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const statements = files
    .map((name) => readFileSync(join(folder, name), 'utf8').replace(/--.*$/gm, ''))
    .join('\n')
    .split(';')
  return statements.filter((statement) => /TABLE enquiries\b/.test(statement)).join(';')
}

describe.each([
  ['SQLite', sqliteTable()],
  ['PostgreSQL', postgresStatements()],
])('on %s', (_, sql) => {
  const last = (pattern: RegExp) => [...sql.matchAll(pattern)].at(-1)?.[1] ?? ''
  const valuesOf = (column: string) =>
    [...last(new RegExp(`CHECK \\(${column} IN \\(([^)]*)\\)\\)`, 'g')).matchAll(/'([^']*)'/g)].map(
      ([, value]) => value,
    )
  const maxLengthOf = (column: string) =>
    Number(last(new RegExp(`CHECK \\(length\\(${column}\\) BETWEEN \\d+ AND (\\d+)\\b`, 'g')))

  test('enquiries in the database have the same kinds and types as in the forms, and those by telephone', () => {
    expect(valuesOf('inquiry_type').sort()).toEqual(Object.keys(inquiryTypes).sort())
    expect(valuesOf('kind').sort()).toEqual([...Object.keys(fieldsOf), 'telephone'].sort())
  })

  test.each([
    ['name', maxLengths.name],
    ['email', maxLengths.email],
    ['phone', maxLengths.phone],
    ['subject', maxLengths.subject],
    ['plate_number', maxLengths.plateNumber],
    ['message', maxLengths.message],
    ['message', maxLengths.additional],
  ])('the column %s of enquiries has at most %i characters', (column, maxLength) => {
    expect(maxLengthOf(column)).toBe(maxLength)
  })
})

test('every text field of a form has a maximum length in the database', () => {
  expect(Object.keys(maxLengths).sort()).toEqual(
    ['name', 'email', 'phone', 'subject', 'plateNumber', 'message', 'additional'].sort(),
  )
})
