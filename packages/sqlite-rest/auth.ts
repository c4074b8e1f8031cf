/**
 * The keys of the contract: JSON Web Tokens (HS256) whose `role` claim is `anon` or `service_role`,
 * as PostgREST takes them and Supabase hands them out. Made on the first start and kept in
 * DATA_DIR/keys.json, readable by its owner alone.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../env.ts'
import { keyMissing, roleUnknown, tokenRefused } from './errors.ts'
import { Lru } from './lru.ts'
import type { Role } from './schema.ts'

export interface Keys {
  readonly secret: string
  readonly anonKey: string
  readonly serviceKey: string
}

const MIN_SECRET_LENGTH = 32

/** Reads the keys, or makes them if there are none yet. */
export function openKeys(dataDir: string): Keys {
  const file = join(dataDir, 'keys.json')
  return readKeys(file) ?? makeKeys(file)
}

function readKeys(file: string): Keys | null {
  let text: string
  try {
    // A copy from a backup may have come back readable by others.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new StartError(
      `The keys file ${file} cannot be read (${code}): give its owner the right to read it.`,
    )
  }
  const keys = parseKeys(text)
  if (!keys)
    throw new StartError(
      `The keys file ${file} is damaged: restore it from a backup, or delete it and new keys are made.`,
    )
  return keys
}

function parseKeys(text: string): Keys | null {
  try {
    const { secret, anonKey, serviceKey } = JSON.parse(text) as Record<string, unknown>
    if (typeof secret !== 'string' || secret.length < MIN_SECRET_LENGTH) return null
    // Their times do not count: were the clock set back, keys of ours would be from the future.
    if (typeof anonKey !== 'string' || roleOf(readSigned(anonKey, secret)) !== 'anon') return null
    if (typeof serviceKey !== 'string' || roleOf(readSigned(serviceKey, secret)) !== 'service_role')
      return null
    return { secret, anonKey, serviceKey }
  } catch {
    return null
  }
}

/** Writes a whole file under another name and then links it in place: two first starts agree on one. */
function makeKeys(file: string): Keys {
  writeKeys(file, (draft) => {
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
  })
  const kept = readKeys(file)
  if (!kept) throw new StartError(`The keys file ${file} vanished while it was made: start again.`)
  return kept
}

/** New keys from a new secret, in place of the old ones, which nobody takes any more once the site is restarted. */
export function rotateKeys(dataDir: string): void {
  const file = join(dataDir, 'keys.json')
  writeKeys(file, (draft) => renameSync(draft, file))
}

function writeKeys(file: string, putInPlace: (draft: string) => void): void {
  const secret = randomBytes(48).toString('base64url')
  const keys = {
    secret,
    anonKey: signToken({ role: 'anon' }, secret),
    serviceKey: signToken({ role: 'service_role' }, secret),
  }
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    const handle = openSync(draft, 'wx', 0o600)
    try {
      writeSync(handle, `${JSON.stringify(keys, null, 2)}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    putInPlace(draft)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      `The keys file ${file} cannot be written (${code}): make the folder writable or choose another DATA_DIR.`,
    )
  }
}

export function signToken(claims: Record<string, unknown>, secret: string): string {
  const issued = { iss: 'plateworthy', iat: Math.floor(Date.now() / 1000), ...claims }
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(issued)}`
  return `${content}.${signature(content, secret).toString('base64url')}`
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signature = (content: string, secret: string) => createHmac('sha256', secret).update(content).digest()

/** Clocks may differ by this much, as PostgREST allows. */
const SKEW_SECONDS = 30
/** Only tokens that we have signed are remembered, so there are few. */
const MAX_PROVEN = 100

/**
 * The role that a token proves.
 * @throws Refusal if there is no token, or it is not ours, or not of this time.
 */
export const readRole = (token: string | null, secret: string): Role => roleOf(readClaims(token, secret))

function readClaims(token: string | null, secret: string): Record<string, unknown> {
  const claims = readSigned(token, secret)
  checkTimes(claims)
  return claims
}

function readSigned(token: string | null, secret: string): Record<string, unknown> {
  if (token === null) throw keyMissing()
  const parts = token.split('.')
  const [header, payload, proof] = parts as [string, string, string]
  if (parts.length !== 3) throw tokenRefused('JWSError CompactDecodeError')
  if (decodePart(header)?.alg !== 'HS256') throw tokenRefused('JWSError JWSInvalidSignature')
  const expected = signature(`${header}.${payload}`, secret)
  const given = Buffer.from(proof, 'base64url')
  // The text is compared too, since base64url has several spellings of the same bytes.
  if (
    given.length !== expected.length ||
    !timingSafeEqual(given, expected) ||
    given.toString('base64url') !== proof
  )
    throw tokenRefused('JWSError JWSInvalidSignature')
  const claims = decodePart(payload)
  if (!claims) throw tokenRefused('JWTClaimsSetDecodeError')
  return claims
}

function roleOf({ role }: Record<string, unknown>): Role {
  if (role === undefined || role === null) throw keyMissing()
  if (role !== 'anon' && role !== 'service_role') throw roleUnknown(String(role))
  return role
}

/** Proves a token once: a site's requests carry the same one or two. Their times are looked at each time. */
export class TokenReader {
  private readonly secret: string
  private readonly own: ReadonlyMap<string | null, Role>
  private readonly proven = new Lru<{ role: Role; claims: Record<string, unknown> }>(MAX_PROVEN)

  /** The site's own two keys hold whatever the clock says. */
  constructor({ secret, anonKey, serviceKey }: Keys) {
    this.secret = secret
    this.own = new Map([
      [anonKey, 'anon'],
      [serviceKey, 'service_role'],
    ])
  }

  /** @throws Refusal as `readRole` */
  read(token: string | null): Role {
    const own = this.own.get(token)
    if (own) return own
    const known = token === null ? undefined : this.proven.get(token)
    if (known) {
      checkTimes(known.claims)
      return known.role
    }
    const claims = readClaims(token, this.secret)
    const role = roleOf(claims)
    this.proven.set(token as string, { role, claims })
    return role
  }
}

function checkTimes({ exp, nbf, iat }: Record<string, unknown>): void {
  for (const moment of [exp, nbf, iat])
    if (moment !== undefined && typeof moment !== 'number') throw tokenRefused('JWTClaimsSetDecodeError')
  const now = Date.now() / 1000
  if (typeof exp === 'number' && now > exp + SKEW_SECONDS) throw tokenRefused('JWT expired')
  if (typeof nbf === 'number' && now < nbf - SKEW_SECONDS) throw tokenRefused('JWTNotYetValid')
  if (typeof iat === 'number' && now < iat - SKEW_SECONDS) throw tokenRefused('JWTIssuedAtFuture')
}

function decodePart(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
