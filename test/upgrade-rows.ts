/** Rows of the upgrade drill: every row of every table of the earlier release. */
import { DatabaseSync } from 'node:sqlite'

export type Row = Record<string, unknown>
export type Rows = Record<string, Row[]>

/** Tables that describe the database itself, and those that the site changes while it runs. */
const PASSING = ['meta', 'data_version', 'site_state', 'challenges', 'sales_counts']

/** @param like tables and columns to read; default: all */
export function readRows(file: string, like?: Rows): Rows {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const names = like
      ? Object.keys(like)
      : database
          .prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sales_trigrams%' ORDER BY name",
          )
          .all()
          .map(({ name }) => String(name))
          .filter((name) => !PASSING.includes(name))
    return Object.fromEntries(
      names.map((name) => {
        const columns = Object.keys(like?.[name]?.[0] ?? {})
        const list = columns.length > 0 ? columns.map((column) => `"${column}"`).join() : '*'
        return [
          name,
          database
            .prepare(`SELECT ${list} FROM "${name}" ORDER BY id`)
            .all()
            .map((row) => ({ ...row })),
        ]
      }),
    )
  } finally {
    database.close()
  }
}

/**
 * Of a PostgreSQL.
 * @param sql runs a statement @param like its tables are read with the columns that it has
 */
export async function readHostedRows(sql: (text: string) => Promise<Row[]>, like?: Rows): Promise<Rows> {
  const tables = like
    ? Object.keys(like)
    : (await sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")).map(
        ({ tablename }) => String(tablename),
      )
  const rows: Rows = {}
  for (const name of tables) {
    const found = await sql(`SELECT to_json(t) AS row FROM ${name} t ORDER BY to_json(t)::text`)
    const [first] = like?.[name] ?? []
    rows[name] = found.map(({ row }) =>
      Object.fromEntries(Object.entries(row as Row).filter(([column]) => !first || column in first)),
    )
  }
  return rows
}

/** The rows without those that a restore adds and removes. */
export const withoutRestore = ({ invitations: _, sessions: __, ...rows }: Rows): Rows => ({
  ...rows,
  audit: (rows.audit ?? []).filter(({ command }) => command !== 'restore'),
})
