import { parseEnv } from '#env.ts'
import { describeClosed, readClosed, resumeSending } from '#services/mail/sending.ts'
import { DataError } from '#shared/data/data-error.ts'
import type { CliBackend } from '../backend.ts'
import { holdDatabase } from '../backup/restore.ts'
import { onlyCommand } from '../define-command.ts'
import { CliError, UsageError } from '../errors.ts'
import { moveEverything, preview } from '../move/move-everything.ts'
import { hasDatabase, nameOf, openFolder, openHosted } from '../move/target.ts'
import { describeDataError } from '../retry.ts'
import type { Terminal } from '../terminal.ts'

export const moveCommand = onlyCommand('move', {
  summary: 'move everything to another, empty backend while the site is stopped',
  details: [
    '--to-database moves into a PostgreSQL with its tables (office migrate), whose DATABASE_URL is in',
    'TARGET_DATABASE_URL or is asked for. --to-folder moves into an embedded database, in a folder that has none. Rows',
    'keep their ids and times. At the end the number of rows and a checksum of each table are compared; if all are',
    'equal, this backend stops sending e-mail and the target begins. After a failure run the same command again.',
  ],
  examples: ['move --to-database --dry-run', 'move --to-database', 'move --to-folder ./var', 'move --open'],
  options: {
    'to-database': { type: 'boolean', help: 'the target is the PostgreSQL of TARGET_DATABASE_URL' },
    'to-folder': { type: 'string', value: 'folder', help: 'the DATA_DIR of an embedded target' },
    open: {
      type: 'boolean',
      help: 'after a move that you undo: let this backend send again what is waiting in it',
    },
    'dry-run': { type: 'boolean', short: 'n', help: 'only show what would be copied' },
  },
  async run({ values, terminal, environment, backend }) {
    if (values.open) return reopen(backend(), terminal)
    const { 'to-database': isHosted = false, 'to-folder': folder, 'dry-run': isPreview = false } = values
    if (isHosted === (folder !== undefined))
      throw new UsageError('Name one target: --to-database or --to-folder <folder>.')
    refuseWhileRunning(parseEnv(environment))
    const { env, database, isEmbedded, record } = backend()
    const source = { name: await nameOf(env), database, isEmbedded, record }
    // A preview creates no database.
    if (folder !== undefined && isPreview && !hasDatabase(folder)) return preview(source, folder, terminal)
    const target =
      folder === undefined
        ? await openHosted(environment.TARGET_DATABASE_URL, env, terminal)
        : openFolder(folder)
    try {
      return await moveEverything(source, target, terminal, isPreview)
    } catch (error) {
      if (!(error instanceof DataError)) throw error
      throw new CliError(
        `The move stopped, because a backend failed: ${describeDataError(error)}. Run the same command again: it continues where it stopped.`,
      )
    } finally {
      await target.database.destroy()
    }
  },
})

/** Only an embedded database shows whether a site has it open. */
function refuseWhileRunning({ DATABASE_URL, DATA_DIR }: ReturnType<typeof parseEnv>): void {
  if (DATABASE_URL) return
  const database = holdDatabase(DATA_DIR)
  if (database.kind === 'none') throw new CliError(`There is no database in ${DATA_DIR}.`)
  if (database.kind === 'held') database.release()
}

async function reopen({ database, actor }: CliBackend, terminal: Terminal): Promise<void> {
  const closed = await readClosed(database)
  if (!closed) return terminal.out('This backend already sends e-mail.')
  terminal.out(`${describeClosed(closed)}.`)
  await resumeSending(database, actor)
  terminal.out('This backend sends e-mail again.')
}
