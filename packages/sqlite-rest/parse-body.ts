/** As in PostgreSQL, a number keeps its spelling: `1.50` in a text column is '1.50'; `1.0` is no integer. */
import {
  bodyInvalid,
  bodyTooDeep,
  contentTypeUnknown,
  keysDiffer,
  textWithNul,
  valueInvalid,
} from './errors.ts'
import { isNestedDeeper } from './json-depth.ts'
import { MAX_JSON_DEPTH } from './limits.ts'
import { parseValue } from './parse-value.ts'
import type { Value } from './plan.ts'
import type { Column } from './schema.ts'

export type BodyRow = Record<string, unknown>

class NumberText {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
  toJSON(): number {
    return Number(this.source)
  }
}

/** `{…}` is one row, `[{…},{…}]` several, `5` and `null` none; `[{"a":1},{"b":1}]` is refused. */
export function parseBody(bytes: Uint8Array, contentType: string | null, hasColumns: boolean): BodyRow[] {
  const type = contentType === null ? 'application/json' : (contentType.split(';')[0]?.trim() ?? '')
  if (type !== 'application/json') throw contentTypeUnknown(type)
  const body = parseJson(bytes)
  if (isRow(body)) return [body]
  if (!Array.isArray(body)) {
    if (hasColumns) throw bodyInvalid()
    return []
  }
  if (!body.every(isRow)) throw keysDiffer()
  if (!hasColumns) checkKeys(body)
  return body
}

export function decodeJson(bytes: Uint8Array, parse: (text: string) => unknown = JSON.parse): unknown {
  if (isNestedDeeper(bytes, MAX_JSON_DEPTH)) throw bodyTooDeep(MAX_JSON_DEPTH)
  try {
    return parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw bodyInvalid()
  }
}

function parseJson(bytes: Uint8Array): unknown {
  return decodeJson(bytes, (text) => {
    const body: unknown = mayLoseDigits(text) ? parseWithNumberTexts(text) : JSON.parse(text)
    // A lone surrogate can only come from an escape.
    if (/\\u[dD][89a-fA-F]/.test(text) && !isWellFormed(body)) throw bodyInvalid()
    return body
  })
}

/** Whether JavaScript would print the number differently: 1.50, 1e3, 20 digits. */
const mayLoseDigits = (text: string) => /\d[.eE]|\d{16}|-0/.test(text)

const parseWithNumberTexts = (text: string): unknown =>
  JSON.parse(text, ((_key: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' ? new NumberText(source) : value) as (key: string, value: unknown) => unknown)

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && isWellFormed(inner))
}

export const isRow = (value: unknown): value is BodyRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)

function checkKeys(rows: BodyRow[]): void {
  const first = Object.keys(rows[0] ?? {})
  for (const row of rows) {
    const keys = Object.keys(row)
    if (keys.length !== first.length || !first.every((key) => Object.hasOwn(row, key))) throw keysDiffer()
  }
}

export function parseBodyValue(column: Column, value: unknown): Value | null {
  if (value === null) return null
  if (typeof value === 'string') {
    if (value.includes('\0')) throw textWithNul()
    return parseValue(column.type, value)
  }
  if (value instanceof NumberText) return parseValue(column.type, value.source)
  if (typeof value === 'object') throw valueInvalid(column.type, summarizeValue(value))
  return parseValue(column.type, String(value))
}

/** For an error message, without the content of lists and objects. */
export function summarizeValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[…]'
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? '{}' : '{…}'
  return String(value)
}
