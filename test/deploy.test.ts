/** The files of deploy/ contain no secret, expose nothing and are complete. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseEnv } from '#env.ts'
import { HTTP_LIMITS } from '#server/http-server.ts'
import { openTestCli } from './cli/open-cli.ts'
import { temporaryFolder } from './temporary-folder.ts'

const DEPLOY = fileURLToPath(new URL('../deploy/', import.meta.url))
const MANUAL = fileURLToPath(new URL('../docs/operations/', import.meta.url))

interface Service {
  image: string
  read_only?: boolean
  user?: string
  cap_drop?: string[]
  security_opt?: string[]
  ports?: string[]
  volumes?: string[]
  networks: string[]
  environment: Record<string, string>
  healthcheck?: { test: string[] }
}

const text = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8')
const compose = parse(text, { merge: true }) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, unknown>
}
const services = Object.entries(compose.services)

/** The settings that the command creates. */
async function madeSettings(): Promise<Record<string, string>> {
  const { out } = await openTestCli().run('keys', 'make')
  return Object.fromEntries(
    out
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]),
  )
}

/** Interpolates variables as Compose does. @throws if a required one is missing */
function fillIn(value: string, given: Record<string, string>): string {
  return value.replace(/\$\{(\w+)(:[-?])?([^}]*)\}/g, (_, name: string, operator: string, rest: string) => {
    if (given[name]) return given[name]
    if (operator === ':-') return rest
    throw new Error(`${name} is not given`)
  })
}

it.each(services)('the compose file restricts the privileges of %s', (_, service) => {
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  expect(service.security_opt).toEqual(['no-new-privileges:true'])
  expect(service.image).toMatch(/^plateworthy$|:v?\d+\.\d+/) // ours, or of one version
  for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
  for (const volume of service.volumes ?? []) {
    const [source = ''] = volume.split(':')
    if (source.startsWith('.')) {
      expect(existsSync(join(DEPLOY, source))).toBe(true)
      expect(volume).toMatch(/:ro$/)
    } else expect(compose.volumes).toHaveProperty(source)
  }
})

it('the compose file contains no secret, and requires none that the command does not create', async () => {
  const made = await madeSettings()
  for (const [, { environment }] of services)
    for (const [name, value] of Object.entries(environment)) {
      if (/PASSWORD|SECRET|KEY|TOKEN/.test(name)) expect(value).toMatch(/^\$\{\w+(:[-?][^}]*)?\}$/)
      if (!/SMTP|METRICS|ENQUIR|TRUST|SECONDS/.test(name)) expect(() => fillIn(value, made)).not.toThrow()
    }
})

it('the compose file makes the database reachable only by the services that need it', () => {
  expect(compose.networks.data).toEqual({ internal: true })
  const inData = services.filter(([, { networks }]) => networks.includes('data')).map(([name]) => name)
  expect(inData).toEqual(['database', 'migrate', 'backup', 'site'])
  expect(compose.services.database?.ports).toBeUndefined()
})

it('the compose file has valid settings of the site: it reads the database as itself, and browsers as the public role', async () => {
  const made = await madeSettings()
  const given = Object.entries(compose.services.site?.environment ?? {})
  const env = parseEnv(Object.fromEntries(given.map(([name, value]) => [name, fillIn(value, made)])))
  const ofRole = (role: string, password = '') => `postgres://${role}:${password}@database:5432/plateworthy`
  expect(env.DATABASE_URL).toBe(ofRole('plateworthy_site', made.SITE_PASSWORD))
  expect(env.PUBLIC_DATABASE_URL).toBe(ofRole('plateworthy_public', made.PUBLIC_PASSWORD))
  expect(env.PUBLIC_KEY_SECRET).toEqual([made.PUBLIC_KEY_SECRET])
  expect(env.SMTP_URL).toBeUndefined()
})

it('the compose file passes every setting of the site on, but where it listens and stores its files', () => {
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  const names = new Set([...example.matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name))
  for (const name of ['PORT', 'HOST', 'DATA_DIR']) expect(names.delete(name)).toBe(true)
  expect(Object.keys(compose.services.site?.environment ?? {}).toSorted()).toEqual([...names].toSorted())
})

it('the secrets of a self-hosted database differ each time, and need no quoting', async () => {
  const [first, second] = [await madeSettings(), await madeSettings()]
  for (const name of [
    'POSTGRES_PASSWORD',
    'SITE_PASSWORD',
    'PUBLIC_PASSWORD',
    'BACKUP_PASSWORD',
    'PUBLIC_KEY_SECRET',
  ]) {
    expect(first[name]).toMatch(/^[0-9a-f]{48,64}$/)
    expect(first[name]).not.toBe(second[name])
  }
})

it('the secrets of a self-hosted database go into a file for its owner only, and never replace an existing one', async () => {
  const office = openTestCli()
  const file = join(temporaryFolder(), '.env')
  expect((await office.run('keys', 'make', file)).all).not.toMatch(/[0-9a-f]{20}/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const before = readFileSync(file, 'utf8')
  expect(before).toContain('\nPUBLIC_KEY_SECRET=')
  expect(await office.run('keys', 'make', file)).toMatchObject({
    code: 1,
    all: `${file} exists and has not been changed.`,
  })
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect((await office.run('keys', 'make', join(file, 'x', '.env'))).code).toBe(1)
})

it('a backup of PostgreSQL removes the oldest one only after it was read in full', () => {
  const folder = temporaryFolder()
  const write = (name: string, script: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  write('pg_dump', 'echo rows > "$(echo "$3" | cut -d = -f 2)"')
  for (const day of ['01', '02', '03'])
    writeFileSync(join(folder, `plateworthy-2026-11-${day}T03-00-00Z.dump`), '')
  const backUp = () =>
    spawnSync('sh', [join(DEPLOY, 'backup-postgresql.sh'), folder, '3'], {
      env: { PATH: `${folder}:${process.env.PATH}` },
    })
  const dumps = () =>
    readdirSync(folder)
      .toSorted()
      .filter((name) => name.endsWith('.dump'))

  write('pg_restore', 'exit 1')
  expect(backUp().status).toBe(1)
  expect(dumps().map((name) => name.slice(20, 22))).toEqual(['01', '02', '03'])

  write('pg_restore', 'grep -q rows "$2"')
  expect(backUp().status).toBe(0)
  expect(dumps()).toHaveLength(3)
  expect(dumps()).not.toContain('plateworthy-2026-11-01T03-00-00Z.dump')
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  const made = dumps().find((name) => statSync(join(folder, name)).size > 0) ?? ''
  expect(statSync(join(folder, made)).mode & 0o777).toBe(0o600)
})

it.each([
  ['Caddyfile', /keepalive (\d+)s/, /lb_policy ip_hash/],
  ['nginx.conf', /keepalive_timeout (\d+)s/, /hash \$remote_addr consistent/],
])(
  '%s closes an idle connection before the site does, and keeps a client at one server',
  (name, idle, hash) => {
    const balancer = readFileSync(join(DEPLOY, name), 'utf8')
    expect(Number(idle.exec(balancer)?.[1]) * 1_000).toBeLessThan(HTTP_LIMITS.betweenMs)
    expect(balancer).toMatch(hash)
  },
)

it('every file of deploy/ is in the manual', () => {
  const manual = readdirSync(MANUAL)
    .map((page) => readFileSync(join(MANUAL, page), 'utf8'))
    .join('\n')
  for (const name of readdirSync(DEPLOY).filter((entry) => !entry.startsWith('.')))
    expect(manual).toContain(`deploy/${name}`)
})

it('the image has the files that its installation needs before the sources, and runs no package script', () => {
  const image = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8')
  const setup = readFileSync(new URL('../scripts/setup.mjs', import.meta.url), 'utf8')
  const copied = image.match(/^COPY (scripts\/.*)$/m)?.[1]?.split(' ')
  const needed = [...setup.matchAll(/from '\.\/(.*?)'/g)].map(([, name]) => `scripts/${name}`)
  expect(copied?.toSorted()).toEqual(['scripts/', 'scripts/setup.mjs', ...needed].toSorted())
  expect(image).not.toMatch(/^[^#]*\bnpm /m) // setup.mjs installs, without install scripts
})
