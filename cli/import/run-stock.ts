/** `plates import`: the stages of services/import/stock, on a terminal. */
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import {
  type Comparison,
  compareWithStock,
  type Question,
} from '#services/import/stock/compare-with-stock.ts'
import { type Decisions, decide, describePlan, type Plan } from '#services/import/stock/decide.ts'
import { mapRows } from '#services/import/stock/map-list.ts'
import { STOCK_LIST } from '#services/import/stock/stock-columns.ts'
import { writePlan } from '#services/import/stock/write-plan.ts'
import { readWholeStock, StockConflict, type StockPlate } from '#services/stock/stock-store.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import type { CliBackend } from '../backend.ts'
import { CliError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import type { Terminal } from '../terminal.ts'
import { noteHeadings, noteSpellings } from './note-list.ts'
import { type ListRequest, readWithAnswers } from './read-with-answers.ts'
import { StockReport } from './stock-report.ts'

interface StockImportRequest extends ListRequest {
  /** Decisions from the options; missing ones are asked for on a terminal and refused elsewhere. */
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
  const mapped = await readWithAnswers(request, form, backend, terminal)
  const { list, columns } = mapped
  const rows = await mapRows(list, columns, request)
  const stock = new Map<string, StockPlate>()
  for await (const plate of readWholeStock(client)) stock.set(plate.registration, plate)
  const comparison = await compareWithStock(rows, stock)
  const plan = decide(comparison, await askDecisions(request.decisions, comparison, terminal))
  const report = new StockReport(terminal, plan, { unit: list.unit, listAll: request.listAll })
  noteHeadings(mapped, terminal)
  noteSpellings(plan.fates, terminal)
  report.printRefused()
  const refused = plan.counts.refused + plan.counts.asked
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
    report.noteSaleChanges()
  }
  report.noteUndecided()
  return refused === 0
}

async function write({ client, actor }: CliBackend, plan: Plan, source: string): Promise<void> {
  try {
    await writePlan(client, plan, {
      actor,
      action: 'plates import',
      change: `${describePlan(plan)}, from ${source}`,
      batch: randomUUID(),
    })
  } catch (error) {
    if (!(error instanceof StockConflict)) throw error
    throw new CliError(
      `Nothing has been imported: ${error.registrations.slice(0, 10).join(', ')} has just been changed. Run the command again.`,
    )
  }
}

/** In the order of asking: a row that can be read in several ways is read before its cells are asked about. */
const QUESTIONS: Record<Question, { ask(count: number): string; answers: Record<string, string> }> = {
  hidden: {
    ask: (count) => `${plural(count, 'row is', 'rows are')} hidden in the workbook. Import, or refuse?`,
    answers: { import: 'import', refuse: 'refuse' },
  },
  garbled: {
    ask: (count) =>
      `${plural(count, 'row has', 'rows have')} garbled text, as listed. Mend it, take as-written, or refuse?`,
    answers: { mend: 'mend', 'as-written': 'as_written', refuse: 'refuse' },
  },
  date: {
    ask: (count) =>
      `${plural(count, 'registration is a date', 'registrations are dates')}, as listed. Put the letters first, the number first, or refuse?`,
    answers: { letters: 'letters_first', number: 'number_first', refuse: 'refuse' },
  },
  no_price: {
    ask: (count) => `${plural(count, 'plate has', 'plates have')} no price. Import as drafts, or refuse?`,
    answers: { draft: 'draft', drafts: 'draft', refuse: 'refuse' },
  },
  reading: {
    ask: (count) => `${plural(count, 'price needs', 'prices need')} checking, as listed. Accept, or refuse?`,
    answers: { accept: 'accept', refuse: 'refuse' },
  },
  vat: {
    ask: (count) =>
      `${plural(count, 'price is', 'prices are')} before VAT. Add it, take as-written, or refuse?`,
    answers: { add: 'add', 'as-written': 'as_written', refuse: 'refuse' },
  },
  private: {
    ask: (count) =>
      `${plural(count, 'row has', 'rows have')} private cells that cannot be read. Skip those cells, or refuse the rows?`,
    answers: { skip: 'skip', refuse: 'refuse' },
  },
}

/** Asks each question once, for all rows that it concerns. */
async function askDecisions(
  decisions: Decisions,
  comparison: Comparison,
  terminal: Terminal,
): Promise<Decisions> {
  if (!terminal.isInteractive) return decisions
  const decided: Record<string, string> = { ...decisions }
  for (const [question, { ask, answers }] of Object.entries(QUESTIONS)) {
    const { fates } = decide(comparison, decided as unknown as Decisions)
    const about = fates.filter((fate) => fate.question === question)
    if (about.length === 0) continue
    for (const { registration, reason } of about.slice(0, 10))
      terminal.note(`${registration}: ${escapeTerminal(reason, 400)}`)
    if (about.length > 10) terminal.note(`… and ${formatNumber(about.length - 10)} more`)
    const answer = await terminal.ask(ask(about.length), 'refuse')
    decided[question] = answers[answer.toLowerCase()] ?? 'refuse'
  }
  return decided as unknown as Decisions
}
