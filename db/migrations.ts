/**
 * The migrations of SQLite. They may be written in the SQL of PostgreSQL, as far as the rules below know it, and include
 * one of its migrations. A rule is part of each released migration and stays as it is, because the tables of a backup are
 * compared with these.
 */
import { readFileSync } from 'node:fs'
import { readFolder } from './current-schema.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** As they are written, with what they include. */
export const DECLARED = readFolder('migrations').map((sql) =>
  sql.replace(/^\\ir (\S+)$/gm, (_, path) => readFileSync(new URL(path, FOLDER), 'utf8')),
)

export const readMigrations = (): string[] => DECLARED.map(toSqlite)

const toSqlite = (sql: string): string =>
  sql
    .replaceAll(' text COLLATE "C"', ' TEXT')
    .replace(COLUMN, toStrictColumn)
    .replace(/(\w+) ~ '\^(.+?)\$'/g, (_, column, pattern) => matches(column, pattern))
    .replace(/\btranslate\((\w+), '(.+?)', ''\)/g, (_, column, removed) => without(column, removed))
    .replace(/\bright\((.+?), (\d+)\)/g, 'substr($1, -$2)')
    .replace(/\bCONSTRAINT \w+ (?=CHECK)/g, '') // errors name the first column of a constraint
    .replace(/^(CREATE TABLE \w+ \(\n(?: {2}.*\n|\n)*\));/gm, '$1 STRICT;')

const DAY = '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'

const TYPES = {
  uuid: {
    type: 'TEXT',
    check: (id: string) =>
      `length(${id}) = 36 AND ${id} NOT GLOB '*[^-0-9a-f]*' AND ${id} GLOB '????????-????-????-????-????????????'`,
  },
  timestamptz: {
    type: 'TEXT',
    check: (time: string) => `${time} GLOB '${DAY}T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'`,
  },
  integer: { type: 'INTEGER', check: (number: string) => `${number} BETWEEN -2147483648 AND 2147483647` },
  bigint: { type: 'INTEGER', check: null },
  boolean: { type: 'INTEGER', check: (flag: string) => `${flag} IN (0, 1)` },
} as const

const NOW = `(rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')`
const DEFAULTS = {
  'gen_random_uuid()': `(lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))`,
  'now()': NOW,
  'clock_timestamp()': NOW,
} as const

const COLUMN =
  /^( {2}|ALTER TABLE \w+ ADD COLUMN )(\w+) (uuid|timestamptz|integer|bigint|boolean)\b([^,;\n]*?)(?: DEFAULT (gen_random_uuid\(\)|now\(\)|clock_timestamp\(\)))?([,;]?)$/gm

/** 'used_at timestamptz,' → "used_at TEXT CHECK (used_at GLOB '…')," */
function toStrictColumn(
  _: string,
  start: string,
  column: string,
  name: keyof typeof TYPES,
  others: string,
  standard: keyof typeof DEFAULTS | undefined,
  end: string,
): string {
  const { type, check } = TYPES[name]
  const preset = standard ? `\n    DEFAULT ${DEFAULTS[standard]}` : ''
  return `${start}${column} ${type}${others}${preset}${check ? `\n    CHECK (${check(column)})` : ''}${end}`
}

/** A regular expression of one class, such as '[a-z]{1,20}', or of characters and classes of a fixed length. */
function matches(column: string, pattern: string): string {
  const [, characters, least, most = least] = /^\[([^\]]+)\]\{(\d+)(?:,(\d+))?\}$/.exec(pattern) ?? []
  if (characters)
    return `length(${column}) BETWEEN ${least} AND ${most} AND ${column} NOT GLOB '*[^${characters}]*'`
  const repeated = pattern.replace(/(\[[^\]]+\]|.)\{(\d+)\}/g, (_, one, times) => one.repeat(Number(times)))
  return `${column} GLOB '${repeated.replaceAll('.', '?')}'`
}

const without = (column: string, characters: string): string =>
  [...characters].reduce((text, character) => `replace(${text}, '${character}', '')`, column)
