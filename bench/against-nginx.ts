// Cached pages against one nginx worker that serves the same bytes from a file; both write an access log.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './start-site.ts'
import { median } from './statistics.ts'

const NGINX_PORT = 4_090
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

const ours: number[] = []
const theirs: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  ours.push(requestsPerSecond(`${site.address}/plates`))
  theirs.push(requestsPerSecond(`http://127.0.0.1:${NGINX_PORT}/plates`))
}
nginx.kill()
await site.stop()
rmSync(folder, { recursive: true, force: true })

const [own, other] = [median(ours), median(theirs)]
console.log(`/plates as brotli, ${page.length.toLocaleString('en-GB')} bytes, median of ${ROUNDS}`)
console.log(`cached page    ${Math.round(own).toLocaleString('en-GB').padStart(9)}/s`)
console.log(`nginx, a file  ${Math.round(other).toLocaleString('en-GB').padStart(9)}/s`)
console.log(`ratio          ${(own / other).toFixed(2).padStart(9)}     at least 0.40`)

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
