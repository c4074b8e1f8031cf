import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tables } from '#db/schema.ts'

const SOURCE = globSync(`${import.meta.dirname}/rows/*.ts`)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

const snake = (name: string) => name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`)

/** The bases, columns and types of each interface. */
const interfaces = new Map(
  [...SOURCE.matchAll(/^(?:export )?interface (\w+)(?:\s+extends ([^{]*))? \{(.*?)\}$/gms)].map(
    ([, name = '', bases = '', body = '']) => [name, { bases, body }] as const,
  ),
)

/** The columns of an interface with their types, and those of its bases but for what they leave out. */
function columnsOf(name: string): [column: string, type: string][] {
  const { bases, body } = interfaces.get(name) ?? { bases: '', body: '' }
  const inherited = [...bases.matchAll(/(Omit|Pick)?<?(?:Selectable<)?(\w+)>?(?:, ((?:'\w+'(?: \| )?)+)>)?/g)]
  return [
    ...inherited.flatMap(([, kind, base = '', names = '']) =>
      columnsOf(base).filter(([column]) => !kind || names.includes(`'${column}'`) === (kind === 'Pick')),
    ),
    ...[...body.matchAll(/^ {2}(\w+): (.+)$/gm)].map(([, column = '', type = '']): [string, string] => [
      column,
      type,
    ]),
  ]
}

/** The name of each table with its columns and their types, as the interfaces have them. */
const declared = [...interfaces.keys()].flatMap((name) => {
  const table = /^(\w+)(?:Table|View)$/.exec(name)?.[1]
  if (table === undefined) return []
  return [[snake(table).slice(1), columnsOf(name).map(([column, type]) => [snake(column), type])] as const]
})

/** Views that only the contract reads. */
const EXPLORED = /^(?:jersey_)?sales_/

const TYPES = {
  uuid: 'string',
  text: 'string',
  integer: 'number',
  bigint: 'number',
  boolean: 'boolean',
  timestamptz: 'Time',
}

/** Generated<'waiting' | 'sent'> and InquiryType → string */
const widened = (type: string) =>
  type
    .replace(/^Generated<(.+)>$/, '$1')
    .replace(/'[^']+'( \| '[^']+')*|\b(?:InquiryType|ExplorerName|SearchedList)\b/, 'string')

test('the rows of the services have the columns of the databases', () => {
  expect(declared.map(([name]) => name).sort()).toEqual(
    [...tables.keys()].filter((name) => !EXPLORED.test(name)).sort(),
  )
  for (const [name, columns] of declared) {
    const stored = [...(tables.get(name)?.columns.values() ?? [])].map((column) => [
      column.name,
      `${TYPES[column.type]}${column.nullable ? ' | null' : ''}`,
    ])
    const given = columns.map(([column = '', type = '']) => [column, widened(type)])
    expect([name, Object.fromEntries(given)]).toEqual([name, Object.fromEntries(stored)])
  }
})
