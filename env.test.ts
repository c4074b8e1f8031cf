import { expect, it } from 'vitest'
import { parseEnv, secretsOf } from './env.ts'

it('a site that still names a PostgREST does not start, and is told what to set in its place', () => {
  const start = () =>
    parseEnv({ BACKEND_URL: 'https://data.example.co.uk', DATABASE_URL: 'postgres://db/plateworthy' })
  expect(start).toThrow(
    /^.*\n {2}BACKEND_URL is no longer read: remove it, and set DATABASE_URL, .*"From a PostgREST"\)$/,
  )
})

it('a site over PostgreSQL has the strings of two roles and the secret of its public key, all of which it keeps', () => {
  const site = {
    DATABASE_URL: 'postgres://plateworthy_site:hush@db.example.co.uk/plateworthy',
    PUBLIC_DATABASE_URL: 'postgres://plateworthy_public:quiet@db.example.co.uk/plateworthy',
    PUBLIC_KEY_SECRET: `${'n'.repeat(32)},${'o'.repeat(32)}`,
  }
  for (const name of ['DATABASE_URL', 'PUBLIC_DATABASE_URL', 'PUBLIC_KEY_SECRET'])
    expect(() => parseEnv({ ...site, [name]: '' })).toThrow(`${name} must be set`)
  expect(() => parseEnv({ ...site, DATABASE_URL: 'db.example.co.uk' })).toThrow('postgres://')
  expect(() => parseEnv({ ...site, PUBLIC_KEY_SECRET: 'short' })).toThrow('at least 32 characters')
  const env = parseEnv(site)
  expect(env.PUBLIC_KEY_SECRET).toEqual(['n'.repeat(32), 'o'.repeat(32)])
  expect(new Set(secretsOf(env))).toEqual(new Set(['n'.repeat(32), 'o'.repeat(32), 'hush', 'quiet']))
})

it('the password of a database is kept secret where its address names a socket', () => {
  const socket = 'postgres://site:hush@/plateworthy?host=/run/postgresql'
  const env = { DATABASE_URL: socket, PUBLIC_DATABASE_URL: socket, PUBLIC_KEY_SECRET: 'n'.repeat(32) }
  expect(new Set(secretsOf(parseEnv(env)))).toEqual(new Set(['n'.repeat(32), 'hush']))
})

it('a metrics token is too long to guess', () => {
  expect(() => parseEnv({ METRICS_TOKEN: 'secret' })).toThrow('METRICS_TOKEN must be at least 16 characters')
  expect(() => parseEnv({ METRICS_TOKEN: 'a token with spaces in it' })).toThrow('without spaces')
  expect(parseEnv({ METRICS_TOKEN: 'f00d-f00d-f00d-f00d' }).METRICS_TOKEN).toBe('f00d-f00d-f00d-f00d')
})

it('a SITE_URL with a password is refused, and the message does not repeat it', () => {
  const start = () => parseEnv({ SITE_URL: 'https://ann:hush@plates.example' })
  expect(start).toThrow('SITE_URL must not contain a user name or password')
  expect(start).not.toThrow('hush')
})

it('all errors of the environment are listed together', () => {
  const wrong = { PORT: 'eighty', TRUST_PROXY: '-1', SITE_URL: 'example', PUBLIC_KEY_SECRET: 'k'.repeat(32) }
  for (const name of ['PORT', 'TRUST_PROXY', 'SITE_URL', 'DATABASE_URL'])
    expect(() => parseEnv(wrong)).toThrow(`  ${name} `)
})
