/**
 * The SQL files of SQLite. They may be written in the SQL of PostgreSQL, as far as the rules below know it, and include a
 * file of supabase/. A rule is part of each released migration and stays as it is, because the tables of a backup are
 * compared with these.
 */
import { readdirSync, readFileSync } from 'node:fs'

export const readMigrations = (): string[] => readSql('migrations').map(toSqlite)

/** The files of a folder as they are written, with what they include, in the order of their names. */
export function readSql(name: 'migrations' | 'current'): string[] {
  const folder = new URL(`./${name}/`, import.meta.url)
  const read = (path: string) => readFileSync(new URL(path, folder), 'utf8')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => read(file).replace(/^\\ir (\S+)$/gm, (_, path) => read(path)))
}

export const toSqlite = (sql: string): string =>
  sql
    .replaceAll(' WITH (security_invoker)', '')
    .replaceAll('::integer', '')
    .replaceAll(' text COLLATE "C"', ' TEXT')
    .replace(COLUMN, (_, column, name, type: keyof typeof TYPES, rest, end) => {
      const { stored, check } = TYPES[type]
      return `${column} ${stored}${rest}${check ? ` CHECK (${check(name)})` : ''}${end}`
    })
    .replace(/\b(?:clock_timestamp|now)\(\)/g, NOW)
    .replaceAll('gen_random_uuid()', RANDOM_UUID)
    .replace(/(\w+) ~ '\^(.+?)\$'/g, (_, column, pattern) => matches(column, pattern))
    .replace(/\btranslate\((\w+), '(.+?)', ''\)/g, (_, column, removed) => without(column, removed))
    .replace(/\bright\((.+?), (\d+)\)/g, 'substr($1, -$2)')
    .replaceAll('strpos(', 'instr(')
    .replaceAll('chr(', 'char(')
    .replace(/\bCONSTRAINT \w+ (?=CHECK)/g, '') // errors name the first column of a constraint
    .replace(/\bFOR EACH ROW EXECUTE FUNCTION remove_parts\(([^)]*)\)/g, (_, parts) => deleteParts(parts))
    .replace(/^(CREATE TABLE \w+ \(\n(?: {2}.*\n|\n)*\));/gm, '$1 STRICT;')

const DAY = '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'

const TYPES = {
  uuid: {
    stored: 'TEXT',
    check: (id: string) =>
      `length(${id}) = 36 AND ${id} NOT GLOB '*[^-0-9a-f]*' AND ${id} GLOB '????????-????-????-????-????????????'`,
  },
  timestamptz: {
    stored: 'TEXT',
    check: (time: string) => `${time} GLOB '${DAY}T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'`,
  },
  integer: { stored: 'INTEGER', check: (number: string) => `${number} BETWEEN -2147483648 AND 2147483647` },
  bigint: { stored: 'INTEGER', check: null },
  boolean: { stored: 'INTEGER', check: (flag: string) => `${flag} IN (0, 1)` },
} as const

/** 'used_at timestamptz,' → "used_at TEXT CHECK (used_at GLOB '…')," */
const COLUMN =
  /^((?: {2}|ALTER TABLE \w+ ADD COLUMN )(\w+)) (uuid|timestamptz|integer|bigint|boolean)\b([^,;\n]*?)([,;]?)$/gm

const NOW = `(rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')`
const RANDOM_UUID = `(lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))`

/** A regular expression of one class, such as '[a-z]{1,20}', or of characters and classes of a fixed length. */
function matches(column: string, pattern: string): string {
  const [, characters, least, most = least] = /^\[([^\]]+)\]\{(\d+)(?:,(\d+))?\}$/.exec(pattern) ?? []
  if (characters)
    return `length(${column}) BETWEEN ${least} AND ${most} AND ${column} NOT GLOB '*[^${characters}]*'`
  const repeated = pattern.replace(/(\[[^\]]+\]|.)\{(\d+)\}/g, (_, one, times) => one.repeat(Number(times)))
  return `${column} GLOB '${repeated.replaceAll('.', '?')}'`
}

/** "'deal_payments.deal_id'" → 'BEGIN DELETE FROM deal_payments WHERE deal_id = OLD.id; END' */
const deleteParts = (parts: string): string =>
  `BEGIN ${parts.replace(/'(\w+)\.(\w+)',?/g, 'DELETE FROM $1 WHERE $2 = OLD.id;')} END`

const without = (column: string, characters: string): string =>
  [...characters].reduce((text, character) => `replace(${text}, '${character}', '')`, column)
