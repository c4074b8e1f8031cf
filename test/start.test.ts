import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requireBuild } from '#scripts/build-state.mjs'
import { findInvitation } from '#services/people/invitations.ts'
import { asContact } from './enquiries/messages.ts'
import { freePort } from './free-port.ts'
import { newLoadCounts, visit } from './load.ts'
import { openTestServer } from './open-test-site.ts'
import { addRows } from './rows.ts'
import { temporaryDataDir, temporaryFolder } from './temporary-folder.ts'
import { withData } from './with-data.ts'

interface Ended {
  code: number | null
  output: string
}

async function start(environment: Record<string, string>, options: string[] = []) {
  requireBuild()
  const child = spawn(process.execPath, [...options, 'server.mjs'], {
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  let errorOutput = ''
  child.stderr.on('data', (chunk) => {
    errorOutput += chunk
  })
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => resolve({ code, output: errorOutput.trim() })),
  )
  const address = await new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      const open = output.match(/open at (http:\S+)/)?.[1]
      if (open) resolve(open)
    })
    child.once('close', () => resolve(''))
  })
  return { child: child as ChildProcess, address, ended, printed: () => output }
}

test('a first start creates and fills DATA_DIR, with keys for its owner only and static exports from its first answer, and the service’s cache of compiled code', async () => {
  const DATA_DIR = join(temporaryFolder(), 'not', 'yet', 'there')
  const CACHE_DIRECTORY = temporaryFolder()
  const { child, address, ended } = await start({ DATA_DIR, CACHE_DIRECTORY })
  for (const path of ['/data/sales.json', '/data/jersey-sales.json', '/plates'])
    expect([path, (await fetch(address + path)).status]).toEqual([path, 200])
  expect(statSync(join(DATA_DIR, 'keys.json')).mode & 0o077).toBe(0)
  child.kill('SIGTERM')
  await ended
  expect(readdirSync(CACHE_DIRECTORY, { recursive: true }).length).toBeGreaterThan(1)
})

test('while there is nobody at the desk, each start prints a link for the first person, and the older one ends', async () => {
  const DATA_DIR = temporaryDataDir()
  const linkOf = async ({ printed }: { printed(): string }) => {
    await expect.poll(printed).toMatch(/\/desk\/join\?token=[\w-]{43}\n/)
    return new URL(printed().match(/http:\S+\/desk\/join\S+/)?.[0] ?? '')
  }
  const first = await start({ DATA_DIR, PORT: String(await freePort()) })
  const older = await linkOf(first)
  expect(older.origin).toBe(first.address.replace('127.0.0.1', 'localhost'))
  first.child.kill('SIGTERM')
  await first.ended
  const { port } = older
  const second = await start({ DATA_DIR, PORT: port })
  const newer = await linkOf(second)
  second.child.kill('SIGTERM')
  await second.ended

  const find = (link: URL) =>
    withData(DATA_DIR, (database) =>
      findInvitation(database, link.searchParams.get('token') ?? '', new Date()),
    )
  expect(await find(older)).toBeNull()
  expect(await find(newer)).toMatchObject({ kind: 'first', role: 'owner' })
  const ann = { email: 'ann@plates.test', name: 'Ann', role: 'owner', security_stamp: 'x'.repeat(36) }
  await withData(DATA_DIR, (database) => addRows(database, 'people', ann))
  const third = await start({ DATA_DIR })
  expect((await fetch(third.address)).status).toBe(200)
  expect(third.printed()).not.toContain('/desk/join')
})

const modesIn = (folder: string) =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map((name) => [
    name,
    (statSync(join(folder, name)).mode & 0o777).toString(8),
  ])
const openIn = (folder: string) => modesIn(folder).filter(([, mode]) => !/^.00$/.test(mode ?? ''))

test.runIf(process.platform !== 'win32')(
  'DATA_DIR is readable by its owner only, whatever the umask or an earlier version’s file modes',
  async () => {
    const DATA_DIR = temporaryFolder()
    chmodSync(DATA_DIR, 0o755)
    const withoutMask = ['--import', `data:text/javascript,${encodeURIComponent('process.umask(0)')}`]
    const first = await start({ DATA_DIR, SMTP_URL: '' }, withoutMask)
    const response = await fetch(`${first.address}/functions/v1/send-email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(asContact()),
    })
    expect(response.status).toBe(200)
    const names = () => modesIn(DATA_DIR).map(([name]) => name ?? '')
    for (const kind of [/\.eml$/, /manifest\.json$/, /^plateworthy\.db-wal$/])
      await expect.poll(names).toContainEqual(expect.stringMatching(kind))
    expect(openIn(DATA_DIR)).toEqual([])
    first.child.kill('SIGTERM')
    await first.ended

    for (const name of names())
      chmodSync(join(DATA_DIR, name), statSync(join(DATA_DIR, name)).isDirectory() ? 0o755 : 0o644)
    await start({ DATA_DIR })
    expect(openIn(DATA_DIR)).toEqual([])
  },
)

test.runIf(process.platform !== 'win32')(
  'other files in DATA_DIR keep their modes, the site’s own are restricted',
  async () => {
    const DATA_DIR = temporaryFolder()
    chmodSync(DATA_DIR, 0o755)
    writeFileSync(join(DATA_DIR, 'index.html'), '')
    chmodSync(join(DATA_DIR, 'index.html'), 0o644)
    const { ended, child } = await start({ DATA_DIR })
    expect(openIn(DATA_DIR)).toEqual([
      ['', '755'],
      ['index.html', '644'],
    ])
    child.kill('SIGTERM')
    expect((await ended).output).toContain('Other users of this machine can access files in DATA_DIR')
  },
)

test('a port in use is reported in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const { ended } = await start({ DATA_DIR: temporaryDataDir(), PORT: String(port) })
  expect(await ended).toEqual({
    code: 1,
    output: `Port ${port} is in use: stop the program that uses it, or set PORT to another number.`,
  })
})

test('an impossible clock stops the start in one sentence', async () => {
  const clock = encodeURIComponent('Date.now = () => 5')
  const { ended } = await start({ DATA_DIR: temporaryFolder() }, [
    '--import',
    `data:text/javascript,${clock}`,
  ])
  const { code, output } = await ended
  expect([code, output.split('\n').length]).toEqual([1, 1])
  expect(output).toContain('clock')
})

test('the site works after the reader of its log is gone', async () => {
  const { child, address } = await start({ DATA_DIR: temporaryDataDir() })
  child.stdout?.destroy()
  child.stderr?.destroy()
  // Each is logged after its response, while the next one is on its way.
  for (let number = 0; number < 30; number++) expect((await fetch(`${address}/about`)).status).toBe(200)
})

test('SIGTERM finishes the current request, waits for no idle connection, and frees the port', async () => {
  const { child, address, ended } = await start({ DATA_DIR: temporaryDataDir() })
  const { hostname, port } = new URL(address)
  const open = async () => {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return socket
  }
  await open() // has sent nothing yet
  const idle = await open()
  idle.write('GET /healthz HTTP/1.1\r\nHost: plates.test\r\n\r\n')
  await once(idle, 'data')
  const socket = await open()
  const body = JSON.stringify(asContact())
  socket.write(
    [
      ...['POST /functions/v1/send-email HTTP/1.1', 'Host: plates.test', 'Content-Type: application/json'],
      ...[`Content-Length: ${Buffer.byteLength(body)}`, 'Expect: 100-continue', 'Connection: close', '', ''],
    ].join('\r\n'),
  )
  // The server has the headers, and waits for the body.
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 100 /)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const closed = once(socket, 'close')
  const began = performance.now()
  child.kill('SIGTERM')
  await expect.poll(() => fetch(address).catch(() => 'refused')).toBe('refused')
  socket.write(body)
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
  expect((await ended).code).toBe(0)
  expect(performance.now() - began).toBeLessThan(8_000) // requests in progress get ten seconds
})

test('SIGTERM under load loses no request: each response is complete, and the last on its connection', async () => {
  const { child, address, ended } = await start({ DATA_DIR: temporaryDataDir(), TRUST_PROXY: '1' })
  const counts = newLoadCounts()
  let asked = 0
  const next = () => {
    asked += 1
    if (asked % 3 === 0) return { path: `/plates?q=${asked}` }
    if (asked % 3 === 1) return { path: '/about' }
    return {
      path: '/functions/v1/send-email',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.0.0.${asked % 250}` },
      body: JSON.stringify(asContact({ message: `message ${asked}` })),
    }
  }
  const visitors = Array.from({ length: 12 }, () => visit(address, next, counts))
  await expect.poll(() => counts.complete, { timeout: 60_000 }).toBeGreaterThan(60)
  child.kill('SIGTERM')
  await Promise.all(visitors)
  expect(counts.lost).toEqual([])
  expect([counts.closingResponses, counts.refused]).toEqual([12, 12])
  expect((await ended).code).toBe(0)
})

test('unsupported methods are refused', async () => {
  const { port } = await openTestServer()
  for (const line of ['TRACE / HTTP/1.1', 'LINK /plates HTTP/1.1', 'PROPFIND / HTTP/1.1']) {
    const socket = connect(port, '127.0.0.1')
    const answer = await new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(String(chunk)))
      socket.write(`${line}\r\nHost: plates.test\r\nConnection: close\r\n\r\n`)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    socket.destroy()
  }
})

test('`npm start` ends with its server: SIGTERM to npm frees the port', async () => {
  // The set-up has already run.
  const PORT = String(await freePort())
  const { mtimeMs: builtAt } = statSync('build')
  const npm = spawn('npm', ['start'], {
    env: { ...process.env, PORT, DATA_DIR: temporaryDataDir() },
    stdio: 'ignore',
    detached: true,
  })
  // Kills the whole process group, in case npm leaves its server running.
  onTestFinished(() => {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL')
    } catch {}
  })
  const address = `http://127.0.0.1:${PORT}/healthz`
  while (!(await fetch(address).catch(() => null))) await new Promise((resolve) => setTimeout(resolve, 25))
  expect(statSync('build').mtimeMs).toBe(builtAt)
  npm.kill('SIGTERM')
  const isGone = async () => !(await fetch(address).catch(() => null))
  await expect.poll(isGone, { timeout: 15_000 }).toBe(true)
})

test('`npm ci` accepts the lock', () => {
  const { status, stderr } = spawnSync('npm', ['ci', '--dry-run', '--ignore-scripts'], { encoding: 'utf8' })
  expect(stderr).not.toContain('npm error')
  expect(status).toBe(0)
})

test('a trial of several servers on a port that is in use says so, and starts nothing', async () => {
  const port = await freePort()
  const used = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void used.close())
  await once(used, 'listening')
  // That of the second site.
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/hosted.ts', '--port', String(port - 2)],
    { encoding: 'utf8' },
  )
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain(`Port ${port} is in use`)
})
