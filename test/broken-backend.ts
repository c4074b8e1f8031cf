/** What a browser reads over the network, with failures (`mood`) that the test sets; and a PostgreSQL that is away. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBackend } from '#db/embedded.ts'

export type BackendMood =
  | 'well'
  | 'silent'
  | 'trickles'
  /** Closes the connection without a response. */
  | 'hangs up'
  /** Closes it in the middle of a response. */
  | 'breaks off'
  /** 200 with truncated JSON. */
  | 'truncates'
  | 'shows a page'
  | 'says nothing'
  /** 404 with an empty body, like a gateway without a route. */
  | 'knows nothing'
  /** 200 with an object instead of rows. */
  | 'answers an object'
  /** 200 with rows of another table. */
  | 'mixes up rows'
  | 'floods'
  /** 302 to a sign-in page. */
  | 'redirects'
  | 'fails'
  /** 502 with a gateway's page. */
  | 'is behind a broken gateway'
  | 'miscounts'

/** Every failure, the slow ones last. */
export const BROKEN: BackendMood[] = [
  'hangs up',
  'breaks off',
  'truncates',
  'shows a page',
  'says nothing',
  'knows nothing',
  'answers an object',
  'mixes up rows',
  'floods',
  'redirects',
  'fails',
  'is behind a broken gateway',
  'miscounts',
  'silent',
  'trickles',
]

export interface BrokenBackend {
  url: string
  anonKey: string
  mood: BackendMood
  close(): Promise<void>
}

/** Nobody listens there. */
export const NO_DATABASE = 'postgres://plateworthy_site:hush-database@127.0.0.1:9/plateworthy'

/** The settings of a site and of commands whose PostgreSQL is away. */
export const AWAY = {
  DATABASE_URL: NO_DATABASE,
  PUBLIC_DATABASE_URL: NO_DATABASE,
  PUBLIC_KEY_SECRET: 'k'.repeat(40),
}

const PAGE = '<!doctype html><title>Sign in</title><p>Welcome to the hotel network'
const FLOOD_BYTES = 100 * 2 ** 20

export async function startBrokenBackend(dataDir: string): Promise<BrokenBackend> {
  const backend = openBackend({ dataDir })
  const state = { mood: 'well' as BackendMood }
  const timers = new Set<ReturnType<typeof setInterval>>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? '/'
    const answer = await backend.fetch(
      new Request(`http://backend.test${path}`, {
        method: request.method,
        headers: request.headers as Record<string, string>,
        body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
      }),
    )
    const body = Buffer.from(await answer.arrayBuffer())
    const head = { ...Object.fromEntries(answer.headers), 'content-length': String(body.length) }
    const json = { ...head, 'content-length': '' }
    switch (state.mood) {
      case 'well':
        return response.writeHead(answer.status, head).end(body)
      case 'silent':
        return
      case 'trickles':
        response.writeHead(200, chunked(json)).write('[')
        return void timers.add(setInterval(() => response.write(' '), 20))
      case 'hangs up':
        return request.socket.destroy()
      case 'breaks off':
        response.writeHead(200, head).write(body.subarray(0, body.length / 2))
        return void setTimeout(() => request.socket.destroy(), 5)
      case 'truncates':
        return end(response, 200, chunked(json), body.subarray(0, body.length / 2))
      case 'shows a page':
        return end(response, 200, { 'content-type': 'text/html' }, PAGE)
      case 'says nothing':
        return end(response, 200, chunked(json), '')
      case 'knows nothing':
        return end(response, 404, {}, '')
      case 'answers an object':
        return end(response, 200, chunked(json), '{"plate_number":"1 KP","price":1}')
      case 'mixes up rows':
        return end(response, 200, chunked(json), '[{"id":7,"plate_number":7,"price":"dear"},[],null,"x"]')
      case 'floods':
        return flood(response, chunked(json))
      case 'redirects':
        return end(response, 302, { location: '/sign-in' }, '')
      case 'fails':
        return end(
          response,
          500,
          chunked(json),
          '{"code":"XX000","message":"out of luck","details":null,"hint":null}',
        )
      case 'is behind a broken gateway':
        return end(response, 502, { 'content-type': 'text/html' }, PAGE)
      case 'miscounts':
        return end(response, 200, { ...chunked(json), 'content-range': 'many/-3' }, body)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    anonKey: backend.anonKey,
    async close() {
      for (const timer of timers) clearInterval(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      backend.close()
    },
  })
}

function chunked(head: Record<string, string>): Record<string, string> {
  const { 'content-length': _length, ...rest } = head
  return rest
}

function end(response: ServerResponse, status: number, head: Record<string, string>, body: string | Buffer) {
  response.writeHead(status, head).end(body)
}

function flood(response: ServerResponse, head: Record<string, string>) {
  response.writeHead(200, head)
  const piece = Buffer.from(`[${'{"plate_number":"1 KP"},'.repeat(2_000)}`)
  let sent = 0
  const more = () => {
    while (sent < FLOOD_BYTES && !response.destroyed) {
      sent += piece.length
      if (!response.write(piece)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
}
