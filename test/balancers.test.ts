/** deploy/nginx.conf and deploy/Caddyfile in a real nginx and Caddy, of those that this machine has. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isNginxInstalled, NGINX_PATH, nginxConfig } from '#bench/nginx-config.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** With its lines for several servers. */
function caddyConfig(_folder: string, port: number, sitePorts: readonly number[]): string {
  const directives =
    '@pages|method|not path|lb_|fail_|health_|handle_path|reverse_proxy|import|transport|keepalive|response_|\\}'
  const [ours = ''] = readFileSync('deploy/Caddyfile', 'utf8')
    .replace(new RegExp(`^(\\t+)# (\\t*(?:${directives}).*)$`, 'gm'), '$1$2')
    .replace('127.0.0.1:3000', sitePorts.map((sitePort) => `127.0.0.1:${sitePort}`).join(' '))
    .replace('www.example.co.uk {', `http://localhost:${port} {`)
    .split('\nexample.co.uk {')
  return `{\n\tadmin off\n\tauto_https off\n}\n${ours}`
}

const isCaddyInstalled = () => spawnSync('caddy', ['version']).status === 0

const BALANCERS = [
  {
    command: ['nginx', '-e', 'stderr', '-c'],
    isInstalled: isNginxInstalled,
    configure: nginxConfig,
  },
  {
    command: ['caddy', 'run', '--adapter', 'caddyfile', '--config'],
    isInstalled: isCaddyInstalled,
    configure: caddyConfig,
  },
]

async function listen(answers: (url?: string) => boolean): Promise<{ port: number; received: string[] }> {
  const received: string[] = []
  const server = createServer(({ method, url }, response) => {
    response.setHeader('X-Request-Id', `id-of-${method}`)
    received.push(`${method} ${url}`)
    if (answers(url)) response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, received }
}

/** @returns the status, or 0 without an answer */
function ask(port: number, method: string, path: string, localAddress: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { Host: `localhost:${port}` }
    const sent = request({ host: '127.0.0.1', port, method, path, localAddress, headers, agent: false })
    sent.once('error', () => resolve(0))
    sent.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.end(method === 'POST' ? 'message=Hello' : undefined)
  })
}

/** Starts it with shorter time-outs, as temporary as the test. @returns its port */
async function startBalancer(
  [program = '', ...options]: string[],
  configure: typeof nginxConfig,
  folder: string,
  sitePorts: readonly number[],
): Promise<number> {
  const port = await freePort()
  const file = join(folder, 'balancer.conf')
  const config = configure(folder, port, sitePorts)
  writeFileSync(file, config.replace(/timeout 3s/g, 'timeout 1s').replace(/timeout 25s/g, 'timeout 3s'))
  const balancer = spawn(program, [...options, file], {
    env: { PATH: NGINX_PATH, HOME: folder },
    stdio: 'ignore',
  })
  onTestFinished(() => void balancer.kill('SIGKILL'))
  await expect.poll(() => ask(port, 'GET', '/healthz', '127.0.0.1')).toBe(200)
  return port
}

it.for(BALANCERS)(
  'a page that a frozen server does not answer goes to the other one, and a form to one of them alone: $command.0',
  async ({ command, isInstalled, configure }, { skip }) => {
    if (!isInstalled()) skip('It is not installed')
    const frozen = await listen((url) => url === '/healthz')
    const well = await listen(() => true)
    const balancerPort = await startBalancer(command, configure, temporaryFolder(), [frozen.port, well.port])

    const visitors = Array.from({ length: 24 }, (_, index) => `127.1.0.${index + 1}`)
    const send = (method: string, path: string) =>
      Promise.all(visitors.map((address, index) => ask(balancerPort, method, `${path}?n=${index}`, address)))
    const pages = send('GET', '/plates')
    const forms = send('POST', '/contact')
    const first = await Promise.race([pages.then(() => 'pages'), forms.then(() => 'forms')])
    expect(first).toBe('pages')
    expect((await pages).filter((status) => status !== 200)).toEqual([])
    expect(frozen.received).toContainEqual(expect.stringMatching(/^GET \/plates/))
    const answers = await forms
    const formsTo = ({ received }: typeof well) => received.filter((line) => line.startsWith('POST'))
    expect(formsTo(frozen)).not.toEqual([])
    expect(new Set([...formsTo(frozen), ...formsTo(well)]).size).toBe(visitors.length)
    expect(formsTo(frozen).length + formsTo(well).length).toBe(visitors.length)
    expect(answers.filter((status) => status === 200)).toHaveLength(formsTo(well).length)
  },
)

it('nginx logs the id of a request and the server that answered it, and neither the client nor a key in the address', async ({
  skip,
}) => {
  if (!isNginxInstalled()) skip('It is not installed')
  const site = await listen(() => true)
  const folder = temporaryFolder()
  const port = await startBalancer(['nginx', '-e', 'stderr', '-c'], nginxConfig, folder, [
    site.port,
    site.port,
  ])
  await ask(port, 'GET', '/order/a-key?name=ann', '127.0.0.9')
  const log = readFileSync(join(folder, 'nginx.log'), 'utf8')
  expect(log).toMatch(
    new RegExp(`^\\S+ id-of-GET GET /order 200 0 bytes [\\d.]+ s from 127\\.0\\.0\\.1:${site.port}$`, 'm'),
  )
  expect(log).not.toMatch(/a-key|ann|127\.0\.0\.9/)
})
