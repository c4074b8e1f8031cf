/**
 * The commands on a hosted backend: the same examples on our own REST server, and on a real PostgREST if
 * available.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Postgrest, postgrestMissingReason, startPostgrest } from '../postgrest.ts'
import { SALES } from '../seed-sales.ts'
import { type HostedCli, manySales, openHostedCli, openTestCli, spawnCli } from './open-cli.ts'

const missing = postgrestMissingReason()
if (missing) console.info(`SKIPPED: the office on a real PostgREST, since ${missing}`)

const unavailable = () =>
  Response.json({ code: 'X', message: 'no', details: null, hint: null }, { status: 503 })

const TABLES = ['plates', 'sales', 'jersey_sales', 'sale_changes']

describe.each([
  ['a server of our own', false],
  ['a real PostgREST', true],
])('at %s', (_, isReal) => {
  let postgrest: Postgrest | undefined
  beforeAll(async () => {
    if (isReal && !missing) postgrest = await startPostgrest()
  }, 60_000)
  afterAll(() => postgrest?.close())
  beforeEach(async ({ skip }) => {
    if (isReal && missing) skip(missing)
    await postgrest?.sql(TABLES.map((table) => `DELETE FROM ${table}`).join('; '))
  })

  type Interfere = Parameters<typeof openHostedCli>[0]
  const open = (options: Interfere = {}) => openHostedCli({ ...options, ...(postgrest ? { postgrest } : {}) })

  it('stock is added, changed, listed, sold and removed', async () => {
    const office = await open()
    const csv = 'plate,price,demo\nab51abc,"£1,250",no\nAB 2,900,yes\n'
    expect((await office.run('plates', 'import', office.file('s.csv', csv))).out).toEqual([
      '2 plates added, 0 changed, 0 unchanged, 0 refused.',
    ])
    await office.run(
      'plates',
      'edit',
      'AB51 ABC',
      '--price',
      '1300',
      '--description',
      'A “nice”, (bracketed) one',
    )
    expect((await office.run('plates', 'list')).out[0]).toMatch(/AB51 ABC +£1,300/)
    expect((await office.run('plates', 'add', 'ab2', '--price', '1')).all).toContain(
      'AB 2 is already in the stock',
    )
    await office.run('plates', 'sold', 'AB51 ABC', '--price', '1290', '--date', '2025-11', '--record')
    expect((await office.run('plates', 'clear-demo', '--yes')).out).toEqual([
      'Removed 1 demonstration plate.',
    ])
    expect(await office.rows('plates')).toMatchObject([
      { plate_number: 'AB51 ABC', price: 1300, is_available: false },
    ])
    expect(await office.rows('sales')).toMatchObject([
      { plate_number: 'AB51 ABC', total_price: 1290, category: 'Current' },
    ])
    expect((await office.run('keys', 'rotate', '--yes')).all).toContain('changed where it is hosted')
    expect((await office.run('archive', 'publish')).out[0]).toContain(': 1 sale, 0 Jersey sales.')
  })

  it('a plate that the list marks as sold is not put on sale, and one in stock goes off sale', async () => {
    const office = await open()
    await office.run('plates', 'add', 'AB 1', '--price', '5')
    const file = office.file('stock.csv', 'Reg,Price,Sold?\nAB 1,5,yes\nAB 2,,SOLD\nAB 3,7,\n')
    const output = '1 plate added, 1 changed, 0 unchanged, 0 refused, 1 skipped: sold.'
    expect((await office.run('plates', 'import', file)).out).toEqual([output])
    expect(await office.rows('plates')).toMatchObject([
      { plate_number: 'AB 1', is_available: false },
      { plate_number: 'AB 3', is_available: true },
    ])
  })

  it('a repeated import changes nothing but updated rows', async () => {
    const office = await open()
    const csv =
      'plate,year,month,seller,hammer,note\nab7,2020,,"Smith, ""B"" (\\)",100,\nAB 7,2020,,,100,\nAB 8,2021,5,,,x\n'
    const file = office.file('sales.csv', csv)
    expect((await office.run('sales', 'import', file)).out).toEqual([
      '3 sales added, 0 changed, 0 unchanged, 0 refused.',
    ])
    const before = await office.rows('sales')
    expect((await office.run('sales', 'import', file)).out).toEqual([
      '0 sales added, 0 changed, 3 unchanged, 0 refused.',
    ])
    expect(await office.rows('sales')).toEqual(before)
    const changed = office.file('changed.csv', csv.replace(',x', ',y'))
    expect((await office.run('sales', 'import', changed, '--dry-run')).out).toContain(
      'line 4: change AB 8: note x → y',
    )
    expect(await office.rows('sales')).toEqual(before)
    expect((await office.run('sales', 'import', changed)).out).toEqual([
      '0 sales added, 1 changed, 2 unchanged, 0 refused.',
    ])
    expect((await office.rows('sales')).at(-1)).toMatchObject({
      note: 'y',
      created_at: before.at(-1)?.created_at,
    })
  })

  it('nothing is sent if a row is rejected, unless --keep-good is given', async () => {
    const office = await open()
    const file = office.file('stock.csv', 'plate,price\nAB 1,5\nAB 2,\nAB 3,POA\n')
    expect((await office.run('plates', 'import', file)).out.at(-1)).toBe(
      '2 refused, so nothing has been imported.',
    )
    const short = office.file('short.csv', 'plate,price\nAB 1,5\nAB 2,\n')
    expect((await office.run('plates', 'import', short)).out).toEqual([
      'line 3: refused AB 2: it has no price',
      '1 refused, so nothing has been imported.',
    ])
    expect(office.asked.filter((asked) => asked.startsWith('POST'))).toEqual([])
    expect((await office.run('plates', 'import', file, '--keep-good')).code).toBe(1)
    expect(await office.rows('plates')).toMatchObject([{ plate_number: 'AB 1' }])
  })

  it('an import that is killed is complete or absent, and the next one completes it', async () => {
    let reached = () => {}
    const written = new Promise<void>((resolve) => {
      reached = resolve
    })
    const office = await open({
      async interfere(request, answer) {
        if (!request.url.endsWith('/rpc/change_sales')) return answer()
        // Killed after the write, before the response: the hardest case.
        const response = await answer()
        reached()
        await new Promise((resolve) => setTimeout(resolve, 300))
        return response
      },
    })
    const file = office.file('sales.csv', manySales(1_000))
    const { child, ended } = spawnCli(office, 'sales', 'import', file)
    await written
    child.kill('SIGKILL')
    await ended
    expect(await office.rows('sales')).toHaveLength(1_000)
    const { code, out } = await office.run('sales', 'import', file)
    expect([code, out]).toEqual([0, ['0 sales added, 0 changed, 1,000 unchanged, 0 refused.']])
    expect(await office.rows('sale_changes')).toHaveLength(1_000)
  })

  it('two imports at once add every sale once', async () => {
    const office = await open()
    const file = office.file('sales.csv', manySales(1_000))
    const both = await Promise.all([office.run('sales', 'import', file), office.run('sales', 'import', file)])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    const sum = both.map(({ out }) => Number(/^([\d,]+) sale/.exec(out[0] ?? '')?.[1]?.replace(',', '')))
    expect((sum[0] ?? 0) + (sum[1] ?? 0)).toBe(1_000)
    expect(await office.rows('sales')).toHaveLength(1_000)
  })

  it('a request whose response was lost is retried without duplicate effects', async () => {
    let losses = 2
    const office = await open({
      async interfere(request, answer) {
        const response = await answer()
        return request.method === 'POST' && losses-- > 0 ? unavailable() : response
      },
    })
    const { code, out } = await office.run('sales', 'import', office.file('sales.csv', manySales(300)))
    expect([code, out]).toEqual([0, ['300 sales added, 0 changed, 0 unchanged, 0 refused.']])
    expect(await office.rows('sales')).toHaveLength(300)
    expect(await office.rows('sale_changes')).toHaveLength(300)
  })

  it('rows of the target stay, and a row with the same registration is replaced by the one of the source', async () => {
    const target = await open()
    const source = openTestCli({ TARGET_SERVICE_KEY: target.serviceKey })
    await target.client.from('plates').insert([
      { plate_number: 'AB 99', price: 1 },
      { plate_number: 'H 8', price: 1 },
    ])
    const move = () => source.run('move', '--to', target.url)
    const { code, out } = await move()
    expect(code).toBe(0)
    expect(out.slice(0, 3)).toEqual([
      `From the database in ${source.environment.DATA_DIR} to ${target.url}:`,
      '  plates: 43 added, 1 updated, 0 unchanged',
      '  44 are here and 45 there',
    ])
    expect(out).toContain(`  sales: ${SALES} added, 0 updated, 0 unchanged`)
    await source.client.from('plates').delete().eq('plate_number', '7 W')
    expect((await move()).out.slice(1, 3)).toEqual([
      '  plates: 0 added, 0 updated, 43 unchanged',
      '  43 are here and 45 there',
    ])
    const [h8] = (await source.rows('plates')).filter((row) => row.plate_number === 'H 8')
    expect(await target.rows('plates')).toContainEqual(
      expect.objectContaining({ id: h8?.id, plate_number: 'H 8', price: 198_500 }),
    )
    expect((await target.rows('plates')).map((row) => row.plate_number)).toContain('AB 99')
  })
})

describe('moving', () => {
  const open = async (): Promise<HostedCli> => openHostedCli()

  it('asks for the key on a terminal, and never shows it', async () => {
    const target = await open()
    const source = openTestCli()
    expect((await source.run('move', '--to', target.url)).all).toContain('set TARGET_SERVICE_KEY')
    const { code, all } = await source.runInteractive([target.serviceKey], 'move', '--to', target.url)
    expect(code).toBe(0)
    expect(all).not.toContain(target.serviceKey)
  })

  it.each([
    ['', '/rest/v1/plates'],
    ['/', '/plates'],
    ['/api', '/api/plates'],
  ])('reads the path “%s” as BACKEND_URL does', async (path, table) => {
    const target = await open()
    const source = openTestCli({ TARGET_SERVICE_KEY: target.serviceKey })
    await source.run('move', '--to', `${target.url}${path}`, '--dry-run')
    expect(target.asked[0]).toBe(`GET ${table}`)
  })

  it('to a site in use, or from a backend that was moved elsewhere, is refused', async () => {
    const [target, other] = [await open(), await open()]
    const source = openTestCli({ TARGET_SERVICE_KEY: target.serviceKey })
    await target.client.from('alerts').insert({ token: 'a'.repeat(43), email: 'ann@a.test', criteria: 'q=A' })
    expect(await source.run('move', '--to', target.url)).toMatchObject({
      code: 1,
      all: `${target.url} has alerts of its own and sends e-mail: it belongs to a site in use. Move to an empty backend.`,
    })
    expect(await target.rows('plates')).toEqual([])

    await target.client.from('alerts').delete().eq('criteria', 'q=A')
    expect((await source.run('move', '--to', target.url, '--switch')).code).toBe(0)
    source.environment.TARGET_SERVICE_KEY = other.serviceKey
    const elsewhere = await source.run('move', '--to', other.url)
    expect([elsewhere.code, elsewhere.all]).toEqual([
      1,
      expect.stringContaining(`was moved to ${target.url}`),
    ])
    expect((await source.run('doctor')).all).toContain(`This backend was moved to ${target.url}`)
  })

  it('with --open, this backend sends again after a confirmation', async () => {
    const target = await open()
    const source = openTestCli({ TARGET_SERVICE_KEY: target.serviceKey })
    expect((await source.run('move', '--open')).out).toEqual(['This backend already sends e-mail.'])
    await source.run('move', '--to', target.url, '--switch')
    expect((await source.run('move', '--open')).code).toBe(2)
    expect((await source.run('doctor')).all).toContain('was moved to')
    expect((await source.run('move', '--open', '--yes')).out.at(-1)).toBe('This backend sends e-mail again.')
    expect((await source.run('doctor')).all).not.toContain('was moved to')
  })

  it('to the source itself is refused, however its URL is written', async () => {
    const office = await open()
    const { code, all } = await office.run('move', '--to', `${office.url}/rest/v1/`)
    expect([code, all]).toEqual([2, expect.stringContaining('The target is the current backend')])
  })

  it.each([
    ['http://project.example', 'https://, because the service key is sent there'],
    ['https://user:secret@project.example', 'must not contain a user name or password'],
    ['project', '--to needs an address'],
    ['https://project.example/?key=secret', '--to must not have a query or a fragment'],
  ])('to %s is refused', async (address, expected) => {
    const { code, all } = await openTestCli({ TARGET_SERVICE_KEY: 'x' }).run('move', '--to', address)
    expect(code).toBe(2)
    expect(all).toContain(expected)
    expect(all).not.toContain('secret')
  })

  it.each([
    ['', '/rest/v1/plates'],
    ['/', '/plates'],
    ['/api', '/api/plates'],
    ['/api/', '/api/plates'],
  ])('to a URL that ends with “%s” requests %s, as BACKEND_URL would', async (end, path) => {
    const target = await open()
    await openTestCli({ TARGET_SERVICE_KEY: target.serviceKey }).run('move', '--to', target.url + end)
    expect(target.asked[0]).toBe(`GET ${path}`)
  })

  it('with the public key, a wrong key, or an unreachable URL is refused before anything is sent', async () => {
    const target = await open()
    const anonKey = target.environment.BACKEND_ANON_KEY as string
    const withKey = (key: string, to = target.url) =>
      openTestCli({ TARGET_SERVICE_KEY: key }).run('move', '--to', to)
    expect((await withKey(anonKey)).all).toContain('That is the public key')
    expect((await withKey('sb_publishable_abc')).all).toContain('That is the public key')
    expect((await withKey('nonsense')).all).toContain('it does not accept the service key')
    expect((await withKey(target.serviceKey, 'http://127.0.0.1:9')).all).toContain(
      'cannot be used: it cannot be reached',
    )
    expect(target.asked.filter((asked) => asked.startsWith('POST'))).toEqual([])
  })
})

it('an unavailable backend is named, with what to do', async () => {
  const office = await openHostedCli({
    interfere: async (request, answer) => (request.method === 'POST' ? unavailable() : answer()),
  })
  const { code, all } = await office.run('sales', 'import', office.file('sales.csv', manySales(500)))
  expect(code).toBe(1)
  expect(all).toContain(
    'Nothing has been imported: the backend failed, it answered 503 (no). Run the same command again.',
  )
})

it('a hosted backend without its service key is reported', async () => {
  const office = openTestCli({ BACKEND_URL: 'https://backend.test', BACKEND_ANON_KEY: 'public' })
  expect(await office.run('plates', 'list')).toMatchObject({
    code: 1,
    all: 'The commands need the service key: set BACKEND_SERVICE_KEY for BACKEND_URL (see .env.example).',
  })
})
