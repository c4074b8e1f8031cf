/**
 * `plates import` and `sales import`: the stages of services/import without a question. They know the headings that are
 * standard and those that were answered at the desk; whatever else has to be decided is left to the desk.
 */
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { PartlyWritten, wasWrittenBefore } from '#services/changes/write-changes.ts'
import { SheetError } from '#services/import/files/workbook/read.ts'
import { recallHeadings } from '#services/import/heading-memory.ts'
import { UNCHOSEN } from '#services/import/import-store.ts'
import type { CountedPlan, ListImport, ReadRows } from '#services/import/list-import.ts'
import type { ListKind } from '#services/import/list-kinds.ts'
import { type HeadingQuestions, mapHeadings } from '#services/import/open-headings.ts'
import { readList } from '#services/import/read-list.ts'
import { headingReader, NO_CHOICES } from '#shared/cells/headings.ts'
import type { HeadingSpec } from '#shared/cells/table-specs.ts'
import { DataError } from '#shared/data/data-error.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import type { CliBackend } from '../backend.ts'
import { CliError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { openRowFile } from '../files/open.ts'
import { describeDataError, isOutdated, withRetry } from '../retry.ts'
import type { Terminal } from '../terminal.ts'

export const DECIDE_AT_DESK = 'Upload the list at the desk, under Import, and decide there.'

export interface ImportRequest {
  /** `-` means standard input. */
  path: string
  isPreview: boolean
  keepGood: boolean
  allowDoubtful: boolean
}

interface ReportedPlan extends CountedPlan {
  rowOutcomes: readonly {
    write: object | null
    kind: string
    /** Null for a plate that is not in the list. */
    line: number | null
    registration: string
    reason: string
    isRepeated?: true
  }[]
}

interface TerminalImport<Rows extends ReadRows, Comparison, Plan extends ReportedPlan> {
  kind: ListKind
  spec: HeadingSpec
  /** Of the audit trail: 'plates import'. */
  action: string
  steps: ListImport<Rows, Comparison, Plan>
  one: string
  many: string
}

/** Someone else may add the same rows at the same time; then the list is compared again. */
const MAX_TRIES = 5

/** @returns true if no row is refused */
export async function runImport<Rows extends ReadRows, Comparison, Plan extends ReportedPlan>(
  request: ImportRequest,
  list: TerminalImport<Rows, Comparison, Plan>,
  backend: CliBackend,
  terminal: Terminal,
): Promise<boolean> {
  const { steps } = list
  const remembered = await callBackend(() => recallHeadings(backend.database, list.kind))
  const mapped = await readMapped(request.path, list.spec, remembered, terminal)
  const read = await steps.read(mapped.list, mapped, request)
  for (const note of read.notes) terminal.note(note)
  for (let tries = 1; ; tries += 1) {
    const comparison = await callBackend(() => steps.compare(backend.database, read, mapped.list.unit))
    const plan = steps.decide(comparison, UNCHOSEN)
    const { refused, 'needs-decision': undecided } = plan.counts
    const isComplete = refused + undecided === 0
    // With --keep-good they are the same as before.
    if (tries === 1 || !request.keepGood) reportRefused(plan, mapped.list.unit, terminal)
    if (request.isPreview) terminal.out(`${summaryOf(plan, list, 'would be ')}. Nothing has been changed.`)
    else if (!isComplete && !request.keepGood)
      terminal.out(`${formatNumber(refused + undecided)} refused, so nothing has been imported.`)
    else if (await write(request.path, list, plan, backend, tries >= MAX_TRIES))
      terminal.out(`${summaryOf(plan, list)}.`)
    else continue
    if (undecided > 0)
      terminal.note(`${plural(undecided, 'row needs', 'rows need')} a decision. ${DECIDE_AT_DESK}`)
    return isComplete
  }
}

/** @throws CliError that says what is to be decided at the desk, or another UserError */
async function readMapped(
  path: string,
  spec: HeadingSpec,
  remembered: ReadonlyMap<string, string>,
  terminal: Terminal,
) {
  const headings = headingReader(spec, { ...NO_CHOICES, remembered })
  const file = await openRowFile(path, { search: headings })
  const progress = terminal.progress('Reading')
  const found = await readList(file, headings, (rows, share) => progress.at(rows, share))
    .catch((error) => {
      throw error instanceof SheetError ? leftToDesk(['The workbook has several sheets.']) : error
    })
    .finally(() => progress.end())
  const { list, columns, ignored, questions } = await mapHeadings(found, headings)
  if (questions && list.rows.length > 0) throw leftToDesk(describeQuestions(questions))
  if (ignored.length > 0) terminal.note(`Columns that are not imported: ${quoted(ignored)}.`)
  return { list, headings, columns }
}

const leftToDesk = (reasons: readonly string[]) =>
  new CliError([...reasons, `Nothing has been imported. ${DECIDE_AT_DESK}`].join('\n'))

const quoted = (names: readonly string[]) =>
  names
    .slice(0, 30)
    .map((name) => `“${escapeTerminal(name, 40)}”`)
    .join(', ')

function describeQuestions({ unknown, repeated, unnamed, lacksRegistration, ...others }: HeadingQuestions) {
  const { lacks, dates, sideBySide } = others
  const columns = [...unknown, ...unnamed].map(({ name }) => name)
  return [
    ...(sideBySide.length > 0 ? [`The list has ${sideBySide.length} lists side by side.`] : []),
    ...(columns.length > 0 ? [`The meaning of these columns is not known: ${quoted(columns)}.`] : []),
    ...repeated.map(({ names }) => `These columns mean the same: ${quoted(names)}.`),
    ...(lacksRegistration ? ['No column has the registration.'] : []),
    ...lacks.map(({ message }) => message),
    ...dates.map(
      ({ name, cell }) => `The dates of ${quoted([name])} are not certain, such as ${quoted([cell])}.`,
    ),
  ]
}

function reportRefused({ rowOutcomes }: ReportedPlan, unit: string, terminal: Terminal): void {
  for (const { kind, line, registration, reason } of rowOutcomes)
    if (kind === 'refused' || kind === 'needs-decision')
      terminal.out(
        `${unit} ${line}: refused${registration && ` ${registration}`}: ${escapeTerminal(reason, 400)}`,
      )
}

function summaryOf(
  { counts, rowOutcomes }: ReportedPlan,
  { one, many }: { one: string; many: string },
  would = '',
): string {
  const skipped = new Map<string, number>()
  for (const { kind, reason, isRepeated } of rowOutcomes)
    if (kind === 'skipped') {
      const why = isRepeated ? 'in the list more than once' : reason
      skipped.set(why, (skipped.get(why) ?? 0) + 1)
    }
  return [
    `${plural(counts.new, one, many)} ${would}added`,
    `${formatNumber(counts.changed + (counts.corrected ?? 0))} ${would}changed`,
    `${formatNumber(counts.unchanged)} unchanged`,
    `${formatNumber(counts.refused + counts['needs-decision'])} refused`,
    ...[...skipped].map(
      ([reason, count]) => `${formatNumber(count)} skipped: ${escapeTerminal(reason, 400)}`,
    ),
  ].join(', ')
}

/** @returns false if someone else has just added one of the rows. @throws CliError; nothing is written then */
async function write<Rows extends ReadRows, Comparison, Plan extends ReportedPlan>(
  path: string,
  { steps, action }: TerminalImport<Rows, Comparison, Plan>,
  plan: Plan,
  { database, actor }: CliBackend,
  isLast: boolean,
): Promise<boolean> {
  const fileName = path === '-' ? 'standard input' : basename(path)
  const batch = randomUUID()
  try {
    await callBackend(() =>
      steps.write(database, plan, { actor, action, fileName, batch, choices: UNCHOSEN }),
    )
    return true
  } catch (error) {
    if (await wasWrittenBefore(database, error, batch)) return true
    if (!isUniqueViolation(error) && !(error instanceof PartlyWritten)) throw error
    if (isLast)
      throw new CliError(
        'Nothing has been imported: someone else is adding the same rows. Run the same command again.',
      )
    return false
  }
}

/** @throws CliError if the backend fails; DataError if it lacks the function, or another row has the key of one */
async function callBackend<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await withRetry(call)
  } catch (error) {
    if (!(error instanceof DataError) || isOutdated(error) || isUniqueViolation(error)) throw error
    throw new CliError(
      `Nothing has been imported: the backend failed, ${describeDataError(error)}. Run the same command again.`,
    )
  }
}
