/** `plates import` and `sales import`: the stages of services/import, on a terminal. */
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { PartlyWritten, wasWrittenBefore } from '#services/changes/write-changes.ts'
import { recallHeadings } from '#services/import/heading-memory.ts'
import type { ImportChoices } from '#services/import/import-store.ts'
import type { CountedPlan, ListImport, ReadRows } from '#services/import/list-import.ts'
import { DataError } from '#shared/data/data-error.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import { formatNumber } from '#shared/text/format.ts'
import type { CliBackend } from '../backend.ts'
import { CliError } from '../errors.ts'
import { describeDataError, isOutdated, withRetry } from '../retry.ts'
import type { Terminal } from '../terminal.ts'
import { ImportReport, type ReportedRowOutcome, type ReportWords } from './import-report.ts'
import { type ListForm, type ListRequest, noteHeadings, readMapped } from './read-mapped.ts'

interface ReportedPlan extends CountedPlan {
  rowOutcomes: readonly (ReportedRowOutcome & { write: object | null })[]
}

export interface TerminalImport<Rows extends ReadRows, Comparison, Plan extends ReportedPlan>
  extends ListForm {
  /** Of the audit trail: 'plates import'. */
  action: string
  steps: ListImport<Rows, Comparison, Plan>
  /** Decisions from the options; a row that needs another one is refused. */
  choices: ImportChoices
  words: ReportWords<Plan['rowOutcomes'][number]>
  /** How to go on with a list that was refused. */
  adviseRefused(plan: Plan): string
  noteWritten?(plan: Plan): void
  /** Notes at the end, whether the list was imported or not. */
  noteOpen?(plan: Plan): void
}

/** Someone else may add the same rows at the same time; then the list is compared again. */
const MAX_TRIES = 5

/** @returns true if no row is refused */
export async function runImport<Rows extends ReadRows, Comparison, Plan extends ReportedPlan>(
  request: ListRequest,
  list: TerminalImport<Rows, Comparison, Plan>,
  backend: CliBackend,
  terminal: Terminal,
): Promise<boolean> {
  const { steps, choices, words } = list
  const remembered = await callBackend(() => recallHeadings(backend.database, list.kind))
  const mapped = await readMapped(request, list, remembered, terminal)
  const { unit } = mapped.list
  const read = await steps.read(mapped.list, mapped, request)
  for (let tries = 1; ; tries += 1) {
    const comparison = await callBackend(() => steps.compare(backend.database, read, unit))
    const plan = steps.decide(comparison, choices)
    const { rowOutcomes } = plan
    const report = new ImportReport(terminal, { ...words, rowOutcomes, unit, listAll: request.listAll })
    if (tries === 1) {
      noteHeadings(mapped, terminal)
      for (const note of read.notes) terminal.note(note)
      report.noteSpellings()
    }
    // With --keep-good they are the same as before.
    if (tries === 1 || !request.keepGood) report.printRefused()
    if (request.isPreview) {
      report.printPreview()
      terminal.out(`${report.summary(true)}. Nothing has been changed.`)
    } else if (report.refused > 0 && !request.keepGood) {
      terminal.out(`${formatNumber(report.refused)} refused, so nothing has been imported.`)
      terminal.note(list.adviseRefused(plan))
    } else {
      const isWritten = await write(request.path, list, plan, backend, tries >= MAX_TRIES)
      if (!isWritten) continue
      terminal.out(`${report.summary()}.`)
      list.noteWritten?.(plan)
    }
    list.noteOpen?.(plan)
    return report.refused === 0
  }
}

/** @returns false if someone else has just added one of the rows. @throws CliError; nothing is written then */
async function write<Rows extends ReadRows, Comparison, Plan extends ReportedPlan>(
  path: string,
  { steps, action, choices }: TerminalImport<Rows, Comparison, Plan>,
  plan: Plan,
  { database, actor }: CliBackend,
  isLast: boolean,
): Promise<boolean> {
  const fileName = path === '-' ? 'standard input' : basename(path)
  const batch = randomUUID()
  try {
    await callBackend(() => steps.write(database, plan, { actor, action, fileName, batch, choices }))
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
