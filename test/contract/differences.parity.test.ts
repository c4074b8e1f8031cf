import { readFileSync } from 'node:fs'
import { expect, inject, it } from 'vitest'
import { signToken } from '#packages/sqlite-rest/auth.ts'
import { differences } from './differences.ts'
import { type Contract, openAll } from './open-contract.ts'
import { linesOf, requestOf } from './request-line.ts'

const contracts = openAll()

function authorizationOf({ anonKey, serviceKey, secret }: Contract, role: string): string {
  if (role === 'none') return ''
  const known: Record<string, string> = { anon: anonKey, service: serviceKey }
  return `Bearer ${known[role] ?? signToken(role === 'a token without a role' ? {} : { role }, secret)}`
}

async function ask(contract: Contract, line: string, mode: string) {
  const { method, path, body, headers, role } = requestOf(line.replace(/^\?/, '/plates?select=price&'))
  const Authorization = authorizationOf(contract, role)
  const response = await contract.write(method, path, body?.replaceAll('␊', '\n'), {
    Authorization,
    ...headers,
  })
  const text = await response.text()
  const answer = parse(text)
  const { details, hint } = (answer ?? {}) as Record<string, unknown>
  const range = response.headers.get('content-range')
  return { summary: `${response.status} ${summarise(text, answer, mode)}`.trim(), range, details, hint }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function summarise(text: string, answer: unknown, mode: string): string {
  if (mode === 'text' || typeof answer === 'string') return text.replaceAll('\n', '␊')
  if (Array.isArray(answer)) return answer.length > 3 ? `${answer.length} rows` : JSON.stringify(answer)
  const { code, message } = answer as Record<string, string | undefined>
  if (mode === 'constraint') return /constraint "(.*)"/.exec(message ?? '')?.[1] ?? ''
  return code ?? JSON.stringify(answer)
}

const rowsOf = (summary: string) =>
  JSON.parse(summary.slice(summary.indexOf('[')))
    .map(JSON.stringify)
    .sort()

/** What our own reads over PostgreSQL answer as the embedded backend does. */
const isPublicRead = (line: string) => line.startsWith('?') || /^(?:HEAD )?\/|^POST \/rpc\//.test(line)

it.each(Object.entries(differences))('the difference is visible on both backends: %s', async (_, lines) => {
  const { embedded, hosted, ours: overPostgres } = contracts()
  for (const line of linesOf(lines)) {
    const [request = '', there = '', here = '', mode = ''] = line.split(' => ')
    const [kind, value = ''] = mode.split(' ')
    const [ours, theirs] = [await ask(embedded, request, mode), await ask(hosted, request, mode)]
    const isOlder = kind === 'since' && Number(value) > inject('postgrest').version
    const isSame = there === '*' && `${rowsOf(theirs.summary)}` === `${rowsOf(here)}`
    const expected = isSame ? theirs.summary : isOlder ? here : there
    expect([request.slice(0, 80), theirs.summary, ours.summary]).toEqual([
      request.slice(0, 80),
      expected,
      here,
    ])
    if (isPublicRead(request)) {
      const asPublic = request.startsWith('POST') ? `${request} || as: anon` : request
      expect([request.slice(0, 80), (await ask(overPostgres, asPublic, mode)).summary]).toEqual([
        request.slice(0, 80),
        here,
      ])
    }
    if (kind === 'details' || kind === 'hint') expect(ours[kind]).not.toEqual(theirs[kind])
    if (kind === 'range') expect([ours.range, theirs.range === value]).toEqual([value, false])
    if (/^[A-Z]/.test(request) && kind !== 'then') await Promise.all([embedded.fill(), hosted.fill()])
  }
  await Promise.all([embedded.fill(), hosted.fill()])
})

it('the list of differences in docs/contract.md equals the tested list', () => {
  const text = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8')
  const table = text.slice(text.indexOf('| case | PostgREST 12 |'))
  const names = [...table.matchAll(/^\| (.*?) \|/gm)].map(([, name]) => name).slice(2)
  expect(names).toEqual(Object.keys(differences))
})
