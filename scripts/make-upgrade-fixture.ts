/**
 * Creates the fixture of the upgrade drill: a backup that the previous release made of a site in use, the owner's
 * credentials, and the texts of its public pages. The previous release runs its own code: this script builds it, starts
 * it, and uses it as a dealer and visitors would.
 * node scripts/make-upgrade-fixture.ts <schema>     19: of the last commit with that many migrations
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as rest } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { BackendClient } from '#shared/data/client.ts'
import { DESK_PASSWORD, DeskVisitor } from '#test/desk.ts'
import { asContact, asValuation } from '#test/enquiries/messages.ts'
import { SoftAuthenticator } from '#test/soft-authenticator.ts'
import { findRelease, readPage, type UpgradeFixture } from '#test/upgrade-fixture.ts'

const release = findRelease(Number(process.argv[2]))
if (!release)
  throw new Error('Name the number of migrations of a release that is in the history of this checkout.')
const SITE_URL = 'https://plates.test'
const FOLDER = 'test/fixtures/upgrade'

const SALES = `plate_number,where_sold,sale_year,sale_month,hammer_price,category,selection,note
AB 1,DVLA,2019,5,90000,Dateless,complete,
AB 2,DVLA,2020,5,41000,Dateless,complete,
AB 3,DVLA,2020,6,38500,Dateless,complete,
SAM 1,"Auction “big”, (1)",2021,3,120000,Dateless,highest,
M4 SAM,DVLA,2022,9,3100,Prefix,sample,Seen “somewhere”
Y4 YAN,DVLA,2024,2,1450,Prefix,sample,
KA11 TEE,DVLA,2025,7,2200,Current,sample,
`
const JERSEY_SALES =
  'plate_number,sale_year,total_price,selection\nJ 7,2018,25000,reported\nJ 77,2019,9000,reported\n'
const STOCK = `plate,price,featured,status,description,cost,bought on,document,notes
AB 10,"£12,500",yes,,"A “nice” one",6000,2026-01-05,V778,"Two lines
of notes"
AB 11,900,no,,,,,,
SAM 11,5000,no,,,2000,,,
KAT 1E,7950,yes,,For Katie,3100,2025-11-30,V750,
R3 TRO,1250,no,,,,,,
V1 OLA,3300,no,withdrawn,,,,,
B16 BEN,2100,no,reserved,,,,,
`
const CHANGED_STOCK =
  'plate,price,status\nAB 10,"£11,500",\nSAM 11,5000,Sold 12/10/2026\nR3 TRO,1250,withdrawn\nV4 TES,900,\n'
const CORRECTED_SALES = `plate_number,where_sold,sale_year,sale_month,hammer_price,total_price,selection
AB 3,DVLA,2020,6,38000,,complete
SAM 11,Plateworthy,2026,10,,4800,own
`

const NOT_IMPORTED = 'not imported yet.csv'

const folder = mkdtempSync(join(tmpdir(), 'plateworthy-release-'))
try {
  execFileSync('sh', ['-c', `git archive ${release} | tar -x -C '${folder}'`])
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  execFileSync(process.execPath, ['scripts/setup.mjs', 'build'], { cwd: folder, stdio: 'inherit' })
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const schema = await begin(dataDir)
  const fixture = { schema, siteUrl: SITE_URL, ...(await runTheBusiness(dataDir)) }
  const backup = join(folder, 'backup.db')
  office(dataDir, 'backup', backup)
  mkdirSync(FOLDER, { recursive: true })
  const bytes = gzipSync(readFileSync(backup), { level: 9 })
  writeFileSync(join(FOLDER, `schema-${schema}.db.gz`), bytes)
  writeFileSync(join(FOLDER, `schema-${schema}.json`), `${JSON.stringify(fixture, null, 2)}\n`)
  console.log(`schema ${schema}: ${bytes.length} bytes, ${fixture.pages.length} pages`)
} finally {
  rmSync(folder, { recursive: true })
}

function importOf(path: string) {
  return import(pathToFileURL(join(folder, path)).href)
}

function office(dataDir: string, ...args: string[]): void {
  execFileSync(process.execPath, ['cli/main.ts', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, SUDO_USER: 'ann' },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
}

/** An empty database that counts as seeded, so that the fixture stays small. @returns the number of its schema */
async function begin(dataDir: string): Promise<number> {
  const { openDatabase, readMigrations } = await importOf('db/embedded.ts')
  openDatabase(dataDir).close()
  const database = new DatabaseSync(join(dataDir, 'plateworthy.db'))
  database.exec("INSERT INTO meta (key, value) VALUES ('seeded_at', '2026-11-01T00:00:00.000Z')")
  database.close()
  return readMigrations().length
}

async function startSite(dataDir: string) {
  const child = spawn(process.execPath, ['server.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, SITE_URL, PORT: '0', TRUST_PROXY: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const address = await new Promise<string>((opened) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      const open = output.match(/open at (http:\S+)/)?.[1]
      if (open) opened(open)
    })
  })
  process.once('exit', () => child.kill())
  const readLink = async () => {
    await rest(500) // printed after the address
    return output.match(/https:\S+\/desk\/join\S+/)?.[0] ?? ''
  }
  const ask = (path: string, init?: RequestInit) => fetch(address + path, init)
  const stop = () =>
    new Promise((stopped) => {
      child.once('exit', stopped)
      child.kill()
    })
  return { ask, readLink, stop }
}

type Ask = Awaited<ReturnType<typeof startSite>>['ask']

async function runTheBusiness(dataDir: string): Promise<Pick<UpgradeFixture, 'owner' | 'pages'>> {
  const sales = join(folder, 'sales.csv')
  writeFileSync(sales, SALES)
  office(dataDir, 'sales', 'import', sales)
  const jersey = join(folder, 'jersey.csv')
  writeFileSync(jersey, JERSEY_SALES)
  office(dataDir, 'sales', 'import', jersey, '--jersey')
  const list = join(folder, 'stock.csv')
  writeFileSync(list, STOCK)
  office(dataDir, 'plates', 'import', list)
  writeFileSync(list, CHANGED_STOCK)
  office(dataDir, 'plates', 'import', list)
  writeFileSync(sales, CORRECTED_SALES)
  office(dataDir, 'sales', 'import', sales, '--replace', '--reason', 'A misprint')

  const site = await startSite(dataDir)
  const ann = new DeskVisitor(site.ask, SITE_URL)
  const appKey = await ann.join(await site.readLink(), { name: 'Anna Barker', email: 'anna@plates.test' })
  const passkey = await addPasskey(ann)
  await ann.submit('/desk/people/invite', { email: 'bert@plates.test', role: 'staff' })
  await importAtTheDesk(ann)
  await sendEnquiries(site.ask)
  await answer(ann)
  await rest(2_000) // let pending emails be delivered
  await site.stop()
  await fillOtherTables(dataDir)

  const again = await startSite(dataDir)
  const pages = []
  for (const path of await listPaths(again.ask)) pages.push(await readPage(again.ask, path))
  await again.stop()
  await leaveMailsWaiting(dataDir)
  return { owner: { email: 'anna@plates.test', password: DESK_PASSWORD, appKey, passkey }, pages }
}

interface PasskeyOptions {
  options?: Parameters<SoftAuthenticator['create']>[0]
  error?: unknown
}

async function addPasskey(ann: DeskVisitor) {
  const { csrf } = await ann.open('/desk/account')
  const asked = await ann.post('/desk/passkey-options', { csrf, purpose: 'add' })
  const { options, error } = (await asked.json()) as PasskeyOptions
  if (!options) throw new Error(`There are no options for a passkey: ${JSON.stringify(error)}`)
  const authenticator = new SoftAuthenticator(SITE_URL)
  const response = authenticator.create(options)
  const added = await ann.post('/desk/account/passkeys', { csrf, intent: 'passkey', passkey: response })
  if (!added.headers.get('Location')?.endsWith('done=added')) throw new Error('The passkey was not added')
  return authenticator.save()
}

/** One list is imported, another one is waiting. */
async function importAtTheDesk(ann: DeskVisitor): Promise<void> {
  for (const [name, content] of [
    ['bought today.csv', 'Registration No,Retail GBP,Cost,Notes\nY3 YAN,1950,900,From a friend\n'],
    [NOT_IMPORTED, 'Registration No,Retail GBP\nN33 DED,2500\n'],
  ] as const) {
    const { csrf } = await ann.open('/desk/import')
    const form = new FormData()
    form.set('csrf', csrf)
    form.set('file', new File([content], name))
    const sent = await ann.send('/desk/import', {
      method: 'POST',
      body: form,
      headers: { Origin: SITE_URL },
    })
    const path = sent.headers.get('Location') ?? ''
    if (name === NOT_IMPORTED) continue
    await ann.submit(path, {
      intent: 'headings',
      'heading-0': 'Registration No',
      'column-0': 'plate_number',
    })
    const { html } = await ann.open(path)
    const digest = /name="digest" value="([^"]*)"/.exec(html)?.[1] ?? ''
    await ann.submit(path, { intent: 'write', digest })
    if (!(await ann.open(path)).html.includes('1 plate added')) throw new Error('The list was not imported')
  }
}

async function sendEnquiries(ask: Ask): Promise<void> {
  const send = (body: object) =>
    ask('/functions/v1/send-email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const zoe = { name: 'Zoë Ünal', email: 'zoe@visitors.test' }
  await send(asContact({ ...zoe, plateNumber: 'AB 10', subject: 'AB 10', message: 'Still\nfor sale? 🚗' }))
  await send(asContact({ ...zoe, plateNumber: 'KAT 1E', subject: 'KAT 1E', message: 'Your best price?' }))
  await send(asValuation({ plateNumber: 'SAM 1' }))
  await send({ ...asContact({ name: 'Spammer', subject: 'Cheap links' }), trap: { website: 'x' } })
  const { status } = await ask('/alerts', {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: SITE_URL },
    body: new URLSearchParams({ q: 'SAM', email: 'zoe@visitors.test', frequency: 'at-once', website: '' }),
  })
  if (status >= 400) throw new Error(`The alert was answered with ${status}`)
}

/** One enquiry is answered, noted and won. */
async function answer(ann: DeskVisitor): Promise<void> {
  const { html } = await ann.open('/desk/enquiries')
  const references = [...new Set(html.match(/ENQ-\d{4}-\d{4}/g))]
  const [reference = ''] = references
  const path = `/desk/enquiries/${reference}`
  const page = await ann.open(path)
  const reply = page.html
    .split('<form')
    .find((form) => /name="intent"[^>]*value="reply"/.test(form)) as string
  const hidden = [...reply.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
  const sent = await ann.post(path, { ...fields, text: 'Yes, it is.\r\nAnn' })
  if (sent.status !== 302) throw new Error(`The answer was answered with ${sent.status}`)
}

/** Inserts rows into the tables that the steps above leave empty, using that release's own list. */
async function fillOtherTables(dataDir: string): Promise<void> {
  const { fillEveryTable } = await importOf('test/fill-every-table.ts')
  await write(dataDir, fillEveryTable)
}

/** Simulates a mail server that was unavailable for a day. */
async function leaveMailsWaiting(dataDir: string): Promise<void> {
  const failed = { attempts: 4, last_error: 'The mail server did not answer.' }
  await write(dataDir, async (client) => {
    const enquiry = await client.from('enquiries').insert({
      kind: 'contact',
      name: 'Lea Late',
      email: 'lea@visitors.test',
      subject: 'AB 11',
      inquiry_type: 'purchase',
      message: 'May I see it?',
      reference: 'ENQ-0000-0009',
      idempotency_key: 'enquiry-that-waits',
      ...failed,
    })
    const mail = await client.from('mails').insert({
      mail_key: 'acknowledgement ENQ-0000-0009',
      kind: 'acknowledgement',
      recipient: 'lea@visitors.test',
      subject: 'We have your enquiry: ENQ-0000-0009',
      body: 'Thank you.',
      ...failed,
    })
    for (const { error } of [enquiry, mail]) if (error) throw new Error(error.message)
  })
}

async function write(dataDir: string, work: (client: BackendClient) => Promise<void>): Promise<void> {
  const { openBackend } = await importOf('db/embedded.ts')
  const { createBackendClient } = await importOf('shared/data/client.ts')
  const backend = openBackend({ dataDir, seed: false })
  await work(
    createBackendClient(
      { url: 'http://embedded.invalid/rest/v1', key: backend.serviceKey },
      (input: Request, init: RequestInit) => backend.fetch(new Request(input, init)),
    ),
  )
  backend.close()
}

async function listPaths(ask: Ask): Promise<string[]> {
  const map = await (await ask('/sitemap.xml')).text()
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) =>
    address.slice(SITE_URL.length),
  )
  const FURTHER = [
    '/plates?q=SAM',
    '/plate/SAM%2011',
    '/plate/R3%20TRO',
    '/sales-explorer?q=SAM',
    '/sales-explorer?sort=price-desc&from=2020',
    '/registration/AB10',
    '/find?q=sam',
  ]
  return [...new Set([...paths, ...FURTHER])]
}
