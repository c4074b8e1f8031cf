import { deskAddress } from '#services/people/desk-address.ts'
import { createInvitation, createReset, listInvitations } from '#services/people/invitations.ts'
import { changeRole, findPersonByEmail, listPeople, removePerson } from '#services/people/people.ts'
import { endSessionsOf, listSessions } from '#services/people/sessions.ts'
import type { Person, PersonDetails, Refusal, Role } from '#services/people/types.ts'
import { plural } from '#shared/text/format.ts'
import type { CliBackend } from '../backend.ts'
import { confirm } from '../confirm.ts'
import { columns, command, type Group } from '../define-command.ts'
import { CliError, UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { formatUtc } from '../format-utc.ts'

const list = command({
  name: 'list',
  summary: 'list who may sign in to the desk, how, and when they last did',
  details: 'Links that nobody has used yet are listed below the people.',
  examples: ['people list', 'people list --json'],
  options: { json: { type: 'boolean', help: 'as JSON' } },
  async run({ values, terminal, backend }) {
    const { database } = backend()
    const now = new Date()
    const people = await listPeople(database, now)
    const invitations = await listInvitations(database, now)
    if (values.json) return terminal.out(JSON.stringify({ people, invitations }, null, 2))
    for (const line of columns(people.map(describePerson))) terminal.out(line)
    terminal.note(`${plural(people.length, 'person', 'people')}.`)
    for (const { email, kind, role, createdBy, expiresAt } of invitations)
      terminal.note(
        `${kind === 'reset' ? 'Reset' : 'Invitation'} of ${escapeTerminal(email)} (${role}) by ${escapeTerminal(createdBy)}, until ${formatUtc(expiresAt)}.`,
      )
  },
})

function describePerson(person: PersonDetails): string[] {
  const { name, email, role, hasPassword, hasTotp, passkeys, sessions, seenAt } = person
  const means = [
    passkeys > 0 && plural(passkeys, 'passkey'),
    hasPassword && (hasTotp ? 'password and app' : 'password'),
  ].filter(Boolean)
  const use = seenAt === null ? 'not signed in' : `${plural(sessions, 'session')}, last ${formatUtc(seenAt)}`
  return [
    `${escapeTerminal(name, 40)} <${escapeTerminal(email)}>`,
    `${role}  ${means.join(', ') || 'nothing to sign in with'}  ${use}`,
  ]
}

const invite = command({
  name: 'invite',
  summary: 'print a link that lets someone join the desk, once, within seven days',
  usage: '<email>',
  details:
    'Owners may do everything, staff all but people, settings and keys. No e-mail is sent: pass the link on yourself.',
  examples: ['people invite bob@example.co.uk', 'people invite ann@example.co.uk --role owner'],
  options: {
    role: { type: 'string', value: 'owner|staff', help: 'what the person may do; staff by default' },
  },
  async run({ values, positionals, terminal, backend }) {
    const role = readRole(values.role ?? 'staff')
    const { database, env, actor } = backend()
    const [email = ''] = positionals
    const made = requireDone(
      await createInvitation(database, deskAddress(env), { email, role }, actor, new Date()),
    )
    terminal.out(made.link)
    terminal.note(`Works once, until ${formatUtc(made.expiresAt)}, for ${escapeTerminal(email)} as ${role}.`)
  },
})

const role = command({
  name: 'role',
  summary: 'make a person an owner, or staff',
  usage: '<email> <owner|staff>',
  details: 'The person is signed out everywhere. The only owner stays an owner.',
  examples: ['people role bob@example.co.uk owner'],
  async run({ positionals, terminal, backend }) {
    const [email = '', given = ''] = positionals
    const wanted = readRole(given)
    const opened = backend()
    const person = await requirePerson(opened, email)
    requireDone(await changeRole(opened.database, person.id, wanted, opened.actor))
    terminal.out(`${escapeTerminal(person.name)} is ${wanted === 'owner' ? 'an owner' : 'staff'}.`)
  },
})

const remove = command({
  name: 'remove',
  summary: 'remove a person, with everything they sign in with',
  usage: '<email>',
  details:
    'Signs the person out at once. What they did stays in the audit trail. The only owner cannot be removed.',
  examples: ['people remove bob@example.co.uk --yes'],
  options: { yes: { type: 'boolean', help: 'do not ask' } },
  async run({ values, positionals, terminal, backend }) {
    const opened = backend()
    const person = await requirePerson(opened, positionals[0] ?? '')
    const name = escapeTerminal(person.name)
    const isSure = await confirm(terminal, {
      yes: values.yes,
      consequence: `This removes ${name}`,
      question: `Remove ${name}?`,
    })
    if (!isSure) return terminal.note('Nothing has been changed.')
    requireDone(await removePerson(opened.database, person.id, opened.actor))
    terminal.out(`Removed ${name}.`)
  },
})

const reset = command({
  name: 'reset',
  summary: 'print a link for someone who is locked out, valid once, for an hour',
  usage: '<email>',
  details: [
    'Ends the sessions of the person and removes password, passkeys, authenticator app and recovery codes at once; name',
    'and role stay. Make sure that it is really the person who asks: anyone with the link can sign in as them.',
  ],
  examples: ['people reset ann@example.co.uk --yes'],
  options: { yes: { type: 'boolean', help: 'do not ask' } },
  async run({ values, positionals, terminal, backend }) {
    const opened = backend()
    const { database, env, actor } = opened
    const person = await requirePerson(opened, positionals[0] ?? '')
    const name = escapeTerminal(person.name)
    const isSure = await confirm(terminal, {
      yes: values.yes,
      consequence: `This removes everything that ${name} signs in with`,
      question: `Remove everything that ${name} signs in with, and print a link?`,
    })
    if (!isSure) return terminal.note('Nothing has been changed.')
    const made = requireDone(await createReset(database, deskAddress(env), person.id, actor, new Date()))
    terminal.out(made.link)
    terminal.note(`Works once, until ${formatUtc(made.expiresAt)}, for ${name}.`)
  },
})

const sessions = command({
  name: 'sessions',
  summary: 'list where a person is signed in, and sign them out everywhere',
  usage: '<email>',
  examples: ['people sessions ann@example.co.uk', 'people sessions ann@example.co.uk --end'],
  options: {
    end: { type: 'boolean', help: 'end them all' },
    json: { type: 'boolean', help: 'as JSON' },
  },
  async run({ values, positionals, terminal, backend }) {
    const opened = backend()
    const { database } = opened
    const person = await requirePerson(opened, positionals[0] ?? '')
    if (values.end) {
      const ended = await endSessionsOf(database, person.id, opened.actor)
      return terminal.out(`Ended ${plural(ended, 'session')} of ${escapeTerminal(person.name)}.`)
    }
    const found = await listSessions(database, person.id, new Date())
    if (values.json) return terminal.out(JSON.stringify(found, null, 2))
    const rows = found.map(({ device, network, createdAt, seenAt }) => [
      `${escapeTerminal(device, 60)}  ${escapeTerminal(network)}`,
      `since ${formatUtc(createdAt)}, last ${formatUtc(seenAt)}`,
    ])
    for (const line of columns(rows)) terminal.out(line)
    terminal.note(`${plural(found.length, 'session')}.`)
  },
})

function readRole(given: string): Role {
  if (given === 'owner' || given === 'staff') return given
  throw new UsageError(`There is no role “${escapeTerminal(given)}”: owner or staff.`)
}

async function requirePerson({ database }: CliBackend, email: string): Promise<Person> {
  const person = await findPersonByEmail(database, email)
  if (!person) throw new CliError(`Nobody at the desk has the address ${escapeTerminal(email)}.`)
  return person
}

function requireDone<Done extends { ok: true }>(outcome: Done | Refusal): Done {
  if (outcome.ok) return outcome
  throw new CliError(outcome.reason === 'invalid' ? outcome.message : 'The person has just been removed.')
}

export const peopleCommands: Group = {
  name: 'people',
  summary: 'who may sign in to the desk',
  commands: [list, invite, role, remove, reset, sessions],
}
