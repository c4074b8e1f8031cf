/** Brings a PostgreSQL to the files of this version, in one transaction, while sites use it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, DatabaseError } from 'pg'

export interface MigrationFile {
  /** 'migrations/20270101000000_lots.sql': once. Any other: whenever one of the files differs. */
  name: string
  digest: string
  sql: string
}

interface Migration {
  /** Makes the place where the applied files are noted; can be repeated. */
  state: string
  /** In the order in which they are applied. */
  files: readonly MigrationFile[]
  /** Whether views, functions, triggers and rights are made again although no file differs. */
  isAgain?: boolean
  /** By the names of roles. */
  passwords?: Readonly<Record<string, string>>
  tell?(line: string): void
}

/** Nothing has been changed. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

/**
 * Visitors wait behind each lock that is waited for here. Shorter than the second after which PostgreSQL looks for a
 * deadlock, since it would end a visitor's request as readily as this one.
 */
const LOCK_TIMEOUT_MS = 500
const ATTEMPTS = 60
const PAUSE_MS = 500
const CONNECT_TIMEOUT_MS = 10_000

/** A deadlock, another conflict of transactions, and locks that were not to be had in time, each and all together. */
const HELD_BY_OTHERS = new Set(['40P01', '40001', '55P03', '57014'])

/** Made with its password, since only a superuser can: it reads everything. */
const BACKUP_ROLE = 'plateworthy_backup'

/**
 * @param url of the owner of the tables, who may create roles
 * @returns the migrations that were applied
 * @throws MigrationRefused or DatabaseError
 */
export async function migratePostgres(url: string, migration: Migration): Promise<string[]> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'plateworthy migrate',
  })
  const { tell = () => {} } = migration
  client.on('notice', ({ message = '' }) => tell(message))
  // The statement that waits fails as well.
  client.on('error', () => {})
  await client.connect()
  try {
    for (let attempt = 1; ; attempt++)
      try {
        await client.query('BEGIN')
        const applied = await apply(client, migration)
        await client.query('COMMIT')
        return applied
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {})
        if (!HELD_BY_OTHERS.has((error as DatabaseError).code ?? '') || attempt === ATTEMPTS) throw error
        if (attempt === 1) tell('Others use what is to be changed: trying again.')
        await sleep(PAUSE_MS * (0.5 + Math.random()))
      }
  } finally {
    await client.end()
  }
}

async function apply(client: Client, { state, files, isAgain = false, passwords = {} }: Migration) {
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL statement_timeout = 0;
    SELECT pg_advisory_xact_lock(hashtext('plateworthy migrate'))`)
  // It says of everything that it is there already.
  await client.query(
    `SET LOCAL client_min_messages = warning; ${state}; SET LOCAL client_min_messages = notice`,
  )
  const { rows: applied } = await client.query<MigrationFile>('SELECT name, digest FROM plateworthy.files')
  const other = describeOtherMigrations(applied, files)
  if (other) throw new MigrationRefused(other)
  const names = new Set(applied.map(({ name }) => name))
  const missing = files.filter((file) => isMigration(file) && !names.has(file.name))
  if (isAgain || applied.length !== files.length || !applied.every(isIn(files))) {
    // All at once, so that none is waited for while others wait for what has been changed.
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT name FROM plateworthy.objects JOIN plateworthy.made USING (kind, name) WHERE kind = 'TABLE' ORDER BY oid`,
    )
    await client.query(`SET LOCAL statement_timeout = ${LOCK_TIMEOUT_MS}`)
    if (tables.length > 0) await client.query(`LOCK TABLE ${tables.map(({ name }) => name).join()}`)
    await client.query('SET LOCAL statement_timeout = 0')
    await client.query('CALL plateworthy.drop_current()')
    for (const { name, sql } of [...missing, ...files.filter((file) => !isMigration(file))])
      await client.query(sql).catch((error: DatabaseError) => {
        error.message = `supabase/${name}: ${error.message}`
        throw error
      })
    await client.query('DELETE FROM plateworthy.files')
    await client.query(
      'INSERT INTO plateworthy.files (name, digest) SELECT * FROM json_to_recordset($1) AS file (name text, digest text)',
      [JSON.stringify(files.map(({ name, digest }) => ({ name, digest })))],
    )
  }
  await setPasswords(client, passwords)
  return missing.map(({ name }) => name)
}

type NamedDigest = Pick<MigrationFile, 'name' | 'digest'>

const isIn =
  (files: readonly NamedDigest[]) =>
  ({ name, digest }: NamedDigest) =>
    files.some((file) => file.name === name && file.digest === digest)

/** Why this version does not migrate a database with these files, such as one of a newer version; or null. */
export function describeOtherMigrations(
  applied: readonly NamedDigest[],
  files: readonly NamedDigest[],
): string | null {
  const isKnown = isIn(files)
  const other = applied.filter((file) => isMigration(file) && !isKnown(file)).map(({ name }) => name)
  return other.length === 0
    ? null
    : `The database has migrations that this version lacks, or has with another text: use the version that made it, restore a backup, or begin with a new database (${other.join(', ')}).`
}

const isMigration = ({ name }: NamedDigest) => name.startsWith('migrations/')

async function setPasswords(client: Client, passwords: Readonly<Record<string, string>>): Promise<void> {
  const { escapeIdentifier, escapeLiteral } = client
  for (const [role, password] of Object.entries(passwords)) {
    const name = escapeIdentifier(role)
    if (role === BACKUP_ROLE) {
      const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
      if (rowCount === 0) await client.query(`CREATE ROLE ${name}`)
      await client.query(`ALTER ROLE ${name} LOGIN BYPASSRLS; GRANT pg_read_all_data TO ${name}`)
    }
    await client.query(`ALTER ROLE ${name} PASSWORD ${escapeLiteral(password)}`)
  }
}
