/** The release after this one: the same code with a second migration of each database. */
import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { requireBuild } from '#scripts/build-state.mjs'
import { makeArchive, PRODUCT_FILES } from '#scripts/package-files.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Adds a column with a value, and a table that a trigger fills: what an upgrade must keep, and what it makes. */
const SQLITE = `
  ALTER TABLE plates ADD COLUMN lot TEXT NOT NULL DEFAULT 'none';
  CREATE TABLE lots (id TEXT PRIMARY KEY NOT NULL, plate_number TEXT NOT NULL) STRICT;
  INSERT INTO lots SELECT id, plate_number FROM plates;
`
const SQLITE_CURRENT = `
  CREATE TRIGGER plates_insert_lot AFTER INSERT ON plates BEGIN
    INSERT INTO lots VALUES (NEW.id, NEW.plate_number);
  END;
`
export const HOSTED_MIGRATION = 'migrations/20270101000000_lots.sql'
export const HOSTED_VIEW = 'current/lots.sql'
const POSTGRESQL = `
  ALTER TABLE plates ADD COLUMN lot text COLLATE "C" NOT NULL DEFAULT 'none';
`
const POSTGRESQL_CURRENT = `
  CREATE VIEW lots WITH (security_invoker) AS SELECT lot, count(*) AS plates FROM plates GROUP BY lot;
`

/** Its archive, as `npm run package` makes it but with the packages of this checkout. */
export function makeNextRelease(archive: string): void {
  requireBuild()
  const folder = temporaryFolder()
  for (const name of PRODUCT_FILES) cpSync(name, join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'db/migrations/0002-lots.sql'), SQLITE)
  writeFileSync(join(folder, 'db/current/lots.sql'), SQLITE_CURRENT)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  makeArchive(archive, [...PRODUCT_FILES, 'node_modules'], folder)
}

/** Writes the folder supabase/ of the next release. */
export function writeHostedFiles(folder: string): void {
  cpSync('supabase', folder, { recursive: true })
  writeFileSync(join(folder, HOSTED_MIGRATION), POSTGRESQL)
  writeFileSync(join(folder, HOSTED_VIEW), POSTGRESQL_CURRENT)
}
