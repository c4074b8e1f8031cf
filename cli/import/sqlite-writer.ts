import { type BulkWriter, ConstraintError } from '../../packages/sqlite-rest/bulk-writer.ts'
import type { TableSpec } from '../rows/table-specs.ts'
import type { Progress } from '../terminal.ts'
import type { Matching } from './matching.ts'
import type { ImportReport } from './report.ts'
import type { Staging } from './staging.ts'

export function previewSqlite(
  bulk: BulkWriter,
  matching: Matching,
  staging: Staging,
  report: ImportReport,
): void {
  const find = matching.inSqlite(bulk)
  for (const staged of staging.rows()) report.preview(staged, matching.compare(staged, find(staged)))
}

/** Rows were refused, so the import was rolled back. The report has printed the reasons. */
export class RolledBack extends Error {}

export function writeSqlite(
  bulk: BulkWriter,
  table: TableSpec,
  staging: Staging,
  {
    matching,
    report,
    progress,
    keepGood,
  }: { matching: Matching; report: ImportReport; progress: Progress; keepGood: boolean },
): void {
  let done = 0
  bulk.transaction(() => {
    const find = matching.inSqlite(bulk)
    for (const staged of staging.rows()) {
      let outcome = matching.compare(staged, find(staged))
      try {
        if (outcome.kind === 'added') bulk.insert(table.name, outcome.row)
        if (outcome.kind === 'changed') bulk.update(table.name, outcome.id, outcome.columns)
      } catch (error) {
        if (!(error instanceof ConstraintError)) throw error
        outcome = { kind: 'refused', reason: error.message }
      }
      report.count(staged, outcome)
      done += 1
      progress.at(done, done / staging.count)
    }
    if (report.counts.refused > 0 && !keepGood) throw new RolledBack()
  })
}
