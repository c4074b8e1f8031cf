import { createHmac } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { signToken, TokenReader } from './auth.ts'
import { RestError } from './errors.ts'

describe('a token', () => {
  const secret = 's'.repeat(40)
  const now = Math.floor(Date.now() / 1000)

  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (header: object, claims: object, algorithm = 'sha256') => {
    const content = `${encode(header)}.${encode(claims)}`
    return `${content}.${createHmac(algorithm, secret).update(content).digest('base64url')}`
  }
  const readRole = (token: string | null) =>
    new TokenReader({ secret, anonKey: 'anon key', serviceKey: 'service key' }).read(token)
  const refusal = (token: string | null): string | undefined => {
    try {
      readRole(token)
    } catch (error) {
      if (error instanceof RestError) return `${error.status} ${error.code} ${error.message}`
      throw error
    }
  }

  it('a token grants its role', () => {
    expect(readRole(signToken({ role: 'anon' }, secret))).toBe('anon')
    expect(readRole(signToken({ role: 'service_role' }, secret))).toBe('service_role')
  })

  it('a token signed with another secret is refused', () => {
    expect(refusal(signToken({ role: 'anon' }, 'x'.repeat(40)))).toMatch(/^401 PGRST301/)
  })

  it('a token may be signed with a secret of before, and not with another one', () => {
    const [old, other] = ['o'.repeat(40), 'x'.repeat(40)]
    const tokens = new TokenReader({ secret, anonKey: '', serviceKey: '' }, [secret, old])
    expect(tokens.read(signToken({ role: 'anon' }, old))).toBe('anon')
    expect(() => tokens.read(signToken({ role: 'anon' }, other))).toThrow(RestError)
  })

  it('a token with altered claims is refused', () => {
    const [header, , proof] = signToken({ role: 'anon' }, secret).split('.')
    expect(refusal(`${header}.${encode({ role: 'service_role' })}.${proof}`)).toMatch(/^401 PGRST301/)
  })

  it('a token must be HS256: none and every other algorithm are refused, signed or not', () => {
    const claims = { role: 'service_role' }
    expect(refusal(`${encode({ alg: 'none' })}.${encode(claims)}.`)).toMatch(/^401 PGRST301/)
    expect(refusal(signed({ alg: 'none' }, claims))).toMatch(/^401 PGRST301/)
    expect(refusal(signed({ alg: 'HS512' }, claims, 'sha512'))).toMatch(/^401 PGRST301/)
    expect(refusal(signed({}, claims))).toMatch(/^401 PGRST301/)
  })

  it('a token that has expired is refused, with thirty seconds of tolerance for clocks', () => {
    expect(refusal(signToken({ role: 'anon', exp: now - 60 }, secret))).toBe('401 PGRST301 JWT expired')
    expect(refusal(signToken({ role: 'anon', exp: now - 5 }, secret))).toBeUndefined()
    expect(refusal(signToken({ role: 'anon', exp: now + 60 }, secret))).toBeUndefined()
    expect(refusal(signToken({ role: 'anon', exp: 'never' }, secret))).toMatch(/^401 PGRST301/)
  })

  it('a token that is not valid yet is refused', () => {
    expect(refusal(signToken({ role: 'anon', nbf: now + 60 }, secret))).toBe('401 PGRST301 JWTNotYetValid')
    expect(refusal(signToken({ role: 'anon', iat: now + 60 }, secret))).toBe('401 PGRST301 JWTIssuedAtFuture')
  })

  it('a token must name one of the two roles', () => {
    expect(refusal(signToken({}, secret))).toMatch(/^401 PGRST302/)
    expect(refusal(signToken({ role: 'postgres' }, secret))).toMatch(/^400 22023/)
    expect(refusal(signToken({ role: ['anon'] }, secret))).toMatch(/^400 22023/)
  })

  it.each([null, '', '.', '..', '...', 'a.b.c', 'null.null.null', '🚗.🚗.🚗'])(
    'the token %j is refused',
    (token) => {
      expect(refusal(token)).toMatch(/^401/)
    },
  )

  it('a token that was verified once still expires', () => {
    const tokens = new TokenReader({ secret, anonKey: '', serviceKey: '' })
    const token = signToken({ role: 'service_role', exp: now + 60 }, secret)
    expect([tokens.read(token), tokens.read(token)]).toEqual(['service_role', 'service_role'])
    vi.useFakeTimers({ now: (now + 120) * 1000 })
    expect(() => tokens.read(token)).toThrow('JWT expired')
    vi.useRealTimers()
  })

  it('a token that resembles a verified one is refused', () => {
    const tokens = new TokenReader({ secret, anonKey: '', serviceKey: '' })
    const token = signToken({ role: 'service_role' }, secret)
    tokens.read(token)
    for (const other of [`${token}x`, token.slice(0, -1), token.toLowerCase(), null])
      expect(() => tokens.read(other)).toThrow(RestError)
  })
})
