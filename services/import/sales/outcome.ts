/** The result of comparing a row with the recorded sales, before any decision about contradictions. */

import type { Row } from '#shared/cells/table-specs.ts'
import type { Change } from '../../sales/compare.ts'

export type SaleOutcome =
  | { kind: 'added'; row: Row }
  /** Fills in what the record lacks. */
  | Change
  | { kind: 'same' }
  | { kind: 'skipped'; reason: string }
  | { kind: 'refused'; reason: string }
  /** The record differs; `change` replaces its values if a person agrees. */
  | { kind: 'contradiction'; reason: string; change: Change }

export interface Match {
  /** The recorded sale. */
  existing: Row | null
  outcome: SaleOutcome
}

/** @param stored the recorded sales of the row's registration */
export type SaleMatcher<T> = (row: T, stored: readonly Row[]) => Match
