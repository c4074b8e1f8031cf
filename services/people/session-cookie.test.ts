import { expect, it } from 'vitest'
import { newToken } from '../tokens.ts'
import { endedSessionCookie, readSessionToken, sessionCookie } from './session-cookie.ts'

const https = 'https://plates.example'
const http = 'http://127.0.0.1:3000'

it('the cookie of a session is closed to scripts and to other sites, and over https to other hosts and to plain http', () => {
  expect(sessionCookie('abc', https)).toBe(
    '__Host-desk_session=abc; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
  expect(sessionCookie('abc', http)).toBe('desk_session=abc; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax')
})

it('the cookie of a session is removed with the same attributes', () => {
  expect(endedSessionCookie(https)).toBe(
    '__Host-desk_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
})

it('the cookie of a session is read from several cookies', () => {
  const token = newToken()
  expect(readSessionToken(`theme=dark; __Host-desk_session=${token}; a=b`, https)).toBe(token)
  expect(readSessionToken('theme=dark', https)).toBeNull()
  expect(readSessionToken(null, https)).toBeNull()
})

it('a session cookie without the prefix counts only without https, and of two neither does', () => {
  expect(readSessionToken('desk_session=abc', https)).toBeNull()
  expect(readSessionToken('__Host-desk_session=a; __Host-desk_session=b', https)).toBeNull()
})
