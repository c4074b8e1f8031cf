import { Readable } from 'node:stream'
import { closeEnquiry } from '#services/enquiries/change-enquiry.ts'
import { type Conversation, readConversation } from '#services/enquiries/conversation.ts'
import { describeDelivery } from '#services/enquiries/describe-delivery.ts'
import { addressesOf, composeEnquiry, enquiryFileName } from '#services/enquiries/enquiry-email.ts'
import {
  findEnquiry,
  isSuspected,
  resendEnquiry,
  type StoredEnquiry,
  toEnquiry,
} from '#services/enquiries/enquiry-store.ts'
import { EXPORTED } from '#services/enquiries/export-enquiries.ts'
import { forgetPerson } from '#services/enquiries/forget-person.ts'
import { enquiryStatuses } from '#services/enquiries/statuses.ts'
import { createMailer } from '#services/mail/mailer.ts'
import { defaultsOf } from '#services/settings/settings.ts'
import { readSiteSettings } from '#services/settings/settings-store.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { readAll } from '#shared/data/read-all.ts'
import { inquiryTypes, referencePattern } from '#shared/enquiries/enquiry-fields.ts'
import { formatList, plural } from '#shared/text/format.ts'
import { CALL, columns, command, type Group } from '../define-command.ts'
import { CliError, UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { writeRows } from '../files/write.ts'
import { formatUtc } from '../format-utc.ts'
import { mailCheck } from './mail-check.ts'
import { noteRemainingCopies, retention } from './retention.ts'

const list = command({
  name: 'list',
  summary: 'list the open enquiries, newest first',
  examples: ['enquiries list', 'enquiries list --quarantine', 'enquiries list --all --json'],
  options: {
    all: { type: 'boolean', help: 'include those that are closed or in quarantine' },
    quarantine: { type: 'boolean', help: 'only suspected spam' },
    undelivered: { type: 'boolean', help: 'only those that have not reached you yet' },
    json: { type: 'boolean', help: 'every column, as JSON' },
  },
  async run({ values, terminal, backend }) {
    const rows = (await readEnquiries(backend().client)).filter((row) => {
      const enquiry = toEnquiry(row)
      if (values.quarantine) return isSuspected(enquiry) && !enquiry.closedAt
      if (values.undelivered) return enquiry.delivery === 'waiting' && !enquiry.closedAt
      return values.all || (!enquiry.closedAt && !isSuspected(enquiry))
    })
    if (values.json) return terminal.out(JSON.stringify(rows, null, 2))
    for (const line of columns(rows.map(toEnquiry).map(describe))) terminal.out(line)
    terminal.note(`${plural(rows.length, 'enquiry', 'enquiries')}.`)
  },
})

const describe = (enquiry: StoredEnquiry): string[] => [
  `${enquiry.reference}  ${enquiry.createdAt.slice(0, 16).replace('T', ' ')}`,
  [escapeTerminal(enquiry.name, 24).padEnd(24), topicOf(enquiry), stateOf(enquiry)]
    .filter(Boolean)
    .join('  '),
]

function topicOf({ kind, plateNumber, subject }: StoredEnquiry): string {
  if (kind === 'valuation') return escapeTerminal(`Valuation of ${plateNumber}`, 44)
  const topic = escapeTerminal(subject, 44)
  const plate = escapeTerminal(plateNumber, 24)
  return plate === '' || topic.includes(plate) ? topic : `${topic} (${plate})`
}

function stateOf(enquiry: StoredEnquiry): string {
  const { delivery, attempts, closedAt, status, owner } = enquiry
  const states: string[] = status === 'new' ? [] : [status]
  if (owner) states.push(`for ${escapeTerminal(owner, 24)}`)
  if (delivery === 'waiting')
    states.push(attempts > 0 ? `NOT DELIVERED after ${plural(attempts, 'attempt')}` : 'not delivered yet')
  if (isSuspected(enquiry)) states.push('in quarantine')
  if (closedAt) states.push('closed')
  return states.length > 0 ? `(${states.join(', ')})` : ''
}

const show = command({
  name: 'show',
  summary: 'show an enquiry in full',
  usage: '<reference>',
  argumentCount: [1, 1],
  examples: ['enquiries show ENQ-4821-7730'],
  async run({ positionals, terminal, backend }) {
    const { client } = backend()
    const { reference } = await find(client, positionals[0])
    const conversation = await readConversation(client, reference)
    if (!conversation) throw new CliError(`${reference} has just been removed.`)
    const { enquiry } = conversation
    const facts: [string, string | null][] = [
      ['Reference', enquiry.reference],
      ['Received', formatUtc(enquiry.createdAt)],
      ['Name', enquiry.name],
      ['E-mail', enquiry.email],
      ['Phone', enquiry.phone],
      ['Enquiry type', enquiry.inquiryType && inquiryTypes[enquiry.inquiryType]],
      ['Plate number', enquiry.plateNumber],
      ['Subject', enquiry.kind === 'valuation' ? 'Valuation request' : enquiry.subject],
      ['Delivery', deliveryOf(enquiry)],
      ['Last error', enquiry.lastError],
      ['Status', enquiry.status],
      ['Owner', enquiry.owner],
      ['First reply', enquiry.answeredAt && formatUtc(enquiry.answeredAt)],
      ['Closed', enquiry.closedAt && formatUtc(enquiry.closedAt)],
    ]
    for (const line of columns(
      facts.filter(([, value]) => value).map(([label, value]) => [label, escapeTerminal(value, 500)]),
    ))
      terminal.out(line)
    if (enquiry.message) terminal.out('')
    for (const line of enquiry.message?.split('\n') ?? []) terminal.out(`  ${escapeTerminal(line, 10_000)}`)
    for (const line of describeEntries(conversation)) terminal.out(line)
  },
})

/** The conversation since, as the desk shows it. */
function describeEntries({ entries, replies }: Conversation): string[] {
  return entries.flatMap(({ kind, person, body, createdAt, mailId }) => {
    const what = `${formatUtc(createdAt)}  ${escapeTerminal(person, 60)}`
    if (kind === 'event') return ['', `${what}: ${escapeTerminal(body, 500)}`]
    const mail = replies.get(mailId ?? '')
    const state = mail ? ` (${describeDelivery(mail).text.toLowerCase()})` : ''
    const heading = kind === 'reply' ? `${what} replied${state}:` : `${what} noted:`
    return ['', heading, ...body.split('\n').map((line) => `  ${escapeTerminal(line, 10_000)}`)]
  })
}

function deliveryOf({ delivery, sentAt, sentBy, attempts, nextAttemptAt, quarantineReason }: StoredEnquiry) {
  if (delivery === 'sent')
    return `${sentBy === 'file' ? 'saved as a file' : 'mailed'} ${formatUtc(sentAt ?? '')}`
  if (delivery === 'quarantined') return `in quarantine: ${quarantineReason}`
  return attempts > 0
    ? `${plural(attempts, 'attempt')}, the next ${formatUtc(nextAttemptAt)}`
    : 'waiting to be sent'
}

const resend = command({
  name: 'resend',
  summary: 'send an enquiry to you again, or release it from quarantine',
  usage: '<reference> …',
  argumentCount: [1, 100],
  details: 'The running site sends it within seconds.',
  examples: ['enquiries resend ENQ-4821-7730'],
  async run({ positionals, terminal, backend }) {
    const { client, announce, actor } = backend()
    for (const reference of positionals) {
      const enquiry = await find(client, reference)
      announce(`${enquiry.reference} to be sent again`)
      await resendEnquiry(client, enquiry, actor.person)
      terminal.out(
        `${enquiry.reference} ${enquiry.delivery === 'quarantined' ? 'is out of quarantine and ' : ''}will be sent.`,
      )
    }
  },
})

const OUTCOMES = enquiryStatuses.filter((status) => status !== 'new')

const close = command({
  name: 'close',
  summary: 'mark an enquiry as done',
  usage: '<reference> …',
  argumentCount: [1, 100],
  details: [
    'An unanswered enquiry counts as answered, and suspected spam as spam, unless --as says what became of it. It is then',
    'no longer listed, and not sent if it has not been sent yet.',
  ].join('\n'),
  examples: ['enquiries close ENQ-4821-7730', 'enquiries close ENQ-4821-7730 --as won'],
  options: {
    as: { type: 'string', value: OUTCOMES.join('|'), help: 'what became of it' },
  },
  async run({ values, positionals, terminal, backend }) {
    const status = OUTCOMES.find((outcome) => outcome === values.as)
    if (values.as !== undefined && !status)
      throw new UsageError(`--as is one of ${OUTCOMES.join(', ')}, not “${escapeTerminal(values.as, 40)}”.`)
    const { client, announce, actor } = backend()
    for (const reference of positionals) {
      const enquiry = await find(client, reference)
      announce(`${enquiry.reference} closed${status ? ` as ${status}` : ''}`)
      await closeEnquiry(client, enquiry, actor, status)
      terminal.out(
        enquiry.delivery === 'waiting'
          ? `${enquiry.reference} is closed. It was never delivered and will not be sent.`
          : `${enquiry.reference} is closed.`,
      )
    }
  },
})

const exportAll = command({
  name: 'export',
  summary: 'write all enquiries, or those of one person, as CSV or JSON',
  usage: '[file]',
  argumentCount: [0, 1],
  details: [
    'Writes to standard output if no file is named. Use --email for a person who asks what you store about them.',
  ].join('\n'),
  examples: ['enquiries export enquiries.csv', 'enquiries export --email ann@example.co.uk --json ann.json'],
  options: {
    email: { type: 'string', value: 'address', help: 'only enquiries from this address' },
    json: { type: 'boolean', help: 'as JSON, even if the file name does not end in .json' },
  },
  async run({ values, positionals, terminal, backend }) {
    const wanted = values.email?.trim().toLowerCase()
    const rows = (await readEnquiries(backend().client)).filter(
      ({ email }) => wanted === undefined || String(email).toLowerCase() === wanted,
    )
    const [path = null] = positionals
    const format = values.json || path?.endsWith('.json') ? 'json' : 'csv'
    await writeRows(Readable.from(rows), { path, format, columns: EXPORTED })
    terminal.note(`${plural(rows.length, 'enquiry', 'enquiries')}.`)
  },
})

const forget = command({
  name: 'forget',
  summary: 'remove all enquiries of a person, on their request',
  usage: '<email>',
  argumentCount: [1, 1],
  details: [
    'Removes the enquiries from this address with their notes and replies, its alerts, the e-mails to it and their files in',
    'DATA_DIR/mail, and the changes of plates that contain it. Lists the plates whose notes or reservations name the person:',
    'remove these yourself, and the copies in your mailbox, backups and exports.',
  ].join('\n'),
  examples: ['enquiries forget ann@example.co.uk'],
  async run({ positionals, terminal, backend }) {
    const { client, env, announce, eraseDeleted, actor } = backend()
    const [email = ''] = positionals
    const addresses = addressesOf(await readSiteSettings(client, defaultsOf(env)))
    const options = { client, dataDir: env.DATA_DIR, addresses, eraseDeleted, announce }
    const forgotten = await forgetPerson(options, email, actor)
    const { enquiries: removed, alerts, mails, removedFiles, updatedFiles, isErased } = forgotten
    const { plates, plateChanges } = forgotten
    for (const { reference, createdAt } of removed)
      terminal.out(`Removed ${reference} of ${createdAt.slice(0, 10)}.`)
    if (alerts > 0) terminal.out(`Removed ${plural(alerts, 'alert')} of that address.`)
    if (mails > 0) terminal.out(`Removed ${plural(mails, 'e-mail')} to that address.`)
    for (const name of removedFiles) terminal.out(`Removed the file ${name}.`)
    for (const name of updatedFiles) terminal.out(`Updated the file ${name}.`)
    if (plateChanges > 0)
      terminal.out(
        `Removed ${plural(plateChanges, 'change')} of plates with that address, which can no longer be undone.`,
      )
    terminal.out(
      removed.length === 0
        ? `There are no enquiries from ${escapeTerminal(email)}.`
        : `All enquiries from ${escapeTerminal(email)} are removed here. Check your mailbox, backups and exports too.`,
    )
    if (plates.length > 0)
      terminal.out(
        `The notes or reservations of these plates name the person: ${formatList(plates.map(({ registration }) => escapeTerminal(registration)))}. They may be about something else: delete by hand what should go, then run this command again to remove the copies of the address that are kept for undo.`,
      )
    noteRemainingCopies(terminal, isErased, env.DATA_DIR)
  },
})

export const enquiryCommands: Group = {
  name: 'enquiries',
  summary: "visitors' enquiries and their delivery",
  commands: [list, show, resend, close, exportAll, forget, retention],
}

const TEST_DEADLINE_MS = 30_000

const mailTest = command({
  name: 'test',
  summary: 'send a test message to yourself, as enquiries are sent',
  examples: ['mail test'],
  async run({ terminal, backend }) {
    const { client, env } = backend()
    const settings = await readSiteSettings(client, defaultsOf(env))
    const addresses = addressesOf(settings)
    const recipients = formatList([...addresses.to])
    const mailer = createMailer(env)
    const now = new Date().toISOString()
    const sample = {
      id: `test.${Date.now()}`,
      reference: 'ENQ-0000-0000',
      kind: 'contact',
      name: 'The office',
      email: addresses.to[0],
      phone: null,
      subject: `Test enquiry for ${addresses.firm}`,
      inquiryType: 'other',
      plateNumber: null,
      message: 'If you can read this, enquiries reach you. Reply to it: the reply should come back to you.',
      resends: 0,
      createdAt: now,
    } as StoredEnquiry
    try {
      await mailer.send(composeEnquiry(sample, addresses), TEST_DEADLINE_MS)
    } catch (error) {
      throw new CliError(`The message was not sent: ${escapeTerminal((error as Error).message, 300)}`)
    }
    if (mailer.kind === 'file')
      terminal.out(
        `SMTP_URL is not set: the message was not sent, only saved as ${env.DATA_DIR}/mail/${enquiryFileName(sample)}.`,
      )
    else terminal.out(`The mail server accepted a message to ${recipients}. Check that it has arrived.`)
    if (!env.ENQUIRIES_TO && recipients === settings.site.email)
      terminal.note(`ENQUIRIES_TO is not set: it was sent to ${settings.site.email}.`)
  },
})

export const mailCommands: Group = {
  name: 'mail',
  summary: 'how enquiries reach you',
  commands: [mailTest, mailCheck],
}

async function readEnquiries(client: BackendClient): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for await (const row of readAll(client, 'enquiries')) rows.push(row)
  return rows.sort((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1))
}

/** Accepts a reference in any case, with or without its letters. */
async function find(client: BackendClient, input = ''): Promise<StoredEnquiry> {
  const digits = input.replace(/\D/g, '')
  const reference = `ENQ-${digits.slice(0, 4)}-${digits.slice(4)}`
  const enquiry = referencePattern.test(reference) ? await findEnquiry(client, reference) : null
  if (!enquiry)
    throw new CliError(
      `There is no enquiry “${escapeTerminal(input)}”. List them all: ${CALL} enquiries list --all`,
    )
  return enquiry
}
