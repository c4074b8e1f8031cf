import { tables } from '#db/schema.ts'

/** Tables that are not copied, with the reason. */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  sessions: 'people sign in again',
  imports:
    'a list that was not written yet is uploaded again, and what was written is among the changes of plates',
  challenges: 'they are only valid for minutes',
}

/** Rows of maximum length that fit into one response of a backend (32 MiB), where 1,000 do not. */
const PAGE_ROWS: Readonly<Record<string, number>> = { article_versions: 20, picture_files: 4 }

export interface CopiedTable {
  name: string
  pageRows: number | undefined
}

/** In the order in which they are copied. */
export const COPIED_TABLES: readonly CopiedTable[] = [...tables.values()]
  .filter(({ kind, name }) => kind === 'table' && !Object.hasOwn(EXCLUDED_TABLES, name))
  .map(({ name }) => ({ name, pageRows: PAGE_ROWS[name] }))
