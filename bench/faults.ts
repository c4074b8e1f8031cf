/**
 * Kills each part of a site of several servers in turn and starts it again, under 30 requests a second with enquiries among
 * them, and prints what failed meanwhile, how long it took to recover, and whether an enquiry was lost or stored twice:
 *   node bench/faults.ts [--down 10] [--rounds 1] [--sales 100000 --plates 10000] [--port 4100]
 * Needs nginx as the balancer.
 */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { contact } from '#test/enquiries/messages.ts'
import type { Restartable } from '#test/postgrest.ts'
import { describeMachine } from './machine.ts'
import { startHosted } from './start-hosted.ts'

const REQUESTS_PER_SECOND = 30
const WARM_UP_MS = 10_000
/** A part has recovered when nothing has failed for so long. */
const CALM_MS = 10_000
const TIMEOUT_MS = 20_000
const RETRY_MS = 1_000
const RETRIES_END_MS = 90_000

const { values } = parseArgs({
  options: {
    down: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '1' },
    sales: { type: 'string' },
    plates: { type: 'string' },
    port: { type: 'string', default: '4100' },
  },
})
const port = Number(values.port)
const optional = (text: string | undefined) => (text === undefined ? undefined : Number(text))
const hosted = await startHosted({
  port,
  sales: optional(values.sales),
  plates: optional(values.plates),
  // What PostgreSQL has confirmed is on the disk, as in production.
  settings: '-c fsync=on',
})
const { postgres, sites, nginx, environment } = hosted
if (!nginx) {
  console.log('Not measured: nginx is not installed.')
  process.exit(0)
}

type Kind = 'seen page' | 'new page' | 'contract' | 'enquiry'

/** Each with the kinds of requests that need it. */
const PARTS: [name: string, part: Restartable, mayFail: Kind[]][] = [
  // A form that the site may have received is not sent to another one.
  ['site A', sites[0] as Restartable, ['enquiry']],
  ['site B', sites[1] as Restartable, ['enquiry']],
  ['PostgreSQL', postgres.parts.postgres, ['new page', 'contract', 'enquiry']],
  ['balancer', nginx, ['seen page', 'new page', 'contract', 'enquiry']],
]

interface Answer {
  kind: Kind
  path: string
  /** 0: none. */
  status: number
  sentAt: number
  endedAt: number
}

interface Enquiry {
  message: string
  reference?: string
}

const answers: Answer[] = []
const enquiries: Enquiry[] = []
const pending = new Set<Promise<unknown>>()
let isOver = false

const SEEN = [
  '/',
  '/plates',
  '/plates?page=2',
  '/plates?to=1000',
  '/sales-explorer',
  '/about',
  '/info',
  '/news',
]
const LETTERS = 'ABCDEFGHJKLMNOPRSTUVWXY'
const letter = (n: number) => LETTERS[n % 23]
const NEW: ((n: number) => string)[] = [
  (n) => `/plates?to=${500 + n}`,
  (n) =>
    `/sales-explorer?q=${letter(n)}${letter(Math.floor(n / 23))}${letter(n + 7)}&from=${1990 + (n % 30)}`,
  (n) => `/registration/${letter(n)}${(n % 899) + 100}${letter(n + 3)}${letter(n + 9)}${letter(n + 4)}`,
  (n) => `/search?q=${letter(n)}${letter(n + 5)}+${n}`,
]
const CONTRACT = [
  'plates?select=*&order=price.desc.nullslast,id&limit=40',
  'sales_listed?select=*&order=total_price.desc.nullslast,id&limit=50',
]
const pick = <Value>(list: readonly Value[], n: number) => list[n % list.length] as Value

/** Of 30 requests 18 are of pages that were seen before, 4 of new ones, 4 of browsers to the contract, 4 enquiries. */
function sendOne(n: number): Promise<unknown> {
  const place = n % 15
  if (place < 9) return get('seen page', pick(SEEN, n))
  if (place < 11) return get('new page', pick(NEW, n)(n))
  if (place < 13) return get('contract', pick(CONTRACT, n))
  return enquire(n)
}

const get = (kind: Kind, path: string) => send(kind, kind === 'contract' ? ofContract(path) : ofSite(path))

const ofSite = (path: string) => `http://127.0.0.1:${port}${path}`
const ofContract = (path: string) => ofSite(`/rest/v1/${path}`)

/** Half of them without script. Some give up soon; the others repeat it until it is accepted. */
async function enquire(n: number): Promise<void> {
  const enquiry: Enquiry = { message: `Enquiry ${n} of this run` }
  enquiries.push(enquiry)
  const data = { ...contact, message: enquiry.message, email: `visitor-${n}@visitor.example` }
  const tries = enquiries.length % 5 === 0 ? 2 : Number.POSITIVE_INFINITY
  const giveUpAt = performance.now() + RETRIES_END_MS
  const headers = { Origin: environment.SITE_URL as string }
  for (let attempt = 0; attempt < tries && performance.now() < giveUpAt; attempt++) {
    if (attempt > 0) await sleep(RETRY_MS)
    const { location, body } =
      n % 2 === 0
        ? await send('enquiry', ofSite('/contact'), {
            body: new URLSearchParams({ ...data, website: '' }).toString(),
            headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
          })
        : await send('enquiry', ofSite('/functions/v1/send-email'), {
            body: JSON.stringify({ type: 'contact', data, trap: { website: '' } }),
            headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': `enquiry-${n}` },
          })
    enquiry.reference = /ENQ-\d{4}-\d{4}/.exec(location ?? body)?.[0]
    if (enquiry.reference) return
  }
}

let visitors = 0
const agent = new Agent({ keepAlive: false })

/** Each request is of another visitor. */
function send(
  kind: Kind,
  url: string,
  form?: { body: string; headers: Record<string, string> },
): Promise<{ location?: string; body: string }> {
  visitors += 1
  const localAddress = `127.1.${(visitors >> 8) & 255}.${visitors & 255}`
  const sentAt = performance.now()
  const { promise, resolve } = Promise.withResolvers<{ location?: string; body: string }>()
  const end = (status: number, location?: string, body = '') => {
    answers.push({ kind, path: new URL(url).pathname, status, sentAt, endedAt: performance.now() })
    resolve({ location, body })
  }
  const key = postgres.anonKey
  const headers =
    kind === 'contract' ? { apikey: key, Authorization: `Bearer ${key}` } : (form?.headers ?? {})
  const sent = request(
    url,
    { agent, localAddress, method: form ? 'POST' : 'GET', headers, timeout: TIMEOUT_MS },
    (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('error', () => {})
      response.on('close', () =>
        end(response.complete ? (response.statusCode ?? 0) : 0, response.headers.location, body),
      )
    },
  )
  sent.once('timeout', () => sent.destroy())
  sent.once('error', () => end(0))
  sent.end(form?.body)
  return promise
}

async function load(): Promise<void> {
  const began = performance.now()
  for (let n = 0; !isOver; n++) {
    const one = sendOne(n)
    pending.add(one)
    void one.finally(() => pending.delete(one))
    await sleep(Math.max(0, began + ((n + 1) * 1000) / REQUESTS_PER_SECOND - performance.now()))
  }
}

const hasFailed = ({ status }: Answer) => status === 0 || status >= 500
const tookMs = ({ sentAt, endedAt }: Answer) => endedAt - sentAt
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function count(some: Answer[]): string {
  const groups = Map.groupBy(some, ({ kind, status }) => `${status || 'no answer'} ${kind}`)
  return [...groups].map(([group, { length }]) => `${length} × ${group}`).join(', ') || 'none'
}

console.log(`${describeMachine()}, ${postgres.versions}, load from the same machine`)
console.log(
  `${REQUESTS_PER_SECOND} requests a second; each part is killed and started again after ${values.down} s\n`,
)
// As after a while, in which PostgreSQL has written to the disk what recovery would repeat.
await postgres.sql('CHECKPOINT')
const loading = load()
await sleep(WARM_UP_MS)
const atStart = answers.splice(0)
console.log(`before             ${atStart.length} requests, failed: ${count(atStart.filter(hasFailed))}`)
let unexpected = 0
for (let round = 0; round < Number(values.rounds); round++)
  for (const [name, part, mayFail] of PARTS) {
    const from = answers.length
    await part.kill()
    await sleep(Number(values.down) * 1000)
    const startedAt = performance.now()
    await part.start()
    const readyAt = performance.now()
    const lastFailure = () => answers.slice(from).findLast(hasFailed)?.endedAt ?? 0
    while (performance.now() < Math.max(lastFailure(), readyAt) + CALM_MS) await sleep(100)
    const during = answers.slice(from)
    const failed = during.filter(hasFailed)
    const others = failed.filter(({ kind }) => !mayFail.includes(kind))
    unexpected += others.length
    const slowest = during.reduce((one, other) => (tookMs(other) > tookMs(one) ? other : one))
    const recoveredMs = Math.max(0, ...failed.map(({ endedAt }) => endedAt - startedAt))
    console.log(`${name.padEnd(24)}${String(during.length).padStart(5)} requests, failed: ${count(failed)}
    ready ${seconds(readyAt - startedAt)} and the last failure ${seconds(recoveredMs)} after its start, slowest answer ${seconds(tookMs(slowest))} (${slowest.status || 'no answer'} ${slowest.kind}, ${slowest.path})`)
    if (others.length > 0) console.log(`    NOT FROM THIS PART: ${count(others)}`)
  }
isOver = true
await loading
await Promise.all(pending)

const rows = await postgres.sql('SELECT message, reference FROM enquiries')
const byMessage = Map.groupBy(rows, ({ message }) => message)
const accepted = enquiries.filter(({ reference }) => reference)
const lost = accepted.filter(
  ({ message, reference }) => !byMessage.get(message)?.some((row) => row.reference === reference),
)
const twice = [...byMessage.values()].filter(({ length }) => length > 1)
const only = [...byMessage.keys()].length - (accepted.length - lost.length)
console.log(`
${enquiries.length} enquiries, ${accepted.length} accepted, ${enquiries.length - accepted.length} given up; ${rows.length} stored: ${lost.length} lost, ${twice.length} stored twice, ${only} stored whose visitor had given up
${unexpected} requests failed that did not need the part that was down`)
process.exit(lost.length + twice.length + unexpected > 0 ? 1 : 0)
