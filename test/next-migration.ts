/** The migration of the release after this one, which tests and the bench upgrade to. */
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentSchema } from '#db/current-schema.ts'
import { readMigrations, toSqlite } from '#db/read-sql.ts'
import type { DatabaseSql } from '#packages/sqlite-rest/database.ts'

/** Builds a table anew with a third frequency, which SQLite needs for another constraint. */
const REBUILT = `
CREATE TABLE alerts_rebuilt (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token text COLLATE "C" NOT NULL UNIQUE CHECK (length(token) = 43),
  email text COLLATE "C" NOT NULL CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%'),
  criteria text COLLATE "C" NOT NULL CHECK (length(criteria) BETWEEN 3 AND 300),
  frequency text COLLATE "C" NOT NULL DEFAULT 'at-once' CHECK (frequency IN ('at-once', 'weekly', 'daily')),
  confirmed_at timestamptz,
  seen_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (email, criteria)
);
INSERT INTO alerts_rebuilt SELECT * FROM alerts;
DROP TABLE alerts;
ALTER TABLE alerts_rebuilt RENAME TO alerts;
CREATE INDEX alerts_confirmed ON alerts (confirmed_at) WHERE confirmed_at IS NOT NULL;
`
/** Adds a column with a value, and a table that a trigger fills: what an upgrade must keep, and what it makes. */
export const SQLITE = `
  ALTER TABLE plates ADD COLUMN lot TEXT NOT NULL DEFAULT 'none';
  CREATE TABLE lots (id TEXT PRIMARY KEY NOT NULL, plate_number TEXT NOT NULL) STRICT;
  INSERT INTO lots SELECT id, plate_number FROM plates;
${REBUILT}`
export const SQLITE_CURRENT = `
  CREATE TRIGGER plates_insert_lot AFTER INSERT ON plates BEGIN
    INSERT INTO lots VALUES (NEW.id, NEW.plate_number);
  END;
`
export const HOSTED_MIGRATION = 'migrations/99990101000000_lots.sql'
export const HOSTED_VIEW = 'current/lots.sql'
const POSTGRESQL = `
  ALTER TABLE plates ADD COLUMN lot text COLLATE "C" NOT NULL DEFAULT 'none';
  CREATE TABLE numbered_lots (id uuid PRIMARY KEY, plate_number text COLLATE "C" NOT NULL);
  INSERT INTO numbered_lots SELECT id, plate_number FROM plates;
${REBUILT}`
const POSTGRESQL_CURRENT = `
  CREATE VIEW lots WITH (security_invoker) AS SELECT lot, count(*) AS plates FROM plates GROUP BY lot;
  CREATE FUNCTION number_lot() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
  BEGIN
    INSERT INTO numbered_lots VALUES (NEW.id, NEW.plate_number);
    RETURN NULL;
  END
  $$;
  CREATE TRIGGER plates_insert_lot AFTER INSERT ON plates FOR EACH ROW EXECUTE FUNCTION number_lot();
`

/** What its embedded database is made of. */
export const nextSql: DatabaseSql = {
  migrations: [...readMigrations(), toSqlite(SQLITE)],
  current: (database) => `${currentSchema(database)}${SQLITE_CURRENT}`,
}

/** Writes the folder supabase/ of the next release. */
export function writeHostedFiles(folder: string): void {
  cpSync('supabase', folder, { recursive: true })
  writeFileSync(join(folder, HOSTED_MIGRATION), POSTGRESQL)
  writeFileSync(join(folder, HOSTED_VIEW), POSTGRESQL_CURRENT)
}
