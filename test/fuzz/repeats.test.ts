/**
 * One character repeated up to the limit and then one that does not match makes a backtracking regular expression
 * quadratic. Every part of a request that a stranger controls, and every cell of an import, has a budget of CPU time,
 * which does not depend on the load of the machine.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRows } from '#services/import/files/read.ts'
import { UserError } from '#services/user-error.ts'
import { CellError } from '#shared/cells/fields.ts'
import { rowReader } from '#shared/cells/parse-row.ts'
import { type TableSpec, tableSpecs } from '#shared/cells/table-specs.ts'
import { LIST_COLUMNS } from '#shared/plates/columns.ts'
import { openTestServer } from '../open-test-site.ts'
import { FUZZ_LIMIT, IS_THOROUGH, openFuzz, SEED } from './fuzz.ts'
import { RawClient } from './raw-client.ts'

/** CPU milliseconds beyond those of a short text. Quadratic expressions took 230 to 5,500 ms. */
const BUDGET_MS = 120
const TRIES = 4

const IN_ADDRESS = 15_500
const IN_HEADER = 28_000
const IN_BODY = 60_000
const IN_CELL = 30_000
const IN_FILE = 40_000

/** What is no character of an address is percent-encoded there; headers and bodies use the characters themselves. */
const ALWAYS = [' ', ',', 'a']
/** One of them in each run of the gate. */
const IN_TURN = [
  ...['0', '+', '/', '.', '"', '(', '\\', '\t', '\0', '\u00a0', ' ;', ';', ':', '-', '*', '%', '_', "'", ')'],
  ...['[', '{', '}', '<', '=', '9', 'A', '\n', '\u2003', '\u0301', ', ', '",', 'a,', 'a.', 'not.'],
]
const CHARACTERS = [
  ...ALWAYS,
  ...IN_TURN.filter((_, index) => IS_THOROUGH || index === SEED % IN_TURN.length),
]

interface Request {
  method?: string
  address: string
  headers?: Record<string, string>
  body?: string
}

interface Place {
  name: string
  longest: number
  /** Encodes a character for this place, null if impossible. */
  write(character: string): string | null
  with(text: string): Request
}

const encode = (character: string) => character.replace(/[^!-~]|["\\[\]{}<>%]/g, encodeURIComponent)
const inAddress = (start: string, headers?: Record<string, string>, end = ''): Place => ({
  name: start,
  longest: IN_ADDRESS,
  write: encode,
  with: (text) => ({ address: `${start}${text}${end}`, headers }),
})
const inHeader = (name: string, start: string, request: Request): Place => ({
  name: `${request.method ?? 'GET'} ${request.address} ${name}: ${start}`,
  longest: IN_HEADER,
  write: (character) => (/^[\t\x20-\x7e]+$/.test(character) ? character : null),
  with: (text) => ({ ...request, headers: { ...request.headers, [name]: `${start}${text}` } }),
})

function restPlaces(apikey: string): Place[] {
  const headers = { apikey }
  const json = { 'Content-Type': 'application/json' }
  const read = (start: string, end = '') => inAddress(`/rest/v1/${start}`, headers, end)
  const argument = (name: string, open: string, close: string): Place => ({
    name: `sales_figures ${name} ${open}`,
    longest: IN_BODY,
    write: (character) => JSON.stringify(character).slice(1, -1),
    with: (text) => ({
      method: 'POST',
      address: '/rest/v1/rpc/sales_figures',
      headers: { ...headers, ...json },
      body: `{"${name}":${open}${text}${close}}`,
    }),
  })
  const plates: Request = { address: '/rest/v1/plates?limit=1', headers }
  return [
    read(''),
    read('plates?'),
    read('plates?', '=eq.1'),
    ...['select', 'order', 'order=id.', 'limit', 'offset', 'columns', 'on_conflict', 'and', 'or'].map(
      (name) => read(`plates?${name}${name.includes('=') ? '' : '='}`),
    ),
    ...['limit=1', 'offset=-1'].map((start) => read(`plates?${start}`)),
    ...['id=eq.', 'price=eq.', 'price=eq.1', 'price=in.(', 'price=in.("', 'price=in.(1,', 'price='].map(
      (start) => read(`plates?${start}`),
    ),
    ...['is_available=eq.', 'is_available=eq.x', 'is_available=is.', 'is_available=is.not'].map((start) =>
      read(`plates?${start}`),
    ),
    ...['', '2020-01-01', '2020-01-01 03:04', '2020-01-01T03:04:05.6', '2020-01-01-', '2020-01-01+01'].map(
      (start) => read(`plates?created_at=gt.${start}`),
    ),
    ...['eq.', 'eq."', 'like.', 'ilike.*', 'not.', 'in.(a'].map((start) =>
      read(`plates?plate_number=${start}`),
    ),
    ...['(', '(price.eq.1', '(price.eq."', '(price.in.(', '(price', '(not.', '(or', '(or('].map((start) =>
      read(`plates?or=${start}`),
    ),
    ...['id', 'id!', 'id(', '"', 'a:', '...'].map((start) => read(`plates?select=${start}`)),
    ...['', 'a', 'application/json', 'application/json;', 'application/json;q=', 'a/b,'].map((start) =>
      inHeader('Accept', start, plates),
    ),
    ...['', 'count=exact', 'handling=strict,'].map((start) => inHeader('Prefer', start, plates)),
    ...['', '0', '0-', '0-1', 'bytes='].map((start) => inHeader('Range', start, plates)),
    ...['', 'Bearer', 'Bearer ', 'Bearer a', 'Bearer a.b.'].map((start) =>
      inHeader('Authorization', start, plates),
    ),
    inHeader('apikey', '', { address: '/rest/v1/plates' }),
    argument('search', '"', '"'),
    argument('search', '', ''),
    argument('sellers', '["', '"]'),
    argument('year_from', '1', ''),
  ]
}

function pagePlaces(): Place[] {
  const form = 'application/x-www-form-urlencoded'
  const field = (page: string, name: string, start = ''): Place => ({
    name: `${page} ${name}`,
    longest: IN_BODY,
    write: encode,
    with: (text) => ({
      method: 'POST',
      address: page,
      headers: { 'Content-Type': form },
      body: `${name}=${start}${text}`,
    }),
  })
  const inEnquiry = (name: string, start = ''): Place => ({
    name: `send-email ${name}`,
    longest: IN_BODY,
    write: (character) => JSON.stringify(character).slice(1, -1),
    with: (text) => ({
      method: 'POST',
      address: '/functions/v1/send-email',
      headers: { 'Content-Type': 'application/json' },
      body: `{"type":"contact","data":{"${name}":"${start}${text}"}}`,
    }),
  })
  const home: Request = { address: '/' }
  const sent: Request = {
    method: 'POST',
    address: '/functions/v1/send-email',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  }
  return [
    ...[
      '/',
      '/x',
      '/x/',
      '/plate/',
      '/plates/',
      '/plate/A',
      '/registration/',
      '/sales/',
      '/news/',
      '/info/x',
    ],
    ...[
      '/assets/',
      '/data/',
      '/share/plate/',
      '/share/news/',
      '/plates.data?_routes=',
      '/plates?',
      '/plates?q=',
    ],
    ...[
      '/plates?q=a',
      '/plates?price=',
      '/plates?price=1',
      '/plates?format=',
      '/plates?sort=',
      '/plates?set=',
    ],
    ...['q=', 'q=a', 'seller=', 'from=2', 'sort=', 'set=', 'set=years.', 'page='].map(
      (start) => `/sales-explorer?${start}`,
    ),
    ...['/jersey/sales-explorer?q=', '/sales-explorer.csv?q=', '/sales-explorer.json?seller='],
    ...['/contact?plate=', '/contact?plate=A', '/contact?type=', '/valuations?plate=', '/shortlist?p='],
  ]
    .map((start) => inAddress(start))
    .concat(
      [inAddress('/x', {}, '/'), inAddress('//x', {}, '/'), inAddress('/plates', {}, '.data')],
      [
        ...[
          'Accept-Encoding',
          'User-Agent',
          'Cookie',
          'If-None-Match',
          'X-Forwarded-For',
          'X-Forwarded-Host',
        ],
        ...['X-Forwarded-Proto', 'Referer', 'Accept-Language', 'Range', 'Host'],
      ].map((name) => inHeader(name, '', home)),
      [
        inHeader('Accept-Encoding', 'gzip', home),
        inHeader('Accept-Encoding', 'gzip;q=0', home),
        inHeader('User-Agent', 'Mozilla/5.0 (', home),
        inHeader('X-Forwarded-For', '::', { ...sent }),
        inHeader('X-Forwarded-For', '1.2.3', { ...sent }),
        inHeader('If-None-Match', 'W/"', { address: '/data/sales.json' }),
        inHeader('Accept-Encoding', '', { address: '/data/sales.json' }),
        inHeader('If-Modified-Since', '', { address: '/data/sales.json' }),
        ...['Range', 'If-None-Match', 'Accept-Encoding'].map((name) =>
          inHeader(name, name === 'Range' ? 'bytes=' : '', { address: '/favicon.ico' }),
        ),
        ...['Content-Type', 'Origin', 'Sec-Fetch-Site', 'Idempotency-Key'].map((name) =>
          inHeader(name, '', sent),
        ),
        inHeader('Content-Type', 'application/json', sent),
        inHeader('Content-Type', 'multipart/form-data; boundary=', { ...sent, address: '/contact' }),
        ...['name', 'email', 'phone', 'subject', 'inquiryType', 'message'].map((name) => inEnquiry(name)),
        inEnquiry('email', 'a@'),
        inEnquiry('email', 'a@b'),
        inEnquiry('message', 'a'),
        ...['name', 'email', 'message', ''].map((name) => field('/contact', name)),
        ...['plateNumber', 'additional', 'set'].map((name) => field('/valuations', name)),
      ],
    )
}

const repeated = (written: string, length: number) => written.repeat(Math.floor(length / written.length))

class Measured {
  readonly #all: { input: string; ms: number }[] = []

  /** The minimum of several tries, which excludes garbage collection, less that of a short text. */
  async add(input: string, run: (length: number) => unknown, longest: number): Promise<void> {
    const cpuMs = async (length: number) => {
      const before = process.threadCpuUsage()
      await run(length)
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000
    }
    let ms = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < TRIES && ms > BUDGET_MS; tries++) {
      const tried = await cpuMs(longest)
      ms = Math.min(ms, tried > BUDGET_MS ? tried - (await cpuMs(10)) : tried)
    }
    this.#all.push({ input, ms })
  }

  tooSlow = () => this.#all.filter(({ ms }) => ms > BUDGET_MS)

  describe(): string {
    const slowest = this.#all.toSorted((a, b) => b.ms - a.ms).slice(0, 5)
    return `most CPU: ${slowest.map(({ input, ms }) => `${ms.toFixed(1)} ms ${input}`).join('; ')}`
  }
}

test('no repeated character in any part of a request exceeds its CPU budget', FUZZ_LIMIT, async () => {
  const fuzz = openFuzz({ what: 'repeated characters in requests', file: 'test/fuzz/repeats.test.ts' })
  const measured = new Measured()
  const server = await openTestServer({ ENQUIRIES_PER_MINUTE: '1000000', TRUST_PROXY: '1' })
  await server.site.publishFirstSnapshot()
  const { anonKey } = JSON.parse(readFileSync(join(server.dataDir, 'keys.json'), 'utf8'))
  const rawClient = new RawClient(server.port)
  const send = async ({ method = 'GET', address, headers = {}, body }: Request) => {
    const sent = body === undefined ? undefined : Buffer.from(body)
    const { status } = await rawClient.ask(method, address, headers, sent)
    if (status >= 500) throw new Error(`${method} ${address.slice(0, 100)} was answered with ${status}`)
  }
  const places = [...restPlaces(anonKey), ...pagePlaces()]
  for (const place of places) await send(place.with('a'))
  const inputs = places.flatMap((place) =>
    CHARACTERS.flatMap((character) => {
      const written = place.write(character)
      return written === null ? [] : [{ place, character, written }]
    }),
  )
  await fuzz.each(inputs, ({ place, character, written }) =>
    measured.add(
      `${place.name} ${JSON.stringify(character)}`,
      (length) => send(place.with(`${repeated(written, Math.min(length, place.longest))}x`)),
      place.longest,
    ),
  )
  rawClient.close()
  fuzz.addNote(measured.describe())
  expect(measured.tooSlow()).toEqual([])
  expect(server.faults).toEqual([])
})

test('no repeated character in any cell of a list exceeds its CPU budget', FUZZ_LIMIT, async () => {
  const fuzz = openFuzz({ what: 'repeated characters in lists', file: 'test/fuzz/repeats.test.ts' })
  const measured = new Measured()
  const starts = ['', '£', '1', '12/07/2025', 'https://a.example/']
  const characters = [...CHARACTERS, ' 00:00', '£ ']
  const inSale = (table: TableSpec, column: string) => (cell: string) => {
    rowReader(table, { allowDoubtful: true }).read(1, {
      plate_number: 'A 1',
      sale_year: '2020',
      [column]: cell,
    })
  }
  const inStock = (parse: (cell: string) => unknown) => (cell: string) => {
    try {
      parse(cell)
    } catch (error) {
      if (!(error instanceof CellError)) throw error
    }
  }
  // One column per parser.
  const fields = new Map([
    ...LIST_COLUMNS.map(({ column, read }) => [String(read), { column, readCell: inStock(read) }] as const),
    ...Object.values(tableSpecs).flatMap((table) =>
      table.fields.map(
        ({ column, read }) => [String(read), { column, readCell: inSale(table, column) }] as const,
      ),
    ),
  ])
  const columns = [
    ...fields.values(),
    ...['registration', 'date'].map((column) => ({ column, readCell: inSale(tableSpecs.sales, column) })),
  ]
  const cells = columns.flatMap((column) =>
    characters.flatMap((character) => starts.map((start) => ({ ...column, character, start }))),
  )
  await fuzz.each(cells, async ({ column, readCell, character, start }) => {
    const read = (length: number) => {
      for (const end of ['x', '\nx']) readCell(`${start}${repeated(character, length)}${end}`)
    }
    await measured.add(`${column} ${start} ${JSON.stringify(character)}`, read, IN_CELL)
  })
  await fuzz.each(characters, async (character) => {
    const read = async (length: number) => {
      const text = repeated(character, length)
      const file = Buffer.from(`registration,${text}x\nA 1,${text}x\n`)
      try {
        for await (const row of openRows(file).rows) expect(row.line).toBeGreaterThan(0)
      } catch (error) {
        if (!(error instanceof UserError)) throw error
      }
    }
    await measured.add(`a file ${JSON.stringify(character)}`, read, IN_FILE)
  })
  fuzz.addNote(measured.describe())
  expect(measured.tooSlow()).toEqual([])
})
