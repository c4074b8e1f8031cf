/** What each kind of list implements for imports at the desk (`desk-import.ts`) and by commands (`cli/import`). */

import type { Database, Transaction } from '#data/tables.ts'
import type { Actor } from '../audit/actor.ts'
import type { ImportChoices } from './import-store.ts'
import type { ListHeadings, RowList } from './read-list.ts'

export interface ReadRows {
  rows: readonly unknown[]
  /** Notes about the list for the person. */
  notes: readonly string[]
}

interface ReadOptions {
  /** Accepts registrations of no known system, as written. */
  allowDoubtful: boolean
}

interface WriteCall {
  actor: Actor
  /** Of the audit trail: 'import'. */
  action: string
  fileName: string
  /** The batch of the changes, and the id of its audit entry. */
  batch: string
  choices: ImportChoices
}

export interface CountedPlan {
  counts: Readonly<
    Record<'new' | 'changed' | 'unchanged' | 'skipped' | 'needs-decision' | 'refused', number>
  > & {
    corrected?: number
  }
  rowOutcomes: readonly { write: object | null }[]
}

export interface ListImport<Rows extends ReadRows, Comparison, Plan extends CountedPlan> {
  /** The parsed rows, before any comparison. */
  read(list: RowList, mapped: ListHeadings, options: ReadOptions): Promise<Rows>
  /** Changes when the data that the list is compared with change. */
  version(database: Database): Promise<string>
  compare(database: Database, read: Rows, unit: 'line' | 'row'): Promise<Comparison>
  decide(comparison: Comparison, choices: ImportChoices): Plan
  /** Why a decided plan cannot be written; null if it can. */
  problem?(plan: Plan, choices: ImportChoices): string | null
  /**
   * @param finish is written with the last part
   * @throws ChangeConflict, DataFault (code 23505: a row of the plan has been added since)
   */
  write(
    database: Database,
    plan: Plan,
    call: WriteCall,
    finish?: (transaction: Transaction) => Promise<void>,
  ): Promise<unknown>
}
