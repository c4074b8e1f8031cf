import type { Database } from '#data/tables.ts'
import type { ActionName } from '#services/action.ts'
import type { Contract } from '../open-contract.ts'

/** Prepares what the action needs, with a database that nothing fails on. @returns the action, over the other one */
export type Scene = (
  quiet: Database,
  sql: Contract['sql'],
) => Promise<(database: Database) => Promise<unknown>>

export type Scenes = { [Name in ActionName]?: readonly [Scene, ...Scene[]] }
