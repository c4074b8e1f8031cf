import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '#services/audit/actor.ts'
import { composeAcknowledgement, queueAcknowledgement } from '#services/enquiries/acknowledgement.ts'
import {
  addEntry,
  changeEnquiry,
  EnquiryConflict,
  EnquiryMissing,
} from '#services/enquiries/change-enquiry.ts'
import { readConversation } from '#services/enquiries/conversation.ts'
import { type EnquiryFilter, parseEnquiryFilter } from '#services/enquiries/enquiry-filter.ts'
import {
  type AddressedEnquiry,
  countExpiredBefore,
  listWaitingEnquiries,
  removeEnquiries,
  removeExpiredBefore,
  takeByTelephone,
} from '#services/enquiries/enquiry-store.ts'
import { readMonthOfAnswers } from '#services/enquiries/first-answer.ts'
import { countEnquiries, listEnquiries } from '#services/enquiries/list-enquiries.ts'
import { listEarlier, listOpenAbout } from '#services/enquiries/related-enquiries.ts'
import { nextReplyNumber, replyTo, retryReply } from '#services/enquiries/reply.ts'
import { fillTemplate, readNamedPlates } from '#services/enquiries/reply-templates.ts'
import { monthOf } from '#services/london-time.ts'
import { markSent } from '#services/mail/deliveries.ts'
import { listUnsentMails, removeFinishedMailsBefore } from '#services/mail/mail-store.ts'
import { visitorMailFileName } from '#services/mail/visitor-mail.ts'
import { forgetPerson } from '#services/retention/forget-person.ts'
import type { TelephoneEnquiry } from '#shared/enquiries/enquiry-schema.ts'
import { type ReplyTemplate, STANDARD_TEMPLATES } from '#shared/enquiries/template-text.ts'
import { site } from '#site.config.ts'
import { asContact, asValuation } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { addRows, deleteRows, editRows, findRows } from '../rows.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { transact } from '../transact.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const database = () => contract().database
const ann: Actor = { person: 'Ann', via: 'desk' }
const bob: Actor = { person: 'Bob', via: 'desk' }
const ADDRESS = { firm: site.name, from: 'website@plates.example' }

beforeEach(async () => {
  for (const table of ['enquiries', 'mails', 'enquiry_entries'] as const) await deleteRows(database(), table)
})

const store = async (body?: unknown, quarantineReason: string | null = null) =>
  (await storeEnquiry(database(), body, quarantineReason)).reference

async function read(reference: string) {
  const conversation = await readConversation(database(), reference)
  if (!conversation) throw new Error('It is not there')
  return conversation
}

const said = async (reference: string) =>
  (await read(reference)).entries.map(({ kind, person, body }) => [kind, person, body])

async function form(reference: string, text: string) {
  const conversation = await read(reference)
  return { text, seen: conversation.enquiry.revision, number: nextReplyNumber(conversation) }
}

const fromDesk = async () => {
  const entries = await findRows(database(), 'audit', ['person', 'command', 'change'])
  return entries.filter(({ change }) => change.startsWith('ENQ-'))
}

it('an enquiry begins as new, without an owner or an answer', async () => {
  expect((await read(await store())).enquiry).toMatchObject({
    status: 'new',
    owner: null,
    answeredAt: null,
    revision: 0,
  })
})

it('an enquiry changes its status and its owner, each with an entry that has the person, the new and the old value', async () => {
  const reference = await store()
  const owner = { id: crypto.randomUUID(), name: 'Bob' }
  await changeEnquiry(database(), reference, { owner }, 0, ann)
  await changeEnquiry(database(), reference, { status: 'won' }, 1, bob)
  await changeEnquiry(database(), reference, { owner: null, status: 'lost' }, 2, bob)
  const { enquiry, entries } = await read(reference)
  expect(enquiry).toMatchObject({ status: 'lost', owner: null, ownerId: null, revision: 4 })
  expect(enquiry.answeredAt).not.toBeNull()
  expect(entries.map(({ number }) => number)).toEqual([1, 2, 3, 4])
  expect(entries.map(({ person, body }) => `${person}: ${body}`).sort()).toEqual(
    [
      'Ann: Owner: Bob, was nobody',
      'Bob: Status: won, was new',
      'Bob: Status: lost, was won',
      'Bob: Owner: nobody, was Bob',
    ].sort(),
  )
  expect(await fromDesk()).toContainEqual({
    person: 'Bob',
    command: 'desk: enquiries change',
    change: `${reference}: status won, was new`,
  })
})

it('an enquiry is lost for a reason, which its entry keeps and which is cleared when it is reopened', async () => {
  const reference = await store()
  await changeEnquiry(database(), reference, { status: 'lost', lostReason: 'bought elsewhere' }, 0, ann)
  expect((await read(reference)).enquiry.lostReason).toBe('bought elsewhere')
  await changeEnquiry(database(), reference, { status: 'answered' }, 1, bob)
  expect((await read(reference)).enquiry.lostReason).toBeNull()
  expect(await said(reference)).toEqual([
    ['event', 'Ann', 'Status: lost (bought elsewhere), was new'],
    ['event', 'Bob', 'Status: answered, was lost'],
  ])
})

it('an enquiry is not overwritten by a page that does not show the last change; the conflict contains it', async () => {
  const reference = await store()
  await changeEnquiry(database(), reference, { status: 'won' }, 0, ann)
  const change = changeEnquiry(database(), reference, { status: 'lost' }, 0, bob)
  await expect(change).rejects.toThrow(EnquiryConflict)
  await change.catch((error) =>
    expect(error.entries).toMatchObject([{ person: 'Ann', body: 'Status: won, was new' }]),
  )
  expect((await read(reference)).enquiry.status).toBe('won')
})

it('an enquiry that two people change at once is changed by one of them', async () => {
  const reference = await store()
  const results = await Promise.allSettled([
    changeEnquiry(database(), reference, { status: 'won' }, 0, ann),
    changeEnquiry(database(), reference, { status: 'lost' }, 0, bob),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await read(reference)).entries).toHaveLength(1)
})

it('an enquiry that does not exist cannot be changed, annotated or answered', async () => {
  const none = 'ENQ-0000-0000'
  await expect(changeEnquiry(database(), none, { status: 'won' }, 0, ann)).rejects.toThrow(EnquiryMissing)
  const note = { kind: 'note', key: crypto.randomUUID(), text: 'x' } as const
  await expect(addEntry(database(), none, note, ann)).rejects.toThrow(EnquiryMissing)
  await expect(replyTo(database(), none, { text: 'x', seen: 0, number: 1 }, ADDRESS, ann)).rejects.toThrow(
    EnquiryMissing,
  )
})

it('an enquiry that is suspected is released as new, marked as spam, or closed as spam', async () => {
  const reason = 'The hidden field was filled in.'
  const genuine = await store(asContact(), reason)
  await changeEnquiry(database(), genuine, { status: 'new' }, 0, ann)
  expect((await read(genuine)).enquiry).toMatchObject({
    status: 'new',
    delivery: 'waiting',
    closedAt: null,
  })
  expect(await said(genuine)).toEqual([['event', 'Ann', 'Not spam: released from quarantine']])
  const spam = await store(asContact(), reason)
  await changeEnquiry(database(), spam, { status: 'spam' }, 0, ann)
  const { enquiry } = await read(spam)
  expect(enquiry).toMatchObject({ status: 'spam', delivery: 'quarantined', answeredAt: null })
  expect(enquiry.closedAt).not.toBeNull()
})

it('what the visitor replied is one entry, reopens the enquiry, and waits until we reply', async () => {
  const reference = await store()
  await changeEnquiry(database(), reference, { status: 'lost', lostReason: 'price' }, 0, ann)
  const entry = { kind: 'received', key: crypto.randomUUID(), text: 'I take it.' } as const
  await addEntry(database(), reference, entry, bob)
  await addEntry(database(), reference, entry, bob)
  const { enquiry, entries } = await read(reference)
  expect(enquiry).toMatchObject({ status: 'replied', closedAt: null, lostReason: null, revision: 3 })
  expect(Date.now() - Date.parse(enquiry.repliedAt ?? '')).toBeLessThan(60_000)
  expect(entries.map(({ number, kind, person, body }) => [number, kind, person, body])).toEqual([
    [1, 'event', 'Ann', 'Status: lost (price), was new'],
    [2, 'received', 'Bob', 'I take it.'],
    [3, 'event', 'Bob', 'Status: replied, was lost'],
  ])
  expect(await countEnquiries(database(), { status: 'replied' })).toBe(1)
  expect(await countEnquiries(database(), { status: 'replied', search: 'I take it' })).toBe(1)
  expect(await readMonthOfAnswers(database(), monthOf(new Date()))).toMatchObject({ waiting: 1 })
  await replyTo(database(), reference, await form(reference, 'Thank you.'), ADDRESS, ann)
  expect((await said(reference)).at(-1)).toEqual(['event', 'Ann', 'Status: answered, was replied'])
})

it('an entry of what the visitor replied that comes with its number is a copy, and changes nothing', async () => {
  const reference = await store()
  const { enquiry } = await read(reference)
  const copy = { enquiry_id: enquiry.id, kind: 'received', person: 'Ann', body: 'Yes.', number: 7 }
  await addRows(database(), 'enquiry_entries', copy)
  expect((await read(reference)).enquiry).toEqual(enquiry)
})

it('after a call an enquiry that waits for us is answered, and one that is closed stays closed', async () => {
  const [waiting, won] = [await store(), await store()]
  await changeEnquiry(database(), won, { status: 'won' }, 0, ann)
  for (const reference of [waiting, won]) {
    const note = {
      kind: 'note',
      key: crypto.randomUUID(),
      text: 'Said by telephone',
      isAnswer: true,
    } as const
    await addEntry(database(), reference, note, ann)
  }
  expect((await read(waiting)).enquiry.status).toBe('answered')
  expect((await read(won)).enquiry.status).toBe('won')
})

describe('an enquiry by telephone', () => {
  const bobsId = crypto.randomUUID()
  const take = (fields: Partial<TelephoneEnquiry> = {}, key: string = crypto.randomUUID()) => {
    const enquiry = { name: 'Ann Ash', phone: '07700 900 123', email: '', plateNumber: '', message: '' }
    return takeByTelephone(database(), { ...enquiry, ...fields }, key, { id: bobsId, name: 'Bob' }, bob)
  }

  it('an enquiry by telephone belongs to who took it, and is taken once and never e-mailed', async () => {
    const key = crypto.randomUUID()
    const reference = await take({ message: 'Wants 1 KP' }, key)
    expect(await take({ message: 'Wants 1 KP' }, key)).toBe(reference)
    const { enquiry } = await read(reference)
    expect(enquiry).toMatchObject({ email: null, status: 'new', ownerId: bobsId, owner: 'Bob', revision: 0 })
    expect(await listWaitingEnquiries(database(), 10)).toEqual([])
    const queued = editRows(database(), 'enquiries', { id: enquiry.id }, { delivery: 'waiting' })
    await expect(queued).rejects.toMatchObject({ code: '23514' })
    expect(await fromDesk()).toContainEqual({
      person: 'Bob',
      command: 'desk: enquiries telephone',
      change: `${reference}: taken by telephone`,
    })
  })

  it('an enquiry by telephone has a number or an address, and any other has an address', async () => {
    await expect(take({ phone: '' })).rejects.toMatchObject({ code: '23514' })
    const { enquiry } = await read(await store())
    const emptied = editRows(database(), 'enquiries', { id: enquiry.id }, { email: null })
    await expect(emptied).rejects.toMatchObject({ code: '23514' })
  })

  it('the first e-mail about an enquiry by telephone quotes nothing and belongs to no thread', async () => {
    const reference = await take({ email: 'ann@visitor.example', message: 'Sounds rich' })
    await replyTo(database(), reference, await form(reference, 'As I said.'), ADDRESS, bob)
    const [mail] = (await read(reference)).replies.values()
    expect(mail).toMatchObject({
      subject: expect.not.stringMatching(/^Re:/),
      quoted: null,
      inReplyTo: null,
      thread: null,
    })
  })

  it('forgetting a person without an address removes that enquiry alone, and names the plates that they hold', async () => {
    const [reference, other] = [await take(), await take()]
    const plate = { id: bobsId, plate_number: 'AB 1', is_available: false }
    await addRows(database(), 'plates', plate)
    await addRows(database(), 'plate_details', { id: bobsId, status: 'draft', holder: 'Ann Ash' })
    const options = {
      database: database(),
      dataDir: temporaryFolder(),
      addresses: { ...ADDRESS, to: ['dealer@plates.example'] as const },
      eraseDeleted: async () => true,
    }
    const forgotten = await forgetPerson(options, (await read(reference)).enquiry, bob)
    expect(forgotten).toMatchObject({ enquiries: [{ reference }], mails: 0, alerts: 0 })
    expect(forgotten.plates).toEqual([{ id: bobsId, registration: 'AB 1' }])
    expect(await readConversation(database(), reference)).toBeNull()
    expect((await read(other)).enquiry.name).toBe('Ann Ash')
  })
})

it('others who ask about a plate have an open enquiry that names it, in any spelling', async () => {
  const about = (plateNumber: string) => store(asContact({ plateNumber }))
  const reference = await about('AB 1, 7 W')
  const [listed, joined] = [await about('X 2, ab1'), await about('7w')]
  await about('AB 11')
  await store(asValuation({ plateNumber: 'AB 1' }))
  const lost = await about('AB 1')
  await changeEnquiry(database(), lost, { status: 'lost' }, 0, ann)
  const { enquiry } = await read(reference)
  const open = await listOpenAbout(database(), ['AB 1', '7 W'], enquiry)
  expect(open.map((one) => one.reference).sort()).toEqual([listed, joined].sort())
  expect(await listOpenAbout(database(), [], enquiry)).toEqual([])
})

it('earlier enquiries of a person have the same address or number, however they are written', async () => {
  const ask = (fields: object) => store(asContact(fields))
  const other = await ask({ email: 'other@visitor.example', phone: '07700 900124' })
  const byMail = await ask({ email: 'ANN@visitor.example', phone: '' })
  const longAgo = { created_at: '2026-01-01T00:00:00Z' }
  await editRows(database(), 'enquiries', { reference: byMail }, longAgo)
  const byPhone = await ask({ email: 'bob@visitor.example', phone: '+44 (7700) 900-123' })
  const reference = await ask({ email: 'Ann@Visitor.example', phone: '07700900123' })
  const earlierThan = async (one: string) =>
    (await listEarlier(database(), (await read(one)).enquiry)).map((earlier) => earlier.reference)
  expect(await earlierThan(reference)).toEqual([byPhone, byMail])
  expect(await earlierThan(other)).toEqual([])
  for (let count = 0; count < 5; count++) await ask({ email: 'ann@visitor.example', phone: '' })
  const latest = await ask({ email: 'ann@visitor.example', phone: '' })
  expect(await earlierThan(latest)).toHaveLength(5)
})

it('an enquiry is removed with its notes and replies', async () => {
  const reference = await store()
  await addEntry(database(), reference, { kind: 'note', key: crypto.randomUUID(), text: 'Called him.' }, ann)
  await replyTo(database(), reference, await form(reference, 'Yes.'), ADDRESS, ann)
  const { enquiry } = await read(reference)
  await transact(database(), (transaction) => removeEnquiries(transaction, [enquiry]))
  expect(await findRows(database(), 'enquiry_entries', ['id'])).toEqual([])
  expect(await findRows(database(), 'mails', ['id'])).toEqual([])
})

describe('retention', () => {
  const longAgo = '2020-01-01T00:00:00Z'
  const remove = () =>
    transact(database(), async (transaction) =>
      (await removeExpiredBefore(transaction, new Date('2021-01-01'))).map(({ reference }) => reference),
    )
  const age = (reference: string) => editRows(database(), 'enquiries', { reference }, { created_at: longAgo })

  it('retention removes suspected spam that was answered even if no digest lists it, and keeps what nobody has seen', async () => {
    const reason = 'The hidden field was filled in.'
    const answered = await store(asContact(), reason)
    const unseen = await store(asContact(), reason)
    await replyTo(database(), answered, await form(answered, 'Yes.'), ADDRESS, ann)
    for (const reference of [answered, unseen]) await age(reference)
    expect(await countExpiredBefore(database(), new Date('2021-01-01'))).toBe(1)
    expect(await remove()).toEqual([answered])
    expect(await findRows(database(), 'mails', ['id'])).toEqual([])
  })

  it('retention keeps a reply, and its file’s name, for as long as its enquiry', async () => {
    const reference = await store()
    await age(reference)
    await replyTo(database(), reference, await form(reference, 'Yes.'), ADDRESS, ann)
    const [mail] = (await read(reference)).replies.values()
    if (!mail) throw new Error('There is no reply')
    expect(visitorMailFileName(mail)).toBe(`2020-01-01-${reference}-reply-1.eml`)
    await markSent(database(), 'mails', mail.id, 'smtp', new Date())
    const tomorrow = new Date(Date.now() + 86_400_000)
    await transact(database(), (transaction) => removeFinishedMailsBefore(transaction, tomorrow))
    expect((await read(reference)).replies.size).toBe(1)
  })
})

it('a note is added once, however often its form is sent', async () => {
  const reference = await store()
  const note = { kind: 'note', key: crypto.randomUUID(), text: '<b>Call</b> him on Monday' } as const
  await Promise.all([1, 2, 3].map(() => addEntry(database(), reference, note, ann)))
  expect(await said(reference)).toEqual([['note', 'Ann', '<b>Call</b> him on Monday']])
  expect((await read(reference)).enquiry.revision).toBe(1)
})

it('a note that was changed after Back is a second note', async () => {
  const reference = await store()
  const key = crypto.randomUUID()
  await addEntry(database(), reference, { kind: 'note', key, text: 'One' }, ann)
  await addEntry(database(), reference, { kind: 'note', key, text: 'Two' }, ann)
  expect((await said(reference)).map(([, , body]) => body)).toEqual(['One', 'Two'])
})

it('a reply is queued in the thread of the enquiry, marks it as answered and ends its waiting time', async () => {
  const reference = await store()
  const { enquiry } = await read(reference)
  const acknowledging = await composeAcknowledgement(database(), enquiry as AddressedEnquiry, site)
  await transact(database(), (transaction) => queueAcknowledgement(transaction, acknowledging))
  expect(await replyTo(database(), reference, await form(reference, 'Yes, it is.'), ADDRESS, ann)).toBe(true)
  await replyTo(database(), reference, await form(reference, 'And another thing.'), ADDRESS, bob)
  const { enquiry: answered, replies, acknowledgement } = await read(reference)
  expect(answered.status).toBe('answered')
  expect(answered.answeredAt).not.toBeNull()
  const [first, second] = [...replies.values()].sort((a, b) => (a.mailKey < b.mailKey ? -1 : 1))
  const enquiryId = `<enquiry.${enquiry.id}.0@plates.example>`
  const acknowledgementId = `<acknowledgement.${acknowledgement?.id}@plates.example>`
  expect(first).toMatchObject({
    recipient: 'ann@visitor.example',
    subject: `Re: We have your enquiry: ${reference}`,
    body: 'Yes, it is.',
    delivery: 'waiting',
    person: 'Ann',
    inReplyTo: acknowledgementId,
    thread: `${enquiryId} ${acknowledgementId}`,
  })
  expect(first?.quoted).toContain('> Is it still for sale?\n>\n> Thank you, Ann')
  expect(second).toMatchObject({
    inReplyTo: `<reply.${first?.id}@plates.example>`,
    thread: `${enquiryId} ${acknowledgementId} <reply.${first?.id}@plates.example>`,
  })
  expect(await said(reference)).toEqual([
    ['reply', 'Ann', 'Yes, it is.'],
    ['event', 'Ann', 'Status: answered, was new'],
    ['reply', 'Bob', 'And another thing.'],
  ])
})

it('a reply quotes the registration to be valued if the visitor wrote no message', async () => {
  const reference = await store(asValuation())
  await replyTo(database(), reference, await form(reference, 'Some £900.'), ADDRESS, ann)
  const [mail] = (await read(reference)).replies.values()
  expect(mail?.quoted).toContain('> Please value A 1.')
  expect(mail?.subject).toBe(`Re: Valuation request for A 1 (${reference})`)
})

it('a reply is queued once, however often its form is sent, even concurrently', async () => {
  const reference = await store()
  const sent = await form(reference, 'Yes.')
  const results = await Promise.all(
    [1, 2, 3, 4].map(() => replyTo(database(), reference, sent, ADDRESS, ann)),
  )
  expect(results.filter(Boolean)).toHaveLength(1)
  expect(await replyTo(database(), reference, sent, ADDRESS, ann)).toBe(false)
  expect((await read(reference)).replies.size).toBe(1)
})

it('a reply of two people at once is one reply, and the other person sees it', async () => {
  const reference = await store()
  const sent = await form(reference, 'Yes.')
  const results = await Promise.allSettled([
    replyTo(database(), reference, sent, ADDRESS, ann),
    replyTo(database(), reference, { ...sent, text: 'No.' }, ADDRESS, bob),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await read(reference)).replies.size).toBe(1)
})

it('a reply is refused if someone has added a note since the page was read', async () => {
  const reference = await store()
  const stale = await form(reference, 'It is £900.')
  await addEntry(
    database(),
    reference,
    { kind: 'note', key: crypto.randomUUID(), text: 'He has bought it by phone.' },
    bob,
  )
  const reply = replyTo(database(), reference, stale, ADDRESS, ann)
  await reply.catch((error) =>
    expect(error.entries).toMatchObject([{ person: 'Bob', body: 'He has bought it by phone.' }]),
  )
  await expect(reply).rejects.toThrow(EnquiryConflict)
  expect((await read(reference)).replies.size).toBe(0)
})

it('a reply keeps won and lost enquiries as they are, and marks spam as answered', async () => {
  const won = await store()
  await changeEnquiry(database(), won, { status: 'won' }, 0, ann)
  await replyTo(database(), won, await form(won, 'Your papers are in the post.'), ADDRESS, ann)
  expect((await read(won)).enquiry.status).toBe('won')
  const spam = await store(asContact(), 'The hidden field was filled in.')
  await changeEnquiry(database(), spam, { status: 'spam' }, 0, ann)
  await replyTo(database(), spam, await form(spam, 'Sorry.'), ADDRESS, ann)
  expect((await read(spam)).enquiry).toMatchObject({ status: 'answered', closedAt: null })
})

it('a reply that could not be sent is listed, and queued again on request', async () => {
  const reference = await store()
  await replyTo(database(), reference, await form(reference, 'Yes.'), ADDRESS, ann)
  const [mail] = (await read(reference)).replies.values()
  const failed = { delivery: 'undeliverable', refusals: 3, last_error: '550 No such mailbox' }
  await editRows(database(), 'mails', { id: mail?.id }, failed)
  expect(await listUnsentMails(database(), 5)).toMatchObject([
    { id: mail?.id, lastError: '550 No such mailbox' },
  ])
  const conversation = await read(reference)
  expect(await retryReply(database(), conversation, crypto.randomUUID(), ann)).toBe(false)
  expect(await retryReply(database(), conversation, String(mail?.id), ann)).toBe(true)
  expect([...(await read(reference)).replies.values()]).toMatchObject([
    { delivery: 'waiting', refusals: 0, attempts: 0 },
  ])
})

describe('the list', () => {
  const everything = (query = '') => ({
    ...parseEnquiryFilter(new URLSearchParams(query)),
    status: 'all' as const,
  })
  const found = async (filter: EnquiryFilter) =>
    (await listEnquiries(database(), filter)).enquiries.map(({ reference }) => reference)

  it('the list of enquiries has new enquiries oldest first, and suspected spam apart', async () => {
    const first = await store()
    const anHourAgo = { created_at: new Date(Date.now() - 3_600_000).toISOString() }
    await editRows(database(), 'enquiries', { reference: first }, anHourAgo)
    const second = await store()
    const suspected = await store(asContact(), 'The hidden field was filled in.')
    const won = await store()
    await changeEnquiry(database(), won, { status: 'won' }, 0, ann)
    const filter = parseEnquiryFilter(new URLSearchParams())
    expect(await found(filter)).toEqual([first, second])
    expect(await found({ ...filter, order: 'newest' })).toEqual([second, first])
    expect(await found({ ...filter, status: 'suspected' })).toEqual([suspected])
    expect(await found({ ...filter, status: 'won' })).toEqual([won])
    expect(await countEnquiries(database(), { status: 'all' })).toBe(4)
  })

  it('the list of enquiries is narrowed to an owner and to a month of London', async () => {
    const mine = await store()
    const owner = { id: crypto.randomUUID(), name: 'Ann' }
    await changeEnquiry(database(), mine, { owner }, 0, ann)
    const june = await store()
    // Half past midnight of 1 June in London.
    await editRows(database(), 'enquiries', { reference: june }, { created_at: '2026-05-31T23:30:00Z' })
    expect(await found(everything(`owner=${owner.id}`))).toEqual([mine])
    expect(await found(everything('owner=nobody'))).toEqual([june])
    expect(await found(everything('month=2026-06'))).toEqual([june])
    expect(await found(everything('month=2026-05'))).toEqual([])
  })

  it.each([
    ['quix', 'name'],
    ['QUIXOTE@', 'address'],
    ['ab12cde', 'registration without its space'],
    ['AB12 CDE', 'registration'],
    ['windmill, (50% off)', 'text with commas, brackets and per cent'],
    ['"quoted\\', 'text with quotation marks and a backslash'],
    ['a*b', 'text with an asterisk'],
  ])('the list of enquiries finds %s: %s', async (search) => {
    await store()
    const wanted = await store(
      asContact({
        name: 'Don Quixote',
        email: 'quixote@visitor.example',
        plateNumber: 'AB12 CDE',
        message: 'A windmill, (50% off) and a "quoted\\ thing, a*b',
      }),
    )
    expect(await found({ ...everything(), search })).toEqual([wanted])
  })

  it('the list of enquiries finds what a note or a reply says, within the other filters', async () => {
    await store()
    const noted = await store()
    await addEntry(
      database(),
      noted,
      { kind: 'note', key: crypto.randomUUID(), text: 'Wants the *certificate*, (V778)' },
      ann,
    )
    const replied = await store()
    await replyTo(database(), replied, await form(replied, 'The certificate is in the post.'), ADDRESS, ann)
    expect((await found({ ...everything(), search: 'certificate' })).sort()).toEqual([noted, replied].sort())
    expect(await found({ ...everything(), search: '*certificate*, (V778)' })).toEqual([noted])
    expect(await found({ ...everything(), status: 'new', search: 'certificate' })).toEqual([noted])
    expect(await countEnquiries(database(), { status: 'all', search: 'certificate' })).toBe(2)
  })

  it('the list of enquiries finds a reference however it is typed, and nothing by a wildcard', async () => {
    const reference = await store()
    await store()
    const digits = reference.replace(/\D/g, '')
    for (const search of [reference, digits, `enq ${digits.slice(0, 4)} ${digits.slice(4)}`])
      expect(await found({ ...everything(), search })).toEqual([reference])
    expect(await found({ ...everything(), search: '%' })).toEqual([])
    expect(await found({ ...everything(), search: '_' })).toEqual([])
  })

  it('the list of enquiries has 50 on a page, and none beyond the last page', async () => {
    for (let count = 0; count < 52; count++) await store(asContact({ message: `Message ${count}` }))
    const { enquiries, total } = await listEnquiries(database(), everything('page=2'))
    expect([enquiries.length, total]).toEqual([2, 52])
    expect(await listEnquiries(database(), everything('page=3'))).toEqual({ enquiries: [], total: 52 })
  })
})

it('a month of answers has the median of the first answers, without spam', async () => {
  const at = new Date()
  at.setUTCDate(15)
  const created = at.toISOString()
  const hours = (count: number) => new Date(at.getTime() + count * 3_600_000).toISOString()
  for (const answered of [1, 3, 10]) {
    const reference = await store()
    const columns = { created_at: created, status: 'answered', answered_at: hours(answered) }
    await editRows(database(), 'enquiries', { reference }, columns)
  }
  const waiting = await store()
  const spam = await store(asContact(), 'The hidden field was filled in.')
  await editRows(database(), 'enquiries', { reference: [waiting, spam] }, { created_at: created })
  expect(await readMonthOfAnswers(database(), monthOf(at))).toEqual({
    enquiries: 4,
    waiting: 1,
    medianMs: 3 * 3_600_000,
  })
  expect(await readMonthOfAnswers(database(), '1999-01')).toEqual({
    enquiries: 0,
    waiting: 0,
    medianMs: null,
  })
})

it('a template has the registrations that the enquiry names, with the price of what is for sale', async () => {
  await addRows(database(), 'plates', [
    { plate_number: '1 KP', price: 12_500, is_available: true },
    { plate_number: '7 W', price: 9000, is_available: false },
  ])
  const plates = await readNamedPlates(database(), { plateNumber: '1kp, 7 W, the red one' })
  expect(plates).toMatchObject([
    { registration: '1 KP', stock: { status: 'for_sale', priceGbp: 12_500 } },
    { registration: '7 W', stock: { status: 'withdrawn', priceGbp: 9000 } },
  ])
  const fill = (name: string) => {
    const template = STANDARD_TEMPLATES.find((known) => known.name === name) as ReplyTemplate
    return fillTemplate(template, { enquiry: { name: 'Don' }, plates, person: 'Ann', site })
  }
  const text = fill('Still for sale')
  expect(text).toContain('Dear Don,')
  expect(text).toContain('1 KP at £12,500 is still for sale.')
  expect(text).not.toContain('7 W')
  expect(fill('Reserved or sold')).toContain('1 KP and 7 W are no longer')
})
