import { Readable } from 'node:stream'
import { composeEnquiry, enquiryFileName } from '#services/enquiries/enquiry-email.ts'
import { type AddressedEnquiry, findEnquiry, listAllEnquiries } from '#services/enquiries/enquiry-store.ts'
import { EXPORTED } from '#services/enquiries/export-enquiries.ts'
import { addressesOf } from '#services/mail/addresses.ts'
import { createMailer } from '#services/mail/mailer.ts'
import { forgetPerson } from '#services/retention/forget-person.ts'
import { snakeCaseRow } from '#shared/data/case-row.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { formatList, plural } from '#shared/text/format.ts'
import { command, type Group } from '../define-command.ts'
import { CliError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { writeRows } from '../files/write.ts'
import { mailCheck } from './mail-check.ts'
import { noteRemainingCopies, retention } from './retention.ts'

const exportAll = command({
  name: 'export',
  summary: 'write all enquiries, or those of one person, as CSV or JSON',
  usage: '[file]',
  details: [
    'Writes to standard output if no file is named. Use --email for a person who asks what you store about them.',
  ],
  examples: ['enquiries export enquiries.csv', 'enquiries export --email ann@example.co.uk --json ann.json'],
  options: {
    email: { type: 'string', value: 'address', help: 'only enquiries from this address' },
    json: { type: 'boolean', help: 'as JSON, even if the file name does not end in .json' },
  },
  async run({ values, positionals, terminal, backend }) {
    const wanted = values.email && cleanLine(values.email).toLowerCase()
    const found = (await listAllEnquiries(backend().database)).filter(
      ({ email }) => wanted === undefined || email?.toLowerCase() === wanted,
    )
    const rows = found.map(snakeCaseRow)
    const [path = null] = positionals
    const format = values.json || path?.endsWith('.json') ? 'json' : 'csv'
    await writeRows(Readable.from(rows), { path, format, columns: EXPORTED })
    terminal.note(`${plural(rows.length, 'enquiry', 'enquiries')}.`)
  },
})

const forget = command({
  name: 'forget',
  summary: 'remove all enquiries of a person, on their request',
  usage: '<email | reference>',
  details: [
    'Removes the enquiries from this address with their notes and replies, its alerts, the e-mails to it and their files in',
    'DATA_DIR/mail, and the changes of plates that contain it. Lists the plates whose private columns name the person:',
    'remove these yourself, and the copies in your mailbox, backups and exports. An enquiry by telephone that has no',
    'address is removed alone, by its reference.',
  ],
  examples: ['enquiries forget ann@example.co.uk'],
  async run({ positionals, terminal, backend }) {
    const { database, env, readSettings, eraseDeleted, actor } = backend()
    const [given = ''] = positionals
    const named = await findEnquiry(database, given)
    const email = named?.email ?? given
    const addresses = addressesOf(await readSettings())
    const options = { database, dataDir: env.DATA_DIR, addresses, eraseDeleted }
    const forgotten = await forgetPerson(options, named ?? given, actor)
    const { enquiries: removed, alerts, mails, removedFiles, updatedFiles, isErased } = forgotten
    const { plates, plateChanges, keptDeals } = forgotten
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
        `The notes, reservation, holder or nominee of these plates name the person: ${formatList(plates.map(({ registration }) => escapeTerminal(registration)))}. They may be about something else: delete by hand what should go, then run this command again to remove the copies of the address that are kept for undo.`,
      )
    if (keptDeals.length > 0)
      terminal.out(
        `Kept for the accounts, with the name: the deals for ${formatList(keptDeals.map(escapeTerminal))}.`,
      )
    noteRemainingCopies(terminal, isErased, env.DATA_DIR)
  },
})

export const enquiryCommands: Group = {
  name: 'enquiries',
  summary: "what is stored of visitors' enquiries: export, removal",
  commands: [exportAll, forget, retention],
}

const TEST_DEADLINE_MS = 30_000

const mailTest = command({
  name: 'test',
  summary: 'send a test message to yourself, as enquiries are sent',
  examples: ['mail test'],
  async run({ terminal, backend }) {
    const { env, readSettings } = backend()
    const settings = await readSettings()
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
    } as AddressedEnquiry
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
