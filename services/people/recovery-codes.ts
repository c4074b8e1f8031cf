/** Ten single-use codes of 80 random bits each, for people who have lost their phone. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database, Reader, Transaction } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { action } from '../action.ts'

const RECOVERY_CODES = 10
/** Crockford's alphabet: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE = /^[0-9A-HJKMNP-TV-Z]{16}$/

/** 'ABCD-EFGH-JKMN-PQRS' */
function newCode(): string {
  const letters = [...randomBytes(16)].map((byte) => ALPHABET[byte % 32]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Accepts common typing variants: lower case, spaces, O for 0, I and L for 1. @returns null if it cannot be a code */
export function normalizeCode(code: string): string | null {
  const letters = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return CODE.test(letters) ? letters : null
}

const digest = (salt: string, letters: string) =>
  createHash('sha256').update(`${salt}.${letters}`).digest('hex')

/** Replaces the old codes. @returns the new ones, to be shown once. */
export async function replaceRecoveryCodes(transaction: Transaction, personId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  const rows = codes.map((code) => {
    const salt = randomBytes(16).toString('hex')
    return { personId, hash: `${salt}.${digest(salt, code.replaceAll('-', ''))}` }
  })
  await removeRecoveryCodes(transaction, personId)
  await transaction.insertInto('recoveryCodes').values(rows).execute()
  return codes
}

export async function removeRecoveryCodes(transaction: Transaction, personId: string): Promise<void> {
  await transaction.deleteFrom('recoveryCodes').where('personId', '=', personId).execute()
}

export async function countRecoveryCodes(reader: Reader, personId: string): Promise<number> {
  return (await unusedCodes(reader, personId).execute()).length
}

const unusedCodes = (reader: Reader, personId: string) =>
  reader.selectFrom('recoveryCodes').selectAll().where('personId', '=', personId).where('usedAt', 'is', null)

/** Only one of two concurrent requests with the same code gets true. */
export async function takeRecoveryCode(
  database: Database,
  personId: string,
  given: string,
  now: Date,
): Promise<boolean> {
  const letters = normalizeCode(given)
  if (letters === null) return false
  let id: string | null = null
  for (const row of await unusedCodes(database, personId).execute()) {
    const [salt = '', hash = ''] = row.hash.split('.')
    if (timingSafeEqual(Buffer.from(digest(salt, letters)), Buffer.from(hash))) id = row.id
  }
  if (id === null) return false
  const used = await action(database, 'take a recovery code', (transaction) =>
    transaction
      .updateTable('recoveryCodes')
      .set({ usedAt: toTime(now) })
      .where('id', '=', id)
      .where('usedAt', 'is', null)
      .returning('id')
      .execute(),
  )
  return used.length === 1
}
