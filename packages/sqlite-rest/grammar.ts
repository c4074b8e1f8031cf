/** Parses parameters such as `price=not.gt.100` and `or=(a.lt.5,b.is.null)`; refuses `a=in.(1)x` and `a=foo.1`. */
import {
  aggregateRefused,
  notEmbedded,
  type RestError,
  relationshipUnknown,
  tooMany,
  unsupported,
} from './errors.ts'
import { MAX_CONDITIONS, MAX_LIST, MAX_LOGIC_DEPTH, MAX_ORDER_TERMS, MAX_PATTERNS } from './limits.ts'
import { Scanner } from './scanner.ts'

export type Comparison = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte'
type Trilean = 'null' | 'unknown' | 'true' | 'false'

export type Term =
  | { kind: 'compare'; column: string; negated: boolean; operator: Comparison; value: string }
  | { kind: 'pattern'; column: string; negated: boolean; foldsCase: boolean; value: string }
  | { kind: 'list'; column: string; negated: boolean; values: string[] }
  | { kind: 'is'; column: string; negated: boolean; value: Trilean }

export type Tree = Term | { kind: 'group'; join: 'and' | 'or'; negated: boolean; parts: Tree[] }

export interface OrderKey {
  column: string
  descending: boolean
  nullsFirst: boolean
}

export class ComplexityBudget {
  private conditions = 0
  private patterns = 0

  add(kind: Term['kind']): void {
    this.conditions++
    if (kind === 'pattern') this.patterns++
    if (this.conditions > MAX_CONDITIONS) throw tooMany('conditions', MAX_CONDITIONS)
    if (this.patterns > MAX_PATTERNS) throw tooMany('like patterns', MAX_PATTERNS)
  }
}

function takeField(scanner: Scanner): string | null {
  scanner.skipSpace()
  const quoted = takeQuoted(scanner)
  const field = quoted ?? scanner.take(/[\p{L}\p{Nd}_ $]+(?:-(?!>)[\p{L}\p{Nd}_ $]+)*/uy)?.[0].trim() ?? null
  scanner.skipSpace()
  return field
}

/** `"a \"b\" \\c"`: a backslash escapes the next character. */
function takeQuoted(scanner: Scanner, pattern = /"((?:[^"\\]|\\.)*)"/sy): string | null {
  return scanner.take(pattern)?.[1]?.replace(/\\(.)/gs, '$1') ?? null
}

/** A value is quoted only if it ends with the quote: `"a"b` is literal text. */
const takeQuotedElement = (scanner: Scanner) => takeQuoted(scanner, /"((?:[^"\\]|\\.)*)"(?=[,)]|$)/sy)

export function parseKey(key: string): string {
  const scanner = new Scanner('tree path', key)
  const field = takeField(scanner)
  if (field === null) throw scanner.syntaxError()
  if (scanner.takeText('.')) throw takeField(scanner) === null ? scanner.syntaxError() : notEmbedded(field)
  scanner.expectEnd()
  return field
}

export function parseFilter(column: string, text: string, budget: ComplexityBudget): Term {
  const scanner = new Scanner('filter', text)
  const term = takeCondition(scanner, column, (inner) => inner.takeRest())
  scanner.expectEnd()
  budget.add(term.kind)
  return term
}

/** `or=(…)`, `not.and=(…)` */
export function parseLogic(key: string, text: string, budget: ComplexityBudget): Tree {
  const scanner = new Scanner('logic tree', text)
  const tree = takeGroup(scanner, key.endsWith('and') ? 'and' : 'or', key.startsWith('not.'), budget, 1)
  scanner.expectEnd()
  return tree
}

function takeGroup(
  scanner: Scanner,
  join: 'and' | 'or',
  negated: boolean,
  budget: ComplexityBudget,
  depth: number,
): Tree {
  if (depth > MAX_LOGIC_DEPTH) throw tooMany('levels of and(…) and or(…)', MAX_LOGIC_DEPTH)
  scanner.skipSpace()
  scanner.expectText('(')
  const parts: Tree[] = []
  do {
    scanner.skipSpace()
    parts.push(takeTree(scanner, budget, depth))
    scanner.skipSpace()
  } while (scanner.takeText(','))
  scanner.expectText(')')
  scanner.skipSpace()
  return { kind: 'group', join, negated, parts }
}

function takeTree(scanner: Scanner, budget: ComplexityBudget, depth: number): Tree {
  const group = scanner.take(/(not\.)?(and|or)(?=\s*\()/y)
  if (group) return takeGroup(scanner, group[2] as 'and' | 'or', group[1] !== undefined, budget, depth + 1)
  if (scanner.take(/not\./y)) throw scanner.syntaxError()
  const column = takeField(scanner)
  if (column === null) throw scanner.syntaxError()
  scanner.expectText('.')
  const term = takeCondition(scanner, column, takeElement)
  budget.add(term.kind)
  return term
}

function takeElement(scanner: Scanner): string {
  return takeQuotedElement(scanner) ?? scanner.take(/\{[^{}]*\}|[^,)]*/y)?.[0] ?? ''
}

function takeCondition(scanner: Scanner, column: string, takeValue: (scanner: Scanner) => string): Term {
  const negated = scanner.takeText('not.')
  const name = scanner.take(/(eq|neq|gte?|lte?|like|ilike|in|is)(?=\.)/y)?.[1]
  if (!name) throw scanner.syntaxError()
  scanner.takeText('.')
  if (name === 'in') return { kind: 'list', column, negated, values: takeList(scanner) }
  if (name === 'is') return { kind: 'is', column, negated, value: takeTrilean(scanner) }
  const value = takeValue(scanner)
  if (name === 'like' || name === 'ilike')
    return { kind: 'pattern', column, negated, foldsCase: name === 'ilike', value }
  return { kind: 'compare', column, negated, operator: name as Comparison, value }
}

/** `(a,"b,c",)`. `()` is an empty list, `(,)` is two empty values. */
function takeList(scanner: Scanner): string[] {
  scanner.skipSpace()
  scanner.expectText('(')
  scanner.skipSpace()
  const values: string[] = []
  do {
    values.push(takeQuotedElement(scanner) ?? scanner.take(/[^,)]*/y)?.[0] ?? '')
    if (values.length > MAX_LIST) throw tooMany('values in one list', MAX_LIST)
  } while (scanner.takeText(','))
  scanner.expectText(')')
  scanner.skipSpace()
  return values.length === 1 && values[0] === '' ? [] : values
}

function takeTrilean(scanner: Scanner): Trilean {
  const value = scanner.take(/(null|unknown|true|false)/iy)?.[1]
  if (!value) throw scanner.syntaxError()
  return value.toLowerCase() as Trilean
}

export function parseOrder(text: string): OrderKey[] {
  const scanner = new Scanner('order', text)
  const keys: OrderKey[] = []
  do {
    const column = takeField(scanner)
    if (column === null) throw scanner.syntaxError()
    let direction: string | undefined
    let nulls: string | undefined
    if (scanner.takeText('.')) {
      direction = scanner.take(/(asc|desc)(?![a-z])/y)?.[1]
      if (!direction || scanner.takeText('.')) {
        nulls = scanner.take(/(nullsfirst|nullslast)(?![a-z])/y)?.[1]
        if (!nulls) throw scanner.syntaxError()
      }
    }
    const descending = direction === 'desc'
    keys.push({ column, descending, nullsFirst: nulls ? nulls === 'nullsfirst' : descending })
    if (keys.length > MAX_ORDER_TERMS) throw tooMany('terms in its order', MAX_ORDER_TERMS)
    scanner.skipSpace()
  } while (scanner.takeText(','))
  scanner.expectEnd()
  return keys
}

export function parseSelect(
  text: string,
  table: string,
): { select: string[]; selectError: RestError | null } {
  if (text === '') return { select: ['*'], selectError: null }
  let selectError: RestError | null = null
  const scanner = new Scanner('select parameter', text)
  const columns: string[] = []
  do {
    scanner.skipSpace()
    if (scanner.takeText('*')) {
      columns.push('*')
      scanner.skipSpace()
      continue
    }
    scanner.takeText('...')
    const column = takeField(scanner)
    if (column === null) throw scanner.syntaxError()
    if (scanner.take(/\.(?:sum|avg|count|max|min)\(\)/y) || (column === 'count' && scanner.takeText('()'))) {
      selectError ??= aggregateRefused()
      continue
    }
    if (scanner.take(/(?:![^(,]*)?\([^()]*\)/y)) {
      selectError ??= relationshipUnknown(table, column)
      continue
    }
    if (scanner.takeText('->')) throw unsupported('JSON arrows', text)
    if (scanner.takeText('::')) throw unsupported('Casts', text)
    if (scanner.takeText(':')) throw unsupported('Aliases', text)
    columns.push(column)
  } while (scanner.takeText(','))
  scanner.expectEnd()
  return { select: columns, selectError }
}
