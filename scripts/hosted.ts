// npm run hosted [-- --sales 100000 --plates 10000 --port 3000]
// A trial of several servers on this machine: PostgreSQL, PostgREST, two built sites and a balancer, over data that are
// removed at the end. The balancer is nginx with deploy/nginx.conf, or a small proxy where nginx is not installed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fillHosted } from '#bench/realistic-sales.ts'
import { openBackend } from '#db/embedded.ts'
import { startPostgrest } from '#test/postgrest.ts'

const { values } = parseArgs({
  options: {
    sales: { type: 'string' },
    plates: { type: 'string', default: '10000' },
    port: { type: 'string', default: '3000' },
  },
})
const port = Number(values.port)
const sites = [port + 1, port + 2]
const folder = mkdtempSync(join(tmpdir(), 'plateworthy-hosted-'))
const logs: string[] = []
const children: ChildProcess[] = []

// All that is started here ends with this process, at whichever point it is interrupted.
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 9 })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit())

console.log('Starting PostgreSQL and PostgREST')
const postgrest = await startPostgrest({
  database: 'plateworthy',
  isPublic: true,
  settings: '-c autovacuum=on -c shared_buffers=512MB -c maintenance_work_mem=256MB -c max_wal_size=4GB',
})
const environment = {
  SITE_URL: `http://localhost:${port}`,
  BACKEND_URL: `${postgrest.servers.at(-1)?.url}/`,
  BACKEND_PRIVATE_URL: `${postgrest.url}/`,
  BACKEND_ANON_KEY: postgrest.anonKey,
  BACKEND_SERVICE_KEY: postgrest.serviceKey,
  TRUST_PROXY: '1',
}
const settings = join(folder, 'settings.env')
const lines = Object.entries({ ...environment, DATA_DIR: join(folder, 'office') }).map((line) =>
  line.join('='),
)
writeFileSync(settings, lines.join('\n'), { mode: 0o600 })

if (values.sales === undefined) fillFromSeed()
else {
  console.log(`Storing ${values.sales} sales and ${values.plates} plates`)
  await fillHosted(postgrest, Number(values.sales), Number(values.plates))
}

console.log('Starting two sites')
for (const sitePort of sites) {
  const own = { PORT: String(sitePort), DATA_DIR: join(folder, String(sitePort)), NODE_ENV: 'production' }
  run(`site-${sitePort}`, process.execPath, ['server.mjs'], { ...environment, ...own })
  await answers(`http://127.0.0.1:${sitePort}/readyz`)
}
const balancer = startBalancer()
await answers(`${environment.SITE_URL}/healthz`)

console.log(`
The balancer  ${environment.SITE_URL}   (${balancer})
The sites     http://localhost:${sites[0]} and http://localhost:${sites[1]}
The contract  ${environment.BACKEND_URL} for browsers, ${environment.BACKEND_PRIVATE_URL} for the sites
PostgreSQL    psql -h ${postgrest.socketFolder} -U postgres plateworthy   (${postgrest.versions})
The keys      ${settings}
The commands  node --env-file=${settings} office.mjs doctor
The logs      ${logs.join(' ')}
The desk      ${readFileSync(logs[0] as string, 'utf8').match(/http:\S+\/desk\/join\S+/)?.[0]}

The balancer asks the same site for all requests of an address; curl --interface 127.0.0.2 has another one.
Ctrl+C stops everything and removes the data.`)

/** The stock and sales of a new embedded site, moved as the manual has it. */
function fillFromSeed(): void {
  console.log('Moving the seed')
  const dataDir = join(folder, 'embedded')
  openBackend({ dataDir }).close()
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, TARGET_SERVICE_KEY: postgrest.serviceKey }
  const args = ['office.mjs', 'move', '--to', environment.BACKEND_PRIVATE_URL]
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  if (status !== 0) fail(`The seed was not moved: ${stderr}`)
}

function startBalancer(): string {
  const path = `${process.env.PATH}:/usr/sbin`
  if (spawnSync('nginx', ['-v'], { env: { PATH: path } }).status !== 0) {
    startProxy()
    return 'a proxy of this script, since nginx is not installed'
  }
  const ours = readFileSync('deploy/nginx.conf', 'utf8')
    .replace(/10\.0\.0\.1(\d):3000/g, (_, n) => `127.0.0.1:${sites[n - 1]}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('www.example.co.uk', 'localhost')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  // One process alone, so that none is left when it is killed.
  const head = `daemon off; master_process off; pid ${folder}/nginx.pid;`
  const http = `http { access_log ${folder}/nginx.log; ${temporary}\n${ours} }`
  writeFileSync(join(folder, 'nginx.conf'), `${head} events { worker_connections 1024; }\n${http}`)
  run('nginx', 'nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { PATH: path })
  return 'nginx with deploy/nginx.conf'
}

function startProxy(): void {
  const agent = new Agent({ keepAlive: true, timeout: 60_000 })
  const forward = (asked: IncomingMessage, response: ServerResponse) => {
    const client = asked.socket.remoteAddress ?? ''
    const sitePort = sites[Number(client.split(/[.:]/).at(-1)) % 2]
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

function run(name: string, program: string, args: string[], given: Record<string, string>): void {
  const log = join(folder, `${name}.log`)
  const out = openSync(log, 'w')
  logs.push(log)
  const env = { PATH: process.env.PATH, ...given }
  const child = spawn(program, args, { env, stdio: ['ignore', out, out] })
  children.push(child)
  child.once('exit', () => fail(`${name} ended: ${readFileSync(log, 'utf8').slice(-2000)}`))
}

async function answers(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => null))?.ok) await sleep(50)
}

function fail(text: string): never {
  console.error(text)
  process.exit(1)
}
