/** JSON Web Tokens (HS256) as Supabase issues them, with PostgREST's errors. README.md says why no library is used. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { keyMissing, roleUnknown, tokenRefused } from './errors.ts'
import type { Role } from './schema.ts'

export interface Keys {
  readonly secret: string
  readonly anonKey: string
  readonly serviceKey: string
}

type Claims = Record<string, unknown>

/** As in PostgREST. */
const MAX_CLOCK_SKEW_SECONDS = 30
const MAX_VERIFIED = 100

export function signToken(claims: Claims, secret: string): string {
  const issued = { iss: 'plateworthy', iat: Math.floor(Date.now() / 1000), ...claims }
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(issued)}`
  return `${content}.${signature(content, secret).toString('base64url')}`
}

/** Ignores the times, so that the site's own keys stay valid if the clock is set back. @throws RestError */
export const isKeyFor = (key: string, role: Role, secret: string): boolean =>
  roleOf(verifySignature(key, [secret])) === role

/** Verifies the signature of a token once, and its times on every call. */
export class TokenReader {
  private readonly secrets: readonly string[]
  private readonly ownKeys: ReadonlyMap<string | null, Role>
  private readonly verified = new LRUCache<string, { role: Role; claims: Claims }>({ max: MAX_VERIFIED })

  /** @param secrets with which a token may be signed */
  constructor({ secret, anonKey, serviceKey }: Keys, secrets: readonly string[] = [secret]) {
    this.secrets = secrets
    this.ownKeys = new Map([
      [anonKey, 'anon'],
      [serviceKey, 'service_role'],
    ])
  }

  /** @throws RestError, but never for the site's own two keys */
  read(token: string | null): Role {
    const ownRole = this.ownKeys.get(token)
    if (ownRole) return ownRole
    const cached = token === null ? undefined : this.verified.get(token)
    const claims = cached?.claims ?? verifySignature(token, this.secrets)
    checkTimes(claims)
    const role = cached?.role ?? roleOf(claims)
    if (token !== null && !cached) this.verified.set(token, { role, claims })
    return role
  }
}

function verifySignature(token: string | null, secrets: readonly string[]): Claims {
  if (token === null) throw keyMissing()
  const parts = token.split('.')
  const [header, payload, proof] = parts as [string, string, string]
  if (parts.length !== 3) throw tokenRefused('JWSError CompactDecodeError')
  if (decode(header)?.alg !== 'HS256') throw tokenRefused('JWSError JWSInvalidSignature')
  const given = Buffer.from(proof, 'base64url')
  // The text is compared too, since base64url can spell the same bytes in several ways.
  const isSigned = secrets.some((secret) => {
    const expected = signature(`${header}.${payload}`, secret)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned || given.toString('base64url') !== proof) throw tokenRefused('JWSError JWSInvalidSignature')
  const claims = decode(payload)
  if (!claims) throw tokenRefused('JWTClaimsSetDecodeError')
  return claims
}

function checkTimes({ exp, nbf, iat }: Claims): void {
  for (const time of [exp, nbf, iat])
    if (time !== undefined && typeof time !== 'number') throw tokenRefused('JWTClaimsSetDecodeError')
  const now = Date.now() / 1000
  if (typeof exp === 'number' && now > exp + MAX_CLOCK_SKEW_SECONDS) throw tokenRefused('JWT expired')
  if (typeof nbf === 'number' && now < nbf - MAX_CLOCK_SKEW_SECONDS) throw tokenRefused('JWTNotYetValid')
  if (typeof iat === 'number' && now < iat - MAX_CLOCK_SKEW_SECONDS) throw tokenRefused('JWTIssuedAtFuture')
}

function roleOf({ role }: Claims): Role {
  if (role === undefined || role === null) throw keyMissing()
  if (role !== 'anon' && role !== 'service_role') throw roleUnknown(String(role))
  return role
}

const signature = (content: string, secret: string) => createHmac('sha256', secret).update(content).digest()

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function decode(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
