import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedClient, openBackend, openDatabase } from '#db/embedded.ts'
import { normalizeBackendUrl, parseEnv, restRoot, roleOf } from '#env.ts'
import { DATABASE_NAME } from '#packages/sqlite-rest/database.ts'
import { recordChange } from '#services/audit/rest-audit-log.ts'
import { findMissingFiles } from '#services/backend-migrations.ts'
import { openForSending, pauseOutbox, readClosed } from '#services/mail/rest-sending.ts'
import { type Closed, describeClosed } from '#services/mail/sending.ts'
import { type BackendClient, createBackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { plural } from '#shared/text/format.ts'
import type { CliBackend } from '../backend.ts'
import { holdDatabase } from '../backup/restore.ts'
import { command, type Group } from '../define-command.ts'
import { CliError, UsageError } from '../errors.ts'
import { copyTable, countRows, type Fingerprint, fingerprintOf } from '../move/copy-table.ts'
import { COPIED_TABLES, EXCLUDED_TABLES } from '../move/tables.ts'
import { describeDataError } from '../retry.ts'
import type { Terminal } from '../terminal.ts'

const move = command({
  name: '',
  summary: 'move everything to another, empty backend while the site is stopped',
  details: [
    'The target is a hosted backend with its tables (deploy/migrate.sh), whose service key is in TARGET_SERVICE_KEY or',
    'is asked for. --to-folder moves into an embedded database, in a folder that has none. Rows keep their ids and times.',
    'At the end the number of rows and a checksum of each table are compared; if all are equal, this backend stops',
    'sending e-mail and the target begins. After a failure run the same command again.',
  ].join('\n'),
  examples: [
    'move --to https://project.supabase.co --dry-run',
    'move --to https://project.supabase.co',
    'move --to-folder ./var',
    'move --open',
  ],
  options: {
    to: { type: 'string', value: 'address', help: "the target's address, as BACKEND_URL would have it" },
    'to-folder': { type: 'string', value: 'folder', help: 'the DATA_DIR of an embedded target' },
    open: {
      type: 'boolean',
      help: 'after a move that you undo: let this backend send again what is waiting in it',
    },
    'dry-run': { type: 'boolean', short: 'n', help: 'only show what would be copied' },
  },
  async run({ values, terminal, environment, backend }) {
    if (values.open) return reopen(backend(), terminal)
    const { to, 'to-folder': folder, 'dry-run': isPreview = false } = values
    if ((to === undefined) === (folder === undefined))
      throw new UsageError('Name one target: --to <address> or --to-folder <folder>.')
    refuseWhileRunning(parseEnv(environment))
    const source = backend()
    // A preview creates no database.
    if (folder !== undefined && isPreview && !hasDatabase(folder)) return preview(source, folder, terminal)
    const target =
      folder === undefined
        ? await openHosted(String(to), source, terminal, environment.TARGET_SERVICE_KEY)
        : openFolder(folder)
    try {
      return await moveTo(target, source, terminal, isPreview)
    } catch (error) {
      if (!(error instanceof DataError)) throw error
      throw new CliError(
        `The move stopped, because a backend failed: ${describeDataError(error)}. Run the same command again: it continues where it stopped.`,
      )
    } finally {
      target.close()
    }
  },
})

interface Target {
  client: BackendClient
  isEmbedded: boolean
  /** Its address without the key, or its folder. */
  name: string
  close(): void
}

async function moveTo(target: Target, source: CliBackend, terminal: Terminal, isPreview: boolean) {
  if (!target.isEmbedded) await checkTables(target.client, target.name)
  if (!source.isEmbedded) await checkTables(source.client, source.where)
  const closed = await readClosed(source.client)
  const copy = await readClosed(target.client)
  const isContinued = copy?.kind === 'copy' && copy.other === nameOf(source)
  if (closed && !(isContinued && closed.other === target.name))
    throw new CliError(`${describeClosed(closed)}.`)
  if (!isContinued) await refuseIfNotEmpty(target)
  if (isPreview) return preview(source, target.name, terminal)
  const at = new Date().toISOString()
  if (!isContinued) {
    await pauseOutbox(target.client, { kind: 'copy', other: nameOf(source), at })
    await recordChange(source.client, source.actor, 'move', `everything moved to ${target.name}`)
  }
  terminal.out(`From ${source.where} to ${target.name}:`)
  const different = await copyAll(source.client, target.client, terminal)
  if (different.length > 0) {
    terminal.note(
      `Not equal: ${different.join(', ')}. Something has written to one of the backends since the copying began. Stop it, empty the target and run the same command again.`,
    )
    return 1
  }
  const moved: Closed = { kind: 'moved', other: target.name, at }
  await pauseOutbox(source.client, moved)
  await openForSending(target.client)
  terminal.note(
    `All tables are equal. ${target.name} sends the e-mails from now on, and this backend none: point the site to it and start it.`,
  )
  return 0
}

/** @returns the tables whose number of rows or checksum differs afterwards */
async function copyAll(source: BackendClient, target: BackendClient, terminal: Terminal): Promise<string[]> {
  const different: string[] = []
  for (const table of COPIED_TABLES) {
    const progress = terminal.progress(`Copying ${table.name}`)
    await copyTable(table, source, target, (rows) => progress.at(rows, null)).finally(() => progress.end())
  }
  for (const table of COPIED_TABLES) {
    const [here, there] = [await fingerprintOf(source, table), await fingerprintOf(target, table)]
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

async function preview({ client, where }: CliBackend, to: string, terminal: Terminal): Promise<void> {
  terminal.out(`From ${where} to ${to}:`)
  for (const { name } of COPIED_TABLES)
    terminal.out(`  ${name}: ${plural(await countRows(client, name), 'row')}`)
  for (const [table, reason] of Object.entries(EXCLUDED_TABLES))
    terminal.note(`${table} are not copied: ${reason}.`)
  terminal.note('Nothing has been copied.')
}

/** Only an embedded database shows whether a site has it open. */
function refuseWhileRunning({ BACKEND_URL, DATA_DIR }: ReturnType<typeof parseEnv>): void {
  if (BACKEND_URL) return
  const database = holdDatabase(DATA_DIR)
  if (database.kind === 'none') throw new CliError(`There is no database in ${DATA_DIR}.`)
  if (database.kind === 'held') database.release()
}

async function refuseIfNotEmpty({ client, name }: Target): Promise<void> {
  const filled: string[] = []
  for (const { name } of COPIED_TABLES) if ((await countRows(client, name)) > 0) filled.push(name)
  if (filled.length > 0)
    throw new CliError(`${name} is not empty: it has ${filled.join(', ')}. Move to an empty backend.`)
}

async function reopen(source: CliBackend, terminal: Terminal): Promise<void> {
  const closed = await readClosed(source.client)
  if (!closed) return terminal.out('This backend already sends e-mail.')
  terminal.out(`${describeClosed(closed)}.`)
  await recordChange(source.client, source.actor, 'move', 'opened for sending e-mail again')
  await openForSending(source.client)
  terminal.out('This backend sends e-mail again.')
}

/** Identifies the copy to the other backend. */
const nameOf = ({ env }: CliBackend) =>
  env.BACKEND_URL ? restRoot(env.BACKEND_URL) : `the database in ${realpathSync(env.DATA_DIR)}`

async function openHosted(
  to: string,
  { env }: CliBackend,
  terminal: Terminal,
  givenKey: string | undefined,
): Promise<Target> {
  const root = restRoot(parseTarget(to))
  if (env.BACKEND_URL && root === restRoot(env.BACKEND_URL))
    throw new UsageError('The target is the current backend.')
  const key = givenKey || (await askKey(terminal))
  checkKey(key)
  return { client: createBackendClient({ url: root, key }), isEmbedded: false, name: root, close() {} }
}

const hasDatabase = (folder: string) => existsSync(join(folder, DATABASE_NAME))

/** Without the sales and plates that a new database gets. */
function openFolder(dataDir: string): Target {
  const isNew = !hasDatabase(dataDir)
  const { writer, close } = openDatabase(dataDir)
  if (isNew)
    writer.prepare("INSERT INTO meta (key, value) VALUES ('seeded_at', ?)").run(new Date().toISOString())
  close()
  const backend = openBackend({ dataDir, seed: false })
  const client = embeddedClient(backend, backend.serviceKey)
  const name = `the database in ${realpathSync(dataDir)}`
  return { client, isEmbedded: true, name, close: () => backend.close() }
}

/** Requires TLS, except to this machine, since the request has the service key. */
function parseTarget(to: string): string {
  if (!URL.canParse(to)) throw new UsageError('--to needs an address such as https://project.supabase.co')
  const { protocol, hostname, username, password, search, hash } = new URL(to)
  if (search || hash) throw new UsageError('--to must not have a query or a fragment: remove the ? or #.')
  if (username || password) throw new UsageError('--to must not contain a user name or password.')
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new UsageError('--to must begin with https://, because the service key is sent there.')
  return normalizeBackendUrl(to)
}

async function askKey(terminal: Terminal): Promise<string> {
  if (!terminal.isInteractive)
    throw new CliError("The target's service key is missing: set TARGET_SERVICE_KEY in the environment.")
  const key = await terminal.askSecret("The target's service key (it is not shown):")
  if (!key) throw new CliError('The service key is required.')
  return key
}

function checkKey(key: string): void {
  if (/[^\x21-\x7e]/.test(key))
    throw new CliError("The target's service key has characters that a key cannot have.")
  if (roleOf(key) === 'anon' || key.startsWith('sb_publishable_'))
    throw new CliError('That is the public key, which cannot write: enter the service key.')
}

async function checkTables(client: BackendClient, where: string): Promise<void> {
  const missing = await findMissingFiles(client).catch((error) => {
    if (error instanceof DataError)
      throw new CliError(`${where} cannot be used: ${describeDataError(error)}.`)
    throw error
  })
  if (missing.length > 0)
    throw new CliError(
      `${where} lacks tables of this version. Run deploy/migrate.sh on it first, which applies ${missing.join(', ')}.`,
    )
}

export const moveCommand: Group = { name: 'move', summary: move.summary, commands: [move] }
