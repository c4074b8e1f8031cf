import { findMissingFiles, findOtherMigrations } from '#services/backend-migrations.ts'
import {
  type Closed,
  describeClosed,
  pauseSending,
  readClosed,
  resumeSending,
} from '#services/mail/sending.ts'
import { DataError } from '#shared/data/data-error.ts'
import { plural } from '#shared/text/format.ts'
import type { CliBackend } from '../backend.ts'
import { CALL } from '../define-command.ts'
import { CliError } from '../errors.ts'
import { describeDataError } from '../retry.ts'
import type { Terminal } from '../terminal.ts'
import { copyTable, countCopied, type Fingerprint, fingerprintOf } from './copy-table.ts'
import { COPIED_TABLES, EXCLUDED_TABLES } from './tables.ts'

/** One side of a move. */
export interface Side extends Pick<CliBackend, 'database' | 'isEmbedded'> {
  /** For messages, and for the other side to know it by: without a password. */
  name: string
}

export interface Source extends Side, Pick<CliBackend, 'record'> {}

/** @returns the exit code */
export async function moveEverything(
  source: Source,
  target: Side,
  terminal: Terminal,
  isPreview: boolean,
): Promise<number> {
  await checkTables(target)
  await checkTables(source)
  const closed = await readClosed(source.database)
  const copy = await readClosed(target.database)
  const isContinued = copy?.kind === 'copy' && copy.other === source.name
  if (closed && !(isContinued && closed.other === target.name))
    throw new CliError(`${describeClosed(closed)}.`)
  if (!isContinued) await refuseIfNotEmpty(target)
  if (isPreview) return preview(source, target.name, terminal)
  const at = new Date().toISOString()
  if (!isContinued) {
    await source.record(`everything moved to ${target.name}`)
    await pauseSending(target.database, { kind: 'copy', other: source.name, at })
  }
  terminal.out(`From ${source.name} to ${target.name}:`)
  const different = await copyAll(source, target, terminal)
  if (different.length > 0) {
    terminal.note(
      `Not equal: ${different.join(', ')}. Something has written to one of the backends since the copying began. Stop it, empty the target and run the same command again.`,
    )
    return 1
  }
  const moved: Closed = { kind: 'moved', other: target.name, at }
  await pauseSending(source.database, moved)
  await resumeSending(target.database)
  terminal.note(
    `All tables are equal. ${target.name} sends the e-mails from now on, and this backend none: point the site to it and start it.`,
  )
  return 0
}

/** @returns the tables whose number of rows or checksum differs afterwards */
async function copyAll({ database }: Side, target: Side, terminal: Terminal): Promise<string[]> {
  const different: string[] = []
  for (const table of COPIED_TABLES) {
    const progress = terminal.progress(`Copying ${table.name}`)
    await copyTable(table, database, target.database, (rows) => progress.at(rows, null)).finally(() =>
      progress.end(),
    )
  }
  for (const table of COPIED_TABLES) {
    const [here, there] = [await fingerprintOf(table, database), await fingerprintOf(table, target.database)]
    const isEqual = here.rows === there.rows && here.checksum === there.checksum
    terminal.out(`  ${table.name}: ${describeFingerprint(here)}`)
    if (isEqual) continue
    terminal.out(`  the target has ${describeFingerprint(there)}`)
    different.push(table.name)
  }
  return different
}

const describeFingerprint = ({ rows, checksum }: Fingerprint) =>
  `${plural(rows, 'row')}, checksum ${checksum.slice(0, 16)}`

/** @returns the exit code */
export async function preview({ database, name }: Side, to: string, terminal: Terminal): Promise<number> {
  terminal.out(`From ${name} to ${to}:`)
  for (const table of COPIED_TABLES)
    terminal.out(`  ${table.name}: ${plural(await countCopied(table, database), 'row')}`)
  for (const [table, reason] of Object.entries(EXCLUDED_TABLES))
    terminal.note(`${table} are not copied: ${reason}.`)
  terminal.note('Nothing has been copied.')
  return 0
}

async function refuseIfNotEmpty({ database, name }: Side): Promise<void> {
  const filled: string[] = []
  for (const table of COPIED_TABLES) if ((await countCopied(table, database)) > 0) filled.push(table.name)
  if (filled.length > 0)
    throw new CliError(`${name} is not empty: it has ${filled.join(', ')}. Move to an empty backend.`)
}

/** An embedded database is brought to this version when it is opened. */
async function checkTables({ database, isEmbedded, name }: Side): Promise<void> {
  if (isEmbedded) return
  const missing = await findMissingFiles(database).catch((error) => {
    if (error instanceof DataError) throw new CliError(`${name} cannot be used: ${describeDataError(error)}.`)
    throw error
  })
  const other = await findOtherMigrations(database)
  if (other) throw new CliError(`${name} cannot be used: ${other}`)
  if (missing.length > 0)
    throw new CliError(
      `${name} lacks tables of this version. Run ${CALL} migrate with its OWNER_DATABASE_URL first, which applies ${missing.join(', ')}.`,
    )
}
