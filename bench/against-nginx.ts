/**
 * Cached pages against two servers of the same bytes: a bare node:http server with the page in memory, and one nginx
 * worker with it in a file. Nginx and we write an access log. Needs `nginx` and `wrk` (Debian's packages).
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './start-site.ts'
import { median } from './statistics.ts'

const NGINX_PORT = 4_090
const BARE_PORT = 4_091
const ROUNDS = 9
const SECONDS = 2

for (const program of ['nginx', 'wrk']) {
  if (spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program}`]).status !== 0) {
    console.log(`Not measured: ${program} is not installed.`)
    process.exit(0)
  }
}

const site = await startServer()
const folder = mkdtempSync(join(tmpdir(), 'plateworthy-nginx-'))
const encoded = { headers: { 'accept-encoding': 'br' } }
// A second request makes the cache recompress the page; then its bytes stay the same.
await fetch(`${site.address}/plates`, encoded)
await fetch(`${site.address}/plates`, encoded)
await new Promise((resolve) => setTimeout(resolve, 1_500))
const page = await rawBody(`${site.address}/plates`)

mkdirSync(join(folder, 'root'))
writeFileSync(join(folder, 'root/plates'), page)
writeFileSync(
  join(folder, 'nginx.conf'),
  `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error;
events { worker_connections 1024; }
http {
  access_log ${folder}/access combined buffer=64k; sendfile on; tcp_nopush on; keepalive_requests 100000000;
  open_file_cache max=100 inactive=60s;
  client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  server {
    listen 127.0.0.1:${NGINX_PORT};
    location / { root ${folder}/root; default_type text/html; add_header Content-Encoding br; }
  }
}`,
)
const nginx = spawn('sh', ['-c', `PATH=$PATH:/usr/sbin exec nginx -p ${folder} -c ${folder}/nginx.conf`], {
  stdio: 'ignore',
})
process.once('exit', () => nginx.kill())
await new Promise((resolve) => setTimeout(resolve, 500))

const BARE_SERVER = `
const page = require('node:fs').readFileSync(process.argv[1])
require('node:http').createServer((_, response) => {
  response.writeHead(200, ['Content-Type', 'text/html', 'Content-Encoding', 'br', 'Content-Length', String(page.length)])
  response.end(page)
}).listen(${BARE_PORT}, '127.0.0.1')`
const bareServer = spawn(process.execPath, ['-e', BARE_SERVER, join(folder, 'root/plates')], {
  stdio: 'inherit',
})
process.once('exit', () => bareServer.kill())
await new Promise((resolve) => setTimeout(resolve, 500))

const ours: number[] = []
const bare: number[] = []
const theirs: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  ours.push(requestsPerSecond(`${site.address}/plates`))
  bare.push(requestsPerSecond(`http://127.0.0.1:${BARE_PORT}/plates`))
  theirs.push(requestsPerSecond(`http://127.0.0.1:${NGINX_PORT}/plates`))
}
nginx.kill()
bareServer.kill()
await site.stop()
rmSync(folder, { recursive: true, force: true })

const own = median(ours)
console.log(`/plates as brotli, ${page.length.toLocaleString('en-GB')} bytes, median of ${ROUNDS}`)
report('cached page', own)
report('bare node:http', median(bare), 'at least 0.50')
report('nginx, a file', median(theirs), 'at least 0.40')

function report(name: string, rate: number, floor?: string): void {
  const figure = Math.round(rate).toLocaleString('en-GB').padStart(9)
  console.log(
    `${name.padEnd(16)}${figure}/s${floor ? `   ours is ${(own / rate).toFixed(2)} of it, floor: ${floor}` : ''}`,
  )
}

function requestsPerSecond(address: string): number {
  const { stdout } = spawnSync(
    'wrk',
    ['-t1', '-c32', `-d${SECONDS}s`, '-H', 'Accept-Encoding: br', '-H', 'Connection: keep-alive', address],
    { encoding: 'utf8' },
  )
  if (/Non-2xx/.test(stdout)) throw new Error(stdout)
  return Number(stdout.match(/Requests\/sec:\s+([\d.]+)/)?.[1])
}

function rawBody(address: string): Buffer {
  return spawnSync('curl', ['-s', '-H', 'Accept-Encoding: br', address], { maxBuffer: 1e8 }).stdout
}
