import { sql } from 'kysely'

/** The condition that a column contains a text. SQLite and columns COLLATE "C" fold the case of ASCII letters alone. */
export const containsText = (column: string, text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`}) escape '\\'`
