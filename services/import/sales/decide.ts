/** Stage 4 of an import of sales: a person's decisions settle the outcome of each row before anything is written. */

import type { RefusalCode } from '#shared/cells/fields.ts'
import type { Refusal } from '#shared/cells/parse-row.ts'
import type { Row, TableSpec, Value } from '#shared/cells/table-specs.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { editSentence } from '../../sales/corrections.ts'
import type { SaleChange } from '../../sales/sale-types.ts'
import type { SalesFinding } from './compare-with-sales.ts'

type Contradiction = 'ask' | 'keep' | 'replace'

export interface SalesDecisions {
  /** For sales that the list contradicts: keep the record or take the values of the list. */
  contradictions: Contradiction
  /** Exceptions to it, by line. */
  rows: Readonly<Record<string, Exclude<Contradiction, 'ask'>>>
}

export const UNDECIDED_SALES: SalesDecisions = { contradictions: 'ask', rows: {} }

export type SalesRowOutcomeKind =
  | 'new'
  /** The record lacks what the list has. */
  | 'changed'
  /** The list's values replace recorded ones; the public log of corrections shows it. */
  | 'corrected'
  | 'unchanged'
  | 'skipped'
  | 'needs-decision'
  | 'refused'

interface SaleColumnChange {
  column: string
  from: Value
  to: Value
}

export interface SalesRowOutcome {
  kind: SalesRowOutcomeKind
  line: number
  registration: string
  /** As written in the list, if that differs from the stored spelling. */
  written?: string
  /** The reasons why it is refused, skipped or asked about, or notes. */
  reason: string
  code?: RefusalCode
  /** The columns of a new sale. */
  added?: Row
  /** The changes, or possible changes, of a recorded sale. */
  changes: readonly SaleColumnChange[]
  /** The entry, or possible entry, in the public log of corrections. */
  correction?: string
  /** The recorded sale. */
  sale?: Row
  isRepeated?: true
  /** The list contradicts the record, whatever was decided. */
  isContradiction?: true
  /** The change to write. */
  write: SaleChange | null
}

export interface SalesPlan {
  rowOutcomes: readonly SalesRowOutcome[]
  counts: Readonly<Record<SalesRowOutcomeKind, number>>
  /** Rows that contradict the record, decided or not. */
  contradictions: number
}

export function decideSales(
  findings: readonly SalesFinding[],
  table: TableSpec,
  decisions: SalesDecisions,
): SalesPlan {
  const claims = new Map<string, number>()
  const rowOutcomes = findings.map((finding) => claimed(rowOutcomeOf(finding, table, decisions), claims))
  const counts = {
    new: 0,
    changed: 0,
    corrected: 0,
    unchanged: 0,
    skipped: 0,
    'needs-decision': 0,
    refused: 0,
  }
  let contradictions = 0
  for (const { kind, isContradiction } of rowOutcomes) {
    counts[kind] += 1
    if (isContradiction) contradictions += 1
  }
  return { rowOutcomes, counts, contradictions }
}

/** Each sale is written once, by the first row about it. */
function claimed(rowOutcome: SalesRowOutcome, claims: Map<string, number>): SalesRowOutcome {
  const id = rowOutcome.write?.id ?? null
  if (id === null) return rowOutcome
  const first = claims.get(id)
  claims.set(id, first ?? rowOutcome.line)
  if (first === undefined) return rowOutcome
  const reason = `another row of the list, ${first}, is about the same sale on record: correct the list`
  return { ...rowOutcome, kind: 'refused', reason, write: null }
}

const NOTHING = { changes: [], write: null } as const

function rowOutcomeOf(finding: SalesFinding, table: TableSpec, decisions: SalesDecisions): SalesRowOutcome {
  if (finding.kind !== 'sale') {
    const { line, reason, registration = '', code }: Refusal = finding
    const kind = finding.kind === 'refused' ? 'refused' : 'skipped'
    const isRepeated = finding.kind === 'repeated' || undefined
    return { kind, line, registration, reason, code, isRepeated, ...NOTHING }
  }
  const { row, existing, outcome } = finding
  const base = {
    line: row.line,
    registration: String(row.given.plate_number ?? ''),
    written: row.written,
    sale: existing ?? undefined,
    reason: '',
    ...NOTHING,
  }
  switch (outcome.kind) {
    case 'added':
      return { ...base, kind: 'new', added: outcome.row, write: { id: null, sale: outcome.row } }
    case 'same':
      return { ...base, kind: 'unchanged' }
    case 'skipped':
      return { ...base, kind: 'skipped', reason: outcome.reason }
    case 'refused':
      return { ...base, kind: 'refused', reason: outcome.reason }
    case 'changed':
      return {
        ...base,
        kind: 'changed',
        reason: outcome.remark ?? '',
        changes: changesOf(existing as Row, outcome.columns),
        write: writeOf(existing as Row, outcome.columns),
      }
    case 'contradiction': {
      const { columns } = outcome.change
      const sale = existing as Row
      const correction = editSentence(table, sale, columns)
      const decision = decisions.rows[row.line] ?? decisions.contradictions
      const known = {
        ...base,
        isContradiction: true as const,
        correction,
        changes: changesOf(sale, columns),
      }
      if (decision === 'replace')
        return { ...known, kind: 'corrected', write: { ...writeOf(sale, columns), correction } }
      return { ...known, kind: decision === 'keep' ? 'skipped' : 'needs-decision', reason: outcome.reason }
    }
  }
}

const changesOf = (sale: Row, columns: Row): SaleColumnChange[] =>
  Object.entries(columns).map(([column, to]) => ({ column, from: sale[column] ?? null, to }))

const writeOf = (sale: Row, columns: Row): SaleChange => ({
  id: String(sale.id),
  seenAt: String(sale.updated_at),
  sale: columns,
})

/** '12 sales added, 3 changed, 1 corrected', for the audit trail. */
export function describeSalesPlan({ counts }: Pick<SalesPlan, 'counts'>, { one, many }: TableSpec): string {
  const { changed, corrected, unchanged, refused } = counts
  return [
    `${plural(counts.new, one, many)} added`,
    `${formatNumber(changed)} completed`,
    `${formatNumber(corrected)} corrected`,
    `${formatNumber(unchanged)} unchanged`,
    `${formatNumber(refused)} refused`,
  ].join(', ')
}
