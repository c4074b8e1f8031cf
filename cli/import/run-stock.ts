/** `plates import`: the stages of services/import/stock, on a terminal. */
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { ChangeConflict } from '#services/changes/call-change.ts'
import { writesOf } from '#services/import/plan-writes.ts'
import { compareWithStock } from '#services/import/stock/compare-with-stock.ts'
import { type Decisions, decide, describePlan, type Plan } from '#services/import/stock/decide.ts'
import { mapRows } from '#services/import/stock/map-list.ts'
import { changeStock, readWholeStock, type StockPlate } from '#services/stock/stock-store.ts'
import { STOCK_LIST } from '#shared/plates/columns.ts'
import { formatNumber } from '#shared/text/format.ts'
import type { CliBackend } from '../backend.ts'
import { CliError } from '../errors.ts'
import type { Terminal } from '../terminal.ts'
import { noteHeadings, noteSpellings } from './note-list.ts'
import { type ListRequest, readMapped } from './read-mapped.ts'
import { noteSaleChanges, noteUndecided, stockReport } from './stock-report.ts'

interface StockImportRequest extends ListRequest {
  /** Decisions from the options; a row that needs another one is refused. */
  decisions: Decisions
}

/** @returns true if no row is refused */
export async function runStockImport(
  request: StockImportRequest,
  backend: CliBackend,
  terminal: Terminal,
): Promise<boolean> {
  const { client } = backend
  const form = { kind: 'stock', spec: STOCK_LIST } as const
  const mapped = await readMapped(request, form, backend, terminal)
  const { list, columns } = mapped
  const rows = await mapRows(list, columns, request)
  const stock = new Map<string, StockPlate>()
  for await (const plate of readWholeStock(client)) stock.set(plate.registration, plate)
  const plan = decide(await compareWithStock(rows, stock), request.decisions)
  const report = stockReport(terminal, plan, { unit: list.unit, listAll: request.listAll })
  noteHeadings(mapped, terminal)
  noteSpellings(plan.rowOutcomes, terminal)
  report.printRefused()
  const { refused } = report
  if (request.isPreview) {
    report.printPreview()
    terminal.out(`${report.summary(true)}. Nothing has been changed.`)
  } else if (refused > 0 && !request.keepGood) {
    terminal.out(`${formatNumber(refused)} refused, so nothing has been imported.`)
    terminal.note('Correct those rows, or import only the good ones with --keep-good.')
  } else {
    const source = request.path === '-' ? 'standard input' : basename(request.path)
    await write(backend, plan, source)
    terminal.out(`${report.summary()}.`)
    noteSaleChanges(terminal, plan)
  }
  noteUndecided(terminal, plan)
  return refused === 0
}

async function write({ client, actor }: CliBackend, plan: Plan, source: string): Promise<void> {
  try {
    await changeStock(client, {
      actor,
      action: 'plates import',
      change: `${describePlan(plan)}, from ${source}`,
      batch: randomUUID(),
      changes: writesOf(plan),
    })
  } catch (error) {
    if (!(error instanceof ChangeConflict)) throw error
    throw new CliError(
      `Nothing has been imported: ${error.registrations.slice(0, 10).join(', ')} has just been changed. Run the command again.`,
    )
  }
}
