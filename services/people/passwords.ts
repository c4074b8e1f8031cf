/** Rules for passwords, and their hashes (argon2id from Node). */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { isCommonPassword } from './common-passwords.ts'

export const MIN_PASSWORD_LENGTH = 12
export const MAX_PASSWORD_LENGTH = 128

/** OWASP Password Storage Cheat Sheet, 2025: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

/** More in parallel would take memory and threads from the site: further requests wait, then are asked to retry. */
export const MAX_RUNNING = Math.min(2, availableParallelism())
export const MAX_WAITING = 30

export class TooManyPasswordsError extends Error {
  override name = 'TooManyPasswordsError'
}

/** Normalises characters that look the same but are encoded differently by keyboards and systems. */
export const normalizePassword = (password: string): string => password.normalize('NFKC')

/** Counts characters as a person does. */
const lengthOf = (password: string) => [...normalizePassword(password)].length

/** @returns the error message for the field, or null */
export function passwordFault(password: string, email = ''): string | null {
  const length = lengthOf(password)
  // A row of spaces counts as one here, although none is removed (ASVS 2.1.1).
  if (lengthOf(password.replace(/\s+/g, ' ')) < MIN_PASSWORD_LENGTH)
    return `Use at least ${MIN_PASSWORD_LENGTH} characters. Three or four words are easy to remember.`
  if (length > MAX_PASSWORD_LENGTH) return `Use ${MAX_PASSWORD_LENGTH} characters at most.`
  const normal = normalizePassword(password).toLowerCase()
  if (email !== '' && normal === email.toLowerCase()) return 'Do not use your e-mail address.'
  if (isCommonPassword(normal)) return 'This password is on lists that attackers try first. Choose another.'
  return null
}

const runArgon2 = promisify(argon2)

let running = 0
const waiting: (() => void)[] = []

async function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING) throw new TooManyPasswordsError('Too many sign-ins at once')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    const parameters: Argon2Parameters = {
      message: normalizePassword(password),
      nonce,
      tagLength: TAG_BYTES,
      ...cost,
    }
    return await runArgon2('argon2id', parameters)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

interface Cost {
  memory: number
  passes: number
  parallelism: number
}

const COST: Cost = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES }

/** @returns the PHC string: '$argon2id$v=19$m=19456,t=2,p=1$…$…'. @throws TooManyPasswordsError */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  return format(COST, nonce, await derive(password, nonce, COST))
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const format = ({ memory, passes, parallelism }: Cost, nonce: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/

/** The hash of no password, checked for unknown people so that both cases take the same time. */
const NO_PASSWORD = format(COST, Buffer.alloc(SALT_BYTES, 1), Buffer.alloc(TAG_BYTES))

/** Always runs argon2 once. @param hash null if there is no such person or no password. @throws TooManyPasswordsError */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(hash ?? NO_PASSWORD) ?? []
  if (memory === undefined) throw new Error('A stored password hash cannot be read')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  // No password is longer, and hashing a long text takes longer.
  const isTooLong = lengthOf(password.slice(0, 4 * MAX_PASSWORD_LENGTH)) > MAX_PASSWORD_LENGTH
  const derived = await derive(isTooLong ? '' : password, Buffer.from(salt, 'base64'), cost)
  return timingSafeEqual(derived, Buffer.from(tag, 'base64')) && hash !== null && !isTooLong
}

/** True for a hash with earlier cost parameters: the next sign-in replaces it. */
export const isOutdated = (hash: string): boolean =>
  !hash.startsWith(`$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$`)
