// When slow clients are disconnected, and how others fare meanwhile: node scripts/slow-clients.ts (90 s)
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { startServer } from '#bench/start-site.ts'
import { quantile } from '#bench/statistics.ts'
import { residentMegabytes } from '#test/site-process.ts'

const EACH = 50
const TRICKLE_MS = 1_000
const QUIET_SECONDS = 20
const LONGEST_SECONDS = 100
const PATHS = ['/', '/plates', '/plate/7%20W', '/sales-explorer', '/healthz']

const KINDS: Record<string, { begin(socket: Socket): void; trickle?(socket: Socket): void }> = {
  'sends nothing': { begin() {} },
  'trickles its headers': {
    begin: (socket) => socket.write('GET /plates HTTP/1.1\r\nHost: plates.test\r\n'),
    trickle: (socket) => socket.write('X: x\r\n'),
  },
  'trickles its body': {
    begin: (socket) =>
      socket.write('POST /contact HTTP/1.1\r\nHost: plates.test\r\nContent-Length: 60000\r\n\r\nname='),
    trickle: (socket) => socket.write('x'),
  },
  'reads 1 kB/s of a 12 MB response': {
    begin(socket) {
      socket.pause()
      socket.write('GET /sales-explorer HTTP/1.1\r\nHost: plates.test\r\n\r\n'.repeat(100))
    },
    trickle: (socket) => socket.read(1_000),
  },
}

const server = await startServer()
const { hostname, port } = new URL(server.address)
const rows: string[] = []
try {
  const before = await visit(QUIET_SECONDS * 1000)
  const memoryBefore = residentMegabytes(server.pid)
  const disconnectMs: Record<string, number[]> = Object.fromEntries(
    Object.keys(KINDS).map((kind) => [kind, []]),
  )
  const slow = Object.entries(KINDS).flatMap(([kind, behaviour]) =>
    Array.from({ length: EACH }, () => slowClient(behaviour).then((ms) => disconnectMs[kind]?.push(ms))),
  )
  const gone = Promise.all(slow)
  let memoryDuring = 0
  const watch = setInterval(() => {
    memoryDuring = Math.max(memoryDuring, residentMegabytes(server.pid))
  }, 500)
  const during = await visit(LONGEST_SECONDS * 1000, gone)
  clearInterval(watch)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const memoryAfter = residentMegabytes(server.pid)
  for (const [kind, times] of Object.entries(disconnectMs))
    rows.push(
      `${EACH} × ${kind.padEnd(36)} ${times.length === EACH ? `disconnected after ${seconds(Math.min(...times))} to ${seconds(Math.max(...times))} s` : `ONLY ${times.length} DISCONNECTED`}`,
    )
  rows.push(`others before   ${describe(before)}`, `others meanwhile ${describe(during)}`)
  rows.push(
    `resident memory ${memoryBefore} MB before, at most ${memoryDuring} MB meanwhile, ${memoryAfter} MB after`,
  )
} finally {
  await server.stop()
}
process.stdout.write(`${rows.join('\n')}\n`)

function slowClient({ begin, trickle }: (typeof KINDS)[string]): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now()
    const socket = connect(Number(port), hostname)
    const timer = setInterval(() => trickle?.(socket), TRICKLE_MS)
    const end = () => {
      clearInterval(timer)
      socket.destroy()
      resolve(performance.now() - began)
    }
    socket.once('connect', () => begin(socket))
    // A paused socket detects its end only on a write.
    socket.once('error', end)
    socket.once('end', end)
    socket.once('close', end)
    const probe = setInterval(() => {
      if (socket.isPaused() && socket.connecting === false) socket.write('\r\n')
      if (socket.destroyed) clearInterval(probe)
    }, TRICKLE_MS)
  })
}

async function visit(forMs: number, until?: Promise<unknown>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const times: number[] = []
  let failed = 0
  let isOver = false
  const ends = Promise.race([
    new Promise((resolve) => setTimeout(resolve, forMs).unref()),
    ...(until ? [until] : []),
  ]).then(() => {
    isOver = true
  })
  await Promise.all(
    Array.from({ length: 4 }, async (_, visitor) => {
      for (let count = visitor; !isOver; count++) {
        const began = performance.now()
        // Every third request misses the page cache.
        const path = `${PATHS[count % PATHS.length]}${count % 3 ? '' : `?q=${count % 60}${visitor}`}`
        if ((await status(agent, path)) !== 200) failed += 1
        times.push(performance.now() - began)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }),
  )
  await ends
  agent.destroy()
  return { times, failed }
}

function status(agent: Agent, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    get(server.address + path, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    }).once('error', () => resolve(undefined))
  })
}

function describe({ times, failed }: { times: number[]; failed: number }): string {
  const at = (share: number) => quantile(times, share).toFixed(1)
  return `${times.length} responses, ${failed} failed; median ${at(0.5)} ms, 99 % within ${at(0.99)} ms, longest ${at(1)} ms`
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
