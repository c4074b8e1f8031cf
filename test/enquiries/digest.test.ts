import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Email } from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { openBackend, openData } from '#db/embedded.ts'
import { changeEnquiry } from '#services/enquiries/change-enquiry.ts'
import { createOutbox } from '#services/enquiries/create-outbox.ts'
import { findEnquiry } from '#services/enquiries/enquiry-store.ts'
import { createMailer } from '#services/mail/mailer.ts'
import type { Outbox } from '#services/mail/outbox.ts'
import { fixedSettings } from '../fixed-settings.ts'
import { type Mood, startMailServer } from '../mail-server.ts'
import { temporaryDataDir } from '../temporary-folder.ts'
import { asContact, asValuation } from './messages.ts'
import { storeEnquiry } from './store-enquiry.ts'

const OFFICE = { person: 'Ann', via: 'office' } as const

const RETRY_MS = 60

/** Rows have the time of the database, so the test's own clock starts on the same day. */
const [YESTERDAY, TODAY, TOMORROW, THE_DAY_AFTER] = [-1, 0, 1, 2].map((days) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
) as [string, string, string, string]

/** A site with a mail server, whose clock the test sets. */
async function openDealer({ mood = 'takes' as Mood, now = `${TODAY}T09:00:00Z`, leaseMs = 10_000 } = {}) {
  const mail = await startMailServer({ mood })
  const dataDir = temporaryDataDir({ seed: false })
  const backend = openBackend({ dataDir, seed: false })
  const data = openData(dataDir)
  const database = new DatabaseSync(join(dataDir, 'plateworthy.db'), { timeout: 2000 })
  const clock = { now }
  const faults: string[] = []
  const outboxes: Outbox[] = []
  onTestFinished(async () => {
    await Promise.all(outboxes.map((outbox) => outbox.stop()))
    database.close()
    await data.destroy()
    backend.close()
    await mail.close()
  })
  return {
    mail,
    data,
    database,
    clock,
    faults,
    dataDir,
    start(smtpUrl: string | undefined = mail.url) {
      const outbox = createOutbox({
        database: data,
        mailer: createMailer({ SMTP_URL: smtpUrl, DATA_DIR: dataDir }),
        settings: fixedSettings(),
        log: { request() {}, info() {}, error: (message) => faults.push(message) },
        async removeOld() {},
        firstRetryMs: RETRY_MS,
        leaseMs,
        now: () => new Date(clock.now),
      })
      outboxes.push(outbox)
      outbox.start()
      return outbox
    },
    store: async (body: unknown, reason: string | null = 'The hidden field was filled in.') =>
      (await storeEnquiry(data, body, reason)).reference,
    async find(reference: string) {
      const enquiry = await findEnquiry(data, reference)
      if (!enquiry) throw new Error(`There is no ${reference}`)
      return enquiry
    },
    digests: () => database.prepare('SELECT * FROM digests ORDER BY day').all(),
    async mailed() {
      return (await mail.read()).filter(isDigest).map(referencesIn)
    },
  }
}

const isDigest = ({ subject }: Email) => subject?.startsWith('Suspected spam') === true
const referencesIn = ({ text }: Email) => [...new Set(text?.match(/^ENQ-\d{4}-\d{4}$/gm))]
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 300))

test('suspected spam is sent in one email, with everything that the dealer needs to judge it', async () => {
  const dealer = await openDealer()
  const first = await dealer.store(
    asContact({
      name: 'Größe Ltd',
      message: `Buy now\n\nENQ-0000-0000\n  Name:     Somebody else ${'and so on '.repeat(200)}`,
    }),
  )
  const second = await dealer.store(asValuation(), 'The hidden field of our forms was missing.')
  const genuine = await dealer.store(asContact({ message: 'genuine' }), null)
  dealer.start()
  await expect.poll(() => dealer.mail.taken.length).toBe(2)
  await aWhile()
  const messages = await dealer.mail.read()
  expect(messages).toHaveLength(2)
  expect(messages.find((message) => !isDigest(message))?.subject).toContain(genuine)
  const digest = messages.find(isDigest)
  const [row] = dealer.digests()
  expect(digest).toMatchObject({
    from: { address: 'website@plates.example' },
    to: [{ address: 'dealer@plates.example' }],
    subject: `Suspected spam: 2 enquiries, ${TODAY}`,
    messageId: `<digest.${row?.id}@plates.example>`,
  })
  expect(digest?.replyTo).toBeUndefined()
  expect(digest && referencesIn(digest)).toEqual([first, second])
  for (const message of [
    'Received:  ',
    'Suspected: The hidden field was filled in.',
    'Name:      Größe Ltd',
    'E-mail:    ann@visitor.example',
    'Subject:   Enquiry about 1 KP',
    // On one line, so that no message can imitate a list entry.
    'Message:   Buy now ENQ-0000-0000 Name: Somebody else and so on',
    'Suspected: The hidden field of our forms was missing.',
    'Subject:   Valuation request for A 1',
  ])
    expect(digest?.text).toContain(message)
  expect(digest?.text?.length).toBeLessThan(2500)
  await expect
    .poll(() => dealer.digests())
    .toMatchObject([{ delivery: 'sent', sent_by: 'smtp', attempts: 1, lease: null }])
  expect(await dealer.find(first)).toMatchObject({ delivery: 'quarantined', digestId: row?.id })
  expect(dealer.faults).toEqual([])
})

test('there is at most one digest a day, and none without new spam', async () => {
  const dealer = await openDealer()
  const today = await dealer.store(asContact({ message: 'today' }))
  const outbox = dealer.start()
  await expect.poll(() => dealer.mailed()).toEqual([[today]])
  const later = await dealer.store(asContact({ message: 'later' }))
  outbox.wake()
  await aWhile()
  expect(await dealer.mailed()).toEqual([[today]])
  dealer.clock.now = `${TOMORROW}T05:59:00Z`
  outbox.wake()
  await aWhile()
  expect(await dealer.mailed()).toEqual([[today]])
  dealer.clock.now = `${TOMORROW}T06:00:00Z`
  outbox.wake()
  await expect.poll(() => dealer.mailed()).toEqual([[today], [later]])
  dealer.clock.now = `${THE_DAY_AFTER}T09:00:00Z`
  outbox.wake()
  await aWhile()
  expect(await dealer.mailed()).toEqual([[today], [later]])
  expect(dealer.digests()).toHaveLength(2)
})

test.each(['refuses', 'greylists', 'drops'] as const)(
  'a mail server that %s is tried again until it takes the digest, and what came meanwhile waits for the next',
  async (mood) => {
    const dealer = await openDealer({ mood })
    const first = await dealer.store(asContact({ message: 'first' }))
    const outbox = dealer.start()
    await expect.poll(() => Number(dealer.digests()[0]?.attempts)).toBeGreaterThanOrEqual(2)
    expect(dealer.faults).toContain(`The digest of ${TODAY} was not delivered`)
    expect(dealer.digests()).toMatchObject([{ delivery: 'waiting', last_error: expect.stringMatching(/\w/) }])
    const second = await dealer.store(asContact({ message: 'second' }))
    // A day later there is still only one waiting digest.
    dealer.clock.now = `${TOMORROW}T09:00:00Z`
    outbox.wake()
    await aWhile()
    expect(dealer.digests()).toHaveLength(1)
    dealer.mail.mood = 'takes'
    await expect.poll(() => dealer.mailed()).toEqual([[first], [second]])
  },
)

test('a digest without an acknowledgement is resent under the same id, with the same list', async () => {
  const dealer = await openDealer({ mood: 'takes and drops' })
  const first = await dealer.store(asContact())
  const outbox = dealer.start()
  await expect.poll(() => dealer.mail.taken.length).toBe(1)
  await dealer.store(asContact({ message: 'came after the first copy' }))
  dealer.mail.mood = 'takes'
  outbox.wake()
  await expect.poll(() => dealer.digests()).toMatchObject([{ delivery: 'sent' }])
  expect(await dealer.mailed()).toEqual([[first], [first]])
  expect(new Set((await dealer.mail.read()).map(({ messageId }) => messageId)).size).toBe(1)
})

test('the unfinished digest of a killed server is resumed when its lease ends', async () => {
  const dealer = await openDealer()
  const reference = await dealer.store(asContact())
  // Killed before or after the enquiries were chosen.
  for (const [day, chosen] of [
    [TODAY, true],
    [YESTERDAY, false],
  ] as const) {
    dealer.database.exec(
      `INSERT INTO digests (day, lease, attempts, next_attempt_at) VALUES
         ('${day}', 'of a killed server', 1, strftime('%Y-%m-%dT%H:%M:%f', 'now', '+0.3 seconds') || '+00:00')`,
    )
    if (chosen)
      dealer.database.exec(`UPDATE enquiries SET digest_id = (SELECT id FROM digests WHERE day = '${day}')`)
  }
  dealer.start()
  await aWhile()
  await expect.poll(() => dealer.mailed()).toEqual([[reference]])
  await expect.poll(() => dealer.digests()).toMatchObject([{ day: TODAY, delivery: 'sent', attempts: 2 }])
  expect(dealer.faults.join()).toContain('this e-mail may arrive twice, with the same Message-ID')
})

test('a digest that a killed server never started to fill is created again', async () => {
  const dealer = await openDealer()
  const reference = await dealer.store(asContact())
  dealer.database.exec(
    `INSERT INTO digests (day, lease, attempts, next_attempt_at) VALUES
       ('${TODAY}', 'of a killed server', 1, strftime('%Y-%m-%dT%H:%M:%f', 'now', '+0.2 seconds') || '+00:00')`,
  )
  dealer.start()
  await expect.poll(() => dealer.mailed()).toEqual([[reference]])
  await expect.poll(() => dealer.digests()).toMatchObject([{ delivery: 'sent', attempts: 1 }])
})

test('enquiries that the dealer has released or closed are not listed; an empty digest is not sent', async () => {
  const dealer = await openDealer({ mood: 'refuses' })
  const [resent, closed, left] = [
    await dealer.store(asContact({ message: 'resent' })),
    await dealer.store(asContact({ message: 'closed' })),
    await dealer.store(asContact({ message: 'left' })),
  ]
  const close = (reference: string) => changeEnquiry(dealer.data, reference, { status: 'spam' }, null, OFFICE)
  await close(await dealer.store(asContact()))
  const outbox = dealer.start()
  await expect.poll(() => dealer.digests()[0]?.last_error).toMatch(/No such mailbox/)
  await outbox.stop()
  await changeEnquiry(dealer.data, resent, { status: 'new' }, null, OFFICE)
  await close(closed)
  dealer.mail.mood = 'takes'
  const second = dealer.start()
  await expect.poll(() => dealer.mailed()).toEqual([[left]])
  await expect.poll(async () => (await dealer.find(resent)).delivery).toBe('sent')
  await second.stop()

  dealer.mail.mood = 'refuses'
  dealer.clock.now = `${TOMORROW}T09:00:00Z`
  const last = await dealer.store(asContact({ message: 'last' }))
  const third = dealer.start()
  await expect.poll(() => dealer.digests()[1]?.last_error).toMatch(/No such mailbox/)
  await third.stop()
  await close(last)
  dealer.mail.mood = 'takes'
  dealer.start()
  await expect.poll(() => dealer.digests().length).toBe(1)
  expect(await dealer.mailed()).toEqual([[left]])
})

test('a flood of suspected spam is sent in parts of a thousand a day, oldest first, with the number of remaining ones', async () => {
  const dealer = await openDealer()
  await dealer.store(asContact())
  dealer.database.exec(
    `UPDATE enquiries SET created_at = '2026-11-01T00:00:00+00:00';
     INSERT INTO enquiries (reference, idempotency_key, kind, name, email, subject, inquiry_type, message, delivery, quarantine_reason, created_at)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
     SELECT printf('ENQ-%04d-%04d', i, i), 'key-of-' || i, kind, name, email, subject, inquiry_type, message, delivery,
       quarantine_reason, strftime('%Y-%m-%dT%H:%M:%S', '2026-11-02', i || ' seconds') || '+00:00'
     FROM n, enquiries`,
  )
  const outbox = dealer.start()
  await expect.poll(async () => (await dealer.mailed())[0]?.length).toBe(1000)
  const [flood] = await dealer.mail.read()
  expect(flood?.text).toContain('201 more will follow in the next digest')
  dealer.clock.now = `${TOMORROW}T09:00:00Z`
  outbox.wake()
  await expect.poll(async () => (await dealer.mailed())[1]?.length).toBe(201)
  expect(new Set((await dealer.mailed()).flat()).size).toBe(1201)
})

test('without a mail server the digest is a file', async () => {
  const dealer = await openDealer()
  await dealer.store(asContact())
  dealer.start('')
  await expect.poll(() => dealer.digests()).toMatchObject([{ delivery: 'sent', sent_by: 'file' }])
  expect(readdirSync(join(dealer.dataDir, 'mail'))).toEqual([`${TODAY}-suspected-spam.eml`])
})
