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
  const check = (token: string | null) => new TokenReader('anon key', [secret]).check(token)
  const refusal = (token: string | null): string | undefined => {
    try {
      check(token)
    } catch (error) {
      if (error instanceof RestError) return `${error.status} ${error.code} ${error.message}`
      throw error
    }
  }

  it('a token of the public role is accepted', () => {
    expect(refusal(signToken({ role: 'anon' }, secret))).toBeUndefined()
  })

  it('a token signed with another secret is refused', () => {
    expect(refusal(signToken({ role: 'anon' }, 'x'.repeat(40)))).toMatch(/^401 PGRST301/)
  })

  it('a token may be signed with a secret of before, and not with another one', () => {
    const [old, other] = ['o'.repeat(40), 'x'.repeat(40)]
    const tokens = new TokenReader('', [secret, old])
    tokens.check(signToken({ role: 'anon' }, old))
    expect(() => tokens.check(signToken({ role: 'anon' }, other))).toThrow(RestError)
  })

  it('a token with altered claims is refused', () => {
    const [header, , proof] = signToken({ role: 'anon' }, secret).split('.')
    expect(refusal(`${header}.${encode({ role: 'anon', exp: now + 60 })}.${proof}`)).toMatch(/^401 PGRST301/)
  })

  it('a token must be HS256: none and every other algorithm are refused, signed or not', () => {
    const claims = { role: 'anon' }
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

  it('a token must name the public role', () => {
    expect(refusal(signToken({}, secret))).toMatch(/^401 PGRST302/)
    for (const role of ['postgres', 'service_role'])
      expect(refusal(signToken({ role }, secret))).toMatch(/^400 22023/)
    expect(refusal(signToken({ role: ['anon'] }, secret))).toMatch(/^400 22023/)
  })

  it.each([null, '', '.', '..', '...', 'a.b.c', 'null.null.null', '🚗.🚗.🚗'])(
    'the token %j is refused',
    (token) => {
      expect(refusal(token)).toMatch(/^401/)
    },
  )

  it('a token that was verified once still expires', () => {
    const tokens = new TokenReader('', [secret])
    const token = signToken({ role: 'anon', exp: now + 60 }, secret)
    tokens.check(token)
    tokens.check(token)
    vi.useFakeTimers({ now: (now + 120) * 1000 })
    expect(() => tokens.check(token)).toThrow('JWT expired')
    vi.useRealTimers()
  })

  it('a token that resembles a verified one is refused', () => {
    const tokens = new TokenReader('', [secret])
    const token = signToken({ role: 'anon' }, secret)
    tokens.check(token)
    for (const other of [`${token}x`, token.slice(0, -1), token.toLowerCase(), null])
      expect(() => tokens.check(other)).toThrow(RestError)
  })
})
