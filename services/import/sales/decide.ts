/** Stage 4 of an import of sales: the decisions of a person settle the fate of each row, before anything is written. */
import { formatNumber, plural } from '../../../app/shared/format.ts'
import { editSentence } from '../../sales/corrections.ts'
import type { SaleChange } from '../../sales/sales-store.ts'
import type { Row, TableSpec, Value } from '../rows/table-specs.ts'
import type { SalesFinding } from './compare-with-sales.ts'

export type Contradiction = 'ask' | 'keep' | 'replace'

export interface SalesDecisions {
  /** Where the list contradicts sales on record: the record stays, or takes the values of the list. */
  contradictions: Contradiction
  /** By line, where it is decided otherwise. */
  rows: Readonly<Record<string, Exclude<Contradiction, 'ask'>>>
}

export const UNDECIDED_SALES: SalesDecisions = { contradictions: 'ask', rows: {} }

export type SalesFateKind =
  | 'new'
  /** The record lacks what the list has. */
  | 'changed'
  /** The list's values take the place of others, which the public log of corrections tells. */
  | 'corrected'
  | 'unchanged'
  | 'left_out'
  | 'asked'
  | 'refused'

export interface SaleColumnChange {
  column: string
  from: Value
  to: Value
}

export interface SalesFate {
  kind: SalesFateKind
  line: number
  registration: string
  /** As the list has it, if it is stored in another spelling. */
  written?: string
  /** Why it is refused, left out or asked about, and notes on the others. */
  reason: string
  /** Of a new sale: its columns. */
  added?: Row
  /** Of a sale on record that changes, or would. */
  changes: readonly SaleColumnChange[]
  /** What the public log of corrections says, or would. */
  correction?: string
  /** The sale on record that the row is about. */
  sale?: Row
  isRepeated?: true
  /** The list contradicts the record, whatever is decided. */
  isContradiction?: true
  /** What is to be written. */
  write: SaleChange | null
}

export interface SalesPlan {
  fates: readonly SalesFate[]
  counts: Readonly<Record<SalesFateKind, number>>
  /** Rows that contradict the record, whether that is decided or not. */
  contradictions: number
}

export function decideSales(
  findings: readonly SalesFinding[],
  table: TableSpec,
  decisions: SalesDecisions,
): SalesPlan {
  const claims = new Map<string, number>()
  const fates = findings.map((finding) => claimed(fateOf(finding, table, decisions), claims))
  const counts = { new: 0, changed: 0, corrected: 0, unchanged: 0, left_out: 0, asked: 0, refused: 0 }
  let contradictions = 0
  for (const { kind, isContradiction } of fates) {
    counts[kind] += 1
    if (isContradiction) contradictions += 1
  }
  return { fates, counts, contradictions }
}

/** A sale is written once, by the first of the rows that are about it. */
function claimed(fate: SalesFate, claims: Map<string, number>): SalesFate {
  const id = fate.write?.id ?? null
  if (id === null) return fate
  const first = claims.get(id)
  claims.set(id, first ?? fate.line)
  if (first === undefined) return fate
  const reason = `another row of the list, ${first}, is about the same sale on record: correct the list`
  return { ...fate, kind: 'refused', reason, write: null }
}

const NOTHING = { changes: [], write: null } as const

function fateOf(finding: SalesFinding, table: TableSpec, decisions: SalesDecisions): SalesFate {
  if (finding.kind !== 'sale') {
    const { line, reason } = finding
    const registration = ('registration' in finding ? finding.registration : undefined) ?? ''
    const kind = finding.kind === 'refused' ? 'refused' : 'left_out'
    const isRepeated = finding.kind === 'repeated' ? { isRepeated: true as const } : {}
    return { kind, line, registration, reason, ...isRepeated, ...NOTHING }
  }
  const { row, existing, outcome } = finding
  const base = {
    line: row.line,
    registration: String(row.given.plate_number ?? ''),
    ...(row.written === undefined ? {} : { written: row.written }),
    ...(existing ? { sale: existing } : {}),
    reason: '',
    ...NOTHING,
  }
  switch (outcome.kind) {
    case 'added':
      return { ...base, kind: 'new', added: outcome.row, write: { id: null, sale: outcome.row } }
    case 'same':
      return { ...base, kind: 'unchanged' }
    case 'skipped':
      return { ...base, kind: 'left_out', reason: outcome.reason }
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
      return { ...known, kind: decision === 'keep' ? 'left_out' : 'asked', reason: outcome.reason }
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
