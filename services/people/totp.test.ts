import { describe, expect, it } from 'vitest'
import { matchTotp, newTotpSecret, timeStep, totpCode, totpUri } from './totp.ts'

/**
 * '12345678901234567890' in base32, from the appendix of RFC 6238. Its codes have eight digits; ours are the last six.
 */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('a code of an authenticator app after %d seconds is %s (RFC 6238)', (seconds, code) => {
    expect(totpCode(SECRET, timeStep(new Date(seconds * 1000)))).toBe(code)
  })

  const now = new Date('2026-12-01T12:00:10Z')
  const step = timeStep(now)

  it.each([
    ['the current one', 0, step],
    ['the last one', -1, step - 1],
    ['the next one', 1, step + 1],
    ['one of a minute ago', -2, null],
    ['one of a minute ahead', 2, null],
  ])('a code of an authenticator app is accepted or not within its time: %s', (_, steps, expected) => {
    expect(matchTotp(SECRET, totpCode(SECRET, step + steps), now, null)).toBe(expected)
  })

  it('a code of an authenticator app may be written with a space', () => {
    const code = totpCode(SECRET, step)
    expect(matchTotp(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)}`, now, null)).toBe(step)
  })

  it('a code of an authenticator app is not accepted again, nor is an older one', () => {
    expect(matchTotp(SECRET, totpCode(SECRET, step), now, step)).toBeNull()
    expect(matchTotp(SECRET, totpCode(SECRET, step - 1), now, step)).toBeNull()
    expect(matchTotp(SECRET, totpCode(SECRET, step + 1), now, step)).toBe(step + 1)
  })

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345'])(
    '%j is no code of an authenticator app',
    (code) => {
      expect(matchTotp(SECRET, code, now, null)).toBeNull()
    },
  )
})

it('a new secret has 160 bits, and no two are the same', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
})

it('the address for the QR code names the site and the person', () => {
  expect(totpUri(SECRET, 'Plates & Co', 'ann@plates.example')).toBe(
    `otpauth://totp/Plates%20%26%20Co:ann%40plates.example?secret=${SECRET}&issuer=Plates%20%26%20Co`,
  )
})
