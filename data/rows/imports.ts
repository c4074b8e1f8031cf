/** The rows of uploaded lists. */
import type { Generated } from 'kysely'
import type { Dated } from './row.ts'

interface ImportsTable extends Dated {
  person: string
  fileName: string
  content: string | null
  choices: Generated<string>
  state: Generated<'open' | 'written'>
  result: string | null
}

interface ImportHeadingsTable extends Dated {
  heading: string
  columnName: string
  person: string
}

export interface ImportTables {
  imports: ImportsTable
  importHeadings: ImportHeadingsTable
}
