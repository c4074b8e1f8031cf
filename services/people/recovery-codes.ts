/** Ten single-use codes of 80 random bits each, for people who have lost their phone. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'

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
export async function replaceRecoveryCodes(client: BackendClient, personId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  const rows = codes.map((code) => {
    const salt = randomBytes(16).toString('hex')
    return { person_id: personId, hash: `${salt}.${digest(salt, code.replaceAll('-', ''))}` }
  })
  await removeRecoveryCodes(client, personId)
  requireSuccess(await client.from('recovery_codes').insert(rows))
  return codes
}

export async function removeRecoveryCodes(client: BackendClient, personId: string): Promise<void> {
  requireSuccess(await client.from('recovery_codes').delete().eq('person_id', personId))
}

export async function countRecoveryCodes(client: BackendClient, personId: string): Promise<number> {
  const codes = client.from('recovery_codes').select('id').eq('person_id', personId).is('used_at', null)
  return requireRows(await codes).length
}

/** Only one of two concurrent requests with the same code gets true. */
export async function takeRecoveryCode(
  client: BackendClient,
  personId: string,
  given: string,
  now: Date,
): Promise<boolean> {
  const letters = normalizeCode(given)
  if (letters === null) return false
  const unused = client.from('recovery_codes').select('*').eq('person_id', personId).is('used_at', null)
  let id: string | null = null
  for (const row of requireRows(await unused)) {
    const [salt = '', hash = ''] = String(row.hash).split('.')
    if (timingSafeEqual(Buffer.from(digest(salt, letters)), Buffer.from(hash))) id = String(row.id)
  }
  if (id === null) return false
  const used = client.from('recovery_codes').update({ used_at: now.toISOString() }).eq('id', id)
  return requireRows(await used.is('used_at', null).select('id')).length === 1
}
