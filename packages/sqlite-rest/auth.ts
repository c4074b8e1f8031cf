/** JSON Web Tokens (HS256) as Supabase issues them, with PostgREST's errors. README.md says why no library is used. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { keyMissing, roleUnknown, tokenRefused } from './errors.ts'

export interface Keys {
  readonly secret: string
  readonly anonKey: string
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

/** Ignores the times, so that the site's own key stays valid if the clock is set back. @throws RestError */
export const checkSignature = (key: string, secret: string): void => checkRole(verifySignature(key, [secret]))

/** Verifies the signature of a token once, and its times on every call. */
export class TokenReader {
  private readonly secrets: readonly string[]
  private readonly anonKey: string
  private readonly verified = new LRUCache<string, Claims>({ max: MAX_VERIFIED })

  /** @param secrets with which a token may be signed */
  constructor(anonKey: string, secrets: readonly string[]) {
    this.secrets = secrets
    this.anonKey = anonKey
  }

  /** @throws RestError, but never for the site's own key */
  check(token: string | null): void {
    if (token === this.anonKey) return
    if (token === null) throw keyMissing()
    const known = this.verified.get(token)
    const claims = known ?? verifySignature(token, this.secrets)
    checkTimes(claims)
    if (known) return
    checkRole(claims)
    this.verified.set(token, claims)
  }
}

function verifySignature(token: string, secrets: readonly string[]): Claims {
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

function checkRole({ role }: Claims): void {
  if (role === undefined || role === null) throw keyMissing()
  if (role !== 'anon') throw roleUnknown(String(role))
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
