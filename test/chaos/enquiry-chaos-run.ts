/**
 * Chaos test of enquiries: they stream in while the site is killed at random and the mail server fails in every way.
 * Every acknowledged enquiry must then be stored once and delivered; a duplicate e-mail is allowed only if the sender
 * could not know that the first had been accepted.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Email } from 'postal-mime'
import { asContact } from '../enquiries/messages.ts'
import { type MailServer, type Mood, startMailServer } from '../mail-server.ts'
import { startPostgrest } from '../postgrest.ts'
import { SiteProcess } from '../site-process.ts'

interface ChaosRunOptions {
  /** At least; a run with kills goes on until there is enough to judge. */
  seconds: number
  /** Two servers over one PostgREST, or one over its own database file. */
  hosted: boolean
  kills: boolean
  clients: number
  /** The mail server accepts everything: for measurements only. */
  calm?: boolean
}

interface ChaosRunReport {
  submissions: number
  accepted: number
  kills: number
  /** Acknowledged but not stored: must be 0. */
  lost: number
  /** Stored, but neither delivered nor waiting for the next digest: must be 0. */
  undelivered: number
  /** Delivered, but the visitor got no acknowledgement: must be 0. */
  unacknowledged: number
  storedTwice: number
  secondCopies: { afterKill: number; afterSilence: number; unexplained: number }
  statuses: Record<string, number>
  acceptedPerSecond: number
  p50Ms: number
  p99Ms: number
}

interface Attempt {
  marker: string
  key: string
  /** Suspected spam, delivered in the digest. */
  isSuspect: boolean
  reference?: string
}

const MOODS: Mood[] = ['takes', 'takes', 'takes', 'refuses', 'greylists', 'drops', 'takes and drops']
const ENOUGH_ACCEPTED = 25
const ENOUGH_KILLS = 3
const DELIVERED_WITHIN_MS = 60_000
const LATER_MS = 10 * 60_000

export async function runFaults(options: ChaosRunOptions): Promise<ChaosRunReport> {
  const folder = mkdtempSync(join(tmpdir(), 'plateworthy-faults-'))
  const clock = join(folder, 'clock')
  const movableClock = `data:text/javascript,${encodeURIComponent(clockReadFrom(clock))}`
  const mail = await startMailServer()
  const postgres = options.hosted ? await startPostgrest({ isAlone: true }) : null
  const servers = Array.from({ length: options.hosted ? 2 : 1 }, (_, index) => {
    const hosted = postgres && {
      DATABASE_URL: postgres.databaseUrl,
      PUBLIC_DATABASE_URL: postgres.publicDatabaseUrl,
      PUBLIC_KEY_SECRET: postgres.secret,
    }
    const environment = { DATA_DIR: join(folder, String(index)), SMTP_URL: mail.url, ...hosted }
    return new SiteProcess(environment, ['--import', movableClock])
  })
  const rows = () =>
    postgres
      ? postgres.sql('SELECT * FROM enquiries')
      : Promise.resolve(readEmbedded(join(folder, '0/plateworthy.db')))
  try {
    await Promise.all(servers.map((server) => server.start()))
    const isSettled = async () => {
      const [stored, messages] = await Promise.all([rows(), mail.read()])
      return undelivered(stored, messages).length + unacknowledged(stored, messages).length === 0
    }
    const stream = new Stream(servers)
    const restarts = () => servers.reduce((sum, { startedInMs }) => sum + startedInMs.length - 1, 0)
    const hasEnough = () => !options.kills || (stream.accepted > ENOUGH_ACCEPTED && restarts() > ENOUGH_KILLS)
    const startedAt = Date.now()
    const isOver = () => (Date.now() - startedAt) / 1000 > options.seconds && hasEnough()
    const began = performance.now()
    const clients = Array.from({ length: options.clients }, () => stream.run(isOver, options.calm ? 0 : 150))
    const [kills] = await Promise.all([
      options.kills ? killAtRandom(servers, isOver) : 0,
      options.calm ? null : unsettle(mail, isOver),
      ...clients,
    ])
    const seconds = (performance.now() - began) / 1000

    mail.mood = 'takes'
    // Makes every refused or abandoned delivery due: none is in progress any more.
    await Promise.all(servers.map((server) => server.end('SIGTERM')))
    writeFileSync(clock, String(LATER_MS))
    await Promise.all(servers.map((server) => server.start()))
    const giveUpAt = Date.now() + DELIVERED_WITHIN_MS
    while (Date.now() < giveUpAt && !(await isSettled())) await sleep(300)
    await sleep(300)
    const report = await judge(stream, mail, servers, await rows())
    return { ...report, kills, acceptedPerSecond: Math.round(report.accepted / seconds) }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await mail.close()
    await postgres?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Visitors who retry with the same key until the enquiry is acknowledged or their attempts run out. */
class Stream {
  readonly attempts: Attempt[] = []
  readonly statuses: Record<string, number> = {}
  readonly latencies: number[] = []
  submissions = 0
  readonly #servers: SiteProcess[]

  constructor(servers: SiteProcess[]) {
    this.#servers = servers
  }

  get accepted(): number {
    return this.attempts.filter(({ reference }) => reference).length
  }

  async run(isOver: () => boolean, pauseMs: number): Promise<void> {
    while (!isOver()) {
      if (pauseMs > 0) await sleep(Math.random() * pauseMs)
      const marker = `marker-${this.attempts.length}-${Math.random().toString(36).slice(2)}`
      const attempt: Attempt = { marker, key: `key-${marker}`, isSuspect: this.attempts.length % 8 === 0 }
      this.attempts.push(attempt)
      const patience = 1 + Math.floor(Math.random() * 20)
      for (let tries = 0; tries < patience && !attempt.reference; tries++) {
        if (tries > 0) await sleep(50 + Math.random() * 200)
        await this.#submit(attempt)
      }
    }
  }

  async #submit(attempt: Attempt): Promise<void> {
    const server = this.#servers[Math.floor(Math.random() * this.#servers.length)]
    const began = performance.now()
    this.submissions += 1
    let outcome = 'no connection'
    try {
      const response = await fetch(`${server?.address}/functions/v1/send-email`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': attempt.key,
          'X-Forwarded-For': address(),
        },
        body: JSON.stringify({
          ...asContact({ message: attempt.marker, email: `${attempt.marker}@visitor.example` }),
          trap: { website: attempt.isSuspect ? 'https://spam.example' : '' },
        }),
        signal: AbortSignal.timeout(10_000),
      })
      outcome = String(response.status)
      const { reference } = await response.json()
      if (response.status === 200) {
        attempt.reference = reference
        this.latencies.push(performance.now() - began)
      }
    } catch {
      // The server was killed, or is not up yet.
    }
    this.statuses[outcome] = (this.statuses[outcome] ?? 0) + 1
  }
}

const byte = () => Math.floor(Math.random() * 256)
const address = () => `10.${byte()}.${byte()}.${byte()}`

async function unsettle(mail: MailServer, isOver: () => boolean) {
  while (!isOver()) {
    mail.mood = MOODS[Math.floor(Math.random() * MOODS.length)] ?? 'takes'
    await sleep(200 + Math.random() * 600)
  }
}

async function killAtRandom(servers: SiteProcess[], isOver: () => boolean): Promise<number> {
  let killed = 0
  while (!isOver()) {
    await sleep(300 + Math.random() * 1500)
    if (isOver()) break
    await servers[Math.floor(Math.random() * servers.length)]?.killAndStart()
    killed += 1
  }
  return killed
}

/** A module that moves the clock of its process ahead by the milliseconds in a file. */
function clockReadFrom(file: string): string {
  return `
    import { existsSync, readFileSync } from 'node:fs'
    const file = ${JSON.stringify(file)}
    const aheadMs = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
    const now = Date.now
    const moved = () => now() + aheadMs
    Date.now = moved
    globalThis.Date = new Proxy(Date, {
      construct: (Real, given, as) => Reflect.construct(Real, given.length > 0 ? given : [moved()], as),
    })`
}

async function judge(
  stream: Stream,
  mail: MailServer,
  servers: SiteProcess[],
  rows: Record<string, unknown>[],
): Promise<Omit<ChaosRunReport, 'acceptedPerSecond' | 'kills'>> {
  const byMarker = Map.groupBy(rows, ({ message }) => String(message))
  const accepted = stream.attempts.filter(({ reference }) => reference)
  const messages = await mail.read()
  const copies = Map.groupBy(messages, ({ messageId }) => messageId ?? '')
  const faults = servers.flatMap((server) => server.faults)
  const secondCopies = { afterKill: 0, afterSilence: 0, unexplained: 0 }
  for (const [, same] of copies) {
    const about = faults.filter((fault) => fault.includes(nameInFaults(same[0])))
    const afterKill = about.filter((fault) => fault.includes('was interrupted')).length
    // The connection ended, or was abandoned, before the mail server's reply.
    const afterSilence = about.filter(
      (fault) => fault.includes('was not delivered') && !/\b(550|451)\b/.test(fault),
    ).length
    const second = same.length - 1
    const silent = Math.min(second, afterSilence)
    const crashed = Math.min(second - silent, afterKill)
    secondCopies.afterSilence += silent
    secondCopies.afterKill += crashed
    secondCopies.unexplained += second - silent - crashed
  }
  const sorted = stream.latencies.sort((a, b) => a - b)
  const quantile = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return {
    submissions: stream.submissions,
    accepted: accepted.length,
    lost: accepted.filter(
      ({ marker, reference }) => !byMarker.get(marker)?.some((row) => row.reference === reference),
    ).length,
    undelivered: undelivered(rows, messages).length,
    unacknowledged: unacknowledged(rows, messages).length,
    storedTwice: [...byMarker.values()].filter((same) => same.length > 1).length,
    secondCopies,
    statuses: stream.statuses,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  }
}

const referenceIn = (text = '') => /ENQ-\d{4}-\d{4}/.exec(text)?.[0]

const isAcknowledgement = ({ messageId }: Email) => messageId?.startsWith('<acknowledgement.') === true

function nameInFaults(message: Email | undefined): string {
  const reference = referenceIn(message?.subject)
  if (!reference) return `digest of ${/\d{4}-\d\d-\d\d/.exec(message?.subject ?? '')?.[0]}`
  return `${message && isAcknowledgement(message) ? 'acknowledgement' : 'Enquiry'} ${reference}`
}

function unacknowledged(rows: Record<string, unknown>[], messages: Email[]) {
  const acknowledged = new Set(
    messages
      .filter(isAcknowledgement)
      .map(({ subject, to }) => `${referenceIn(subject)} ${to?.[0]?.address}`),
  )
  return rows.filter(
    ({ reference, delivery, email }) => delivery === 'sent' && !acknowledged.has(`${reference} ${email}`),
  )
}

/** Enquiries that should have been delivered and were not. Suspected spam counts once a daily digest includes it. */
function undelivered(rows: Record<string, unknown>[], allMessages: Email[]) {
  const messages = allMessages.filter((message) => !isAcknowledgement(message))
  const delivered = new Set(messages.map(({ subject }) => referenceIn(subject)))
  const digests = messages.filter(({ subject }) => !referenceIn(subject))
  const listed = new Set(digests.flatMap(({ text }) => text?.match(/^ENQ-\d{4}-\d{4}$/gm) ?? []))
  return rows.filter(({ reference, delivery, digest_id }) =>
    delivery === 'quarantined'
      ? digest_id !== null && !listed.has(String(reference))
      : delivery !== 'sent' || !delivered.has(String(reference)),
  )
}

function readEmbedded(file: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 2000 })
  try {
    return database.prepare('SELECT * FROM enquiries').all()
  } finally {
    database.close()
  }
}
