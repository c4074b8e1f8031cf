import { readFileSync } from 'node:fs'
import { expect, inject, it } from 'vitest'
import { signToken } from '#packages/sqlite-rest/auth.ts'
import { differences } from './differences.ts'
import { type Contract, openAll } from './open-contract.ts'
import { linesOf, requestOf } from './request-line.ts'

const contracts = openAll()

function authorizationOf({ secret }: Contract, role: string): string {
  if (role === 'none') return ''
  return `Bearer ${signToken(role === 'a token without a role' ? {} : { role }, secret)}`
}

async function ask(contract: Contract, line: string, mode: string) {
  const { method, path, body, headers, role } = requestOf(line.replace(/^\?/, '/plates?select=price&'))
  const Authorization = authorizationOf(contract, role)
  const response = await contract.ask(path, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { Authorization, 'Content-Type': 'application/json', ...headers },
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
  const { code } = answer as Record<string, string | undefined>
  return code ?? JSON.stringify(answer)
}

const rowsOf = (summary: string) =>
  JSON.parse(summary.slice(summary.indexOf('[')))
    .map(JSON.stringify)
    .sort()

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
    expect([request.slice(0, 80), (await ask(overPostgres, request, mode)).summary]).toEqual([
      request.slice(0, 80),
      here,
    ])
    if (kind === 'details' || kind === 'hint') expect(ours[kind]).not.toEqual(theirs[kind])
    if (kind === 'range') expect([ours.range, theirs.range === value]).toEqual([value, false])
  }
})

it('the list of differences in docs/contract.md equals the tested list', () => {
  const text = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8')
  const table = text.slice(text.indexOf('| case | PostgREST 12 |'))
  const names = [...table.matchAll(/^\| (.*?) \|/gm)].map(([, name]) => name).slice(2)
  expect(names).toEqual(Object.keys(differences))
})
