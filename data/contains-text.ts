import { sql } from 'kysely'

/** The condition that a column contains a text. SQLite and columns COLLATE "C" fold the case of ASCII letters alone. */
export const containsText = (column: string, text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`}) escape '\\'`

/** The condition that a column is a text, in any case of its letters. */
export const equalsText = (column: string, text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) = lower(${text})`
