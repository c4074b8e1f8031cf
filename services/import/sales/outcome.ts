/** What a row of a list means for the sales on record, before anybody decides about contradictions. */
import type { Change } from '../compare.ts'
import type { Row } from '../rows/table-specs.ts'

export type SaleOutcome =
  | { kind: 'added'; row: Row }
  /** Fills in what the record lacks. */
  | Change
  | { kind: 'same' }
  | { kind: 'skipped'; reason: string }
  | { kind: 'refused'; reason: string }
  /** The record says something else; `change` gives it the values of the list, if a person says so. */
  | { kind: 'contradiction'; reason: string; change: Change }

export interface Match {
  /** The sale on record that the row is about. */
  existing: Row | null
  outcome: SaleOutcome
}

/** @param stored the sales on record with the registration of the row */
export type SaleMatcher<T> = (row: T, stored: readonly Row[]) => Match
