/** The rows of uploaded lists. */
import type { Generated } from 'kysely'
import type { Time } from '../times.ts'

export interface ImportsTable {
  id: Generated<string>
  person: string
  fileName: string
  content: string | null
  choices: Generated<string>
  state: Generated<'open' | 'written'>
  result: string | null
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
}

export interface ImportHeadingsTable {
  id: Generated<string>
  heading: string
  columnName: string
  person: string
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
}
