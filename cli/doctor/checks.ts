/** What the doctor looks at, in the order in which it tells it. */
import { readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'
import { readAll } from '../../app/shared/backend/read-all.ts'
import { type Env, parseEnv, roleOf, StartError, serverRestRoot } from '../../env.ts'
import { loadSnapshot } from '../../services/archive/snapshot.ts'
import { site } from '../../site.config.ts'
import type { OfficeBackend } from '../backend.ts'
import { CALL } from '../define-command.ts'
import { CliError } from '../errors.ts'
import { explain } from '../import/rest-writer.ts'
import { checkEnquiries } from './enquiries.ts'
import { checkFiles } from './files.ts'
import { checkStock } from './stock.ts'

export interface Finding {
  /** A fault stands in the way of trading; `look` is for the dealer to judge. */
  level: 'good' | 'look' | 'fault'
  message: string
  list?: string[]
}

export type Environment = Record<string, string | undefined>

export const good = (message: string): Finding => ({ level: 'good', message })
export const look = (message: string, list?: string[]): Finding => ({
  level: 'look',
  message,
  ...(list && { list }),
})
export const fault = (message: string, list?: string[]): Finding => ({
  level: 'fault',
  message,
  ...(list && { list }),
})

/** A snapshot older than this hides what was sold since. */
const OLD_SNAPSHOT_DAYS = 30
const DAY_MS = 86_400_000

export async function* runChecks(
  environment: Environment,
  open: () => OfficeBackend,
): AsyncGenerator<Finding, void> {
  let env: Env
  try {
    env = parseEnv(environment)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    yield fault(error.message)
    return
  }
  yield checkAddress(environment, env)
  yield* checkMail(env)
  yield* checkPlaceholders()
  // Before the database is opened, which closes what it can.
  yield checkFiles(env.DATA_DIR)
  try {
    const backend = open()
    yield* checkKeys(backend)
    const rows = []
    for await (const row of readAll(backend.client, 'plates')) rows.push(row)
    yield* checkStock(rows)
    yield* checkEnquiries(backend)
  } catch (error) {
    if (error instanceof DataError) yield fault(`The backend cannot be asked: ${explain(error)}.`)
    else if (error instanceof StartError || error instanceof CliError) yield fault(error.message)
    else throw error
  }
  yield await checkSnapshot(env)
}

function checkAddress(environment: Environment, { SITE_URL }: Env): Finding {
  if (!environment.SITE_URL)
    return fault('SITE_URL is not set: pages name this machine as their address to search engines.')
  if (!SITE_URL.startsWith('https://')) return fault(`SITE_URL ${SITE_URL} does not begin with https://.`)
  return good(`The site's address is ${SITE_URL}.`)
}

async function* checkMail(env: Env): AsyncGenerator<Finding, void> {
  const { SMTP_URL, ENQUIRIES_TO, ENQUIRIES_FROM, DATA_DIR } = env
  const missing = Object.entries({ SMTP_URL, ENQUIRIES_TO, ENQUIRIES_FROM })
    .filter(([, value]) => !value)
    .map(([name]) => name)
  if (!SMTP_URL) {
    yield fault(
      `No mail server is set up (${missing.join(', ')} not set): enquiries reach nobody, each is only written as an .eml file under ${DATA_DIR}/mail. Set SMTP_URL, ENQUIRIES_TO and ENQUIRIES_FROM as .env.example shows, restart the site, and try them: ${CALL} mail test`,
    )
    return
  }
  if (missing.length > 0)
    yield fault(`${missing.join(', ')} not set: enquiries use ${site.email} of site.config.ts instead.`)
  const { hostname, port, protocol } = new URL(SMTP_URL)
  const isReached = await canConnect(hostname, Number(port) || (protocol === 'smtps:' ? 465 : 587))
  if (!isReached) yield look(`The mail server ${hostname} does not answer just now.`)
  else if (missing.length === 0) yield good(`Enquiries go to ${ENQUIRIES_TO} through ${hostname}.`)
}

/** A connection and no more: whether the password is right, `mail test` shows. */
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

/** Lines marked SAMPLE, and samples whose mark was taken away without the sample. */
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
    ? good('site.config.ts holds your own words.')
    : fault(
        'site.config.ts still holds samples: put your own words there and take the word SAMPLE away.',
        placeholders,
      )
}

async function* checkKeys({ client, env, isEmbedded }: OfficeBackend): AsyncGenerator<Finding, void> {
  const { error, status } = await client.from('plates').select('id').limit(1)
  if (error) throw new DataError(error, status)
  if (isEmbedded) {
    const mode = process.platform === 'win32' ? 0 : statSync(join(env.DATA_DIR, 'keys.json')).mode & 0o077
    yield mode === 0
      ? good('The keys are there, and closed to others.')
      : fault(`${join(env.DATA_DIR, 'keys.json')} can be read by others on this machine.`)
    return
  }
  const { BACKEND_ANON_KEY = '', BACKEND_SERVICE_KEY = '' } = env
  if (roleOf(BACKEND_SERVICE_KEY) === 'anon') yield fault('BACKEND_SERVICE_KEY is the public key.')
  const visitor = createBackendClient({ url: serverRestRoot(env), key: BACKEND_ANON_KEY })
  const hidden = await visitor.from('plates').select('id').eq('is_available', false).limit(1)
  if (hidden.error)
    yield fault(`Visitors cannot read the backend: ${explain(new DataError(hidden.error, hidden.status))}.`)
  else if (hidden.data.length > 0)
    yield fault('Visitors can read withdrawn plates: apply supabase/migrations there.')
  else yield good('Both keys are taken, and the public one sees only what is for sale.')
}

async function checkSnapshot({ DATA_DIR }: Env): Promise<Finding> {
  const damaged: string[] = []
  const snapshot = await loadSnapshot(DATA_DIR, (folder, reason) => damaged.push(`${folder}: ${reason}`))
  const publish = `${CALL} archive publish`
  if (!snapshot)
    return fault(
      `There are no static exports for when the backend is away: ${publish}`,
      damaged.length > 0 ? damaged : undefined,
    )
  if (damaged.length > 0)
    return look(`The newest static exports are damaged, older ones are served: ${publish}`, damaged)
  const days = Math.floor((Date.now() - Date.parse(snapshot.exportedAt)) / DAY_MS)
  const age = days === 0 ? 'of today' : days === 1 ? 'a day old' : `${days} days old`
  return days > OLD_SNAPSHOT_DAYS
    ? look(`The static exports are ${age}: ${publish}`)
    : good(`The static exports are ${age}.`)
}
