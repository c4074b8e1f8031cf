/** Removed data is gone from the disk: database, write-ahead log, mail folder and new backups. */

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openBackend } from '#db/embedded.ts'
import { composeAcknowledgement, queueAcknowledgement } from '#services/enquiries/acknowledgement.ts'
import { addEntry } from '#services/enquiries/change-enquiry.ts'
import { type AddressedEnquiry, findEnquiry } from '#services/enquiries/enquiry-store.ts'
import { replyTo } from '#services/enquiries/reply.ts'
import { markSent } from '#services/mail/deliveries.ts'
import { site } from '#site.config.ts'
import { asContact } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { editRows } from '../rows.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { transact } from '../transact.ts'
import { openTestCli, spawnCli, type TestCli } from './open-cli.ts'

const NAME = 'Zachary Quixote'
const EMAIL = 'quixote@visitor.example'
const KEY = 'key-of-quixote'
const SECRET = 'windmill'

function filesWith(folder: string, texts: string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name)
    if (!statSync(path).isFile()) return false
    const content = readFileSync(path).toString('latin1').toLowerCase()
    return texts.some((text) => content.includes(text.toLowerCase()))
  })
}

const TRACES = [NAME, EMAIL, KEY, SECRET]

const store = (office: TestCli, fields: object, idempotencyKey: string) =>
  office.withData((database) => storeEnquiry(database, asContact(fields), null, idempotencyKey))

async function storeAmongOthers(office: TestCli) {
  for (let number = 0; number < 60; number++) {
    if (number % 20 === 7)
      await store(
        office,
        { name: NAME, email: EMAIL, message: `${SECRET} ${number} `.repeat(200).trim() },
        `${KEY}-${number}`,
      )
    await store(office, { message: `Message ${number}. `.repeat(40).trim() }, `another-key-${number}`)
  }
}

test('an erased person is in no file under DATA_DIR and in no new backup', async () => {
  const office = openTestCli()
  const dataDir = office.environment.DATA_DIR ?? ''
  await storeAmongOthers(office)
  const [one] = (await office.rows('enquiries')).filter(({ email }) => email === EMAIL)
  if (!one) throw new Error('There is no enquiry of the person')
  const ann = { person: 'Ann', via: 'desk' } as const
  const reference = String(one.reference)
  await office.withData(async (database) => {
    const enquiry = (await findEnquiry(database, reference)) as AddressedEnquiry
    const acknowledgement = await composeAcknowledgement(database, enquiry, site)
    await transact(database, (transaction) => queueAcknowledgement(transaction, acknowledgement))
    const note = { kind: 'note', key: crypto.randomUUID(), text: `${NAME} rang` } as const
    await addEntry(database, reference, note, ann)
    const reply = { text: `Dear ${NAME}`, seen: 1, number: 1 }
    await replyTo(database, reference, reply, { firm: site.name, from: 'website@plates.example' }, ann)
  })
  mkdirSync(join(dataDir, 'mail'))
  const mailFile = `${String(one.created_at).slice(0, 10)}-${one.reference}.eml`
  // The second is left by a process that is killed while writing the first.
  const replyFile = mailFile.replace('.eml', '-reply-1.eml')
  for (const name of [mailFile, `.${mailFile}.0a1b2c3d`, replyFile])
    writeFileSync(join(dataDir, 'mail', name), `From ${NAME}`)
  expect(filesWith(dataDir, TRACES).length).toBeGreaterThanOrEqual(3)

  const { code, all } = await office.run('enquiries', 'forget', EMAIL.toUpperCase())
  expect(code).toBe(0)
  expect(all).toContain(`All enquiries from ${EMAIL.toUpperCase()} are removed here.`)
  expect(filesWith(dataDir, TRACES)).toEqual([])

  const folder = temporaryFolder()
  expect((await office.run('backup', join(folder, 'backup.db'))).code).toBe(0)
  expect(filesWith(folder, TRACES)).toEqual([])
  expect(await office.rows('enquiries')).toHaveLength(60)
  expect(await office.rows('mails')).toEqual([])
  expect(await office.rows('enquiry_entries')).toEqual([])
})

test('while another program reads, the command says when the last traces will be removed', async () => {
  const office = openTestCli()
  const dataDir = office.environment.DATA_DIR ?? ''
  const site = openBackend({ dataDir })
  onTestFinished(() => site.close())
  await storeAmongOthers(office)
  const reader = new DatabaseSync(join(dataDir, 'plateworthy.db'), { readOnly: true })
  onTestFinished(() => {
    if (reader.isOpen) reader.close()
  })
  reader.exec('BEGIN; SELECT count(*) FROM enquiries')
  reader.prepare('SELECT count(*) FROM enquiries').get()
  // As a process, which must not end while it waits.
  const { output, ended } = spawnCli(office, 'enquiries', 'forget', EMAIL)
  expect(await ended).toMatchObject({ code: 0 })
  expect(output.out + output.notes).toContain('within ten minutes')
  expect(site.truncateLog()).toBe(false)
  reader.exec('COMMIT')
  expect(site.truncateLog()).toBe(true)
  expect(filesWith(dataDir, TRACES)).toEqual([])
})

test('retention overwrites what it removes, as erasure does', async () => {
  const office = openTestCli()
  const dataDir = office.environment.DATA_DIR ?? ''
  await storeAmongOthers(office)
  for (const { id, email } of await office.rows('enquiries'))
    if (email === EMAIL)
      await office.withData((database) => markSent(database, 'enquiries', String(id), 'smtp', new Date()))
  const longAgo = new Date(Date.now() - 800 * 86_400_000).toISOString()
  await editRows(office.database, 'enquiries', { email: EMAIL }, { created_at: longAgo })
  const { code, all } = await office.run('enquiries', 'retention', '--confirm')
  expect([code, all]).toEqual([0, expect.stringContaining('Removed 3 enquiries')])
  expect(filesWith(dataDir, TRACES)).toEqual([])
})
