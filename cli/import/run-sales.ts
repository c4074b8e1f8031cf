/** `sales import`: the stages of services/import/sales, on a terminal. */
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { ChangeConflict, wasWritten } from '#services/changes/call-change.ts'
import { writesOf } from '#services/import/plan-writes.ts'
import { compareWithSales } from '#services/import/sales/compare-with-sales.ts'
import {
  decideSales,
  type SaleColumnChange,
  type SalesPlan,
  type SalesRowOutcome,
} from '#services/import/sales/decide.ts'
import { readSales } from '#services/import/sales/read-rows.ts'
import type { SalesForm } from '#services/import/sales/sales-form.ts'
import { changeSales } from '#services/sales/sales-store.ts'
import type { Row } from '#shared/cells/table-specs.ts'
import { DataError } from '#shared/data/data-error.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import { explorerOf } from '#shared/sales/explorers.ts'
import { formatNumber } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { CliBackend } from '../backend.ts'
import { CliError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { describeDataError, withRetry } from '../retry.ts'
import type { Terminal } from '../terminal.ts'
import { ImportReport } from './import-report.ts'
import { noteHeadings, noteSpellings } from './note-list.ts'
import { type ListRequest, readMapped } from './read-mapped.ts'

interface SalesImportRequest extends ListRequest {
  form: SalesForm
  /** Replaces recorded values where the list contradicts them. */
  replace: boolean
  /** The reason for the public log of corrections. */
  reason: string | undefined
}

const NO_FUNCTION =
  'Nothing has been imported: the backend has no function change_sales. Run deploy/migrate.sh on it (docs/operations/hosted.md).'

/** Someone else may add the same sales at the same time; then the list is compared again. */
const MAX_TRIES = 5

/** @returns true if no row is refused */
export async function runSalesImport(
  request: SalesImportRequest,
  backend: CliBackend,
  terminal: Terminal,
): Promise<boolean> {
  const { form } = request
  const mapped = await readMapped(request, { kind: form.kind, spec: form.headings }, backend, terminal)
  const sales = await readSales(mapped.list, { ...mapped, form }, request)
  const { unit } = mapped.list
  for (let tries = 1; ; tries += 1) {
    const findings = await readingBackend(() => compareWithSales(backend.client, form, sales.rows, unit))
    const contradictions = request.replace ? 'replace' : 'ask'
    const plan = decideSales(findings, form.table, { contradictions, rows: {} })
    const report = new ImportReport(terminal, {
      ...{ rowOutcomes: plan.rowOutcomes, unit, listAll: request.listAll },
      ...{ one: form.table.one, many: form.table.many, verbs: VERBS, describe: describeRowOutcome },
    })
    if (tries === 1) {
      noteHeadings(mapped, terminal)
      for (const note of sales.notes) terminal.note(note)
      noteSpellings(plan.rowOutcomes, terminal)
    }
    // With --keep-good they are the same as before.
    if (tries === 1 || !request.keepGood) report.printRefused()
    if (request.isPreview) {
      report.printPreview()
      terminal.out(`${report.summary(true)}. Nothing has been changed.`)
      return report.refused === 0
    }
    if (report.refused > 0 && !request.keepGood) {
      printRefusal(report.refused, plan, form, terminal)
      return false
    }
    if (await write(request, plan, report.summary(), { backend, isLast: tries >= MAX_TRIES })) {
      terminal.out(`${report.summary()}.`)
      return report.refused === 0
    }
  }
}

function printRefusal(refused: number, { counts }: SalesPlan, { isWhole }: SalesForm, terminal: Terminal) {
  terminal.out(`${formatNumber(refused)} refused, so nothing has been imported.`)
  if (counts['needs-decision'] > 0)
    terminal.note('Correct the list, or use its values with --replace and --reason.')
  else if (isWhole) terminal.note('Correct those rows: the list is imported as a whole.')
  else terminal.note('Correct those rows, or import only the good ones with --keep-good.')
}

/** @returns false if someone else has just added one of the sales. @throws CliError; nothing is written then */
async function write(
  { path, form, reason }: SalesImportRequest,
  plan: SalesPlan,
  summary: string,
  { backend: { client, actor }, isLast }: { backend: CliBackend; isLast: boolean },
): Promise<boolean> {
  const file = path === '-' ? 'standard input' : basename(path)
  const source = form.name === '' ? file : `${file} (${form.name})`
  const { corrected } = plan.counts
  const replaced = corrected > 0 ? `; ${formatNumber(corrected)} replaced, reason: ${reason}` : ''
  const batch = randomUUID()
  const change = `${summary}, from ${source}${replaced}`
  const published = corrected > 0 ? (reason ?? null) : null
  const call = { actor, action: 'sales import', change, reason: published, batch, changes: writesOf(plan) }
  try {
    await withRetry(() => changeSales(client, { ...call, explorer: explorerOf(form.table.name) }))
    return true
  } catch (error) {
    if (error instanceof ChangeConflict)
      throw new CliError(
        `Nothing has been imported: ${error.registrations.slice(0, 10).join(', ')} has just been changed or removed. Run the command again.`,
      )
    if (!(error instanceof DataError)) throw error
    if (isUniqueViolation(error)) {
      // The response was lost, or someone else was faster.
      if (await wasWritten(client, batch)) return true
      if (!isLast) return false
    }
    if (error.code === 'PGRST202') throw new CliError(NO_FUNCTION)
    throw nothingImported(error)
  }
}

async function readingBackend<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await withRetry(read)
  } catch (error) {
    throw error instanceof DataError ? nothingImported(error) : error
  }
}

const nothingImported = (error: DataError) =>
  new CliError(
    `Nothing has been imported: the backend failed, ${describeDataError(error)}. Run the same command again.`,
  )

const VERBS: Readonly<Record<string, string>> = {
  new: 'add',
  changed: 'change',
  corrected: 'replace',
  skipped: 'skip',
}

function describeRowOutcome({
  kind,
  registration,
  reason,
  written,
  added,
  changes,
}: SalesRowOutcome): string {
  if (kind === 'new') {
    const spelling = written === undefined ? '' : ` (the file has “${escapeTerminal(written)}”)`
    return `add ${describeAdded(added ?? {})}${spelling}`
  }
  const remark = reason === '' ? '' : ` (${reason})`
  return `${VERBS[kind]} ${registration}: ${describeChanges(changes)}${remark}`
}

function describeAdded(row: Row): string {
  const parts = [row.plate_number, row.sale_year && [row.sale_month, row.sale_year].filter(Boolean).join('/')]
  for (const column of ['hammer_price', 'total_price'])
    if (typeof row[column] === 'number')
      parts.push(`${column === 'hammer_price' ? 'hammer ' : ''}${formatGbp(row[column])}`)
  parts.push(row.where_sold, row.category, row.type === row.category ? null : row.type)
  return parts
    .filter(Boolean)
    .map((part) => escapeTerminal(part))
    .join(' · ')
}

const describeChanges = (changes: readonly SaleColumnChange[]) =>
  changes.map(({ column, from, to }) => `${column} ${shown(from)} → ${shown(to)}`).join('; ')

const shown = (value: unknown) => (value === null ? 'none' : escapeTerminal(value, 40))
