import { tables } from '#db/schema.ts'

/** Tables that are not copied, with the reason. */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  sessions: 'people sign in again',
  imports:
    'a list that was not written yet is uploaded again, and what was written is among the changes of plates',
  challenges: 'they are only valid for minutes',
}

/** Long rows, of which 1,000 would need too much memory. */
const PAGE_ROWS: Readonly<Record<string, number>> = { article_versions: 20, picture_files: 4 }

export interface CopiedTable {
  name: string
  columns: readonly string[]
  /** Those of `columns` that are times. */
  times: ReadonlySet<string>
  pageRows: number | undefined
}

/** In the order in which they are copied. */
export const COPIED_TABLES: readonly CopiedTable[] = [...tables.values()]
  .filter(({ kind, name }) => kind === 'table' && !Object.hasOwn(EXCLUDED_TABLES, name))
  .map(({ name, columns }) => ({
    name,
    columns: [...columns.keys()],
    times: new Set(
      [...columns.values()].filter(({ type }) => type === 'timestamptz').map((time) => time.name),
    ),
    pageRows: PAGE_ROWS[name],
  }))
