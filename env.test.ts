import { describe, expect, it } from 'vitest'
import { parseEnv, restRoot, secretsOf, serverRestRoot } from './env.ts'
import { signToken } from './packages/sqlite-rest/auth.ts'

it('a private backend URL needs the public one, which browsers use', () => {
  const given = { BACKEND_PRIVATE_URL: 'http://10.0.0.7:3001/' }
  expect(() => parseEnv(given)).toThrow('BACKEND_URL must be set when BACKEND_PRIVATE_URL is set')
  const hosted = { BACKEND_URL: 'https://data.example.co.uk/api', BACKEND_ANON_KEY: 'key' }
  expect(serverRestRoot(parseEnv(hosted))).toBe('https://data.example.co.uk/api')
  expect(serverRestRoot(parseEnv({ ...hosted, ...given }))).toBe('http://10.0.0.7:3001')
})

it('the database of a hosted backend is set with its address', () => {
  const hosted = { BACKEND_URL: 'https://data.example.co.uk/api', BACKEND_ANON_KEY: 'key' }
  const DATABASE_URL = 'postgres://site:hush@db.example.co.uk/plateworthy'
  expect(() => parseEnv({ ...hosted, DATABASE_URL: 'db.example.co.uk' })).toThrow('postgres://')
  expect(secretsOf(parseEnv({ ...hosted, DATABASE_URL }))).toEqual(['hush', 'hush'])
})

it('a site over PostgreSQL has the strings of two roles and the secret of its public key, all of which it keeps', () => {
  const site = {
    DATABASE_URL: 'postgres://plateworthy_site:hush@db.example.co.uk/plateworthy',
    PUBLIC_DATABASE_URL: 'postgres://plateworthy_public:quiet@db.example.co.uk/plateworthy',
    PUBLIC_KEY_SECRET: `${'n'.repeat(32)},${'o'.repeat(32)}`,
  }
  for (const name of ['DATABASE_URL', 'PUBLIC_DATABASE_URL', 'PUBLIC_KEY_SECRET'])
    expect(() => parseEnv({ ...site, [name]: '' })).toThrow(`${name} must be set`)
  expect(() => parseEnv({ ...site, PUBLIC_KEY_SECRET: 'short' })).toThrow('at least 32 characters')
  const env = parseEnv(site)
  expect(env.PUBLIC_KEY_SECRET).toEqual(['n'.repeat(32), 'o'.repeat(32)])
  expect(new Set(secretsOf(env))).toEqual(new Set(['n'.repeat(32), 'o'.repeat(32), 'hush', 'quiet']))
})

it('the password of a database is kept secret where its address names a socket', () => {
  const given = {
    BACKEND_URL: 'https://data.example.co.uk/api',
    BACKEND_ANON_KEY: 'key',
  }
  const DATABASE_URL = 'postgres://site:hush@/plateworthy?host=/run/postgresql'
  expect(secretsOf(parseEnv({ ...given, DATABASE_URL }))).toEqual(['hush', 'hush'])
})

it('a metrics token is too long to guess', () => {
  expect(() => parseEnv({ METRICS_TOKEN: 'secret' })).toThrow('METRICS_TOKEN must be at least 16 characters')
  expect(() => parseEnv({ METRICS_TOKEN: 'a token with spaces in it' })).toThrow('without spaces')
  expect(parseEnv({ METRICS_TOKEN: 'f00d-f00d-f00d-f00d' }).METRICS_TOKEN).toBe('f00d-f00d-f00d-f00d')
})

it.each([
  ['https://project.supabase.co', 'https://project.supabase.co/rest/v1'],
  ['https://project.supabase.co/', 'https://project.supabase.co/rest/v1'],
  ['https://data.example.co.uk', 'https://data.example.co.uk/rest/v1'],
  ['https://data.example.co.uk/rest/v1', 'https://data.example.co.uk/rest/v1'],
  ['https://data.example.co.uk/api/', 'https://data.example.co.uk/api'],
  ['http://127.0.0.1:3001/', 'http://127.0.0.1:3001'],
])('the REST root of %s is %s', (url, root) => {
  const { BACKEND_URL = '' } = parseEnv({ BACKEND_URL: url, BACKEND_ANON_KEY: 'key' })
  expect(restRoot(BACKEND_URL)).toBe(root)
})

describe('a public setting', () => {
  const hosted = { BACKEND_URL: 'https://project.supabase.co' }
  const serviceKey = signToken({ role: 'service_role' }, 'x'.repeat(32))

  it.each([
    ['a service key', { ...hosted, BACKEND_ANON_KEY: serviceKey }],
    ['a service key of the newer kind', { ...hosted, BACKEND_ANON_KEY: 'sb_secret_abc' }],
  ])('a public setting never contains %s', (_, environment) => {
    expect(() => parseEnv(environment)).toThrow('BACKEND_ANON_KEY is the service key')
  })

  it.each([
    ['BACKEND_URL', { BACKEND_URL: 'https://ann:hush@data.example.co.uk', BACKEND_ANON_KEY: 'key' }],
    ['SITE_URL', { SITE_URL: 'https://ann:hush@plates.example' }],
  ])(
    'a public setting is not a %s with a password, and the message does not repeat it',
    (name, environment) => {
      expect(() => parseEnv(environment)).toThrow(`${name} must not contain a user name or password`)
      expect(() => parseEnv(environment)).not.toThrow('hush')
    },
  )

  it.each(['hush hush', 'hush\n', 'hüsh', 'hush\0'])(
    'a key that no header can hold is refused without repeating it: %j',
    (key) => {
      const parse = () => parseEnv({ ...hosted, BACKEND_ANON_KEY: key })
      expect(parse).toThrow('BACKEND_ANON_KEY must be one word')
      expect(parse).not.toThrow(/h[uü]sh/)
    },
  )
})

it('all errors of the environment are listed together', () => {
  const wrong = { PORT: 'eighty', TRUST_PROXY: '-1', SITE_URL: 'example', BACKEND_URL: 'https://x.example' }
  for (const name of ['PORT', 'TRUST_PROXY', 'SITE_URL', 'BACKEND_ANON_KEY'])
    expect(() => parseEnv(wrong)).toThrow(`  ${name} `)
})
