/** How old the static exports are, if there are so many sales that a timer publishes them. */
import { areManySales } from '#services/archive/publish.ts'
import { isLate, type Snapshot } from '#services/archive/snapshot.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { plural } from '#shared/text/format.ts'
import { ageOf } from '../../ui/dates.ts'
import type { NewsLine, WaitingLine } from './lines.ts'

interface ExportLines {
  waiting: WaitingLine[]
  exports: NewsLine[]
}

const SALES = '/sales'

/** @throws DataError */
export async function readExportLines(
  client: BackendClient,
  readSnapshot: () => Promise<Snapshot | null>,
  now: Date,
): Promise<ExportLines> {
  if (!(await areManySales(client))) return { waiting: [], exports: [] }
  const snapshot = await readSnapshot()
  const late = { key: 'exports', kind: 'Export', to: SALES } as const
  if (!snapshot) {
    const text = 'The timer has published no static exports of the sales yet'
    return { waiting: [{ ...late, since: now.toISOString(), text, isDue: true }], exports: [] }
  }
  const { exportedAt, exports } = snapshot
  if (isLate(snapshot, now)) {
    const text = 'The timer has not published the static exports of the sales'
    return { waiting: [{ ...late, since: exportedAt, text }], exports: [] }
  }
  const text = plural(exports.sales.totalRecords, 'UK sale')
  const aside = `${ageOf(exportedAt, now.toISOString())} old`
  return { waiting: [], exports: [{ key: 'exports', text, aside, to: SALES }] }
}
