/**
 * An import through pages instead of a terminal. The parsed file is cached for the next page; the comparison with stock
 * or sales is repeated when those have changed. Long work runs in the background and reports its progress.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#data/tables.ts'
import { type HeadingReader, headingReader } from '#shared/cells/headings.ts'
import { DataError } from '#shared/data/data-error.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { ChangeConflict, PartlyWritten, wasWritten, wasWrittenBefore } from '../changes/write-changes.ts'
import { UserError } from '../user-error.ts'
import { MAX_COLUMNS } from './files/headed-rows.ts'
import { openRows } from './files/read.ts'
import { SheetError } from './files/workbook/read.ts'
import { ANY_LIST, GUESS_ROWS, guessKind, HEADINGS } from './guess-kind.ts'
import { recallAllHeadings, rememberHeadings } from './heading-memory.ts'
import {
  type AuctionChoice,
  type ImportChoices,
  type ImportResult,
  listImports,
  markWritten,
  readImportFile,
  replaceImportFile,
  type StoredImport,
  saveChoices,
} from './import-store.ts'
import type { CountedPlan, ListImport, ReadRows } from './list-import.ts'
import type { ListKind, SalesKind } from './list-kinds.ts'
import { type HeadingQuestions, mapHeadings } from './open-headings.ts'
import { planDigest } from './plan-writes.ts'
import { type RowList, readList } from './read-list.ts'
import { auctionInFileName, auctionOf } from './sales/auction-choice.ts'
import type { SalesPlan } from './sales/decide.ts'
import { salesImport } from './sales/import-sales.ts'
import { auctionForm, listForm } from './sales/sales-form.ts'
import type { Plan } from './stock/decide.ts'
import { STOCK_IMPORT } from './stock/import-stock.ts'

type ImportStage = 'reading' | 'comparing' | 'writing'

export interface ImportProgress {
  stage: ImportStage
  rows: number
}

type AnyImport = ListImport<ReadRows, unknown, CountedPlan>

interface MappedList extends Omit<RowList, 'rows'> {
  /** A heading for each column. */
  columns: ReadonlyMap<string, string>
  ignored: readonly string[]
}

interface MappedFile extends MappedList {
  kind: 'mapped'
  list: ListKind
  steps: AnyImport
  read: ReadRows
}

type NeedsInput =
  | { kind: 'unreadable'; list: ListKind | null; message: string }
  | { kind: 'sheets'; names: readonly string[]; likely: string }
  /** The auction that the results are from. */
  | { kind: 'auction'; suggested: AuctionChoice }
  | ({ kind: 'headings'; list: ListKind; questions: HeadingQuestions } & Pick<
      RowList,
      'unit' | 'headingLine' | 'firstHeadingLine' | 'names'
    >)

type ReadFile = MappedFile | NeedsInput

interface ComparedList extends MappedList {
  kind: 'plan'
  notes: readonly string[]
  digest: string
}

type ComparedStock = ComparedList & { list: 'stock'; plan: Plan }
export type ComparedSales = ComparedList & { list: SalesKind; plan: SalesPlan }
export type Preview = NeedsInput | ComparedStock | ComparedSales

/** Why the last attempt to write failed, if it did. */
export type WriteProblem =
  /** Of a long list a part may be written. */
  | { kind: 'changed'; registrations: readonly string[]; isPartly: boolean }
  | { kind: 'failed'; message: string }
  /** Nobody has said that they are left out. */
  | { kind: 'refused-rows' }

interface Work {
  read: { key: string; file: Promise<ReadFile> } | null
  compared: { key: string; comparison: Promise<unknown> } | null
  writing: Promise<void> | null
  problem: WriteProblem | null
  progress: ImportProgress
}

/** Parsed files of some megabytes are cached for the last few imports that were opened. */
const MAX_SESSIONS = 4
const importSessions = new Map<string, Work>()

function sessionFor(id: string): Work {
  const work = importSessions.get(id) ?? {
    read: null,
    compared: null,
    writing: null,
    problem: null,
    progress: { stage: 'reading' as const, rows: 0 },
  }
  importSessions.delete(id)
  importSessions.set(id, work)
  for (const [other, { writing }] of importSessions) {
    if (importSessions.size <= MAX_SESSIONS) break
    if (writing === null && other !== id) importSessions.delete(other)
  }
  return work
}

/**
 * Returns what the list would change, or the questions to ask first.
 * @returns the progress if it takes longer than `waitMs`; the work continues, and a later call returns its result
 */
export async function previewImport(
  database: Database,
  stored: StoredImport,
  waitMs: number,
): Promise<Preview | ImportProgress> {
  const work = sessionFor(stored.id)
  if (work.writing)
    return (await isDoneWithin(work.writing, waitMs)) ? preview(database, stored, work) : work.progress
  const result = preview(database, stored, work)
  // Its errors are handled below, or by a later call for the same work.
  result.catch(() => {})
  return (await isDoneWithin(result, waitMs)) ? result : work.progress
}

const isDoneWithin = (work: Promise<unknown>, waitMs: number): Promise<boolean> =>
  Promise.race([Promise.allSettled([work]).then(() => true), sleep(waitMs, false, { ref: false })])

async function preview(database: Database, stored: StoredImport, work: Work): Promise<Preview> {
  const file = await readOnce(database, stored, work)
  if (file.kind !== 'mapped') return file
  const { steps, read, kind: _, ...rest } = file
  const plan = await planOf(database, stored, file, work)
  const shown = { ...rest, kind: 'plan' as const, notes: read.notes, plan, digest: planDigest(plan) }
  return shown as unknown as Preview
}

async function planOf(
  database: Database,
  stored: StoredImport,
  file: MappedFile,
  work: Work,
): Promise<CountedPlan> {
  return file.steps.decide(await compareOnce(database, file, work), stored.choices)
}

function readOnce(database: Database, stored: StoredImport, work: Work): Promise<ReadFile> {
  const key = keyOf(stored.choices)
  if (work.read?.key !== key) {
    work.compared = null
    const file = read(database, stored, work)
    work.read = { key, file }
    file.catch(() => {
      work.read = null
    })
  }
  return work.read?.file as Promise<ReadFile>
}

const resultOf = ({ counts }: CountedPlan): ImportResult => ({
  added: counts.new,
  changed: counts.changed,
  corrected: counts.corrected,
  unchanged: counts.unchanged,
  refused: counts.refused,
  leftOut: counts.skipped,
})

/** The choices that the rows depend on. */
const keyOf = ({ kind, sheet, columns, dates, sideBySide, auction }: ImportChoices) =>
  JSON.stringify([kind, sheet, columns, dates, sideBySide, auction])

async function read(database: Database, stored: StoredImport, work: Work): Promise<ReadFile> {
  const { progress } = work
  Object.assign(progress, { stage: 'reading', rows: 0 })
  const { id, choices } = stored
  const content = await readImportFile(database, id)
  if (content === null)
    return { kind: 'unreadable', list: null, message: 'This file has been removed: upload it again.' }
  try {
    const remembered = await recallAllHeadings(database)
    const list = choices.kind ?? (await guess(content, choices, remembered))
    if (choices.kind === undefined) {
      const found = { ...choices, kind: list }
      await action(database, 'choose for a list', (transaction) => saveChoices(transaction, id, found))
      // The key of the next page follows from the choices, so it finds the same work.
      if (work.read?.key === keyOf(choices)) work.read.key = keyOf(found)
    }
    if (list === 'auction' && !choices.auction)
      return { kind: 'auction', suggested: await suggestAuction(database, stored) }
    return await readAs(list, content, { choices, remembered: remembered(list), progress })
  } catch (error) {
    if (error instanceof SheetError) return { kind: 'sheets', names: error.names, likely: error.likely }
    if (error instanceof UserError)
      return { kind: 'unreadable', list: choices.kind ?? null, message: error.message }
    throw error
  }
}

/** What was entered within the day for a file of the same name, or for the auction that the name has. */
async function suggestAuction(database: Database, { id, fileName }: StoredImport): Promise<AuctionChoice> {
  const name = auctionInFileName(fileName)
  const earlier = (await listImports(database, new Date())).find(
    ({ id: other, fileName: otherName, choices: { auction } }) =>
      other !== id && auction && (otherName === fileName || auction.name.toUpperCase() === name),
  )
  return earlier?.choices.auction ?? { name, month: '', source: '' }
}

type Remembered = (kind: ListKind) => ReadonlyMap<string, string>

/** Reads the beginning of the file. @throws UserError */
async function guess(content: Buffer, { sheet }: ImportChoices, remembered: Remembered): Promise<ListKind> {
  const headings = headingReader(ANY_LIST)
  const file = openRows(content, { search: headings, sheet })
  const records: Record<string, unknown>[] = []
  for await (const row of file.rows) {
    if ('record' in row) records.push(row.record)
    if (records.length >= GUESS_ROWS) break
  }
  const names =
    headings.line === 0 ? [...new Set(records.flatMap(Object.keys))].slice(0, MAX_COLUMNS) : headings.names
  return guessKind(names, records, remembered)
}

interface ReadOptions {
  choices: ImportChoices
  remembered: ReadonlyMap<string, string>
  progress: ImportProgress
}

/** @throws UserError */
async function readAs(kind: ListKind, content: Buffer, options: ReadOptions): Promise<ReadFile> {
  const { choices, remembered, progress } = options
  const headings = headingsOf(kind, choices, remembered)
  const file = openRows(content, { search: headings, sheet: choices.sheet })
  const found = await readList(file, headings, (rows) => {
    progress.rows = rows
  })
  if (found.rows.length === 0)
    return { kind: 'unreadable', list: kind, message: 'The list has no rows below its headings.' }
  const { list, columns, ignored, questions } = await mapHeadings(found, headings)
  const { rows: _, ...heads } = list
  const { unit, headingLine, firstHeadingLine, names } = heads
  if (questions)
    return { kind: 'headings', list: kind, unit, headingLine, firstHeadingLine, names, questions }
  const steps = stepsOf(kind, choices)
  const read = await steps.read(list, { headings, columns }, { allowDoubtful: false })
  return { kind: 'mapped', list: kind, ...heads, columns, ignored, steps, read }
}

const headingsOf = (
  kind: ListKind,
  { columns: chosen, dates, sideBySide }: ImportChoices,
  remembered: ReadonlyMap<string, string>,
): HeadingReader =>
  headingReader(HEADINGS[kind], {
    map: new Map(
      Object.entries(chosen)
        .filter(([, column]) => column !== '-')
        .map(([heading, column]) => [column, heading]),
    ),
    ignore: Object.keys(chosen).filter((heading) => chosen[heading] === '-'),
    remembered,
    dates,
    sideBySide,
  })

function stepsOf(kind: ListKind, { auction }: ImportChoices): AnyImport {
  const steps =
    kind === 'stock'
      ? STOCK_IMPORT
      : kind === 'auction'
        ? salesImport(auctionForm(auctionOf(auction as AuctionChoice, new Date())))
        : salesImport(listForm(kind))
  return steps as unknown as AnyImport
}

async function compareOnce(database: Database, file: MappedFile, work: Work): Promise<unknown> {
  const key = await file.steps.version(database)
  if (work.compared?.key !== key) {
    Object.assign(work.progress, { stage: 'comparing', rows: file.read.rows.length })
    const comparison = file.steps.compare(database, file.read, file.unit)
    work.compared = { key, comparison }
    comparison.catch(() => {
      work.compared = null
    })
  }
  return work.compared?.comparison
}

/** Reads a corrected list with the choices of before. */
export async function correctImport(
  database: Database,
  stored: StoredImport,
  file: { name: string; content: Uint8Array },
): Promise<void> {
  await replaceImportFile(database, stored, file)
  importSessions.delete(stored.id)
}

/** Stores the person's choices; answers about headings are remembered for the next list. */
export async function chooseImport(
  database: Database,
  actor: Actor,
  stored: StoredImport,
  choices: ImportChoices,
): Promise<void> {
  const answers = Object.entries(choices.columns).filter(
    ([heading, column]) => stored.choices.columns[heading] !== column,
  )
  await action(database, 'choose for a list', async (transaction) => {
    await saveChoices(transaction, stored.id, choices)
    await rememberHeadings(transaction, actor, choices.kind ?? 'stock', new Map(answers))
  })
}

interface WriteOptions {
  actor: Actor
  /** The digest of the plan that the person has seen. */
  digest: string
  /** Whether refused rows are skipped; otherwise they stop the import. */
  skipsRefused: boolean
  waitMs: number
}

/**
 * Writes the plan that the person has seen, or nothing. Afterwards `findImport` has a result, or `problemOf` the reason
 * for the failure.
 */
export async function writeImport(
  database: Database,
  stored: StoredImport,
  options: WriteOptions,
): Promise<void> {
  const work = sessionFor(stored.id)
  if (stored.result === null && work.writing === null) {
    work.problem = null
    work.writing = write(database, stored, work, options)
      .catch((error: unknown) => {
        if (!(error instanceof DataError)) throw error
        work.problem = { kind: 'failed', message: error.message }
      })
      .finally(() => {
        work.writing = null
        work.compared = null
      })
    work.writing.catch(() => {})
  }
  if (work.writing) await isDoneWithin(work.writing, options.waitMs)
}

export function popProblem(id: string): WriteProblem | null {
  const work = importSessions.get(id)
  const problem = work?.problem ?? null
  if (work) work.problem = null
  return problem
}

async function write(
  database: Database,
  stored: StoredImport,
  work: Work,
  { actor, digest, skipsRefused }: WriteOptions,
): Promise<void> {
  const file = await readOnce(database, stored, work)
  if (file.kind !== 'mapped') return
  const { steps } = file
  const plan = await planOf(database, stored, file, work)
  if (plan.counts['needs-decision'] > 0) return
  if (plan.counts.refused > 0 && !skipsRefused) {
    work.problem = { kind: 'refused-rows' }
    return
  }
  if (steps.problem?.(plan, stored.choices)) return
  const { id, fileName, choices } = stored
  if (planDigest(plan) !== digest) {
    // If the response to the first attempt was lost, its own changes have altered the plan.
    if (!(await wasWritten(database, id)))
      work.problem = { kind: 'changed', registrations: [], isPartly: false }
    return
  }
  Object.assign(work.progress, { stage: 'writing', rows: file.read.rows.length })
  try {
    const call = { actor, action: 'import', fileName, batch: id, choices }
    await steps.write(database, plan, call, (transaction) => markWritten(transaction, id, resultOf(plan)))
  } catch (error) {
    if (await wasWrittenBefore(database, error, id)) return
    if (!(error instanceof ChangeConflict || isUniqueViolation(error))) throw error
    const registrations = error instanceof ChangeConflict ? error.registrations : []
    work.problem = { kind: 'changed', registrations, isPartly: error instanceof PartlyWritten }
  }
}
