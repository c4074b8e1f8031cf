/** What an import at the desk needs to know of a kind of list; `desk-import.ts` has what they have in common. */
import type { BackendClient } from '../../app/shared/backend/client.ts'
import type { Actor } from '../audit/actor.ts'
import type { ImportChoices, ImportResult } from './import-store.ts'
import type { RowList } from './read-list.ts'
import type { HeadingReader } from './rows/headings.ts'

/** Somebody changed what the list is compared with. Nothing has been written. */
export class ImportConflict extends Error {
  override name = 'ImportConflict'
  readonly registrations: readonly string[]

  constructor(registrations: readonly string[]) {
    super(`Changed in the meantime: ${registrations.join(', ')}`)
    this.registrations = registrations
  }
}

export interface ReadRows {
  rows: readonly unknown[]
  /** What a person should know of the list. */
  notes: readonly string[]
}

export interface MappedHeadings {
  headings: HeadingReader
  /** A heading for each column. */
  columns: ReadonlyMap<string, string>
}

export interface WriteCall {
  actor: Actor
  fileName: string
  /** Of the changes, and the id of their entry in the audit trail. */
  batch: string
  choices: ImportChoices
}

export interface CountedPlan {
  counts: { asked: number; refused: number }
}

export interface ListImport<Rows extends ReadRows, Comparison, Plan extends CountedPlan> {
  /** What the rows say, before they are compared with anything. */
  read(list: RowList, mapped: MappedHeadings): Promise<Rows>
  /** Another one if what the list is compared with has changed. */
  version(client: BackendClient): Promise<string>
  compare(client: BackendClient, read: Rows, unit: 'line' | 'row'): Promise<Comparison>
  decide(comparison: Comparison, choices: ImportChoices): Plan
  /** Equal for plans that write the same. */
  digest(plan: Plan): string
  /** Why a plan cannot be written that is decided; null if it can. */
  problem?(plan: Plan, choices: ImportChoices): string | null
  result(plan: Plan): ImportResult
  /** @throws ImportConflict, DataError */
  write(client: BackendClient, plan: Plan, call: WriteCall): Promise<void>
  isWritten(client: BackendClient, batch: string): Promise<boolean>
}
