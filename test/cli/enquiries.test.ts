import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepDeals } from '#services/deals/deals-concerned.ts'
import { changeEnquiry } from '#services/enquiries/change-enquiry.ts'
import { markSent } from '#services/mail/deliveries.ts'
import { editPlate } from '#services/stock/edit-plate.ts'
import { asContact } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { startMailServer } from '../mail-server.ts'
import { addRows, editRows } from '../rows.ts'
import { withData } from '../with-data.ts'
import { openTestCli, type TestCli } from './open-cli.ts'

const store = async (office: TestCli, body: unknown, quarantineReason: string | null = null) =>
  (await office.withData((database) => storeEnquiry(database, body, quarantineReason))).reference

const column = async (office: TestCli, name: string) =>
  (await office.rows('enquiries')).map((row) => row[name])

test('the data of one person can be exported and erased, including files, without affecting others', async () => {
  const office = openTestCli()
  const mine = await store(office, asContact({ email: 'Ann_1@visitor.example', name: '=HYPERLINK("x")' }))
  await store(office, asContact({ email: 'annX1@visitor.example' }))
  const [row] = (await office.rows('enquiries')).filter(({ reference }) => reference === mine)
  const folder = join(office.environment.DATA_DIR ?? '', 'mail')
  mkdirSync(folder)
  const day = String(row?.created_at).slice(0, 10)
  writeFileSync(join(folder, `${day}-${mine}.eml`), '')
  writeFileSync(join(folder, `${day}-ENQ-0000-0001.eml`), '')

  const file = join(office.environment.DATA_DIR ?? '', 'ann.csv')
  await office.run('enquiries', 'export', '--email', 'ann_1@VISITOR.example', file)
  const csv = readFileSync(file, 'utf8')
  expect(csv).toContain(mine)
  expect(csv).toContain('"\'=HYPERLINK(""x"")"')
  expect(csv).not.toContain('annX1')

  const forgotten = await office.run('enquiries', 'forget', 'ann_1@visitor.example')
  expect(forgotten.out).toEqual([
    `Removed ${mine} of ${day}.`,
    `Removed the file ${day}-${mine}.eml.`,
    'All enquiries from ann_1@visitor.example are removed here. Check your mailbox, backups and exports too.',
  ])
  expect(await column(office, 'email')).toEqual(['annX1@visitor.example'])
  expect(readdirSync(folder)).toEqual([`${day}-ENQ-0000-0001.eml`])
  expect((await office.run('enquiries', 'forget', 'nobody@visitor.example')).all).toContain(
    'There are no enquiries',
  )
})

test('forgetting a person names the plates that are noted for them, until the notes are gone', async () => {
  const office = openTestCli()
  const email = 'quixote@visitor.example'
  const [plate] = await office.rows('plates')
  const ref = { id: String(plate?.id) }
  const actor = { person: 'ann', via: 'office' } as const
  const note = (notes: string) =>
    withData(office.environment.DATA_DIR ?? '', (database) =>
      editPlate(database, ref, { notes }, actor, keepDeals),
    )
  await note(`Ring ${email}`)
  const first = await office.run('enquiries', 'forget', email)
  expect(first.out[0]).toBe('Removed 1 change of plates with that address, which can no longer be undone.')
  expect(first.all).toContain(`name the person: ${plate?.plate_number}. They may be about something else`)
  await note('')
  const second = await office.run('enquiries', 'forget', email)
  expect(second.out[0]).toBe('Removed 1 change of plates with that address, which can no longer be undone.')
  expect(second.all).not.toContain('name the person')
  expect(await office.rows('plate_changes')).toEqual([])
})

test('a test message is sent in the same way as enquiries', async () => {
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  const office = openTestCli({ SMTP_URL: mail.url, ENQUIRIES_TO: 'dealer@plates.example' })
  const sent = await office.run('mail', 'test')
  expect([sent.code, sent.out]).toEqual([
    0,
    ['The mail server accepted a message to dealer@plates.example. Check that it has arrived.'],
  ])
  expect((await mail.read())[0]?.subject).toMatch(/Test enquiry for Plateworthy$/)
  mail.mood = 'refuses'
  const refused = await office.run('mail', 'test')
  expect([refused.code, refused.all]).toEqual([1, expect.stringContaining('No such mailbox')])
  const unset = await openTestCli().run('mail', 'test')
  expect(unset.all).toContain('SMTP_URL is not set')
})

test('a person is also erased from digest files, and others stay in them', async () => {
  const office = openTestCli({ ENQUIRIES_TO: 'dealer@plates.example' })
  const reason = 'The hidden field was filled in.'
  const mine = await store(office, asContact({ email: 'ann@visitor.example', name: 'Forget Me' }), reason)
  const others = await store(office, asContact({ email: 'bob@visitor.example', name: 'Keep Me' }), reason)
  const folder = join(office.environment.DATA_DIR ?? '', 'mail')
  const digestId = randomUUID()
  await addRows(office.database, 'digests', { id: digestId, day: '2026-11-22' })
  await editRows(office.database, 'enquiries', { reference: [mine, others] }, { digest_id: digestId })
  mkdirSync(folder)
  const file = join(folder, '2026-11-22-suspected-spam.eml')
  writeFileSync(file, 'Forget Me, Keep Me')
  const forgotten = await office.run('enquiries', 'forget', 'ann@visitor.example')
  expect(forgotten.all).toContain('Updated the file 2026-11-22-suspected-spam.eml.')
  const text = readFileSync(file, 'utf8')
  expect([text.includes('Forget Me'), text.includes('Keep Me'), text.includes(mine)]).toEqual([
    false,
    true,
    false,
  ])
  await office.run('enquiries', 'forget', 'bob@visitor.example')
  expect(readdirSync(folder)).toEqual([])
})

test('the doctor does not call enquiries delivered while no mail server is set up, and says what to set', async () => {
  const office = openTestCli()
  const before = await office.run('doctor')
  expect(before.all).not.toContain('has been delivered')
  expect(before.all).toMatch(
    /ERROR {2}No mail server is configured .*: enquiries are not e-mailed, only saved as \.eml files in \S+\/mail\. Set SMTP_URL, ENQUIRIES_TO and ENQUIRIES_FROM/,
  )
  const reference = await store(office, asContact())
  const [row] = await office.rows('enquiries')
  await office.withData((database) => markSent(database, 'enquiries', String(row?.id), 'file', new Date()))
  const written = await office.run('doctor')
  expect(written.all).not.toContain('has been delivered')
  expect(written.all).toContain('1 enquiry has been saved as files in')
  // Not even with SMTP configured later, until the enquiries in files are sent or closed.
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  office.environment.SMTP_URL = mail.url
  expect((await office.run('doctor')).all).not.toContain('Every enquiry has been delivered')
  const ann = { person: 'Ann', via: 'desk' } as const
  await office.withData((database) => changeEnquiry(database, reference, { status: 'lost' }, null, ann))
  const set = await office.run('doctor')
  expect(set.all).toContain('Every enquiry has been delivered.')
  expect(set.all).toContain('ENQUIRIES_TO, ENQUIRIES_FROM not set: enquiries use hello@plateworthy.example')
})

test('the doctor counts suspected spam, says how much of it no digest lists yet, and when a digest is stuck', async () => {
  const office = openTestCli({ SMTP_URL: 'smtp://127.0.0.1:9' })
  const reason = 'The hidden field was filled in.'
  const references = [
    await store(office, asContact({ message: 'one' }), reason),
    await store(office, asContact({ message: 'two' }), reason),
    await store(office, asContact({ message: 'three' }), reason),
  ]
  const pending = await office.run('doctor')
  expect(pending.all).toContain('3 enquiries are suspected spam, 3 of them not in a digest yet')
  expect(pending.all).not.toContain('Every enquiry has been delivered')
  const digest_id = randomUUID()
  await addRows(office.database, 'digests', { id: digest_id, day: '2026-11-22' })
  await editRows(office.database, 'enquiries', { reference: references.slice(0, 2) }, { digest_id })
  expect((await office.run('doctor')).all).toContain('3 enquiries are suspected spam, 1 of them not in')
  await editRows(
    office.database,
    'digests',
    { day: '2026-11-22' },
    { created_at: new Date(Date.now() - 3 * 3_600_000).toISOString(), last_error: '550 No' },
  )
  const stuck = await office.run('doctor')
  expect(stuck.all).toContain(
    'ERROR  The digest of suspected spam of 2026-11-22 has not been delivered for 3 hours.',
  )
  expect(stuck.all).toContain('550 No')
})

test('the doctor reports what was not delivered, what is suspected spam and what will be removed', async () => {
  const office = openTestCli({ SMTP_URL: 'smtp://127.0.0.1:9' })
  expect((await office.run('doctor')).all).toContain('Every enquiry has been delivered.')
  const old = await store(office, asContact())
  await store(office, asContact(), 'The hidden field was filled in.')
  const late = new Date(Date.now() - 3 * 3_600_000).toISOString()
  await editRows(office.database, 'enquiries', { reference: old }, { created_at: late, last_error: '550 No' })
  const sick = await office.run('doctor')
  expect(sick.all).toMatch(/ERROR {2}1 enquiry has not been delivered; the oldest has waited 3 hours/)
  expect(sick.all).toContain('550 No')
  expect(sick.all).toContain('1 enquiry is suspected spam')
  const leaving = new Date(Date.now() - 720 * 86_400_000).toISOString()
  await editRows(
    office.database,
    'enquiries',
    { reference: old },
    { created_at: leaving, delivery: 'sent', sent_at: leaving, sent_by: 'file' },
  )
  const warned = await office.run('doctor')
  expect(warned.all).toMatch(/1 enquiry has not been closed and will be removed within 30 days/)
  expect(warned.all).toContain(old)
  expect(warned.all).toContain('never e-mailed')
})

test('the doctor reports files that other users can access, and held retention', async () => {
  const office = openTestCli()
  const dataDir = office.environment.DATA_DIR ?? ''
  expect((await office.run('doctor')).all).toContain(`Other users of this machine cannot access ${dataDir}.`)
  chmodSync(join(dataDir, 'plateworthy.db'), 0o644)
  const open = await office.run('doctor')
  expect(open.all).toContain(
    `ERROR  Other users of this machine can access files in ${dataDir}: chmod -R go=`,
  )
  expect(open.out.map((line) => line.trim())).toContain('plateworthy.db')
  expect((await office.run('doctor')).all).toContain('Other users of this machine cannot access') // opening the database repairs it

  await store(office, asContact())
  const longAgo = new Date(Date.now() - 800 * 86_400_000).toISOString()
  await editRows(
    office.database,
    'enquiries',
    {},
    { created_at: longAgo, delivery: 'sent', sent_at: longAgo, sent_by: 'file' },
  )
  const seen = new Date(Date.now() - 40 * 86_400_000).toISOString()
  await addRows(office.database, 'site_state', { name: 'clock_seen_at', value: seen })
  expect((await office.run('doctor')).all).toMatch(
    /ERROR {2}By this machine's clock .* Nothing has been removed/,
  )
  expect((await office.run('enquiries', 'retention')).all).toContain('To be removed: 1 enquiry and 0 files')
  expect(await office.rows('enquiries')).toHaveLength(1)
  expect((await office.run('enquiries', 'retention', '--confirm')).all).toContain('Removed 1 enquiry')
  expect((await office.run('doctor')).all).not.toContain('Nothing has been removed')
})
