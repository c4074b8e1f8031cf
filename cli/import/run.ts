import { basename } from 'node:path'
import { formatNumber, plural } from '../../app/shared/format.ts'
import { openBulkWriter } from '../../db/embedded.ts'
import type { CliBackend } from '../backend.ts'
import { CliError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { openRowFile } from '../files/read.ts'
import { SheetError } from '../files/workbook/read.ts'
import { YES } from '../rows/fields.ts'
import { type HeadingChoices, type HeadingReader, headingReader, readChoices } from '../rows/headings.ts'
import { type RowReader, rowReader } from '../rows/parse-row.ts'
import type { HeadingSpec, TableSpec } from '../rows/table-specs.ts'
import type { Terminal } from '../terminal.ts'
import { askHeadings, askSheet } from './ask-headings.ts'
import { byNaturalKey, type Matching } from './matching.ts'
import { ImportReport } from './report.ts'
import { previewRest, reportRefusals, writeRest } from './rest-writer.ts'
import { previewSqlite, RolledBack, writeSqlite } from './sqlite-writer.ts'
import { Staging } from './staging.ts'

export interface ImportRequest {
  table: TableSpec
  path: string
  isPreview: boolean
  listAll: boolean
  keepGood: boolean
  allowDoubtful: boolean
  /** `column=heading`, or `-=heading` to ignore a column. */
  map: string[]
  ignore: string[]
  /** The sheet of a workbook. */
  sheet: string | undefined
  /** The form of another party's list; otherwise its columns are those of the table. */
  format: ListFormat | undefined
  /** Takes the list's values where it contradicts stored rows. */
  replace: boolean
}

export interface ListFormat {
  headings: HeadingSpec
  /** For the audit trail: 'DVLA auction B278'. */
  name: string
  /** The rows are only of use together, so there is no --keep-good. */
  isWhole: boolean
  reader(headings: HeadingReader, options: { allowDoubtful: boolean }): RowReader & { notes?(): string[] }
  matching(replace: boolean): Matching
}

const tableFormat = (table: TableSpec): ListFormat => ({
  headings: table,
  name: '',
  isWhole: false,
  reader: (headings, options) => rowReader(table, { ...options, headings }),
  matching: () => byNaturalKey(table),
})

/** @returns true if no row is refused */
export async function runImport(
  request: ImportRequest,
  backend: CliBackend,
  terminal: Terminal,
): Promise<boolean> {
  const { isPreview, keepGood, table } = request
  const format = request.format ?? tableFormat(table)
  const { staging, report: readReport } = await readWithAnswers(request, format, terminal)
  let report = readReport
  try {
    if (isPreview) {
      await preview(table, format.matching(request.replace), backend, staging, report)
      report.noteUnlisted()
      terminal.out(`${report.summary(true)}. Nothing has been changed.`)
    } else if (report.counts.refused > 0 && !keepGood) {
      reportRefused(report, format, terminal)
    } else {
      const writeOnce = (replace: boolean) =>
        write({ ...request, format, matching: format.matching(replace) }, backend, staging, report, terminal)
      const isWritten = await writeOnce(request.replace)
      if (!isWritten && (await offersToReplace(report, terminal))) {
        report = new ImportReport(terminal, table, { ...request, unit: report.unit })
        await writeOnce(true)
      }
      report.noteSaleChanges()
    }
    if (staging.repeats > 0)
      terminal.note(`${plural(staging.repeats, 'row is', 'rows are')} in the file more than once.`)
    return report.counts.refused === 0
  } finally {
    staging.close()
  }
}

function reportRefused({ counts }: ImportReport, { isWhole }: ListFormat, terminal: Terminal): void {
  terminal.out(`${formatNumber(counts.refused)} refused, so nothing has been imported.`)
  const isContradiction = counts.contradictory > 0
  if (isContradiction) terminal.note('Correct the list, or take its values with --replace.')
  else if (isWhole) terminal.note('Correct those rows: the list is imported as a whole.')
  else terminal.note('Correct those rows, or import only the good ones with --keep-good.')
}

async function offersToReplace({ counts }: ImportReport, terminal: Terminal): Promise<boolean> {
  if (!terminal.isInteractive || counts.contradictory === 0 || counts.contradictory < counts.refused)
    return false
  const answer = await terminal.ask(
    `Replace ${counts.contradictory === 1 ? 'that record' : `those ${formatNumber(counts.contradictory)} records`} with the list's values?`,
    'no',
  )
  return YES.test(answer)
}

async function readWithAnswers(request: ImportRequest, format: ListFormat, terminal: Terminal) {
  const { table, path, ignore } = request
  const map = [...request.map]
  let { sheet } = request
  for (;;) {
    const staging = new Staging(table)
    const report = new ImportReport(terminal, table, request)
    try {
      await readFile(
        { ...request, sheet, format },
        readChoices(format.headings, map, ignore),
        staging,
        report,
        terminal,
      )
      return { staging, report }
    } catch (error) {
      staging.close()
      // A pipe cannot be read again.
      if (path === '-' || !terminal.isInteractive) throw error
      if (error instanceof SheetError) sheet = await askSheet(error, terminal)
      else map.push(...(await askHeadings(error, format.headings, terminal)))
    }
  }
}

async function readFile(
  { format, path, sheet, allowDoubtful }: ImportRequest & { format: ListFormat },
  choices: HeadingChoices,
  staging: Staging,
  report: ImportReport,
  terminal: Terminal,
): Promise<void> {
  const headings = headingReader(format.headings, choices)
  const file = await openRowFile(path, { search: headings, sheet })
  headings.unit = file.unit
  report.unit = file.unit
  staging.unit = file.unit
  const reader = format.reader(headings, { allowDoubtful })
  const progress = terminal.progress('Reading')
  let respelt = 0
  let read = 0
  for await (const row of file.rows) {
    if ('record' in row && isBlank(row.record)) continue
    const staged = 'reason' in row ? row : reader.read(row.line, row.record)
    if (staged === null) continue
    if ('reason' in staged) {
      progress.end()
      report.refused(staged)
    } else {
      if (staged.written !== undefined) respelt += 1
      const refusal = staging.add(staged)
      if (refusal) report.refused(refusal)
    }
    read += 1
    progress.at(read, file.progress())
  }
  progress.end()
  if (headings.line > 1)
    terminal.note(
      `The headings are on ${file.unit} ${headings.line}; the ${file.unit}s above them are skipped.`,
    )
  const missing = headings.missing()
  if (read > 0 && missing.length > 0)
    throw new CliError(`--map names “${escapeTerminal(missing[0])}”, which the list does not have.`)
  const ignored = reader.ignored()
  if (ignored.length > 0) terminal.note(`Columns that are not imported: ${ignored.slice(0, 30).join(', ')}.`)
  for (const note of reader.notes?.() ?? []) terminal.note(note)
  if (respelt > 0)
    terminal.note(
      `${plural(respelt, 'registration is', 'registrations are')} stored in the usual spelling, such as AB51 ABC.`,
    )
}

const isBlank = (record: Record<string, unknown>) =>
  Object.values(record).every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))

async function preview(
  table: TableSpec,
  matching: Matching,
  { client, env, isEmbedded }: CliBackend,
  staging: Staging,
  report: ImportReport,
): Promise<void> {
  if (!isEmbedded) return previewRest({ client, table, matching }, staging, report)
  const bulk = openBulkWriter(env.DATA_DIR)
  try {
    previewSqlite(bulk, matching, staging, report)
  } finally {
    bulk.close()
  }
}

/** @returns false if rows were refused and nothing is written */
async function write(
  { table, keepGood, path, format, matching }: ImportRequest & { format: ListFormat; matching: Matching },
  { client, env, isEmbedded, announce, record, auditEntry }: CliBackend,
  staging: Staging,
  report: ImportReport,
  terminal: Terminal,
): Promise<boolean> {
  const file = path === '-' ? 'standard input' : basename(path)
  const source = format.name === '' ? file : `${file} (${format.name})`
  const hasChanged = () => report.counts.added + report.counts.changed > 0
  const progress = terminal.progress('Writing')
  if (!isEmbedded) {
    const target = { client, table, matching }
    if (!keepGood && (staging.incomplete > 0 || matching.canContradict)) {
      await reportRefusals(target, staging, report)
      if (report.counts.refused > 0) {
        reportRefused(report, format, terminal)
        return false
      }
    }
    announce(`an import of ${plural(staging.count, 'row')} from ${source} begins`)
    await writeRest(target, staging.rows(), { report, progress, total: staging.count }).finally(() =>
      progress.end(),
    )
    if (hasChanged()) await record(`${report.summary()}, from ${source}`)
    terminal.out(`${report.summary()}.`)
    return true
  }
  const bulk = openBulkWriter(env.DATA_DIR, () =>
    hasChanged() ? auditEntry(`${report.summary()}, from ${source}`) : null,
  )
  try {
    writeSqlite(bulk, table, staging, { matching, report, progress, keepGood })
    progress.end()
    terminal.out(`${report.summary()}.`)
    return true
  } catch (error) {
    progress.end()
    if (!(error instanceof RolledBack)) throw error
    reportRefused(report, format, terminal)
    return false
  } finally {
    bulk.close()
  }
}
