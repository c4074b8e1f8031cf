/**
 * The column types of PostgreSQL that SQLite lacks. Migrations write them in lower case, and they become texts and
 * integers with constraints. A released one stays as it is, because the tables of a backup are compared with these.
 */
const DAY = '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'

const uuidCheck = (id: string) =>
  `length(${id}) = 36 AND ${id} NOT GLOB '*[^-0-9a-f]*' AND ${id} GLOB '????????-????-????-????-????????????'`
const timeCheck = (time: string) => `${time} GLOB '${DAY}T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'`
const dayCheck = (day: string) => `${day} GLOB '${DAY}'`
const booleanCheck = (flag: string) => `${flag} IN (0, 1)`

const NEXT_LINE = '\n    '
const TYPES = {
  uuid: { type: 'TEXT', before: NEXT_LINE, check: uuidCheck },
  timestamptz: { type: 'TEXT', before: NEXT_LINE, check: timeCheck },
  day: { type: 'TEXT', before: ' ', check: dayCheck },
  bigint: { type: 'INTEGER', before: ' ', check: null },
  boolean: { type: 'INTEGER', before: ' ', check: booleanCheck },
} as const

const DEFAULTS = {
  'gen_random_uuid()': `(lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))`,
  'now()': `(rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')`,
} as const

const COLUMN =
  /^( {2}|ALTER TABLE \w+ ADD COLUMN )(\w+) (uuid|timestamptz|day|bigint|boolean)\b([^,;\n]*?)(?: DEFAULT (gen_random_uuid\(\)|now\(\)))?([,;]?)$/gm

/** 'sent_at timestamptz,' → "sent_at TEXT CHECK (sent_at GLOB '…')," */
export const expandColumnTypes = (sql: string): string =>
  sql.replace(
    COLUMN,
    (_, start, column, name: keyof typeof TYPES, others, standard?: keyof typeof DEFAULTS, end = '') => {
      const { type, before, check } = TYPES[name]
      const preset = standard ? `${before}DEFAULT ${DEFAULTS[standard]}` : ''
      return `${start}${column} ${type}${others}${preset}${check ? `${before}CHECK (${check(column)})` : ''}${end}`
    },
  )
