import { beforeEach, expect, it } from 'vitest'
import { leaseDelivery, markSent } from '#services/mail/deliveries.ts'
import {
  countMailsTo,
  GIVE_UP_AFTER_MS,
  listWaitingMails,
  type NewMail,
  noteRefusal,
  removeFinishedMailsBefore,
  removeMailsTo,
  type StoredMail,
} from '#services/mail/mail-store.ts'
import { deleteRows, findRows } from '../rows.ts'
import { queueMails, transact } from '../transact.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const database = () => contract().database

beforeEach(async () => {
  await deleteRows(database(), 'mails')
})

const mailTo = (recipient: string, mailKey = `alert ${crypto.randomUUID()}`): NewMail => ({
  mailKey,
  kind: 'alert',
  recipient,
  subject: 'New stock',
  text: 'SAM 1 is for sale.',
  unsubscribeUrl: 'https://plates.example/alerts/leave',
})

async function firstWaiting() {
  const [mail] = await listWaitingMails(database(), 1)
  if (!mail) throw new Error('No mail waits')
  return mail
}

const refuse = (mail: StoredMail, isPermanent: boolean, now = new Date()) =>
  transact(database(), (transaction) => noteRefusal(transaction, mail, isPermanent, now))

const longAgo = new Date(0)

it('emails to visitors with the same key are queued once, even by two servers at once', async () => {
  const mail = mailTo('ann@visitor.example', 'alert of today')
  const counts = await Promise.all([1, 2, 3].map(() => queueMails(database(), [mail])))
  expect(counts.reduce((sum, count) => sum + count)).toBe(1)
  const { text, ...stored } = mail
  expect(await listWaitingMails(database(), 9)).toMatchObject([{ ...stored, body: text }])
})

it('emails to visitors are counted by mailbox, whatever the case, dots and tag of its address', async () => {
  const typed = ['Ann@Visitor.example', 'a.nn+one@visitor.example', 'ann+@visitor.example']
  const others = ['b@v.example', 'joann@visitor.example', '+ann@visitor.example', 'ann@other.visitor.example']
  await queueMails(
    database(),
    [...typed, ...others].map((address) => mailTo(address)),
  )
  for (const address of ['ANN@visitor.EXAMPLE', 'an.n+two+three@visitor.example'])
    expect(await countMailsTo(database(), address, 'alert', longAgo), address).toBe(3)
  const stored = (await listWaitingMails(database(), 9)).map(({ recipient }) => recipient)
  expect(stored).toEqual(expect.arrayContaining([...typed.slice(1), ...others]))
  expect(await countMailsTo(database(), 'ann@visitor.example', 'acknowledgement', longAgo)).toBe(0)
  expect(await countMailsTo(database(), 'ann@visitor.example', 'alert', new Date(Date.now() + 60_000))).toBe(
    0,
  )
})

it('emails to visitors are leased to one server, and are no longer pending once they are sent', async () => {
  await queueMails(database(), [mailTo('ann@visitor.example')])
  const mail = await firstWaiting()
  const soon = new Date(Date.now() + 60_000)
  const leased = await Promise.all(
    [1, 2, 3].map(() => leaseDelivery(database(), 'mails', mail, { now: soon, until: soon })),
  )
  expect(leased.filter(Boolean)).toHaveLength(1)
  await markSent(database(), 'mails', mail.id, 'smtp', new Date())
  expect(await listWaitingMails(database(), 9)).toEqual([])
})

it('emails to visitors are given up after the third permanent refusal', async () => {
  await queueMails(database(), [mailTo('gone@visitor.example')])
  const given = []
  for (let count = 0; count < 3; count++) given.push(await refuse(await firstWaiting(), true))
  expect(given).toEqual([false, false, true])
  expect(await listWaitingMails(database(), 9)).toEqual([])
})

it('emails to visitors are retried for days while the mail server is unavailable, and then given up', async () => {
  await queueMails(database(), [mailTo('ann@visitor.example')])
  const mail = await firstWaiting()
  expect(await refuse(mail, false)).toBe(false)
  expect(await refuse(mail, false, new Date(Date.now() + GIVE_UP_AFTER_MS + 1000))).toBe(true)
  expect(await listWaitingMails(database(), 9)).toEqual([])
})

it('emails to visitors are removed some time after they are sent or given up, and at once on request', async () => {
  await queueMails(database(), [mailTo('ann@visitor.example'), mailTo('bob@visitor.example')])
  const tomorrow = new Date(Date.now() + 86_400_000)
  const removeFinished = () =>
    transact(database(), (transaction) => removeFinishedMailsBefore(transaction, tomorrow))
  await removeFinished()
  expect(await listWaitingMails(database(), 9)).toHaveLength(2)
  await markSent(database(), 'mails', (await firstWaiting()).id, 'smtp', new Date())
  await removeFinished()
  const [left] = await findRows(database(), 'mails', ['recipient'])
  const typed = String(left?.recipient).toUpperCase()
  await transact(database(), (transaction) => removeMailsTo(transaction, typed))
  expect(await findRows(database(), 'mails', ['id'])).toEqual([])
})
