/** Uploaded lists between preview and import, in the table `imports`. */
import type { Database, Reader, Row, Transaction } from '#data/tables.ts'
import { type Time, timeFrom } from '#data/times.ts'
import type { DateAnswers } from '#shared/cells/headings.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { UserError } from '../user-error.ts'
import { isUuid } from '../uuid.ts'
import { isListKind, type ListKind } from './list-kinds.ts'
import { type SalesDecisions, UNDECIDED_SALES } from './sales/decide.ts'
import { type Decisions, UNDECIDED } from './stock/decide.ts'

/** The most lists of a person that wait for their import at a time. */
export const MAX_WAITING = 20

/** A list of 10,000 plates or sales has about 1 MB. */
export const MAX_FILE_BYTES = 5_000_000
const RETENTION_MS = 86_400_000

export interface AuctionChoice {
  /** 'B278' */
  name: string
  /** '2025-11' */
  month: string
  /** Where the list was published; '' if unknown. */
  source: string
}

export interface ImportChoices {
  /** Absent until it is chosen or detected. */
  kind?: ListKind
  /** Only for auction results. */
  auction?: AuctionChoice
  /** Only for workbooks. */
  sheet?: string
  /** Heading → column, or `-` to leave it out. */
  columns: Record<string, string>
  dates: DateAnswers
  /** Of lists side by side; absent until it is asked and answered. */
  sideBySide?: 'below' | 'first'
  /** Decisions about a list of stock. */
  decisions: Decisions
  /** Decisions about a list of sales. */
  contradictions: SalesDecisions
  /** Why recorded values are replaced, for the public log of corrections. */
  reason: string
}

export const UNCHOSEN: ImportChoices = {
  columns: {},
  dates: { orders: {}, years: {} },
  decisions: UNDECIDED,
  contradictions: UNDECIDED_SALES,
  reason: '',
}

export interface ImportResult {
  added: number
  changed: number
  /** Sales whose values were replaced. */
  corrected?: number
  unchanged: number
  refused: number
  leftOut: number
}

/** An import without its file. */
export interface StoredImport {
  /** Also the batch id of its changes. */
  id: string
  person: string
  fileName: string
  choices: ImportChoices
  /** Null until the import is written. */
  result: ImportResult | null
  createdAt: Time
}

const COLUMNS = ['id', 'person', 'fileName', 'choices', 'state', 'result', 'createdAt'] as const

const toImport = ({ state, ...row }: Pick<Row<'imports'>, (typeof COLUMNS)[number]>): StoredImport => {
  const { kind, ...choices } = JSON.parse(row.choices) as Partial<ImportChoices>
  return {
    ...row,
    choices: {
      ...UNCHOSEN,
      ...choices,
      ...(isListKind(kind) && { kind }),
      decisions: { ...UNDECIDED, ...choices.decisions },
      contradictions: { ...UNDECIDED_SALES, ...choices.contradictions },
    },
    result: state === 'written' ? (JSON.parse(row.result ?? '') as ImportResult) : null,
  }
}

interface ImportFile {
  name: string
  content: Uint8Array
}

const fileRow = ({ name, content }: ImportFile) => ({
  fileName: name.slice(0, 200) || 'list',
  content: Buffer.from(content).toString('base64'),
})

/** Also removes files of earlier days. @throws UserError if too many lists of the person wait */
export async function createImport(
  database: Database,
  { person }: Actor,
  file: ImportFile & { kind?: ListKind | undefined },
  now: Date,
): Promise<string> {
  const choices = JSON.stringify({ kind: file.kind })
  const row = { person, ...fileRow(file), choices }
  return action(database, 'upload a list', async (transaction) => {
    await deleteOldImports(transaction, now)
    const ofPerson = transaction.selectFrom('imports').where('person', '=', person)
    const waiting = await ofPerson.where('state', '=', 'open').select('id').limit(MAX_WAITING).execute()
    if (waiting.length === MAX_WAITING)
      throw new UserError(
        `${MAX_WAITING} of your lists are not imported yet. Import or discard some of them first.`,
      )
    const insertion = transaction.insertInto('imports').values(row).returning('id')
    return (await insertion.executeTakeFirstOrThrow()).id
  })
}

/** Puts a corrected list in the place of one that is not imported yet, with the choices of before. */
export async function replaceImportFile(
  database: Database,
  { id, choices }: StoredImport,
  file: ImportFile,
): Promise<void> {
  // Those of single rows are by line, and lines may have moved.
  const kept: ImportChoices = { ...choices, contradictions: { ...choices.contradictions, rows: {} } }
  const row = { ...fileRow(file), choices: JSON.stringify(kept) }
  await action(database, 'replace a list', (transaction) => updateOpen(transaction, id, row))
}

async function updateOpen(
  transaction: Transaction,
  id: string,
  row: Partial<Pick<Row<'imports'>, 'fileName' | 'content' | 'choices'>>,
): Promise<void> {
  await transaction.updateTable('imports').set(row).where('id', '=', id).where('state', '=', 'open').execute()
}

const oldestKept = (now: Date): Time => timeFrom(now, -RETENTION_MS)

export const removeOldImports = (database: Database, now: Date): Promise<void> =>
  action(database, 'remove old lists', (transaction) => deleteOldImports(transaction, now))

async function deleteOldImports(transaction: Transaction, now: Date): Promise<void> {
  await transaction.deleteFrom('imports').where('createdAt', '<', oldestKept(now)).execute()
}

export async function findImport(reader: Reader, id: string): Promise<StoredImport | null> {
  if (!isUuid(id)) return null
  const row = await reader.selectFrom('imports').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row ? toImport(row) : null
}

/** The imports of the last day, latest first. */
export async function listImports(reader: Reader, now: Date): Promise<StoredImport[]> {
  const latest = reader.selectFrom('imports').select(COLUMNS).where('createdAt', '>=', oldestKept(now))
  return (await latest.orderBy('createdAt', 'desc').orderBy('id').limit(20).execute()).map(toImport)
}

/** Null if the list has been imported or removed. */
export async function readImportFile(reader: Reader, id: string): Promise<Buffer | null> {
  const row = await reader.selectFrom('imports').select('content').where('id', '=', id).executeTakeFirst()
  return row?.content == null ? null : Buffer.from(row.content, 'base64')
}

export const saveChoices = (transaction: Transaction, id: string, choices: ImportChoices): Promise<void> =>
  updateOpen(transaction, id, { choices: JSON.stringify(choices) })

/** Removes the file, which is no longer needed. */
export async function markWritten(transaction: Transaction, id: string, result: ImportResult): Promise<void> {
  await transaction
    .updateTable('imports')
    .set({ state: 'written', content: null, result: JSON.stringify(result) })
    .where('id', '=', id)
    .execute()
}

/** Does nothing if it is discarded already. */
export async function removeImport(database: Database, id: string): Promise<void> {
  if (!isUuid(id)) return
  await action(database, 'discard a list', (transaction) =>
    transaction.deleteFrom('imports').where('id', '=', id).execute(),
  )
}
