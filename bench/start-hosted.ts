/**
 * A site of several servers on this machine: PostgreSQL, two built sites and a balancer, over data that are removed at the end. The
 * balancer is nginx with deploy/nginx.conf, or a small proxy where nginx is not installed.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBackend } from '#db/embedded.ts'
import { type Postgrest, type Restartable, startPostgrest } from '#test/postgrest.ts'
import { isNginxInstalled, NGINX_PATH, nginxConfig } from './nginx-config.ts'
import { fillHosted } from './realistic-sales.ts'
import { requireFreePorts } from './require-free-ports.ts'

interface HostedOptions {
  /** The balancer's; the sites have the next two. */
  port: number
  /** Invented sales and plates; without them the seed. */
  sales?: number
  plates?: number
  /** Further settings of PostgreSQL. */
  settings?: string
}

export interface Hosted {
  folder: string
  /** The environment of a site. */
  environment: Record<string, string>
  sitePorts: readonly number[]
  postgres: Postgrest
  /** Each with its log. */
  sites: readonly (Restartable & Logged)[]
  /** Undefined if nginx is not installed. */
  nginx: (Restartable & Logged) | undefined
}

interface Logged {
  log: string
  pid(): number
}

/** All that it starts ends with this process, at whichever point it is interrupted. */
export async function startHosted(options: HostedOptions): Promise<Hosted> {
  const { port, sales, plates = 10_000 } = options
  const sitePorts = [port + 1, port + 2]
  await requireFreePorts([port, ...sitePorts]).catch(({ message }) => fail(message))
  const folder = mkdtempSync(join(tmpdir(), 'plateworthy-hosted-'))
  const children = new Set<ChildProcess>()
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 9 })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit())

  console.log('Starting PostgreSQL')
  const postgres = await startPostgrest({
    database: 'plateworthy',
    isAlone: true,
    settings: `-c autovacuum=on -c shared_buffers=512MB -c maintenance_work_mem=256MB -c max_wal_size=4GB ${options.settings ?? ''}`,
  })
  const environment = {
    SITE_URL: `http://localhost:${port}`,
    DATABASE_URL: postgres.databaseUrl,
    PUBLIC_DATABASE_URL: postgres.publicDatabaseUrl,
    PUBLIC_KEY_SECRET: postgres.secret,
    TRUST_PROXY: '1',
  }

  if (sales === undefined) fillFromSeed()
  else {
    console.log(`Storing ${sales} sales and ${plates} plates`)
    await fillHosted(postgres, sales, plates)
  }

  console.log('Starting two sites')
  const sites = sitePorts.map((sitePort) => {
    const own = { PORT: String(sitePort), DATA_DIR: join(folder, String(sitePort)), NODE_ENV: 'production' }
    const given = { ...environment, ...own }
    return program(
      `site-${sitePort}`,
      `${sitePort}/readyz`,
      process.execPath,
      ['--max-semi-space-size=8', '--max-old-space-size=768', 'server.mjs'],
      given,
    )
  })
  for (const site of sites) await site.start()
  const nginx = prepareNginx()
  if (nginx) await nginx.start()
  else startProxy()
  return { folder, environment, sitePorts, postgres, sites, nginx }

  /** The stock and sales of a new embedded site, moved as the manual has it. */
  function fillFromSeed(): void {
    console.log('Moving the seed')
    const dataDir = join(folder, 'embedded')
    openBackend({ dataDir }).close()
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, TARGET_DATABASE_URL: postgres.databaseUrl }
    const args = ['office.mjs', 'move', '--to-database']
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    if (status !== 0) fail(`The seed was not moved: ${stderr}`)
  }

  function prepareNginx(): Hosted['nginx'] {
    if (!isNginxInstalled()) return undefined
    writeFileSync(join(folder, 'nginx.conf'), nginxConfig(folder, port, sitePorts))
    const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
    return program('nginx', `${port}/healthz`, 'nginx', args, { PATH: NGINX_PATH })
  }

  function startProxy(): void {
    const agent = new Agent({ keepAlive: true, timeout: 60_000 })
    const forward = (asked: IncomingMessage, response: ServerResponse) => {
      const client = asked.socket.remoteAddress ?? ''
      const sitePort = sitePorts[Number(client.split(/[.:]/).at(-1)) % 2]
      const headers = { ...asked.headers, 'x-forwarded-for': client }
      const { method, url: path } = asked
      const passed = request({ agent, port: sitePort, path, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      passed.once('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
      asked.pipe(passed)
    }
    createServer(forward).listen(port, '127.0.0.1')
  }

  /** @param check answers once it is ready */
  function program(
    name: string,
    check: string,
    command: string,
    args: string[],
    given: Record<string, string>,
  ): Restartable & Logged {
    const log = join(folder, `${name}.log`)
    let child: ChildProcess
    return {
      log,
      pid: () => child.pid as number,
      async start() {
        const out = openSync(log, 'a')
        child = spawn(command, args, {
          env: { PATH: process.env.PATH, ...given },
          stdio: ['ignore', out, out],
        })
        const started = child
        children.add(started)
        started.once('exit', () => {
          if (children.has(started)) fail(`${name} ended: ${readFileSync(log, 'utf8').slice(-2000)}`)
        })
        while (!(await fetch(`http://127.0.0.1:${check}`).catch(() => null))?.ok) await sleep(50)
      },
      async kill() {
        children.delete(child)
        child.kill('SIGKILL')
        await once(child, 'exit')
      },
    }
  }
}

export function fail(text: string): never {
  console.error(text)
  process.exit(1)
}
