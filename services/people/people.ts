/** The people who may sign in to the desk. */
import { CHECK_VIOLATION, DataFault } from '#data/data-fault.ts'
import type { Database, Reader, Transaction } from '#data/tables.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import {
  nameFault,
  nameTakenFault,
  readPerson,
  readPersonByEmail,
  readPersonToChange,
  renewStamp,
  type StoredPerson,
  toPerson,
} from './person-store.ts'
import { EXPIRED, invalid } from './refusals.ts'
import { listSessions } from './sessions.ts'
import type { Done, Person, PersonDetails, Role } from './types.ts'

const LAST_OWNER = invalid('role', 'This is the only owner. Make someone else an owner first.')

/** Sorted by name. */
export async function listPeople(reader: Reader, now: Date): Promise<PersonDetails[]> {
  const keys = await reader.selectFrom('passkeys').select('personId').execute()
  const passkeys = Map.groupBy(keys, ({ personId }) => personId)
  const people: PersonDetails[] = []
  for (const person of await reader.selectFrom('people').selectAll().execute()) {
    const sessions = await listSessions(reader, person.id, now)
    people.push({
      ...toPerson(person),
      hasPassword: person.passwordHash !== null,
      hasTotp: person.totpSecret !== null,
      passkeys: passkeys.get(person.id)?.length ?? 0,
      sessions: sessions.length,
      seenAt: sessions[0]?.seenAt ?? null,
    })
  }
  return people.sort((a, b) => a.name.localeCompare(b.name, 'en-GB') || (a.id < b.id ? -1 : 1))
}

export async function findPerson(reader: Reader, id: string): Promise<Person | null> {
  const person = await readPerson(reader, id)
  return person && toPerson(person)
}

export async function findPersonByEmail(reader: Reader, email: string): Promise<Person | null> {
  const person = await readPersonByEmail(reader, email)
  return person && toPerson(person)
}

/** Ends the person's sessions. The last owner cannot be demoted. */
export async function changeRole(
  database: Database,
  personId: string,
  role: Role,
  actor: Actor,
): Promise<Done> {
  return unlessLastOwner(() =>
    action(database, 'change a role', async (transaction) => {
      const person = await readPersonToChange(transaction, personId)
      if (!person) return EXPIRED
      if (person.role === role) return { ok: true }
      if (await isOnlyOwner(transaction, person)) return LAST_OWNER
      await renewStamp(transaction, personId, { role })
      await noteChange(transaction, actor, 'people role', `${person.name}: ${person.role} → ${role}`)
      return { ok: true }
    }),
  )
}

async function isOnlyOwner(transaction: Transaction, { id, role }: StoredPerson): Promise<boolean> {
  if (role !== 'owner') return false
  const owners = transaction.selectFrom('people').select('id').where('role', '=', 'owner')
  return (await owners.where('id', '<>', id).limit(1).execute()).length === 0
}

/** The database refuses the change if it would leave no owner, as when two remove each other at the same moment. */
async function unlessLastOwner(change: () => Promise<Done>): Promise<Done> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof DataFault && error.code === CHECK_VIOLATION) return LAST_OWNER
    throw error
  }
}

export async function renamePerson(
  database: Database,
  personId: string,
  name: string,
  actor: Actor,
): Promise<Done> {
  const given = cleanLine(name)
  const fault = nameFault(given)
  if (fault) return invalid('name', fault)
  return action(database, 'rename a person', async (transaction) => {
    const person = await readPersonToChange(transaction, personId)
    if (!person) return EXPIRED
    if (person.name === given) return { ok: true }
    const taken = await nameTakenFault(transaction, given, personId)
    if (taken) return invalid('name', taken)
    // Before the change: the entry finds the person by the name.
    await noteChange(transaction, actor, 'people name', `${person.name} → ${given}`)
    await transaction.updateTable('people').set({ name: given }).where('id', '=', personId).execute()
    return { ok: true }
  })
}

/** Also removes credentials, sessions and links; the person's entries stay in the audit trail. */
export async function removePerson(database: Database, personId: string, actor: Actor): Promise<Done> {
  return unlessLastOwner(() =>
    action(database, 'remove a person', async (transaction) => {
      const person = await readPersonToChange(transaction, personId)
      if (!person) return EXPIRED
      if (await isOnlyOwner(transaction, person)) return LAST_OWNER
      await noteChange(transaction, actor, 'people remove', `removed ${person.name} (${person.role})`)
      await transaction.deleteFrom('people').where('id', '=', personId).execute()
      return { ok: true }
    }),
  )
}
