import { Agent, type ClientRequest, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EmbeddedBackend } from '#packages/sqlite-rest/open-backend.ts'
import { openTestBackend } from '#test/open-test-backend.ts'
import { answerRest } from './rest-adapter.ts'

let backend: EmbeddedBackend
beforeEach(() => {
  ;({ backend } = openTestBackend())
})

const FUNCTION = '/rest/v1/rpc/sales_figures'

describe('a body over a socket', () => {
  let server: Server
  let agent: Agent
  let hasAnswered: Promise<unknown>
  beforeEach(async () => {
    agent = new Agent({ keepAlive: true, maxSockets: 1 })
    server = createServer((message, response) => {
      hasAnswered = Promise.resolve(answerRest(backend, message, response, []))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    agent.destroy()
    server.close()
  })

  function send(headers: Record<string, string | number>, write: (sent: ClientRequest) => void) {
    const { port } = server.address() as AddressInfo
    return new Promise<number | undefined>((resolve, reject) => {
      const sent = request({
        port,
        agent,
        method: 'POST',
        path: FUNCTION,
        headers: { apikey: backend.anonKey, ...headers },
      })
      sent.once('error', reject)
      sent.once('response', (response) => {
        response.resume().once('end', () => resolve(response.statusCode))
      })
      write(sent)
    })
  }

  it('a body over a socket that is too long is refused, with or without a Content-Length, and the connection stays open', async () => {
    const body = 'x'.repeat(2 ** 20)
    expect(await send({ 'Content-Length': body.length }, (sent) => sent.end(body))).toBe(413)
    expect(await send({ 'Transfer-Encoding': 'chunked' }, (sent) => sent.end(body))).toBe(413)
    expect(await send({}, (sent) => sent.end('{}'))).toBe(200)
  })

  it('a body over a socket that ends early is not logged as an error of the backend', async () => {
    const broken = send({ 'Content-Length': 1000 }, (sent) => {
      sent.write('{')
      server.once('request', () => sent.destroy())
    })
    await expect(broken).rejects.toThrow()
    await hasAnswered
  })
})

it('rows are compressed as the browser accepts, but for a few, and a client that accepts nothing has them as they are', async () => {
  const server = createServer((message, response) => {
    answerRest(backend, message, response, [])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const read = (limit: number, accepted: string) =>
    new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
      const headers = { apikey: backend.anonKey, 'Accept-Encoding': accepted }
      request({ port, path: `/rest/v1/plates?select=*&limit=${limit}`, headers }, async (answer) => {
        resolve({
          encoding: answer.headers['content-encoding'],
          body: Buffer.concat(await answer.toArray()),
        })
      })
        .once('error', reject)
        .end()
    })
  const [plain, zipped, packed, few] = await Promise.all([
    read(20, 'identity'),
    read(20, 'gzip'),
    read(20, 'gzip, br'),
    read(1, 'gzip, br'),
  ])
  server.close()
  expect([plain, zipped, packed, few].map(({ encoding }) => encoding)).toEqual([
    undefined,
    'gzip',
    'br',
    undefined,
  ])
  expect(gunzipSync(zipped.body)).toEqual(plain.body)
  expect(brotliDecompressSync(packed.body)).toEqual(plain.body)
})
