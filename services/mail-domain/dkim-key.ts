/** The published key of DKIM (RFC 6376, section 3.6.1; RFC 8463 for Ed25519). */
import { createPublicKey } from 'node:crypto'
import { parseTags } from './tags.ts'

type DkimKey =
  | { kind: 'key'; algorithm: 'rsa' | 'ed25519'; bits: number; isTest: boolean }
  | { kind: 'revoked' }
  /** A sentence. */
  | { kind: 'wrong'; why: string }

/** A key of 8192 bits has 1,400 characters. */
const MAX_KEY_LENGTH = 4_000

export const isDkim = (text: string): boolean =>
  /(?:^|;)\s*p\s*=/i.test(text) || /^\s*v\s*=\s*DKIM1/i.test(text)

/** 'v=DKIM1; k=rsa; p=MIIB…' gives its length; 'v=DKIM1; p=' is revoked. */
export function readDkimKey(text: string): DkimKey {
  if (/PRIVATE KEY/.test(text))
    return {
      kind: 'wrong',
      why: 'It contains a private key. Create a new pair at once, and publish only the public half.',
    }
  const tags = parseTags(text)
  if (!tags) return { kind: 'wrong', why: 'It is not a list such as “v=DKIM1; k=rsa; p=…”.' }
  const version = tags.get('v')
  if (version !== undefined && (version !== 'DKIM1' || [...tags.keys()][0] !== 'v'))
    return { kind: 'wrong', why: 'It must begin with “v=DKIM1”, in capitals.' }
  const services = tags
    .get('s')
    ?.split(':')
    .map((service) => service.trim())
  if (services && !services.includes('*') && !services.includes('email'))
    return { kind: 'wrong', why: 'Its s= says that the key is not for mail.' }
  const published = tags.get('p')?.replace(/\s+/g, '')
  if (published === undefined) return { kind: 'wrong', why: 'It has no key: p= is missing.' }
  if (published === '') return { kind: 'revoked' }
  if (published.length > MAX_KEY_LENGTH || !/^[A-Za-z0-9+/]+={0,2}$/.test(published))
    return { kind: 'wrong', why: 'Its p= is not a key: it has characters that a key cannot have.' }
  const isTest =
    tags
      .get('t')
      ?.split(':')
      .some((flag) => flag.trim() === 'y') ?? false
  const algorithm = (tags.get('k') ?? 'rsa').toLowerCase()
  const bytes = Buffer.from(published, 'base64')
  if (algorithm === 'ed25519')
    return bytes.length === 32
      ? { kind: 'key', algorithm, bits: 256, isTest }
      : { kind: 'wrong', why: 'An Ed25519 key has 32 bytes; this one does not.' }
  if (algorithm !== 'rsa')
    return { kind: 'wrong', why: `Servers do not know keys of the type “${algorithm.slice(0, 30)}”.` }
  const bits = rsaBits(bytes)
  return bits === null
    ? {
        kind: 'wrong',
        why: 'Its p= is not a complete key. Most likely the record was cut at 255 characters: it must be entered as two strings.',
      }
    : { kind: 'key', algorithm, bits, isTest }
}

/** Most publish SubjectPublicKeyInfo, some the bare RSAPublicKey. */
function rsaBits(key: Buffer): number | null {
  for (const type of ['spki', 'pkcs1'] as const)
    try {
      const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey({ key, format: 'der', type })
      if (asymmetricKeyType === 'rsa') return asymmetricKeyDetails?.modulusLength ?? null
    } catch {}
  return null
}
