import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { normalizeBackendUrl, restRoot, roleOf } from '#env.ts'
import { findMissingMigrations } from '#services/backend-migrations.ts'
import {
  type Closed,
  closeForSending,
  describeClosed,
  openForSending,
  readClosed,
} from '#services/mail/sending.ts'
import { type BackendClient, createBackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { requireRows } from '#shared/data/response.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import type { CliBackend } from '../backend.ts'
import { confirm } from '../confirm.ts'
import { CALL, command, type Group } from '../define-command.ts'
import { CliError, UsageError } from '../errors.ts'
import { copyTable, countRows, type Sums } from '../move/copy-table.ts'
import { COPIED_TABLES, type CopiedTable, EXCLUDED_TABLES, SIGNS_OF_USE } from '../move/tables.ts'
import { describeDataError } from '../retry.ts'
import type { Terminal } from '../terminal.ts'

const LEASE_WAIT_MS = 120_000
const LEASE_POLL_MS = 500
/** Servers' clocks agree within a minute. */
const CLOCK_SKEW_MS = 60_000

const move = command({
  name: '',
  summary: 'move everything to another backend',
  details: [
    'The target must have the tables (supabase/migrations). Set its service key in TARGET_SERVICE_KEY, or enter it when',
    'asked. Without --switch it makes a copy that sends no e-mail, while this backend goes on sending: run it to try, as',
    'often as you like. With --switch, just before you point the site to the target, this backend stops sending, the',
    'rest is copied, and the target sends from then on. Rows keep their ids and times; what the target has of its own',
    'stays. Interrupted or not, the same command can be repeated. --open lets this backend send again.',
  ].join('\n'),
  examples: [
    'move --to https://project.supabase.co --dry-run',
    'move --to https://project.supabase.co',
    'move --to https://project.supabase.co --switch',
    'move --open',
  ],
  options: {
    to: { type: 'string', value: 'address', help: "the target's address, as BACKEND_URL would have it" },
    switch: {
      type: 'boolean',
      help: 'the last run: this backend stops sending e-mail, and the target begins',
    },
    open: {
      type: 'boolean',
      help: 'after a move that you undo: let this backend send again what is waiting in it',
    },
    'dry-run': { type: 'boolean', short: 'n', help: 'only show what would be copied' },
    yes: { type: 'boolean', short: 'y', help: 'do not ask' },
  },
  async run({ values, terminal, environment, backend }) {
    if (values.open) return reopen(backend(), terminal, values.yes)
    const url = parseTarget(values.to)
    const source = backend()
    const { BACKEND_URL } = source.env
    if (BACKEND_URL && restRoot(url) === restRoot(BACKEND_URL))
      throw new UsageError('The target is the current backend.')
    const key = environment.TARGET_SERVICE_KEY || (await askKey(terminal))
    checkKey(key)
    const target = createBackendClient({ url: restRoot(url), key })
    await checkTables(target, url)
    await checkTables(source.client, source.where)
    const run: Run = { source, target, url, terminal, isPreview: values['dry-run'] === true }
    const closed = await readClosed(source.client)
    if (closed && (closed.kind === 'copy' || closed.other !== restRoot(url)))
      throw new CliError(
        `${describeClosed(closed)}. Run the command there, or open this one: ${CALL} move --open`,
      )
    const copy = await readClosed(target)
    if (closed && !copy) return copyLateRows(run, closed)
    // Finish an interrupted switch, with or without the option.
    return copyOrSwitch(run, copy, values.switch === true || closed !== null)
  },
})

interface Run {
  source: CliBackend
  target: BackendClient
  url: string
  terminal: Terminal
  isPreview: boolean
}

async function copyOrSwitch(run: Run, copy: Closed | null, isSwitch: boolean): Promise<number> {
  const { source, target, url, terminal, isPreview } = run
  const known = copy?.other === nameOf(source) ? copy : null
  if (!copy) await refuseIfInUse(target, url)
  // When moving back, the source was filled from the target and has the newer version of each row.
  const mirrors =
    known?.kind === 'moved'
      ? COPIED_TABLES.map(({ name }) => name)
      : (known?.mirrors ?? (await emptyTables(target)))
  if (!isPreview) {
    if (known?.kind !== 'copy')
      await closeForSending(target, { kind: 'copy', other: nameOf(source), at: now(), mirrors })
    if (isSwitch) {
      await closeForSending(source.client, { kind: 'moved', other: restRoot(url), at: now(), mirrors: [] })
      await waitForLeases(source.client, terminal)
    }
    await source.record(isSwitch ? `everything moved to ${url}` : `everything copied to ${url}`)
  }
  terminal.out(`From ${source.where} to ${url}:`)
  const isComplete = await copyAll(run, mirrors)
  for (const [table, reason] of Object.entries(EXCLUDED_TABLES))
    terminal.note(`${table} are not copied: ${reason}.`)
  if (isPreview) terminal.note('Nothing has been copied.')
  else if (!isComplete)
    terminal.note(
      `Not everything was copied: resolve the above and run the same command again.${isSwitch ? ` Until then neither backend sends e-mail, unless you open this one: ${CALL} move --open` : ''}`,
    )
  else if (isSwitch) {
    await openForSending(target)
    terminal.note(
      `${url} sends the e-mails from now on, and this backend none: point the site to it and restart.`,
    )
  } else
    terminal.note(
      `${url} sends no e-mail until you run the same command with --switch, just before you point the site to it.`,
    )
  return isComplete ? 0 : 1
}

/** What the source received after the switch, while its site was still running. */
async function copyLateRows(run: Run, { at }: Closed): Promise<number> {
  const { terminal, url } = run
  terminal.out(`Everything was moved to ${url} on ${at.slice(0, 10)}. What has arrived here since:`)
  const isComplete = await copyAll(run, [], new Date(Date.parse(at) - CLOCK_SKEW_MS))
  if (run.isPreview) terminal.note('Nothing has been copied.')
  return isComplete ? 0 : 1
}

async function copyAll(run: Run, mirrors: readonly string[], since?: Date): Promise<boolean> {
  const { source, target, terminal, isPreview } = run
  let isComplete = true
  for (const table of COPIED_TABLES) {
    const progress = terminal.progress(`Copying ${table.many}`)
    const isMirrored = !since && (table.isAlwaysMirrored === true || mirrors.includes(table.name))
    const options = {
      source: source.client,
      target,
      isPreview,
      isMirrored,
      progress,
      ...(since ? { since } : {}),
    }
    const sums = await copyTable(table, options).finally(() => progress.end())
    const isOld = since !== undefined && sums.added === 0
    if (!isOld) reportSums(terminal, table, sums, run)
    isComplete &&= sums.isComplete && sums.refused.length === 0
  }
  return isComplete
}

function reportSums(terminal: Terminal, { many }: CopiedTable, sums: Sums, { isPreview }: Run): void {
  const verb = isPreview ? 'would be ' : ''
  const removed = sums.removed > 0 ? `, ${formatNumber(sums.removed)} ${verb}removed` : ''
  terminal.out(
    `  ${many}: ${formatNumber(sums.added)} ${verb}added, ${formatNumber(sums.changed)} ${verb}updated, ${formatNumber(sums.same)} unchanged${removed}`,
  )
  for (const name of sums.refused)
    terminal.out(`  refused ${name}: the target has two rows for it; remove one of them there`)
  if (isPreview) return
  if (!sums.isLate && sums.there !== sums.here)
    terminal.out(`  ${formatNumber(sums.here)} are here and ${formatNumber(sums.there)} there`)
  if (!sums.isComplete && sums.refused.length === 0)
    terminal.out('  the numbers changed during the copy: stop whatever writes to either backend')
}

/** A lease ends within minutes and the email is then sent again, so its outcome must be known first. */
async function waitForLeases(client: BackendClient, terminal: Terminal): Promise<void> {
  const progress = terminal.progress('Waiting for e-mails that are being sent')
  try {
    const giveUpAt = Date.now() + LEASE_WAIT_MS
    for (;;) {
      // A site that was allowed to send just before the move closed it has its lease by now.
      await sleep(LEASE_POLL_MS)
      const leased = await countLeased(client)
      if (leased === 0) return
      if (Date.now() > giveUpAt)
        throw new CliError(
          `${plural(leased, 'e-mail is', 'e-mails are')} being sent: stop the site, wait a few minutes and run the same command again. Until then nothing is sent here.`,
        )
    }
  } finally {
    progress.end()
  }
}

async function countLeased(client: BackendClient): Promise<number> {
  let leased = 0
  for (const table of ['enquiries', 'digests', 'mails']) {
    const sending = client.from(table).select('id').eq('delivery', 'waiting').not('lease', 'is', null)
    leased += requireRows(await sending.gt('next_attempt_at', now())).length
  }
  return leased
}

async function refuseIfInUse(target: BackendClient, url: string): Promise<void> {
  for (const table of SIGNS_OF_USE)
    if ((await countRows(target, table)) > 0)
      throw new CliError(
        `${url} has ${table} of its own and sends e-mail: it belongs to a site in use. Move to an empty backend.`,
      )
}

async function emptyTables(target: BackendClient): Promise<string[]> {
  const empty: string[] = []
  for (const { name } of COPIED_TABLES) if ((await countRows(target, name)) === 0) empty.push(name)
  return empty
}

async function reopen(source: CliBackend, terminal: Terminal, yes: boolean | undefined) {
  const closed = await readClosed(source.client)
  if (!closed) return terminal.out('This backend already sends e-mail.')
  terminal.out(`${describeClosed(closed)}.`)
  const isConfirmed = await confirm(terminal, {
    yes,
    consequence: `What is waiting here is sent from here, although ${closed.other} has it, too`,
    question: `Send e-mail from here again? What is waiting here is sent, although ${closed.other} has it, too.`,
  })
  if (!isConfirmed) return terminal.out('Nothing has been changed.')
  await source.record('opened for sending e-mail again')
  await openForSending(source.client)
  terminal.out('This backend sends e-mail again.')
}

/** Identifies the copy to the other backend. */
const nameOf = ({ env }: CliBackend) =>
  env.BACKEND_URL ? restRoot(env.BACKEND_URL) : `the database in ${realpathSync(env.DATA_DIR)}`

const now = () => new Date().toISOString()

/** Requires TLS, except to this machine, since the request has the service key. */
function parseTarget(to: string | undefined): string {
  if (to === undefined) throw new UsageError('Missing target: --to <address>.')
  if (!URL.canParse(to)) throw new UsageError('--to needs an address such as https://project.supabase.co')
  const { protocol, hostname, username, password, search, hash } = new URL(to)
  if (search || hash) throw new UsageError('--to must not have a query or a fragment: remove the ? or #.')
  if (username || password) throw new UsageError('--to must not contain a user name or password.')
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new UsageError('--to must begin with https://, because the service key is sent there.')
  return normalizeBackendUrl(to)
}

async function askKey(terminal: { isInteractive: boolean; askSecret(question: string): Promise<string> }) {
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
  const missing = await findMissingMigrations(client).catch((error) => {
    if (error instanceof DataError)
      throw new CliError(`${where} cannot be used: ${describeDataError(error)}.`)
    throw error
  })
  if (missing.length > 0)
    throw new CliError(
      `${where} lacks tables of this version. Apply these files of supabase/migrations there first, in this order: ${missing.join(', ')}.`,
    )
}

export const moveCommand: Group = { name: 'move', summary: move.summary, commands: [move] }
