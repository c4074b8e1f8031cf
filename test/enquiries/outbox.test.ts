import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { DataFault } from '#data/data-fault.ts'
import { currentTransaction } from '#data/in-transaction.ts'
import { openBackend, openData } from '#db/embedded.ts'
import { parseValue } from '#packages/sqlite-rest/parse-value.ts'
import { createOutbox } from '#services/enquiries/create-outbox.ts'
import type { Log } from '#services/log.ts'
import { createMailer } from '#services/mail/mailer.ts'
import type { Outbox } from '#services/mail/outbox.ts'
import { REMOVAL_SUSPENDED, runScheduledRetention } from '#services/retention/scheduled-retention.ts'
import { makeCertificate } from '../certificate.ts'
import { interfere } from '../contract/interfere.ts'
import { fixedSettings } from '../fixed-settings.ts'
import { type MailServer, type Mood, startMailServer } from '../mail-server.ts'
import { temporaryDataDir } from '../temporary-folder.ts'
import { queueMails } from '../transact.ts'
import { asContact, asValuation } from './messages.ts'
import { storeEnquiry } from './store-enquiry.ts'

const RETRY_MS = 60
const LEASE_MS = 10_000

const AT_NIGHT = new Date('2026-11-22T03:00:00Z')

interface OfficeOptions {
  smtpUrl?: string
  leaseMs?: number
  acknowledges?: boolean
  /** The number of times that the backend fails to mark an e-mail as sent. */
  failingMarks?: number
  /** The number of times that it fails with a statement of this text. */
  failing?: { text: string; times: number }
}

async function openOffice({
  smtpUrl,
  leaseMs = LEASE_MS,
  acknowledges = false,
  failingMarks = 0,
  failing = { text: '', times: 0 },
}: OfficeOptions) {
  let failuresLeft = failingMarks
  const dataDir = temporaryDataDir({ seed: false })
  const backend = openBackend({ dataDir, seed: false })
  const faults: string[] = []
  const infoLines: string[] = []
  const outboxes: Outbox[] = []
  onTestFinished(async () => {
    await Promise.all(outboxes.map((outbox) => outbox.stop()))
    await data.destroy()
    backend.close()
  })
  let statementsLeft = failing.times
  const fail = (step: string) => {
    const isMark = step === 'BEGIN' && currentTransaction() === 'mark a mail as sent'
    const isFailing = step.includes(failing.text) && statementsLeft-- > 0
    if (isFailing || (isMark && failuresLeft-- > 0))
      throw new DataFault('lost', new Error('As the test wants it'))
  }
  const data = openData(dataDir, { wrap: interfere(fail) })
  const refused: string[] = []
  const openOutbox = (now = () => AT_NIGHT) => {
    const settings = fixedSettings({ acknowledges })
    const log: Log = {
      request() {},
      error: (message) => faults.push(message),
      info: (message) => infoLines.push(message),
    }
    const outbox = createOutbox({
      database: data,
      mailer: createMailer({ SMTP_URL: smtpUrl, DATA_DIR: dataDir }),
      settings,
      log,
      removeOld: () => runScheduledRetention({ database: data, dataDir, settings, log, now: now() }),
      firstRetryMs: RETRY_MS,
      leaseMs,
      now,
      onAddressRefused: async ({ recipient }) => void refused.push(recipient),
    })
    outboxes.push(outbox)
    return outbox
  }
  const database = new DatabaseSync(join(dataDir, 'plateworthy.db'), { timeout: 2000 })
  return {
    dataDir,
    database,
    faults,
    infoLines,
    refused,
    data,
    openOutbox,
    rows: () => database.prepare('SELECT * FROM enquiries ORDER BY rowid').all(),
    store: (body: unknown, key?: string) => storeEnquiry(data, body, null, key),
  }
}

async function openMail(mood: Mood = 'takes', options: Parameters<typeof startMailServer>[0] = {}) {
  const mail = await startMailServer({ mood, ...options })
  onTestFinished(() => mail.close())
  return mail
}

/** A timestamp as stored and compared as text: without trailing zeros. */
const asStored = (moment: number) => parseValue('timestamptz', new Date(moment).toISOString())

const isSent = (office: { rows(): Record<string, unknown>[] }) => () =>
  office.rows().map(({ delivery }) => delivery)

test('an enquiry is delivered completely: from the site, to the dealer, with replies to the visitor', async () => {
  const mail = await openMail()
  const office = await openOffice({ smtpUrl: mail.url })
  const { reference } = await office.store(
    asContact({ subject: 'Größe – £1,000?', message: 'Zeile\n.\nÄöü 👍' }),
  )
  office.openOutbox().start()
  await expect.poll(isSent(office)).toEqual(['sent'])
  const [message] = await mail.read()
  const [row] = office.rows()
  expect(message).toMatchObject({
    from: { address: 'website@plates.example', name: 'Plateworthy website' },
    to: [{ address: 'dealer@plates.example' }],
    replyTo: [{ address: 'ann@visitor.example', name: 'Ann O’Hara' }],
    subject: `[${reference}] Größe – £1,000?`,
    messageId: `<enquiry.${row?.id}.0@plates.example>`,
  })
  for (const expected of [
    'Ann O’Hara has sent a message through the contact form.',
    '020 7946 0000',
    'Purchase Enquiry',
    '1 KP',
    'Zeile\n.\nÄöü 👍',
    reference,
  ])
    expect(message?.text).toContain(expected)
  expect(row).toMatchObject({ sent_by: 'smtp', attempts: 1, lease: null, last_error: null })
  expect(office.faults).toEqual([])
})

test('a valuation request names the registration to be valued', async () => {
  const mail = await openMail()
  const office = await openOffice({ smtpUrl: mail.url })
  await office.store(asValuation({ additional: 'Bought in 1998.' }))
  office.openOutbox().start()
  await expect.poll(isSent(office)).toEqual(['sent'])
  const [message] = await mail.read()
  expect(message?.subject).toMatch(/Valuation request for A 1$/)
  expect(message?.text).toContain('Ownership:    confirmed')
  expect(message?.text).toContain('Bought in 1998.')
})

test.each(['refuses', 'greylists', 'drops'] as const)(
  'a mail server that %s is tried again, later each time, until it takes the message',
  async (mood) => {
    const mail = await openMail(mood)
    const office = await openOffice({ smtpUrl: mail.url })
    await office.store(asContact())
    office.openOutbox().start()
    await expect.poll(() => Number(office.rows()[0]?.attempts)).toBeGreaterThanOrEqual(3)
    expect(office.rows()[0]).toMatchObject({ delivery: 'waiting', last_error: expect.stringMatching(/\w/) })
    mail.mood = 'takes'
    await expect.poll(isSent(office)).toEqual(['sent'])
    expect(mail.taken).toHaveLength(1)
    expect(office.faults[0]).toMatch(/^Enquiry ENQ-\d{4}-\d{4} was not delivered$/)
  },
)

test('an enquiry is delivered once an unavailable mail server is available again', async () => {
  const gone = await startMailServer()
  const { url, port } = gone
  await gone.close()
  const office = await openOffice({ smtpUrl: url })
  for (let count = 0; count < 30; count++) await office.store(asContact({ message: `Number ${count}` }))
  office.openOutbox().start()
  await expect.poll(() => Number(office.rows()[0]?.attempts)).toBeGreaterThanOrEqual(2)
  const mail = await openMail('takes', { port })
  await expect
    .poll(() => office.rows().every(({ delivery }) => delivery === 'sent'), { timeout: 30_000 })
    .toBe(true)
  expect(new Set((await mail.read()).map(({ messageId }) => messageId)).size).toBe(30)
  expect(mail.taken).toHaveLength(30)
})

test('a slow mail server is abandoned after the deadline, and nothing is delivered later', async () => {
  const mail = await openMail('dawdles')
  const office = await openOffice({ smtpUrl: mail.url, leaseMs: 1000 })
  await office.store(asContact())
  office.openOutbox().start()
  await expect.poll(() => office.rows()[0]?.last_error).toMatch(/did not finish within/)
  mail.mood = 'takes'
  await expect.poll(isSent(office)).toEqual(['sent'])
  expect(mail.taken).toHaveLength(1)
})

test('an enquiry without an acknowledgement is resent under the same id', async () => {
  const mail = await openMail('takes and drops')
  const office = await openOffice({ smtpUrl: mail.url })
  await office.store(asContact())
  office.openOutbox().start()
  await expect.poll(() => mail.taken.length).toBe(1)
  mail.mood = 'takes'
  await expect.poll(isSent(office)).toEqual(['sent'])
  const ids = (await mail.read()).map(({ messageId }) => messageId)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})

test('delivery works over TLS, with a password', async () => {
  const { key, cert } = makeCertificate()
  const seen: (string | undefined)[] = []
  const options = {
    key,
    cert,
    authOptional: false,
    onAuth: ((auth, _session, done) => {
      seen.push(auth.username)
      done(null, { user: auth.username })
    }) as NonNullable<Parameters<typeof startMailServer>[0]>['onAuth'],
  }
  for (const secure of [true, false]) {
    const mail: MailServer = await openMail('takes', { ...options, secure })
    const smtpUrl = `${mail.url.replace('//', '//site:secret@')}/?tls.rejectUnauthorized=false`
    const office = await openOffice({ smtpUrl })
    await office.store(asContact())
    office.openOutbox().start()
    await expect.poll(isSent(office)).toEqual(['sent'])
    expect(mail.taken).toHaveLength(1)
  }
  expect(seen).toEqual(['site', 'site'])
})

test('an untrusted certificate is refused', async () => {
  const mail = await openMail('takes', { ...makeCertificate(), secure: true })
  const office = await openOffice({ smtpUrl: mail.url })
  await office.store(asContact())
  office.openOutbox().start()
  await expect.poll(() => office.rows()[0]?.last_error).toMatch(/certificate/)
  expect(mail.taken).toEqual([])
})

test('the unfinished delivery of a dead server is resumed when its lease ends, and logged', async () => {
  const mail = await openMail()
  const office = await openOffice({ smtpUrl: mail.url })
  await office.store(asContact())
  office.database.exec(
    "UPDATE enquiries SET lease = 'of a dead one', attempts = 1, next_attempt_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+0.3 seconds') || ''".replace(
      "%fZ'",
      "%f+00:00'",
    ),
  )
  office.openOutbox().start()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(mail.taken).toEqual([])
  await expect.poll(isSent(office)).toEqual(['sent'])
  expect(office.faults[0]).toMatch(/this e-mail may arrive twice, with the same Message-ID/)
})

test('an e-mail that cannot be marked as sent for most of its lease is not sent again by another server', async () => {
  const mail = await openMail()
  const office = await openOffice({ smtpUrl: mail.url, leaseMs: 4_000, failingMarks: 5 })
  await office.store(asContact())
  const first = office.openOutbox()
  first.start()
  const hasEnded = () => isSent(office)().includes('sent') || office.faults.length > 0
  await expect.poll(hasEnded, { timeout: 15_000 }).toBe(true)
  await first.stop()
  office.openOutbox().start()
  await expect.poll(isSent(office), { timeout: 15_000 }).toEqual(['sent'])
  expect(mail.taken).toHaveLength(1)
})

test('quarantined and closed enquiries are not sent automatically', async () => {
  const mail = await openMail()
  const office = await openOffice({ smtpUrl: mail.url })
  for (const message of ['one', 'two', 'three']) await office.store(asContact({ message }))
  office.database.exec(
    `UPDATE enquiries SET delivery = 'quarantined', quarantine_reason = 'x' WHERE message = 'one';
     UPDATE enquiries SET closed_at = created_at WHERE message = 'two'`,
  )
  office.openOutbox().start()
  await expect.poll(() => mail.taken.length).toBe(1)
  expect((await mail.read())[0]?.text).toContain('three')
})

test('without a mail server each message is a complete file that a mail program opens', async () => {
  const office = await openOffice({})
  const { reference } = await office.store(asContact({ message: 'Ä\n.\n👍' }))
  office.openOutbox().start()
  await expect.poll(isSent(office)).toEqual(['sent'])
  const names = readdirSync(join(office.dataDir, 'mail'))
  expect(names).toEqual([`${new Date().toISOString().slice(0, 10)}-${reference}.eml`])
  const message = await PostalMime.parse(readFileSync(join(office.dataDir, 'mail', names[0] ?? '')))
  expect(message.subject).toBe(`[${reference}] Enquiry about 1 KP`)
  expect(message.text).toContain('Ä\n.\n👍')
  expect(office.rows()[0]).toMatchObject({ sent_by: 'file' })
})

test('an unwritable folder for messages is a temporary failure', async () => {
  const office = await openOffice({})
  writeFileSync(join(office.dataDir, 'mail'), 'a file in its place')
  await office.store(asContact())
  office.openOutbox().start()
  await expect.poll(() => office.rows()[0]?.last_error).toMatch(/ENOTDIR|EEXIST/)
  execFileSync('rm', [join(office.dataDir, 'mail')])
  await expect.poll(isSent(office)).toEqual(['sent'])
})

test('a delivery that keeps failing is retried at longer intervals, up to a limit', async () => {
  const office = await openOffice({})
  writeFileSync(join(office.dataDir, 'mail'), 'a file in its place')
  await office.store(asContact())
  office.database.exec('UPDATE enquiries SET attempts = 20')
  office.openOutbox().start()
  await expect.poll(() => office.rows()[0]?.last_error).toMatch(/ENOTDIR|EEXIST/)
  const [row] = office.rows()
  const intervalMs = Date.parse(String(row?.next_attempt_at)) - Date.parse(String(row?.updated_at))
  // 120 times the first interval, give or take a quarter.
  expect(intervalMs / RETRY_MS).toBeGreaterThan(85)
  expect(intervalMs / RETRY_MS).toBeLessThan(155)
})

test('enquiries past retention are removed with their files; undelivered ones stay', async () => {
  const office = await openOffice({})
  for (const message of ['old and sent', 'old and waiting', 'old, waiting and closed', 'new'])
    await office.store(asContact({ message }))
  const soon = asStored(Date.now() + 60_000)
  office.database.exec(
    `UPDATE enquiries SET created_at = '2020-01-31T10:00:00+00:00' WHERE message LIKE 'old%';
     UPDATE enquiries SET next_attempt_at = '${soon}';
     UPDATE enquiries SET delivery = 'sent', sent_at = created_at, sent_by = 'file' WHERE message = 'old and sent';
     UPDATE enquiries SET closed_at = created_at WHERE message LIKE '%closed'`,
  )
  execFileSync('mkdir', [join(office.dataDir, 'mail')])
  for (const name of ['2020-01-31-ENQ-1111-2222.eml', '2999-01-31-ENQ-1111-3333.eml', 'mine.txt'])
    writeFileSync(join(office.dataDir, 'mail', name), '')
  office.openOutbox().start()
  await expect.poll(() => office.rows().map(({ message }) => message)).toEqual(['old and waiting', 'new'])
  await expect
    .poll(() => readdirSync(join(office.dataDir, 'mail')).sort())
    .toEqual(['2999-01-31-ENQ-1111-3333.eml', 'mine.txt'])
  await expect.poll(() => office.infoLines).toEqual(['Removed 2 enquiries that were older than 24 months.'])
})

test('after the clock jumped ahead nothing is removed, however often the site starts', async () => {
  const office = await openOffice({})
  const day = 86_400_000
  for (let number = 0; number < 5; number++) await office.store(asContact({ message: `Number ${number}` }))
  office.database.exec(
    "UPDATE enquiries SET delivery = 'sent', sent_at = created_at, sent_by = 'file', created_at = '2026-01-31T10:00:00+00:00'",
  )
  const seen = () => office.database.prepare('SELECT value FROM site_state').get()?.value
  const inDays = (days: number) => () => new Date(Date.now() + days * day)
  await office.openOutbox(inDays(0)).removeOld()
  const noted = seen()
  expect(noted).toMatch(/^20/)

  for (let start = 0; start < 3; start++) {
    await office.openOutbox(inDays(3 * 365)).removeOld()
    expect([office.rows().length, seen()]).toEqual([5, noted])
  }
  expect(office.faults).toEqual(Array(3).fill(REMOVAL_SUSPENDED))

  // The clock is right again; a site that was off for less than a month continues.
  await office.openOutbox(inDays(1)).removeOld()
  expect(office.rows()).toHaveLength(5)
  for (let days = 0; days <= 26 * 31; days += 29) await office.openOutbox(inDays(days)).removeOld()
  expect(office.rows()).toEqual([])
  expect(office.infoLines).toEqual(['Removed 5 enquiries that were older than 24 months.'])
})

test('a retry time set before the clock was set back does not delay delivery', async () => {
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  const office = await openOffice({ smtpUrl: mail.url })
  const { reference } = await office.store(asContact())
  const { reference: later } = await office.store(asContact({ message: 'not yet' }))
  const put = office.database.prepare('UPDATE enquiries SET next_attempt_at = ? WHERE reference = ?')
  put.run(asStored(Date.now() + 86_400_000), reference)
  put.run(asStored(Date.now() + 30_000), later)
  office.openOutbox().start()
  await expect.poll(() => mail.taken.length).toBe(1)
  expect(mail.taken[0]).toContain(reference)
  expect(office.rows()).toMatchObject([{ delivery: 'sent' }, { delivery: 'waiting', attempts: 0 }])
})

const acknowledgements = async (mail: MailServer) =>
  (await mail.read()).filter(({ messageId }) => messageId?.startsWith('<acknowledgement.'))

test('visitors get one acknowledgement, even if they send the enquiry again', async () => {
  const mail = await openMail()
  const office = await openOffice({ smtpUrl: mail.url, acknowledges: true })
  const { reference } = await office.store(asContact({ email: 'Ann@Visitor.example' }))
  office.openOutbox().start()
  await expect.poll(() => acknowledgements(mail)).toHaveLength(1)
  const [message] = await acknowledgements(mail)
  expect(message).toMatchObject({
    from: { address: 'website@plates.example', name: 'Plateworthy' },
    to: [{ address: 'ann@visitor.example' }],
    replyTo: [{ address: 'dealer@plates.example' }],
    subject: `We have your enquiry: ${reference}`,
  })
  const headers = Object.fromEntries(message?.headers.map(({ key, value }) => [key, value]) ?? [])
  expect(headers).toMatchObject({ 'auto-submitted': 'auto-replied', 'x-auto-response-suppress': 'All' })
  const sent = mail.taken.length
  office.database.exec("UPDATE enquiries SET delivery = 'waiting', resends = 1, next_attempt_at = created_at")
  office.openOutbox().start()
  await expect.poll(() => mail.taken.length).toBe(sent + 1)
  expect(await acknowledgements(mail)).toHaveLength(1)
})

test.each([
  ['the plates of it cannot be read', 'from "stock"'],
  ['its insert fails', 'insert into "mails"'],
])('a visitor gets the acknowledgement, too, if at first %s', async (_what, text) => {
  const mail = await openMail()
  const office = await openOffice({ smtpUrl: mail.url, acknowledges: true, failing: { text, times: 1 } })
  await office.store(asContact({ inquiryType: 'purchase', plateNumber: '1 KP' }))
  office.openOutbox().start()
  await expect.poll(isSent(office)).toEqual(['sent'])
  await expect.poll(() => acknowledgements(mail)).toHaveLength(1)
})

test('one address gets three acknowledgements a day, however fast its enquiries come, and the dealer gets every one', async () => {
  const mail = await openMail()
  const office = await openOffice({ smtpUrl: mail.url, acknowledges: true })
  for (let count = 0; count < 6; count++) await office.store(asContact({ message: `Number ${count}` }))
  office.openOutbox().start()
  await expect.poll(() => office.rows().filter(({ delivery }) => delivery === 'sent').length).toBe(6)
  await expect.poll(() => mail.taken.length).toBeGreaterThanOrEqual(9)
  const queued = office.database.prepare('SELECT count(*) AS mails FROM mails').get()
  expect(queued).toEqual({ mails: 3 })
  expect(await acknowledgements(mail)).toHaveLength(3)
  await office.store(asContact({ message: 'One more' }))
  office.openOutbox().start()
  await expect.poll(() => office.rows().filter(({ delivery }) => delivery === 'sent').length).toBe(7)
  expect(await acknowledgements(mail)).toHaveLength(3)
})

test('an address that the mail server refuses gets no acknowledgement after three attempts', async () => {
  const mail = await openMail('takes', {
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('gone'))
        return done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
      done()
    },
  })
  const office = await openOffice({ smtpUrl: mail.url, acknowledges: true })
  await office.store(asContact({ email: 'gone@visitor.example' }))
  office.openOutbox().start()
  const states = () => office.database.prepare('SELECT delivery, refusals FROM mails').all()
  await expect.poll(states).toEqual([{ delivery: 'undeliverable', refusals: 3 }])
  expect(office.rows()).toMatchObject([{ delivery: 'sent' }])
  await expect.poll(() => office.refused).toEqual(['gone@visitor.example'])
})

const alertMail = {
  mailKey: 'alert of today',
  kind: 'alert',
  recipient: 'ann@visitor.example',
  subject: 'SAM 1 is for sale',
  text: 'SAM 1 is for sale.',
  unsubscribeUrl: null,
} as const

test('a mail server that does not relay for us says nothing of an address', async () => {
  const mail = await openMail('takes', {
    onRcptTo(_address, _session, done) {
      done(Object.assign(new Error('5.7.1 Relay access denied'), { responseCode: 554 }))
    },
  })
  const office = await openOffice({ smtpUrl: mail.url })
  await queueMails(office.data, [alertMail])
  office.openOutbox().start()
  const attempts = () => office.database.prepare('SELECT attempts FROM mails').get()?.attempts
  await expect.poll(attempts, { timeout: 10_000 }).toBeGreaterThanOrEqual(4)
  const [row] = office.database.prepare('SELECT delivery, refusals FROM mails').all()
  expect(row).toEqual({ delivery: 'waiting', refusals: 0 })
})

test('a mail that is given up because the mail server stayed away is no refusal of its address', async () => {
  const mail = await openMail('greylists')
  const office = await openOffice({ smtpUrl: mail.url })
  await queueMails(office.data, [alertMail])
  office.database.prepare('UPDATE mails SET created_at = ?').run(asStored(Date.now() - 6 * 86_400_000))
  office.openOutbox().start()
  const states = () => office.database.prepare('SELECT delivery, refusals FROM mails').all()
  await expect.poll(states).toEqual([{ delivery: 'undeliverable', refusals: 0 }])
  expect(office.refused).toEqual([])
})
