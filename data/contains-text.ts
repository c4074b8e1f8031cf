import { expressionBuilder, sql } from 'kysely'

const compare = expressionBuilder()

/** ILIKE is LIKE on SQLite (open-sqlite.ts). There, and in columns COLLATE "C", it folds the case of ASCII letters alone. */
const isLike = (column: string, pattern: string) =>
  compare(sql.ref(column), 'ilike', sql`${pattern} escape '\\'`)

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The condition that a column contains a text. */
export const containsText = (column: string, text: string) => isLike(column, `%${escaped(text)}%`)

/** The condition that a column is a text, in any case of its letters. */
export const equalsText = (column: string, text: string) => isLike(column, escaped(text))
