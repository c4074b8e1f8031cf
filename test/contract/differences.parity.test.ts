import { readFileSync } from 'node:fs'
import { describe, expect, inject, it } from 'vitest'
import { differences, type Example } from './differences.ts'
import { type Contract, openBoth } from './open-contract.ts'

const contracts = openBoth()

interface Answered {
  summary: string
  range: string | null
  details: unknown
  hint: unknown
}

async function ask(contract: Contract, example: Example): Promise<Answered> {
  const { method = 'GET', path, body, headers, token } = example
  const isRead = method === 'GET' || method === 'OPTIONS'
  const key =
    typeof token === 'function'
      ? token(contract.secret)
      : (token ?? (isRead ? 'anon' : 'service')) === 'anon'
        ? contract.anonKey
        : contract.serviceKey
  const response = await contract.write(method, path, body, {
    Authorization: token === 'none' ? '' : `Bearer ${key}`,
    ...headers,
  })
  const text = await response.text()
  const answer = parse(text)
  const { details, hint } = (answer ?? {}) as Record<string, unknown>
  return {
    summary: `${response.status} ${summarise(text, answer, example)}`.trim(),
    range: response.headers.get('content-range'),
    details,
    hint,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function summarise(text: string, answer: unknown, example: Example): string {
  if (example.isLiteral || typeof answer === 'string') return text
  if (Array.isArray(answer)) return answer.length > 3 ? `${answer.length} rows` : JSON.stringify(answer)
  const { code, message, swagger } = answer as Record<string, string | undefined>
  if (swagger) return 'swagger'
  if (example.namesConstraint) return /constraint "(.*)"/.exec(message ?? '')?.[1] ?? ''
  return code ?? JSON.stringify(answer)
}

const rowsOf = (summary: string) =>
  JSON.parse(summary.slice(summary.indexOf('[')))
    .map(JSON.stringify)
    .sort()

/** @returns the first summary if the other has the same rows */
const inOrderOf = (summary: string, other: string) =>
  `${rowsOf(summary)}` === `${rowsOf(other)}` ? summary : other

describe('a listed difference is visible on both backends:', () => {
  for (const [name, examples] of Object.entries(differences))
    describe(name, () => {
      it.each(examples.map((example) => [title(example), example] as const))(
        'the difference is visible on both backends: %s',
        async (_, example) => {
          const { embedded, hosted } = contracts()
          for (let step: Example | undefined = example; step; step = step.second) {
            const here = await ask(embedded, step)
            const there = await ask(hosted, step)
            const isOlder = (step.sincePostgres ?? 0) > inject('postgrest').version
            if (step.there === null) there.summary = inOrderOf(step.here, there.summary)
            const expected = isOlder ? step.here : (step.there ?? step.here)
            expect({ here: here.summary, there: there.summary }).toEqual({ here: step.here, there: expected })
            if (step.differsInDetails) expect(here.details).not.toEqual(there.details)
            if (step.differsInHint) expect(here.hint).not.toEqual(there.hint)
            if (step.rangeHere) {
              expect(here.range).toBe(step.rangeHere)
              expect(there.range).not.toBe(step.rangeHere)
            }
          }
          if (example.method) await Promise.all([embedded.fill(), hosted.fill()])
        },
      )
    })
})

it('the list of differences in docs/contract.md equals the tested list', () => {
  const text = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8')
  const table = text.slice(text.indexOf('| case | PostgREST 12 |'))
  const names = [...table.matchAll(/^\| (.*?) \|/gm)].map(([, name]) => name).slice(2)
  expect(names).toEqual(Object.keys(differences))
})

const title = ({ method = 'GET', path }: Example) => `${method} ${path.slice(0, 80)}`
