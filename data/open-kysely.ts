/** What both engines have in common: names in camel case, and what is told of each statement. */
import { CamelCasePlugin, type Dialect, Kysely, type Logger } from 'kysely'
import type { Database, Tables } from './tables.ts'

export interface OpenOptions {
  /** Is told of each statement, also of one that failed. */
  log?: Logger
  /** For tests that let a statement fail. */
  wrap?: (dialect: Dialect) => Dialect
}

export const openKysely = (
  dialect: Dialect,
  { log = () => {}, wrap = (same) => same }: OpenOptions,
): Database =>
  new Kysely<Tables>({
    dialect: wrap(dialect),
    log,
    plugins: [new CamelCasePlugin({ underscoreBeforeDigits: true })],
  })
