/** The people who may sign in to the desk. */
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { readAll } from '#shared/data/read-all.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import type { Actor } from '../audit/actor.ts'
import { recordChange } from '../audit/audit-log.ts'
import {
  nameFault,
  nameTakenFault,
  readPerson,
  readPersonByEmail,
  renewStamp,
  type StoredPerson,
  toPerson,
  toStoredPerson,
} from './person-store.ts'
import { EXPIRED, invalid } from './refusals.ts'
import { listSessions } from './sessions.ts'
import type { Done, Person, PersonDetails, Role } from './types.ts'

const LAST_OWNER = invalid('role', 'This is the only owner. Make someone else an owner first.')

/** Sorted by name. */
export async function listPeople(client: BackendClient, now: Date): Promise<PersonDetails[]> {
  const passkeys = new Map<string, number>()
  for await (const { person_id } of readAll(client, 'passkeys'))
    passkeys.set(String(person_id), (passkeys.get(String(person_id)) ?? 0) + 1)
  const people: PersonDetails[] = []
  for await (const row of readAll(client, 'people')) {
    const person = toStoredPerson(row)
    const sessions = await listSessions(client, person.id, now)
    people.push({
      ...toPerson(person),
      hasPassword: person.passwordHash !== null,
      hasTotp: person.totpSecret !== null,
      passkeys: passkeys.get(person.id) ?? 0,
      sessions: sessions.length,
      seenAt: sessions[0]?.seenAt ?? null,
    })
  }
  return people.sort((a, b) => a.name.localeCompare(b.name, 'en-GB') || (a.id < b.id ? -1 : 1))
}

export async function findPerson(client: BackendClient, id: string): Promise<Person | null> {
  const person = await readPerson(client, id)
  return person && toPerson(person)
}

export async function findPersonByEmail(client: BackendClient, email: string): Promise<Person | null> {
  const person = await readPersonByEmail(client, email)
  return person && toPerson(person)
}

/** Ends the person's sessions. The last owner cannot be demoted. */
export async function changeRole(
  client: BackendClient,
  personId: string,
  role: Role,
  actor: Actor,
): Promise<Done> {
  const person = await readPerson(client, personId)
  if (!person) return EXPIRED
  if (person.role === role) return { ok: true }
  if (await isOnlyOwner(client, person)) return LAST_OWNER
  await recordChange(client, actor, 'people role', `${person.name}: ${person.role} → ${role}`)
  return unlessLastOwner(client, person, actor, async () => {
    await renewStamp(client, personId, { role })
  })
}

async function isOnlyOwner(client: BackendClient, { id, role }: StoredPerson): Promise<boolean> {
  if (role !== 'owner') return false
  const others = client.from('people').select('id').eq('role', 'owner').neq('id', id).limit(1)
  return requireRows(await others).length === 0
}

/** The database refuses the change if it would leave no owner, as when two remove each other at the same moment. */
async function unlessLastOwner(
  client: BackendClient,
  { name }: StoredPerson,
  actor: Actor,
  change: () => Promise<void>,
): Promise<Done> {
  try {
    await change()
    return { ok: true }
  } catch (error) {
    if (!(error instanceof DataError && error.code === CHECK_VIOLATION)) throw error
    await recordChange(client, actor, 'people role', `${name} stays, as the only owner`)
    return LAST_OWNER
  }
}

const CHECK_VIOLATION = '23514'

export async function renamePerson(
  client: BackendClient,
  personId: string,
  name: string,
  actor: Actor,
): Promise<Done> {
  const given = cleanLine(name)
  const fault = nameFault(given)
  if (fault) return invalid('name', fault)
  const person = await readPerson(client, personId)
  if (!person) return EXPIRED
  if (person.name === given) return { ok: true }
  const taken = await nameTakenFault(client, given, personId)
  if (taken) return invalid('name', taken)
  await recordChange(client, actor, 'people name', `${person.name} → ${given}`)
  requireSuccess(await client.from('people').update({ name: given }).eq('id', personId))
  return { ok: true }
}

/** Also removes credentials, sessions and links; the person's entries stay in the audit trail. */
export async function removePerson(client: BackendClient, personId: string, actor: Actor): Promise<Done> {
  const person = await readPerson(client, personId)
  if (!person) return EXPIRED
  if (await isOnlyOwner(client, person)) return LAST_OWNER
  await recordChange(client, actor, 'people remove', `removed ${person.name} (${person.role})`)
  return unlessLastOwner(client, person, actor, async () => {
    requireSuccess(await client.from('people').delete().eq('id', personId))
  })
}
