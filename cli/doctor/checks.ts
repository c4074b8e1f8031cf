import { readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { openPostgres } from '#data/open-postgres.ts'
import { type Env, parseEnv, StartError } from '#env.ts'
import { areManySales, isUpToDate } from '#services/archive/publish.ts'
import { isLate, loadSnapshot, type Snapshot } from '#services/archive/snapshot.ts'
import { findMissingFiles, findOtherMigrations } from '#services/backend-migrations.ts'
import { describeClosed, readClosed } from '#services/mail/sending.ts'
import { SETTING_NAMES, SETTINGS, type SettingName } from '#services/settings/definitions.ts'
import { defaultsOf, type SetValues, type SiteSettings, settingsWith } from '#services/settings/settings.ts'
import { readSettings } from '#services/settings/settings-store.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { MOST_ARCHIVED } from '#shared/sales/archive.ts'
import { readFacets } from '#shared/sales/sales-query.ts'
import { formatList, formatNumber, plural } from '#shared/text/format.ts'
import { missingStatements, STATEMENT_PAGES, type Statements } from '#shared/text/statement-pages.ts'
import type { Site } from '#site.config.ts'
import type { CliBackend } from '../backend.ts'
import { CALL } from '../define-command.ts'
import { CliError } from '../errors.ts'
import { describeDataError } from '../retry.ts'
import { checkArticles } from './articles.ts'
import { checkDatabase } from './database.ts'
import { checkEnquiries } from './enquiries.ts'
import { checkFiles } from './files.ts'
import { type Finding, ok, problem, warn } from './finding.ts'
import { checkPageFaults } from './page-faults.ts'
import { checkSales } from './sales.ts'
import { checkStock } from './stock.ts'

export type Environment = Record<string, string | undefined>

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
  // First, because opening the database repairs the modes of its files.
  const files = checkFiles(env.DATA_DIR)
  const backend = openOrFail(open)
  const isOpen = 'client' in backend
  const { values } = isOpen ? await readSettingsIfPossible(backend) : NOTHING_SET
  const settings = settingsWith(defaultsOf(env), values)
  yield* checkMail(env, settings)
  yield* checkPlaceholders(settings.site, new Set(Object.keys(values)))
  yield* checkStatements(settings.privateSettings)
  yield files
  yield checkPageFaults(env.DATA_DIR)
  if (isOpen) yield* checkBackend(backend, settings.site)
  else yield backend
  yield await checkSnapshot(env, isOpen ? backend.client : null)
}

const NOTHING_SET = { values: {} as SetValues }

function openOrFail(open: () => CliBackend): CliBackend | Finding {
  try {
    return open()
  } catch (error) {
    if (error instanceof StartError || error instanceof CliError) return problem(error.message)
    throw error
  }
}

/** The checks of the backend report why the settings cannot be read. */
async function readSettingsIfPossible({ database }: CliBackend): Promise<{ values: SetValues }> {
  try {
    return await readSettings(database)
  } catch (error) {
    if (error instanceof DataError) return NOTHING_SET
    throw error
  }
}

async function* checkBackend(backend: CliBackend, { dvlaPremium }: Site): AsyncGenerator<Finding, void> {
  try {
    // First, because a backend without tables answers none of the other checks.
    yield* checkMigrations(backend)
    yield* checkKeys(backend)
    yield* checkDatabase(backend)
    const closed = await readClosed(backend.database)
    if (closed) yield problem(`${describeClosed(closed)}. To send here: ${CALL} move --open`)
    const plates = await backend.database.selectFrom('plates').selectAll().orderBy('id').execute()
    yield* checkStock(plates)
    if (backend.isEmbedded) yield* checkSize((await readFacets(backend.client, 'uk')).total, plates.length)
    yield* checkSales(backend.database, dvlaPremium)
    yield* checkEnquiries(backend)
    yield* checkArticles(backend)
  } catch (error) {
    if (error instanceof DataError) yield problem(`The backend cannot be read: ${describeDataError(error)}.`)
    else if (error instanceof StartError || error instanceof CliError) yield problem(error.message)
    else throw error
  }
}

function checkAddress(environment: Environment, { SITE_URL }: Env): Finding {
  if (!environment.SITE_URL)
    return problem('SITE_URL is not set: pages give search engines the address of this machine.')
  if (!SITE_URL.startsWith('https://')) return problem(`SITE_URL ${SITE_URL} does not begin with https://.`)
  return ok(`The site's address is ${SITE_URL}.`)
}

async function* checkMail(
  { SMTP_URL, ENQUIRIES_TO, ENQUIRIES_FROM, DATA_DIR }: Env,
  { site, privateSettings: { recipients } }: SiteSettings,
): AsyncGenerator<Finding, void> {
  // Recipients that were set at the desk override ENQUIRIES_TO.
  const to = ENQUIRIES_TO ?? (recipients.join() === site.email ? undefined : recipients)
  const missing = Object.entries({ SMTP_URL, ENQUIRIES_TO: to, ENQUIRIES_FROM })
    .filter(([, value]) => !value)
    .map(([name]) => name)
  if (!SMTP_URL) {
    yield problem(
      `No mail server is configured (${missing.join(', ')} not set): enquiries are not e-mailed, only saved as .eml files in ${DATA_DIR}/mail. Set SMTP_URL, ENQUIRIES_TO and ENQUIRIES_FROM (see .env.example), restart the site and send a test message: ${CALL} mail test`,
    )
    return
  }
  if (missing.length > 0) yield problem(`${missing.join(', ')} not set: enquiries use ${site.email}.`)
  const { hostname, port, protocol } = new URL(SMTP_URL)
  const isReached = await canConnect(hostname, Number(port) || (protocol === 'smtps:' ? 465 : 587))
  if (!isReached) yield warn(`The mail server ${hostname} does not answer.`)
  else if (missing.length === 0)
    yield ok(`Enquiries go to ${formatList([...recipients])} through ${hostname}.`)
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

/** The setting that overrides a line, by its key. */
const SETTING_OF: Readonly<Record<string, SettingName>> = Object.fromEntries(
  SETTING_NAMES.map((name) => [SETTINGS[name].place.replace(/^\w+\./, ''), name]),
)

/** The sample lines of site.config.ts, except those overridden at the desk. */
export function findPlaceholders(source: string, set: ReadonlySet<string> = new Set()): string[] {
  let key = ''
  return source
    .split('\n')
    .map((text, index) => {
      const line = text.trim()
      key = /^(\w+):/.exec(line)?.[1] ?? key
      return { line, number: index + 1, setting: SETTING_OF[key] }
    })
    .filter(
      ({ line }) =>
        !/^(\*|\/\*)/.test(line) && /\/\/ SAMPLE|\(sample\)|\.example\b|\b1 Sample Street\b/.test(line),
    )
    .filter(({ setting }) => setting === undefined || !set.has(setting))
    .map(({ line, number }) => `line ${number}: ${line.replace(/\s*\/\/ SAMPLE.*$/, '')}`)
}

function* checkPlaceholders({ telephone }: Site, set: ReadonlySet<string>): Generator<Finding, void> {
  const placeholders = findPlaceholders(readFileSync(CONFIG, 'utf8'), set)
  yield placeholders.length === 0
    ? ok('No sample values of site.config.ts are in use.')
    : problem(
        'site.config.ts still has sample values: set them at the desk, or replace them there and remove the SAMPLE comments.',
        placeholders,
      )
  yield telephone
    ? ok(`Visitors can call ${telephone.number}, ${telephone.hours}.`)
    : warn('No telephone number is set, so no page shows one.')
}

function* checkStatements(privateSettings: Statements): Generator<Finding, void> {
  for (const page of STATEMENT_PAGES) {
    const missing = missingStatements(page, privateSettings)
    yield missing.length === 0
      ? ok(`${page.title} is on the site, at ${page.path}.`)
      : warn(
          `The site has no page “${page.title}”: ${plural(missing.length, 'statement is', 'statements are')} missing at /desk/firm/${page.id}.`,
          missing,
        )
  }
}

const MIGRATE_AGAIN = `run ${CALL} migrate --again, which revokes such rights.`

async function* checkKeys({ env, isEmbedded }: CliBackend): AsyncGenerator<Finding, void> {
  if (isEmbedded) {
    const mode = process.platform === 'win32' ? 0 : statSync(join(env.DATA_DIR, 'keys.json')).mode & 0o077
    yield mode === 0
      ? ok('The keys exist, and only their owner can read them.')
      : problem(`${join(env.DATA_DIR, 'keys.json')} can be read by other users of this machine.`)
    return
  }
  const visitors = openPostgres(env.PUBLIC_DATABASE_URL ?? '', { connections: 1, connectMs: 3_000 })
  const rights = sql<{ who: string; hidden: number; readsCosts: boolean; canWrite: boolean; most: number }>`
    SELECT current_user AS who, (SELECT count(*) FROM plates WHERE NOT is_available) AS hidden,
      has_table_privilege('plate_details', 'SELECT') AS reads_costs,
      has_table_privilege('plates', 'INSERT, UPDATE, DELETE') AS can_write,
      (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS most`
  try {
    const [role] = (await rights.execute(visitors)).rows
    if (!role || role.hidden > 0) yield problem(`Visitors can read withdrawn plates: ${MIGRATE_AGAIN}`)
    else if (role.readsCosts) yield problem(`Visitors can read what plates cost you: ${MIGRATE_AGAIN}`)
    else if (role.canWrite)
      yield problem(
        `PUBLIC_DATABASE_URL signs in as ${role.who}, who can change plates: name plateworthy_public, whose password is PUBLIC_PASSWORD of ${CALL} migrate.`,
      )
    else yield ok(`Visitors read as ${role.who}, who sees only plates for sale.`)
    if (role?.most === -1)
      yield warn(
        `Nothing limits what visitors ask of the database: ALTER ROLE ${role.who} CONNECTION LIMIT 1, or half as many as its machine has processor cores.`,
      )
  } catch (error) {
    if (!(error instanceof DataError)) throw error
    yield problem(`Visitors cannot read the database: ${describeDataError(error)}.`)
  } finally {
    await visitors.destroy()
  }
}

/** The embedded database is migrated when it is opened. */
async function* checkMigrations({ database, isEmbedded }: CliBackend): AsyncGenerator<Finding, void> {
  if (isEmbedded) return
  const other = await findOtherMigrations(database)
  if (other) return yield problem(other)
  const missing = await findMissingFiles(database)
  yield missing.length === 0
    ? ok('The backend has the tables, views and functions of this version.')
    : problem(
        `The backend lacks tables, views or functions of this version: run ${CALL} migrate. It applies these files of supabase/:`,
        missing,
      )
}

/** With more, pages of the embedded database take longer than a tenth of a second. */
const MOST_EMBEDDED = { sales: 100_000, plates: 20_000 }

export function* checkSize(sales: number, plates: number): Generator<Finding, void> {
  if (sales > MOST_EMBEDDED.sales || plates > MOST_EMBEDDED.plates)
    yield warn(
      `With ${formatNumber(sales)} sales and ${formatNumber(plates)} plates, PostgreSQL answers sooner than the embedded database. How to move there: docs/operations/hosted.md`,
    )
}

async function checkSnapshot({ DATA_DIR }: Env, client: BackendClient | null): Promise<Finding> {
  const damaged: string[] = []
  const snapshot = await loadSnapshot(DATA_DIR, (folder, reason) => damaged.push(`${folder}: ${reason}`))
  const publish = `${CALL} archive publish`
  if (!snapshot)
    return problem(
      `There are no static exports to serve when the backend is unavailable. The site publishes up to ${formatNumber(MOST_ARCHIVED)} sales when it starts, and a timer more: ${publish}`,
      damaged,
    )
  if (damaged.length > 0)
    return warn(`The newest static exports are damaged, so older ones are served: ${publish}`, damaged)
  const days = Math.floor((Date.now() - Date.parse(snapshot.exportedAt)) / DAY_MS)
  const age = days === 0 ? 'from today' : `${plural(days, 'day')} old`
  switch (await compareExports(client, snapshot)) {
    case 'same':
      return ok(`The static exports are ${age}, and have the sales as they are on record.`)
    case 'behind':
      return warn(
        `The static exports are ${age}, and the sales have changed since. A running site publishes them within five minutes; its log says why it could not. By hand: ${publish}`,
      )
    case 'late':
      return warn(
        `The static exports are ${age}. There are too many sales for the site to publish by itself, so let a timer do it each night (docs/operations/commands.md): ${publish}`,
      )
    default:
      return ok(`The static exports are ${age}.`)
  }
}

async function compareExports(
  client: BackendClient | null,
  snapshot: Snapshot,
): Promise<'same' | 'behind' | 'late' | 'unknown'> {
  if (!client) return 'unknown'
  try {
    if (await areManySales(client)) return isLate(snapshot, new Date()) ? 'late' : 'unknown'
    return (await isUpToDate(client, snapshot)) ? 'same' : 'behind'
  } catch (error) {
    if (error instanceof DataError) return 'unknown'
    throw error
  }
}
