import { type BackendClient, createBackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'
import { formatNumber } from '../../app/shared/format.ts'
import { normalizeBackendUrl, restRoot, roleOf } from '../../env.ts'
import { command, type Group } from '../define-command.ts'
import { CliError, UsageError } from '../errors.ts'
import { transfer } from '../import/migrate-backend.ts'
import { describeDataError, readBatches } from '../import/rest-writer.ts'
import { tableSpecs } from '../rows/table-specs.ts'

/** Tables that are only added to. */
const LOGS = ['corrections', 'audit']

const move = command({
  name: '',
  summary: 'copy the stock, the sales and their corrections to another backend',
  details: [
    'The target must have the tables (supabase/migrations). Set its service key in TARGET_SERVICE_KEY, or enter it when',
    'asked. Existing rows are updated and rows that only the target has stay, so the command can be repeated: once to',
    'try, and again just before you switch the site over. Nothing is removed here, nor from the target: a sale that was',
    'removed here after the first run must be removed there, too.',
  ].join('\n'),
  examples: ['move --to https://project.supabase.co --dry-run', 'move --to https://project.supabase.co'],
  options: {
    to: { type: 'string', value: 'address', help: "the target's address, as BACKEND_URL would have it" },
    'dry-run': { type: 'boolean', short: 'n', help: 'only show what would be copied' },
  },
  async run({ values, terminal, environment, backend }) {
    const url = parseTarget(values.to)
    const source = backend()
    const { BACKEND_URL } = source.env
    if (BACKEND_URL && restRoot(url) === restRoot(BACKEND_URL))
      throw new UsageError('The target is the current backend.')
    const key = environment.TARGET_SERVICE_KEY || (await askKey(terminal))
    checkKey(key)
    const target = createBackendClient({ url: restRoot(url), key })
    await checkTarget(target, url)

    const isPreview = values['dry-run'] === true
    let refused = 0
    if (!isPreview) await source.record(`stock, sales and this trail copied to ${url}`)
    terminal.out(`From ${source.where} to ${url}:`)
    for (const table of Object.values(tableSpecs)) {
      const progress = terminal.progress(`Copying ${table.many}`)
      const sums = await transfer({ source: source.client, target, table }, isPreview, progress).finally(() =>
        progress.end(),
      )
      const verb = isPreview ? 'would be ' : ''
      terminal.out(
        `  ${table.many}: ${formatNumber(sums.added)} ${verb}added, ${formatNumber(sums.changed)} ${verb}updated, ${formatNumber(sums.same)} unchanged`,
      )
      for (const registration of sums.refused)
        terminal.out(`  refused ${registration}: the target has two rows for it; remove one of them there`)
      refused += sums.refused.length
    }
    if (isPreview) terminal.note('Nothing has been copied.')
    else for (const log of LOGS) await copyLog(source.client, target, log)
    return refused === 0 ? 0 : 1
  },
})

/** Entries that the target has stay, since entries of a log cannot be changed. */
async function copyLog(source: BackendClient, target: BackendClient, log: string): Promise<void> {
  for await (const batch of readBatches(source, log)) {
    const { error, status } = await target
      .from(log)
      .upsert(batch, { onConflict: 'id', ignoreDuplicates: true })
    if (error) throw new DataError(error, status)
  }
}

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
  if (/[^\x21-\x7e]/.test(key)) throw new CliError("The target's service key has characters that no key has.")
  if (roleOf(key) === 'anon' || key.startsWith('sb_publishable_'))
    throw new CliError('That is the public key, which cannot write: enter the service key.')
}

async function checkTarget(target: BackendClient, url: string): Promise<void> {
  for (const name of [...Object.values(tableSpecs).map((table) => table.name), ...LOGS]) {
    const { error, status } = await target.from(name).select('id').limit(1)
    if (!error) continue
    if (error.code === '42P01' || error.code === 'PGRST205')
      throw new CliError(`${url} has no table ${name}: apply supabase/migrations there first.`)
    throw new CliError(`${url} cannot be used: ${describeDataError(new DataError(error, status))}.`)
  }
}

export const moveCommand: Group = { name: 'move', summary: move.summary, commands: [move] }
