// Finds only the ends of the objects, which JSON.parse then reads: an array, { "data": [ … ] } or one object per line.
import { UserError } from '../../user-error.ts'
import { MAX_ROW_LENGTH } from './csv.ts'
import type { FileRow } from './read.ts'

const WRAPPER = /^\ufeff?\s*(?:\{\s*"data"\s*:\s*)?\[/

export async function* readJson(text: AsyncIterator<string>): AsyncGenerator<FileRow, void> {
  for await (const { line, source } of splitObjects(text)) {
    const value = parseObject(source, line)
    // A wrapper whose first property is not `data`.
    if (Array.isArray(value.data))
      for (const record of value.data) yield { line, record: expectObject(record, line) }
    else yield { line, record: value }
  }
}

async function* splitObjects(
  text: AsyncIterator<string>,
): AsyncGenerator<{ line: number; source: string }, void> {
  let head = ''
  let next = await text.next()
  while (!next.done && head.trim().length < 200) {
    head += next.value
    next = await text.next()
  }
  const start = WRAPPER.exec(head)?.[0].length ?? 0
  let line = head.slice(0, start).split('\n').length
  let rest = head.slice(start).replace(/^\ufeff/, '')
  let depth = 0
  let isString = false
  let isEscaped = false
  let source = ''
  let startLine = line
  for (;;) {
    let from = 0
    for (let index = 0; index < rest.length; index += 1) {
      const character = rest[index]
      if (character === '\n') line += 1
      if (isEscaped) isEscaped = false
      else if (isString) {
        if (character === '\\') isEscaped = true
        else if (character === '"') isString = false
      } else if (character === '{' || character === '[') {
        if (depth === 0) {
          from = index
          startLine = line
        }
        depth += 1
      } else if (character === '}' || character === ']') {
        if (depth === 0) return // the end of the array; the rest of a wrapper is ignored
        depth -= 1
        if (depth === 0) {
          yield { line: startLine, source: source + rest.slice(from, index + 1) }
          source = ''
        }
      } else if (depth > 0) {
        if (character === '"') isString = true
      } else if (!/[\s,]/.test(character as string)) {
        throw new UserError(`Line ${line} of the JSON is not an object with columns.`)
      }
    }
    if (depth > 0) source += rest.slice(from)
    if (source.length > MAX_ROW_LENGTH)
      throw new UserError(`The row that begins on line ${startLine} is longer than a million characters.`)
    if (next.done) break
    rest = next.value
    next = await text.next()
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
