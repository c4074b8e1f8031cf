/** The actions about enquiries, and about e-mails to visitors and to the dealer. */
import type { Database } from '#data/tables.ts'
import type { Actor } from '#services/audit/actor.ts'
import { composeAcknowledgement, queueAcknowledgement } from '#services/enquiries/acknowledgement.ts'
import { addEntry, changeEnquiry } from '#services/enquiries/change-enquiry.ts'
import {
  assignSuspects,
  createDigestIfDue,
  type Digest,
  listWaitingDigests,
  removeDigest,
} from '#services/enquiries/digest-store.ts'
import {
  type AddressedEnquiry,
  findEnquiry,
  listWaitingEnquiries,
  retryEnquiry,
  type StoredEnquiry,
  takeByTelephone,
  tryToStore,
} from '#services/enquiries/enquiry-store.ts'
import { exportMonth } from '#services/enquiries/export-enquiries.ts'
import { replyTo } from '#services/enquiries/reply.ts'
import {
  type Delivery,
  type DeliveryTable,
  leaseDelivery,
  markSent,
  releaseDelivery,
} from '#services/mail/deliveries.ts'
import { listWaitingMails, noteRefusal, type StoredMail } from '#services/mail/mail-store.ts'
import { createMailer } from '#services/mail/mailer.ts'
import { retryMail } from '#services/mail/retry-mail.ts'
import { createTestMail } from '#services/mail/test-mail.ts'
import { forgetPerson } from '#services/retention/forget-person.ts'
import { removeExpired } from '#services/retention/retention.ts'
import { site } from '#site.config.ts'
import { asContact } from '../../enquiries/messages.ts'
import { storeEnquiry } from '../../enquiries/store-enquiry.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { queueMails } from '../../transact.ts'
import type { Scenes } from './scene.ts'

const ANN: Actor = { person: 'Ann', via: 'desk' }
const ADDRESSES = { firm: 'Plateworthy', from: 'website@plates.test', to: ['dealer@plates.test'] }
const SPAM = 'The hidden field was filled in.'
const LONG_AGO = "'2020-01-01T00:00:00+00:00'"

const newKey = () => crypto.randomUUID()

async function waiting(quiet: Database): Promise<StoredEnquiry> {
  await storeEnquiry(quiet, asContact({ inquiryType: 'purchase', plateNumber: '1 KP' }))
  const [enquiry] = await listWaitingEnquiries(quiet, 1)
  if (!enquiry) throw new Error('It does not wait')
  return enquiry
}

async function answered(quiet: Database): Promise<StoredEnquiry> {
  const enquiry = await waiting(quiet)
  const form = { text: 'Yes.', seen: 0, number: 1 }
  await replyTo(quiet, enquiry.reference, form, ADDRESSES, ANN)
  return enquiry
}

async function waitingMail(quiet: Database): Promise<StoredMail> {
  await queueMails(quiet, [ALERT])
  const [mail] = await listWaitingMails(quiet, 1)
  if (!mail) throw new Error('It does not wait')
  return mail
}

const ALERT = {
  mailKey: 'alert 1 1',
  kind: 'alert',
  recipient: 'ann@visitor.example',
  subject: 'SAM 1 is for sale',
  text: 'SAM 1 is for sale.',
} as const

async function emptyDigest(quiet: Database): Promise<Digest> {
  await storeEnquiry(quiet, asContact(), SPAM)
  await createDigestIfDue(quiet, '2026-11-22')
  const [digest] = await listWaitingDigests(quiet)
  if (!digest) throw new Error('There is no digest')
  return digest
}

const soon = () => new Date(Date.now() + 60_000)

async function leased(quiet: Database, table: DeliveryTable, delivery: Delivery) {
  const lease = await leaseDelivery(quiet, table, delivery, { now: soon(), until: soon() })
  if (!lease) throw new Error('Another has it')
  return { id: delivery.id, lease }
}

export const ENQUIRY_SCENES = {
  'add an entry to an enquiry': [
    async (quiet) => {
      const { reference } = await waiting(quiet)
      const note = { kind: 'note', key: newKey(), text: 'Said by telephone', isAnswer: true } as const
      return (database) => addEntry(database, reference, note, ANN)
    },
    async (quiet) => {
      const { reference } = await answered(quiet)
      const key = newKey()
      await addEntry(quiet, reference, { kind: 'received', key, text: 'When?' }, ANN)
      return (database) =>
        addEntry(database, reference, { kind: 'received', key, text: 'When, please?' }, ANN)
    },
  ],
  'answer an enquiry': [
    async (quiet) => {
      const { reference } = await waiting(quiet)
      return (database) => replyTo(database, reference, { text: 'Yes.', seen: 0, number: 1 }, ADDRESSES, ANN)
    },
  ],
  'change an enquiry': [
    async (quiet) => {
      const { reference } = await storeEnquiry(quiet, asContact(), SPAM)
      const change = { status: 'new', owner: { id: newKey(), name: 'Ann' } } as const
      return (database) => changeEnquiry(database, reference, change, 0, ANN)
    },
  ],
  'create a digest': [
    async (quiet) => {
      await storeEnquiry(quiet, asContact(), SPAM)
      return (database) => createDigestIfDue(database, '2026-11-22')
    },
  ],
  'export enquiries': [async () => (database) => Array.fromAsync(exportMonth(database, '2026-11', ANN))],
  'forget a person': [
    async (quiet) => {
      const { reference } = await answered(quiet)
      const enquiry = await findEnquiry(quiet, reference)
      await queueMails(quiet, [ALERT])
      return (database) => {
        const options = {
          database,
          dataDir: temporaryFolder(),
          addresses: ADDRESSES,
          eraseDeleted: async () => true,
        }
        return forgetPerson(options, enquiry?.email ?? '', ANN)
      }
    },
  ],
  'lease a mail': [
    async (quiet) => {
      const enquiry = await waiting(quiet)
      const mail = await composeAcknowledgement(quiet, enquiry as AddressedEnquiry, site)
      return (database) =>
        leaseDelivery(database, 'enquiries', enquiry, { now: soon(), until: soon() }, (transaction) =>
          queueAcknowledgement(transaction, mail),
        )
    },
    async (quiet) => {
      const digest = await emptyDigest(quiet)
      return (database) =>
        leaseDelivery(database, 'digests', digest, { now: soon(), until: soon() }, (transaction) =>
          assignSuspects(transaction, digest.id, 10),
        )
    },
  ],
  'mark a mail as sent': [
    async (quiet) => {
      const { id } = await waitingMail(quiet)
      return (database) => markSent(database, 'mails', id, 'smtp', new Date())
    },
  ],
  'note a test mail': [
    async () => (database) => {
      const { to, ...addresses } = ADDRESSES
      const send = createTestMail(createMailer({ DATA_DIR: temporaryFolder() }))
      return send(database, { ...addresses, to: to[0] ?? '', replyTo: to }, ANN)
    },
  ],
  'release a mail': [
    async (quiet) => {
      const enquiry = await waiting(quiet)
      const lease = await leased(quiet, 'enquiries', enquiry)
      return (database) => releaseDelivery(database, 'enquiries', lease, soon(), '451 Later')
    },
    async (quiet) => {
      const mail = await waitingMail(quiet)
      const lease = await leased(quiet, 'mails', mail)
      return (database) =>
        releaseDelivery(database, 'mails', lease, soon(), '550 No such mailbox', (transaction) =>
          noteRefusal(transaction, mail, true, new Date()),
        )
    },
  ],
  'remove an empty digest': [
    async (quiet) => {
      const { id } = await emptyDigest(quiet)
      return (database) => removeDigest(database, id)
    },
  ],
  'remove expired enquiries': [
    async (quiet, sql) => {
      await answered(quiet)
      await emptyDigest(quiet)
      await queueMails(quiet, [ALERT])
      for (const table of ['enquiries', 'digests', 'mails'])
        await sql(
          `UPDATE ${table} SET created_at = ${LONG_AGO}, delivery = 'sent', sent_at = ${LONG_AGO}, sent_by = 'smtp'`,
        )
      return (database) => removeExpired(database, { limit: new Date('2021-01-01'), now: new Date() })
    },
  ],
  'send a mail again': [
    async (quiet, sql) => {
      const { id } = await waitingMail(quiet)
      await sql("UPDATE mails SET delivery = 'undeliverable'")
      const noted = { action: 'mails retry', change: 'queued again' }
      return (database) => retryMail(database, id, ANN, noted)
    },
  ],
  'send an enquiry again': [
    async (quiet, sql) => {
      const { reference } = await waiting(quiet)
      await sql("UPDATE enquiries SET attempts = 3, last_error = '451 Later'")
      return (database) => retryEnquiry(database, reference, ANN)
    },
  ],
  'store an enquiry': [async () => (database) => storeEnquiry(database)],
  'take an enquiry by telephone': [
    async () => (database) => {
      const enquiry = { name: 'Ann Ash', phone: '07700 900123', email: '', plateNumber: '', message: '' }
      return takeByTelephone(database, enquiry, newKey(), { id: newKey(), name: 'Ann' }, ANN)
    },
  ],
  'try to store an enquiry': [async () => tryToStore],
} satisfies Scenes
