/** A read of every shape in `request-shapes.txt`, over a site in use, is answered alike by both backends. */
import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { tables } from '#db/schema.ts'
import type { Column, ColumnType } from '#packages/sqlite-rest/schema.ts'
import { fillEveryTable } from '../fill-every-table.ts'
import { type Contract, openEmbedded, openHosted } from './open-contract.ts'
import { ONE_OBJECT } from './request-shape.ts'

const shapes = readFileSync(new URL('request-shapes.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)

type Row = Record<string, unknown>

interface Request {
  method: string
  path: string
  headers: Record<string, string>
}

/** The shape with values of this site. */
function requestOf(shape: string, rows: Row[]): Request {
  const [method = '', address = '', ...asks] = shape.split(' ')
  const [path = '', query = ''] = address.split('?')
  return {
    method,
    path: `${path}${query && '?'}${queryOf(path, query, rows)}`,
    headers: {
      ...(asks.includes(ONE_OBJECT) ? { Accept: ONE_OBJECT } : {}),
      Prefer: asks.filter((ask) => ask !== ONE_OBJECT).join(', '),
    },
  }
}

function queryOf(path: string, query: string, rows: Row[]): string {
  const conditions = [...query.matchAll(/(?:^|[&(,])(\w+)[.=]((?:not\.)?(?:is\.)?[a-z]+)(?=[&),]|$)/g)]
  const row =
    rows.find((row) => conditions.every(([, name = '', operator]) => isMet(row[name], operator))) ??
    rows[0] ??
    {}
  const column = (name: string) => columnOf(path, name)
  return query
    .split('&')
    .filter(Boolean)
    .map((part) => {
      const [name = '', ...others] = part.split('=')
      const value = others.join('=')
      if (name === 'limit') return 'limit=10'
      if (name === 'offset') return 'offset=0'
      if (['select', 'order'].includes(name)) return part
      if (name === 'or' || name === 'and') {
        const terms = value.slice(1, -1).split(',')
        const filled = terms.map((term) => {
          const [inner = '', ...operator] = term.split('.')
          return `${inner}.${conditionOf(operator.join('.'), column(inner), row[inner], true)}`
        })
        return `${name}=${encodeURIComponent(`(${filled})`)}`
      }
      return `${name}=${encodeURIComponent(conditionOf(value, column(name), row[name], false))}`
    })
    .join('&')
}

const isMet = (value: unknown, operator = '') => (operator === 'is.null') === (value === null)

function conditionOf(operator: string, column: Column, found: unknown, isInner: boolean): string {
  if (/^(?:not\.)?is\./.test(operator)) return operator
  const value = String(valueFor(operator, column, found ?? sample(column)))
  const quoted = `"${value.replace(/[\\"]/g, '\\$&')}"`
  if (operator.endsWith('in')) return `${operator}.(${quoted})`
  return `${operator}.${isInner ? quoted : value}`
}

function columnOf(path: string, name: string): Column {
  const column = tables.get(path.slice(1))?.columns.get(name)
  if (!column) throw new Error(`${path} has no column ${name}`)
  return column
}

const isDay = (name: string) => name === 'day' || name.endsWith('_on')

const sample = ({ type, name }: Column) =>
  ({
    uuid: '00000000-0000-4000-8000-0000000000ff',
    text: isDay(name) ? '2026-03-01' : 'x',
    integer: 7,
    bigint: 7,
    boolean: true,
    timestamptz: '2026-05-01T10:00:00+00:00',
  })[type]

const LOWEST: Record<ColumnType, unknown> = {
  uuid: '00000000-0000-0000-0000-000000000000',
  text: '',
  integer: -1,
  bigint: -1,
  boolean: false,
  timestamptz: '1999-01-01T00:00:00+00:00',
}
const HIGHEST: Record<ColumnType, unknown> = {
  uuid: 'ffffffff-ffff-4fff-bfff-ffffffffffff',
  text: '~',
  integer: 2_000_000_000,
  bigint: 2_000_000_000,
  boolean: true,
  timestamptz: '2999-01-01T00:00:00+00:00',
}

/** A value with which the operator finds the row that has the other one. */
function valueFor(operator: string, { type }: Column, found: unknown) {
  if (operator === 'lt' || operator === 'neq') return HIGHEST[type]
  return operator === 'gt' ? LOWEST[type] : found
}

async function answerOf(contract: Contract, { path, ...init }: Request) {
  const response = await contract.ask(path, init)
  const text = await response.text()
  const answer = text ? JSON.parse(text) : null
  return {
    status: response.status,
    range: response.headers.get('content-range'),
    code: response.ok ? null : answer.code,
    // Without their order, which many requests leave open and other tests compare.
    rows: response.ok
      ? [answer]
          .flat()
          .map((row) => kindsOf(row)?.join() ?? null)
          .sort()
      : null,
  }
}

const kindsOf = (row: Row | null) =>
  row && Object.entries(row).map(([name, value]) => `${name}: ${value === null ? 'null' : typeof value}`)

it('a request of every shape that services send is answered alike by both backends', async () => {
  const [embedded, hosted] = [openEmbedded(), await openHosted()]
  onTestFinished(() => embedded.close())
  onTestFinished(() => hosted.close())
  for (const { database, fill } of [embedded, hosted]) {
    await fill({})
    await fillEveryTable(database)
  }
  const differing: unknown[] = []
  const refused: unknown[] = []
  let found = 0
  for (const shape of shapes) {
    const table = /\/(\w+)/.exec(shape)?.[1] ?? ''
    const request = requestOf(shape, await embedded.sql(`SELECT * FROM ${table} LIMIT 50`))
    const [here, there] = [await answerOf(embedded, request), await answerOf(hosted, request)]
    if (JSON.stringify(here) !== JSON.stringify(there)) differing.push({ shape, request, here, there })
    if (here.status >= 300) refused.push({ shape, request, here })
    if (here.rows?.some((row) => row !== null)) found++
  }
  expect({ differing, refused }).toEqual({ differing: [], refused: [] })
  // Guards against values that find nothing.
  expect(found).toBeGreaterThan(shapes.length / 2)
})
