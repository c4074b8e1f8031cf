/** The table `people`, including columns that never leave the services. */
import { randomUUID } from 'node:crypto'
import { camelCaseRow } from '#shared/data/case-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { compactTyped } from '#shared/registration/typed-registration.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { readEmailAddress } from '#shared/text/email-address.ts'
import { THE_SITE } from '../audit/actor.ts'
import { isUuid } from '../uuid.ts'
import type { Person } from './types.ts'

export interface StoredPerson extends Person {
  passwordHash: string | null
  totpSecret: string | null
  totpLastStep: number | null
  securityStamp: string
}

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
  client: BackendClient,
  name: string,
  personId: string | null,
): Promise<string | null> {
  if (look(name) === look(THE_SITE.person))
    return `Changes that nobody made are listed under “${THE_SITE.person}”: enter another name.`
  const people = requireRows(await client.from('people').select('id,name'))
  const isTaken = people.some((person) => person.id !== personId && look(String(person.name)) === look(name))
  return isTaken ? 'Somebody else at the desk has this name: add an initial or a surname.' : null
}

/** Changing the stamp ends all sessions of a person. */
export const newStamp = (): string => randomUUID()

/** An id that no person has, queried for unknown people so that both cases run the same queries. */
export const NOBODY = '00000000-0000-4000-8000-000000000000'

export async function readPerson(client: BackendClient, id: string): Promise<StoredPerson | null> {
  if (!isUuid(id)) return null
  const [row] = requireRows(await client.from('people').select('*').eq('id', id))
  return row ? toStoredPerson(row) : null
}

export async function readPersonByEmail(client: BackendClient, email: string): Promise<StoredPerson | null> {
  const [row] = requireRows(await client.from('people').select('*').eq('email', normalizeEmail(email)))
  return row ? toStoredPerson(row) : null
}

export async function hasPeople(client: BackendClient): Promise<boolean> {
  return requireRows(await client.from('people').select('id').limit(1)).length > 0
}

export async function countOwners(client: BackendClient): Promise<number> {
  return requireRows(await client.from('people').select('id').eq('role', 'owner').limit(2)).length
}

/**
 * Ends the sessions of a person at once by changing the stamp, and deletes their rows.
 * @param change other columns to set in the same write
 * @returns the updated person, or null if there is none
 */
export async function renewStamp(
  client: BackendClient,
  personId: string,
  change: Record<string, string | number | null> = {},
): Promise<StoredPerson | null> {
  const update = client
    .from('people')
    .update({ ...change, security_stamp: newStamp() })
    .eq('id', personId)
  const [row] = requireRows(await update.select('*'))
  requireSuccess(await client.from('sessions').delete().eq('person_id', personId))
  return row ? toStoredPerson(row) : null
}

export const toStoredPerson = (row: Record<string, unknown>) => camelCaseRow(row) as unknown as StoredPerson

/** Removes the columns that stay in the services. */
export const toPerson = ({ id, email, name, role }: StoredPerson): Person => ({ id, email, name, role })
