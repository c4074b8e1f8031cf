/** The table `people`, including columns that never leave the services. */
import { randomUUID } from 'node:crypto'
import type { Updateable } from 'kysely'
import type { Reader, Row, Tables, Transaction } from '#data/tables.ts'
import { compactTyped } from '#shared/registration/typed-registration.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { readEmailAddress } from '#shared/text/email-address.ts'
import { THE_SITE } from '../audit/actor.ts'
import { isUuid } from '../uuid.ts'
import type { Person } from './types.ts'

export type StoredPerson = Row<'people'>

export function normalizeEmail(text: string): string {
  const email = cleanLine(text).toLowerCase()
  return readEmailAddress(email) ?? email
}

/** @returns the error message for the field, or null */
export function nameFault(name: string): string | null {
  if (name === '') return 'Enter a name.'
  return name.length > 100 ? 'Use 100 characters at most.' : null
}

/** The letters and figures of a name as they look. */
const look = (name: string) => compactTyped(name).replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Whether somebody else has the name, or the site, in any spelling that looks the same: the audit trail is read by
 * names.
 * @returns the error message for the field, or null
 */
export async function nameTakenFault(
  reader: Reader,
  name: string,
  personId: string | null,
): Promise<string | null> {
  if (look(name) === look(THE_SITE.person))
    return `Changes that nobody made are listed under “${THE_SITE.person}”: enter another name.`
  const people = await reader.selectFrom('people').select(['id', 'name']).execute()
  const isTaken = people.some((person) => person.id !== personId && look(person.name) === look(name))
  return isTaken ? 'Somebody else at the desk has this name: add an initial or a surname.' : null
}

/** Changing the stamp ends all sessions of a person. */
export const newStamp = (): string => randomUUID()

/** An id that no person has, queried for unknown people so that both cases run the same queries. */
export const NOBODY = '00000000-0000-4000-8000-000000000000'

export async function readPerson(reader: Reader, id: string): Promise<StoredPerson | null> {
  if (!isUuid(id)) return null
  return (await personWith(reader, id).executeTakeFirst()) ?? null
}

/** Reads a person whom this transaction is about to change: others who do so wait for its end. */
export async function readPersonToChange(transaction: Transaction, id: string): Promise<StoredPerson | null> {
  if (!isUuid(id)) return null
  return (await personWith(transaction, id).forUpdate().executeTakeFirst()) ?? null
}

const personWith = (reader: Reader, id: string) =>
  reader.selectFrom('people').selectAll().where('id', '=', id)

export async function readPersonByEmail(reader: Reader, email: string): Promise<StoredPerson | null> {
  const people = reader.selectFrom('people').selectAll().where('email', '=', normalizeEmail(email))
  return (await people.executeTakeFirst()) ?? null
}

export async function hasPeople(reader: Reader): Promise<boolean> {
  return (await reader.selectFrom('people').select('id').limit(1).execute()).length > 0
}

export async function hasOwner(reader: Reader): Promise<boolean> {
  const owners = reader.selectFrom('people').select('id').where('role', '=', 'owner').limit(1)
  return (await owners.execute()).length > 0
}

/**
 * Ends the sessions of a person at once by changing the stamp, and deletes their rows.
 * @param change other columns to set in the same write
 * @returns the updated person, or null if there is none
 */
export async function renewStamp(
  transaction: Transaction,
  personId: string,
  change: Updateable<Tables['people']> = {},
): Promise<StoredPerson | null> {
  const securityStamp = newStamp()
  await transaction
    .updateTable('people')
    .set({ ...change, securityStamp })
    .where('id', '=', personId)
    .execute()
  await transaction.deleteFrom('sessions').where('personId', '=', personId).execute()
  return readPerson(transaction, personId)
}

/** Removes the columns that stay in the services. */
export const toPerson = ({ id, email, name, role }: StoredPerson): Person => ({ id, email, name, role })
