/** Reports on a terminal what an import does with each row of a list. */

import type { RefusalCode } from '#shared/cells/fields.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import type { Terminal } from '../terminal.ts'

export const LISTED = 40

export const IMPORT_GOOD_ONES = 'Correct those rows, or import only the good ones with --keep-good.'

const REMEDIES: Record<RefusalCode, string> = {
  other_month: ': correct --month, or ignore the column with --ignore',
}

export interface ReportedRowOutcome {
  kind: string
  /** Null for a plate that is not in the list. */
  line: number | null
  registration: string
  reason: string
  isRepeated?: true
  code?: RefusalCode
  /** As written in the list, if that differs from the stored spelling. */
  written?: string
}

export interface ReportWords<F extends ReportedRowOutcome> {
  one: string
  many: string
  /** What is done with the kinds of rows that a preview lists: 'add'. */
  verbs: Readonly<Record<string, string>>
  describe(rowOutcome: F): string
}

/** 'hammer_price 1000 → 1100; note none → Sold again' */
export const describeChanges = (changes: readonly { column: string; from: unknown; to: unknown }[]): string =>
  changes.map(({ column, from, to }) => `${column} ${shown(from)} → ${shown(to)}`).join('; ')

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return escapeTerminal(value, 40)
}

/** @param written the registration in the list, if it is not stored as it is */
export const describeSpelling = (written: string | undefined): string =>
  written === undefined ? '' : ` (the file has “${escapeTerminal(written)}”)`

const describePlace = (line: number | null, unit: string) =>
  line === null ? 'not in the list' : `${unit} ${line}`

interface Reported<F extends ReportedRowOutcome> extends ReportWords<F> {
  rowOutcomes: readonly F[]
  unit: 'line' | 'row'
  /** Without a bound. */
  listAll: boolean
}

export class ImportReport<F extends ReportedRowOutcome> {
  /** Refused rows, and rows that are refused because nobody has decided about them. */
  readonly refused: number
  readonly #terminal: Terminal
  readonly #reported: Reported<F>

  constructor(terminal: Terminal, reported: Reported<F>) {
    this.#terminal = terminal
    this.#reported = reported
    this.refused = this.#count('refused') + this.#count('needs-decision')
  }

  noteSpellings(): void {
    const { rowOutcomes } = this.#reported
    const respelt = rowOutcomes.filter(({ written }) => written !== undefined).length
    if (respelt > 0)
      this.#terminal.note(
        `${plural(respelt, 'registration is', 'registrations are')} stored in the usual spelling, such as AB51 ABC.`,
      )
    const repeated = rowOutcomes.filter(({ isRepeated }) => isRepeated).length
    if (repeated > 0)
      this.#terminal.note(`${plural(repeated, 'row is', 'rows are')} in the file more than once.`)
  }

  printRefused(): void {
    const { rowOutcomes, unit } = this.#reported
    for (const { kind, line, registration, reason, code } of rowOutcomes)
      if (kind === 'refused' || kind === 'needs-decision')
        this.#terminal.out(
          `${describePlace(line, unit)}: refused${registration ? ` ${registration}` : ''}: ${escapeTerminal(reason, 400)}${code ? REMEDIES[code] : ''}`,
        )
  }

  printPreview(): void {
    const { rowOutcomes, unit, verbs, listAll, describe } = this.#reported
    const maxListed = listAll ? Number.POSITIVE_INFINITY : LISTED
    const counts = new Map<string, number>()
    for (const rowOutcome of rowOutcomes) {
      const { kind, line, registration, reason, isRepeated } = rowOutcome
      if (!Object.hasOwn(verbs, kind) || isRepeated) continue
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      if (count > maxListed) continue
      const text =
        kind === 'skipped'
          ? `skip${registration ? ` ${registration}` : ''}: ${escapeTerminal(reason, 400)}`
          : describe(rowOutcome)
      this.#terminal.out(`${describePlace(line, unit)}: ${text}`)
    }
    for (const [kind, verb] of Object.entries(verbs)) {
      const more = (counts.get(kind) ?? 0) - maxListed
      if (more > 0) this.#terminal.out(`… and ${formatNumber(more)} more to ${verb} (--all lists them)`)
    }
  }

  summary(isPreview = false): string {
    const { rowOutcomes, one, many } = this.#reported
    const verb = isPreview ? 'would be ' : ''
    const skipped = new Map<string, number>()
    for (const { kind, reason, isRepeated } of rowOutcomes)
      if (kind === 'skipped' && !isRepeated) skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
    return [
      `${plural(this.#count('new'), one, many)} ${verb}added`,
      `${formatNumber(this.#count('changed') + this.#count('corrected'))} ${verb}changed`,
      `${formatNumber(this.#count('unchanged'))} unchanged`,
      `${formatNumber(this.refused)} refused`,
      ...[...skipped].map(([reason, count]) => `${formatNumber(count)} skipped: ${reason}`),
    ].join(', ')
  }

  #count(kind: string): number {
    return this.#reported.rowOutcomes.filter((rowOutcome) => rowOutcome.kind === kind).length
  }
}
