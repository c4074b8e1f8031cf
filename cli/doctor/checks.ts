import { readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'
import { readAll } from '../../app/shared/backend/read-all.ts'
import { plural } from '../../app/shared/format.ts'
import { type Env, parseEnv, roleOf, StartError, serverRestRoot } from '../../env.ts'
import { loadSnapshot } from '../../services/archive/snapshot.ts'
import { site } from '../../site.config.ts'
import type { CliBackend } from '../backend.ts'
import { CALL } from '../define-command.ts'
import { CliError } from '../errors.ts'
import { describeDataError } from '../import/rest-writer.ts'
import { checkEnquiries } from './enquiries.ts'
import { checkFiles } from './files.ts'
import { type Finding, ok, problem, warn } from './finding.ts'
import { checkStock } from './stock.ts'

export type Environment = Record<string, string | undefined>

const OLD_SNAPSHOT_DAYS = 30
const DAY_MS = 86_400_000

export async function* runChecks(
  environment: Environment,
  open: () => CliBackend,
): AsyncGenerator<Finding, void> {
  let env: Env
  try {
    env = parseEnv(environment)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    yield problem(error.message)
    return
  }
  yield checkAddress(environment, env)
  yield* checkMail(env)
  yield* checkPlaceholders()
  // First, because opening the database repairs the modes of its files.
  yield checkFiles(env.DATA_DIR)
  try {
    const backend = open()
    yield* checkKeys(backend)
    const rows = []
    for await (const row of readAll(backend.client, 'plates')) rows.push(row)
    yield* checkStock(rows)
    yield* checkEnquiries(backend)
  } catch (error) {
    if (error instanceof DataError) yield problem(`The backend cannot be read: ${describeDataError(error)}.`)
    else if (error instanceof StartError || error instanceof CliError) yield problem(error.message)
    else throw error
  }
  yield await checkSnapshot(env)
}

function checkAddress(environment: Environment, { SITE_URL }: Env): Finding {
  if (!environment.SITE_URL)
    return problem('SITE_URL is not set: pages give search engines the address of this machine.')
  if (!SITE_URL.startsWith('https://')) return problem(`SITE_URL ${SITE_URL} does not begin with https://.`)
  return ok(`The site's address is ${SITE_URL}.`)
}

async function* checkMail(env: Env): AsyncGenerator<Finding, void> {
  const { SMTP_URL, ENQUIRIES_TO, ENQUIRIES_FROM, DATA_DIR } = env
  const missing = Object.entries({ SMTP_URL, ENQUIRIES_TO, ENQUIRIES_FROM })
    .filter(([, value]) => !value)
    .map(([name]) => name)
  if (!SMTP_URL) {
    yield problem(
      `No mail server is configured (${missing.join(', ')} not set): enquiries are not mailed, only written as .eml files under ${DATA_DIR}/mail. Set SMTP_URL, ENQUIRIES_TO and ENQUIRIES_FROM (see .env.example), restart the site and send a test message: ${CALL} mail test`,
    )
    return
  }
  if (missing.length > 0)
    yield problem(`${missing.join(', ')} not set: enquiries use ${site.email} from site.config.ts.`)
  const { hostname, port, protocol } = new URL(SMTP_URL)
  const isReached = await canConnect(hostname, Number(port) || (protocol === 'smtps:' ? 465 : 587))
  if (!isReached) yield warn(`The mail server ${hostname} does not answer.`)
  else if (missing.length === 0) yield ok(`Enquiries go to ${ENQUIRIES_TO} through ${hostname}.`)
}

/** Only connects; `mail test` checks the password. */
function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 3_000 })
    const end = (isReached: boolean) => {
      socket.destroy()
      resolve(isReached)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}

const CONFIG = fileURLToPath(new URL('../../site.config.ts', import.meta.url))

export function findPlaceholders(source: string): string[] {
  return source
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(
      ({ line }) =>
        !/^(\*|\/\*)/.test(line) && /\/\/ SAMPLE|\(sample\)|\.example\b|\b1 Sample Street\b/.test(line),
    )
    .map(({ line, number }) => `line ${number}: ${line.replace(/\s*\/\/ SAMPLE.*$/, '')}`)
}

function* checkPlaceholders(): Generator<Finding, void> {
  const placeholders = findPlaceholders(readFileSync(CONFIG, 'utf8'))
  yield placeholders.length === 0
    ? ok('site.config.ts has no sample values.')
    : problem(
        'site.config.ts still has sample values: replace them and remove the SAMPLE comments.',
        placeholders,
      )
}

async function* checkKeys({ client, env, isEmbedded }: CliBackend): AsyncGenerator<Finding, void> {
  const { error, status } = await client.from('plates').select('id').limit(1)
  if (error) throw new DataError(error, status)
  if (isEmbedded) {
    const mode = process.platform === 'win32' ? 0 : statSync(join(env.DATA_DIR, 'keys.json')).mode & 0o077
    yield mode === 0
      ? ok('The keys exist, and only their owner can read them.')
      : problem(`${join(env.DATA_DIR, 'keys.json')} can be read by other users of this machine.`)
    return
  }
  const { BACKEND_ANON_KEY = '', BACKEND_SERVICE_KEY = '' } = env
  if (roleOf(BACKEND_SERVICE_KEY) === 'anon') yield problem('BACKEND_SERVICE_KEY is the public key.')
  const visitor = createBackendClient({ url: serverRestRoot(env), key: BACKEND_ANON_KEY })
  const hidden = await visitor.from('plates').select('id').eq('is_available', false).limit(1)
  if (hidden.error)
    yield problem(
      `Visitors cannot read the backend: ${describeDataError(new DataError(hidden.error, hidden.status))}.`,
    )
  else if (hidden.data.length > 0)
    yield problem('Visitors can read withdrawn plates: apply supabase/migrations to the backend.')
  else yield ok('Both keys work, and the public key reads only plates for sale.')
}

async function checkSnapshot({ DATA_DIR }: Env): Promise<Finding> {
  const damaged: string[] = []
  const snapshot = await loadSnapshot(DATA_DIR, (folder, reason) => damaged.push(`${folder}: ${reason}`))
  const publish = `${CALL} archive publish`
  if (!snapshot)
    return problem(
      `There are no static exports to serve when the backend is unavailable: ${publish}`,
      damaged.length > 0 ? damaged : undefined,
    )
  if (damaged.length > 0)
    return warn(`The newest static exports are damaged, so older ones are served: ${publish}`, damaged)
  const days = Math.floor((Date.now() - Date.parse(snapshot.exportedAt)) / DAY_MS)
  const age = days === 0 ? 'from today' : `${plural(days, 'day')} old`
  return days > OLD_SNAPSHOT_DAYS
    ? warn(`The static exports are ${age}: ${publish}`)
    : ok(`The static exports are ${age}.`)
}
