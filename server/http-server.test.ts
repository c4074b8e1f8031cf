/** Slow clients, with short limits. `scripts/slow-clients.ts` measures the real ones. */
import { once } from 'node:events'
import type { createServer, Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { RequestLine } from '#services/log.ts'
import { createHttpServer, HTTP_LIMITS, type HttpLimits } from './http-server.ts'

const SHORT: HttpLimits = {
  ...HTTP_LIMITS,
  headMs: 300,
  requestMs: 600,
  pictureMs: 1_800,
  idleMs: 10_000,
  writeTimeoutMs: 300,
  checkEveryMs: 50,
}

/** More than the operating system buffers. */
const LARGE = Buffer.alloc(48 * 2 ** 20)

/** A site that answers with the length of a body, or with more than a client reads at once. */
async function listen(limits = SHORT) {
  const requests: RequestLine[] = []
  const requestReceived = Promise.withResolvers<void>()
  const site = {
    listener: ((request, response) => {
      requestReceived.resolve()
      if (request.url === '/large') return void response.end(LARGE)
      let length = 0
      request.on('data', (chunk) => {
        length += chunk.length
      })
      request.on('end', () => response.end(String(length)))
    }) satisfies Parameters<typeof createServer>[1],
  }
  const server = createHttpServer(site, {
    siteUrl: 'http://plates.test',
    log: { request: (line) => requests.push(line), error: () => {}, info() {} },
    limits,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    /** Resolves when the first request has arrived. */
    requestReceived: requestReceived.promise,
    connections: () => connectionsOf(server),
  }
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}) // the test expects the socket to be closed
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Sends the chunks one after the other while the socket is open. */
function trickle(socket: Socket, pieces: () => string, everyMs = 40) {
  const timer = setInterval(() => socket.write(pieces()), everyMs)
  socket.once('close', () => clearInterval(timer))
}

/** Everything that a socket receives before it closes. */
function heard(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  return new Promise((resolve) => socket.once('close', () => resolve(text)))
}

test.each(['', 'Host:\r\n', 'Host: plates.test\r\nHost: other.test\r\n', 'Host: a.test\r\nHOST: a.test\r\n'])(
  'a request with the Host headers %j is refused',
  async (hosts) => {
    const { port, requests } = await listen()
    const socket = open(port)
    socket.write(`GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
    expect(await heard(socket)).toMatch(/^HTTP\/1\.1 400 /)
    expect(requests).toMatchObject([{ status: 400 }])
  },
)

test('a connection is kept longer than a proxy keeps it', async () => {
  const { port } = await listen(HTTP_LIMITS)
  const socket = open(port)
  socket.write('GET / HTTP/1.1\r\nHost: plates.test\r\n\r\n')
  const [head] = await once(socket, 'data')
  expect(Number(/Keep-Alive: timeout=(\d+)/.exec(String(head))?.[1])).toBeGreaterThan(60)
})

test('a client that trickles its headers gets 408 and is disconnected', async () => {
  const { port, requests } = await listen()
  const socket = open(port)
  socket.write('GET / HTTP/1.1\r\nHost: plates.test\r\n')
  trickle(socket, () => 'X-Slow: yes\r\n')
  expect(await heard(socket)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nX-Request-Id: /)
  expect(requests.map(({ status }) => status)).toEqual([408])
})

test('a client that trickles its body gets 408 and is disconnected', async () => {
  const { port } = await listen()
  const socket = open(port)
  socket.write('POST / HTTP/1.1\r\nHost: plates.test\r\nContent-Length: 100000\r\n\r\n')
  trickle(socket, () => 'x')
  expect(await heard(socket)).toMatch(/^HTTP\/1\.1 408 /)
})

test('a picture may take longer, but also gets 408', async () => {
  const { port } = await listen()
  const socket = open(port)
  const startedAt = performance.now()
  socket.write('POST /desk/pictures.json HTTP/1.1\r\nHost: plates.test\r\nContent-Length: 100000\r\n\r\n')
  trickle(socket, () => 'x')
  expect(await heard(socket)).toMatch(/^HTTP\/1\.1 408 /)
  expect(performance.now() - startedAt).toBeGreaterThan(1_700)
})

test('a client that connects and sends nothing is disconnected without a response or a log line', async () => {
  const { port, requests } = await listen()
  expect(await heard(open(port))).toBe('')
  expect(requests).toEqual([])
})

test('a client that reads nothing of its response is disconnected', async () => {
  const { port, requestReceived, connections } = await listen()
  const socket = open(port)
  socket.pause()
  socket.write('GET /large HTTP/1.1\r\nHost: plates.test\r\n\r\n')
  await requestReceived
  await expect.poll(connections).toBe(0)
})

test('a client that reads its response byte by byte is disconnected', async () => {
  const { port, requestReceived, connections } = await listen()
  const socket = open(port)
  socket.pause()
  socket.write('GET /large HTTP/1.1\r\nHost: plates.test\r\n\r\n')
  const timer = setInterval(() => socket.read(1), 20)
  onTestFinished(() => clearInterval(timer))
  await requestReceived
  await expect.poll(connections).toBe(0)
})

test('a client that is fast enough is answered, however many requests it sends', async () => {
  const { port } = await listen({ ...HTTP_LIMITS, checkEveryMs: 50 })
  const address = `http://127.0.0.1:${port}`
  for (let count = 0; count < 5; count++) {
    const response = await fetch(address, { method: 'POST', body: 'x'.repeat(count) })
    expect(await response.text()).toBe(String(count))
  }
  const large = await fetch(`${address}/large`)
  expect((await large.arrayBuffer()).byteLength).toBe(LARGE.length)
})

test('an unexpected error affects one response, and the next request is served', async () => {
  const faults: string[] = []
  const server = createHttpServer(
    {
      listener(request, response) {
        if (request.url === '/fault') throw new Error('not thought of')
        response.end('well')
      },
    },
    {
      siteUrl: 'http://plates.test',
      log: { request() {}, error: (message) => faults.push(message), info() {} },
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect((await fetch(`${address}/fault`)).status).toBe(500)
  expect(await (await fetch(address)).text()).toBe('well')
  expect(faults).toEqual(['Unexpected error'])
})
