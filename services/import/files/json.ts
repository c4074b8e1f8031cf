// Finds only the ends of the objects, which JSON.parse then reads: an array, { "data": [ … ] } or one object per line.
import { UserError } from '../../user-error.ts'
import { MAX_ROW_LENGTH } from './csv.ts'
import type { FileRow } from './file-row.ts'

const WRAPPER = /^\ufeff?\s*(?:\{\s*"data"\s*:\s*)?\[/

/** @param onProgress is called with the place in the text */
export function* readJson(text: string, onProgress: (at: number) => void): Generator<FileRow, void> {
  for (const { line, source, end } of splitObjects(text)) {
    onProgress(end)
    const value = parseObject(source, line)
    // A wrapper whose first property is not `data`.
    if (Array.isArray(value.data))
      for (const record of value.data) yield { line, record: expectObject(record, line) }
    else yield { line, record: value }
  }
}

function* splitObjects(text: string): Generator<{ line: number; source: string; end: number }, void> {
  const start = WRAPPER.exec(text)?.[0].length ?? 0
  let line = text.slice(0, start).split('\n').length
  let depth = 0
  let isString = false
  let isEscaped = false
  let from = start
  let startLine = line
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] as string
    if (character === '\n') line += 1
    if (isEscaped) isEscaped = false
    else if (isString) {
      if (character === '\\') isEscaped = true
      else if (character === '"') isString = false
    } else if (character === '{' || character === '[') {
      if (depth === 0) {
        from = at
        startLine = line
      }
      depth += 1
    } else if (character === '}' || character === ']') {
      if (depth === 0) return // the end of the array; the rest of a wrapper is ignored
      depth -= 1
      if (depth === 0) yield { line: startLine, source: text.slice(from, at + 1), end: at + 1 }
    } else if (depth > 0) {
      if (character === '"') isString = true
    } else if (!/[\s,\ufeff]/.test(character)) {
      throw new UserError(`Line ${line} of the JSON is not an object with columns.`)
    }
    if (depth > 0 && at - from > MAX_ROW_LENGTH)
      throw new UserError(`The row that begins on line ${startLine} is longer than a million characters.`)
  }
  if (depth > 0)
    throw new UserError(`The JSON ends in the middle of the row that begins on line ${startLine}.`)
}

function parseObject(source: string, line: number): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    throw new UserError(`The row that begins on line ${line} is not valid JSON.`)
  }
  return expectObject(value, line)
}

function expectObject(value: unknown, line: number): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UserError(`Line ${line} of the JSON is not an object with columns.`)
  return value as Record<string, unknown>
}
