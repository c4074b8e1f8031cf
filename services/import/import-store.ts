/** Uploaded lists between preview and import, in the table `imports`. */
import type { DateAnswers } from '#shared/cells/headings.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import type { Actor } from '../audit/actor.ts'
import { UserError } from '../user-error.ts'
import { isUuid } from '../uuid.ts'
import { isListKind, type ListKind } from './list-kinds.ts'
import { type SalesDecisions, UNDECIDED_SALES } from './sales/decide.ts'
import { type Decisions, UNDECIDED } from './stock/decide.ts'

/** The most lists of a person that wait for their import at a time. */
export const MAX_WAITING = 20

/** A list of 10,000 plates or sales has about 1 MB; the backend accepts requests of 8 MB. */
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
  createdAt: string
}

const COLUMNS = 'id, person, file_name, choices, state, result, created_at'

const toImport = (row: Record<string, unknown>): StoredImport => {
  const choices = JSON.parse(String(row.choices)) as Partial<ImportChoices>
  return {
    id: String(row.id),
    person: String(row.person),
    fileName: String(row.file_name),
    choices: {
      ...choices,
      ...(isListKind(choices.kind) ? { kind: choices.kind } : {}),
      columns: choices.columns ?? {},
      dates: choices.dates ?? UNCHOSEN.dates,
      decisions: { ...UNDECIDED, ...choices.decisions },
      contradictions: { ...UNDECIDED_SALES, ...choices.contradictions },
      reason: choices.reason ?? '',
    },
    result: row.state === 'written' ? (JSON.parse(String(row.result)) as ImportResult) : null,
    createdAt: String(row.created_at),
  }
}

interface ImportFile {
  name: string
  content: Uint8Array
}

const fileRow = ({ name, content }: ImportFile) => ({
  file_name: name.slice(0, 200) || 'list',
  content: Buffer.from(content).toString('base64'),
})

/** Also removes files of earlier days. @throws UserError if too many lists of the person wait */
export async function createImport(
  client: BackendClient,
  actor: Actor,
  file: ImportFile & { kind?: ListKind | undefined },
  now: Date,
): Promise<string> {
  await removeOldImports(client, now)
  const waiting = client.from('imports').select('id').eq('person', actor.person).eq('state', 'open')
  if (requireRows(await waiting.limit(MAX_WAITING)).length === MAX_WAITING)
    throw new UserError(
      `${MAX_WAITING} of your lists are not imported yet. Import or discard some of them first.`,
    )
  const row = {
    person: actor.person,
    ...fileRow(file),
    choices: JSON.stringify(file.kind ? { kind: file.kind } : {}),
  }
  const [added] = requireRows(await client.from('imports').insert([row]).select('id'))
  return String(added?.id)
}

/** Puts a corrected list in the place of one that is not imported yet, with the choices of before. */
export async function replaceImportFile(
  client: BackendClient,
  { id, choices }: StoredImport,
  file: ImportFile,
): Promise<void> {
  // Those of single rows are by line, and lines may have moved.
  const kept: ImportChoices = { ...choices, contradictions: { ...choices.contradictions, rows: {} } }
  const row = { ...fileRow(file), choices: JSON.stringify(kept) }
  requireSuccess(await client.from('imports').update(row).eq('id', id).eq('state', 'open'))
}

export async function removeOldImports(client: BackendClient, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - RETENTION_MS)
  requireSuccess(await client.from('imports').delete().lt('created_at', oldest.toISOString()))
}

export async function findImport(client: BackendClient, id: string): Promise<StoredImport | null> {
  if (!isUuid(id)) return null
  const [row] = requireRows(await client.from('imports').select(COLUMNS).eq('id', id))
  return row ? toImport(row) : null
}

/** The imports of the last day, latest first. */
export async function listImports(client: BackendClient, now: Date): Promise<StoredImport[]> {
  const since = new Date(now.getTime() - RETENTION_MS).toISOString()
  const latest = client.from('imports').select(COLUMNS).gte('created_at', since)
  return requireRows(await latest.order('created_at', { ascending: false }).order('id').limit(20)).map(
    toImport,
  )
}

/** Null if the list has been imported or removed. */
export async function readImportFile(client: BackendClient, id: string): Promise<Buffer | null> {
  const [row] = requireRows(await client.from('imports').select('content').eq('id', id))
  return typeof row?.content === 'string' ? Buffer.from(row.content, 'base64') : null
}

export async function saveChoices(client: BackendClient, id: string, choices: ImportChoices): Promise<void> {
  requireSuccess(
    await client
      .from('imports')
      .update({ choices: JSON.stringify(choices) })
      .eq('id', id)
      .eq('state', 'open'),
  )
}

/** Removes the file, which is no longer needed. */
export async function markWritten(client: BackendClient, id: string, result: ImportResult): Promise<void> {
  const row = { state: 'written', content: null, result: JSON.stringify(result) }
  requireSuccess(await client.from('imports').update(row).eq('id', id))
}

export async function removeImport(client: BackendClient, id: string): Promise<void> {
  requireSuccess(await client.from('imports').delete().eq('id', id))
}
