import { basename } from 'node:path'
import { formatNumber, plural } from '../../app/shared/format.ts'
import { openBulkWriter } from '../../db/embedded.ts'
import type { CliBackend } from '../backend.ts'
import { CliError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { openRowFile } from '../files/read.ts'
import { type HeadingChoices, headingReader, readChoices } from '../rows/headings.ts'
import { rowReader } from '../rows/parse-row.ts'
import type { TableSpec } from '../rows/table-specs.ts'
import type { Terminal } from '../terminal.ts'
import { askHeadings } from './ask-headings.ts'
import { ImportReport } from './report.ts'
import { findRefusals, previewRest, writeRest } from './rest-writer.ts'
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
}

/** @returns true if no row is refused */
export async function runImport(
  request: ImportRequest,
  backend: CliBackend,
  terminal: Terminal,
): Promise<boolean> {
  const { isPreview, keepGood } = request
  const { staging, report } = await readWithAnswers(request, terminal)
  try {
    if (isPreview) {
      await preview(request, backend, staging, report)
      report.noteUnlisted()
      terminal.out(`${report.summary(true)}. Nothing has been changed.`)
    } else if (report.counts.refused > 0 && !keepGood) {
      reportRefused(report, terminal)
    } else {
      await write(request, backend, staging, report, terminal)
      report.noteSaleChanges()
    }
    if (staging.repeats > 0)
      terminal.note(`${plural(staging.repeats, 'row is', 'rows are')} in the file more than once.`)
    return report.counts.refused === 0
  } finally {
    staging.close()
  }
}

function reportRefused({ counts }: ImportReport, terminal: Terminal): void {
  terminal.out(`${formatNumber(counts.refused)} refused, so nothing has been imported.`)
  terminal.note('Correct those rows, or import only the good ones with --keep-good.')
}

async function readWithAnswers(request: ImportRequest, terminal: Terminal) {
  const { table, path, ignore } = request
  const map = [...request.map]
  for (;;) {
    const staging = new Staging(table)
    const report = new ImportReport(terminal, table, request)
    try {
      await readFile(request, readChoices(table, map, ignore), staging, report, terminal)
      return { staging, report }
    } catch (error) {
      staging.close()
      // A pipe cannot be read again.
      if (path === '-' || !terminal.isInteractive) throw error
      map.push(...(await askHeadings(error, table, terminal)))
    }
  }
}

async function readFile(
  { table, path, allowDoubtful }: ImportRequest,
  choices: HeadingChoices,
  staging: Staging,
  report: ImportReport,
  terminal: Terminal,
): Promise<void> {
  const headings = headingReader(table, choices)
  const file = await openRowFile(path, headings)
  const reader = rowReader(table, { allowDoubtful, headings })
  const progress = terminal.progress('Reading')
  let respelt = 0
  let read = 0
  for await (const row of file.rows) {
    if ('record' in row && isBlank(row.record)) continue
    const staged = 'reason' in row ? row : reader.read(row.line, row.record)
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
    terminal.note(`The headings are on line ${headings.line}; the lines above them are skipped.`)
  const missing = headings.missing()
  if (read > 0 && missing.length > 0)
    throw new CliError(`--map names “${escapeTerminal(missing[0])}”, which the list does not have.`)
  const ignored = reader.ignored()
  if (ignored.length > 0) terminal.note(`Columns that are not imported: ${ignored.slice(0, 30).join(', ')}.`)
  if (respelt > 0)
    terminal.note(
      `${plural(respelt, 'registration is', 'registrations are')} stored in the usual spelling, such as AB51 ABC.`,
    )
}

const isBlank = (record: Record<string, unknown>) =>
  Object.values(record).every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))

async function preview(
  { table }: ImportRequest,
  { client, env, isEmbedded }: CliBackend,
  staging: Staging,
  report: ImportReport,
): Promise<void> {
  if (!isEmbedded) return previewRest(client, table, staging, report)
  const bulk = openBulkWriter(env.DATA_DIR)
  try {
    previewSqlite(bulk, table, staging, report)
  } finally {
    bulk.close()
  }
}

async function write(
  { table, keepGood, path }: ImportRequest,
  { client, env, isEmbedded, announce, record, auditEntry }: CliBackend,
  staging: Staging,
  report: ImportReport,
  terminal: Terminal,
): Promise<void> {
  const source = path === '-' ? 'standard input' : basename(path)
  const hasChanged = () => report.counts.added + report.counts.changed > 0
  const progress = terminal.progress('Writing')
  if (!isEmbedded) {
    if (!keepGood && staging.incomplete > 0) {
      const refusals = await findRefusals(client, table, staging)
      for (const refusal of refusals) report.refused(refusal)
      if (refusals.length > 0) return reportRefused(report, terminal)
    }
    announce(`an import of ${plural(staging.count, 'row')} from ${source} begins`)
    await writeRest(client, table, staging.rows(), { report, progress, total: staging.count }).finally(() =>
      progress.end(),
    )
    if (hasChanged()) await record(`${report.summary()}, from ${source}`)
    terminal.out(`${report.summary()}.`)
    return
  }
  const bulk = openBulkWriter(env.DATA_DIR, () =>
    hasChanged() ? auditEntry(`${report.summary()}, from ${source}`) : null,
  )
  try {
    writeSqlite(bulk, table, staging, { report, progress, keepGood })
    progress.end()
    terminal.out(`${report.summary()}.`)
  } catch (error) {
    progress.end()
    if (!(error instanceof RolledBack)) throw error
    reportRefused(report, terminal)
  } finally {
    bulk.close()
  }
}
