import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tables } from '#db/schema.ts'

const SOURCE = globSync(`${import.meta.dirname}/rows/*.ts`)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

const snake = (name: string) => name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`)

/** The name of each table with its columns and their types, as the interfaces have them. */
const declared = [...SOURCE.matchAll(/^export interface (\w+)(?:Table|View) \{\n(.*?)\n\}/gms)].map(
  ([, name = '', body = '']) =>
    [
      snake(name).slice(1),
      [...body.matchAll(/^ {2}(\w+): (.+)$/gm)].map(([, column = '', type = '']) => [snake(column), type]),
    ] as const,
)

const TYPES = {
  uuid: 'string',
  text: 'string',
  integer: 'number',
  bigint: 'number',
  boolean: 'boolean',
  timestamptz: 'Time',
}

/** Generated<'waiting' | 'sent'> → string */
const widened = (type: string) =>
  type.replace(/^Generated<(.+)>$/, '$1').replace(/'[^']+'( \| '[^']+')*/, 'string')

test('the rows of the services have the columns of the databases', () => {
  expect(declared.length).toBeGreaterThan(5)
  for (const [name, columns] of declared) {
    const stored = [...(tables.get(name)?.columns.values() ?? [])].map((column) => [
      column.name,
      `${TYPES[column.type]}${column.nullable ? ' | null' : ''}`,
    ])
    const given = columns.map(([column = '', type = '']) => [column, widened(type)])
    expect([name, Object.fromEntries(given)]).toEqual([name, Object.fromEntries(stored)])
  }
})
