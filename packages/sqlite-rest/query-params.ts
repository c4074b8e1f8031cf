import { limitNegative, mediaUnavailable, type RestError, rangeInverted } from './errors.ts'
import {
  ComplexityBudget,
  type OrderKey,
  parseFilter,
  parseKey,
  parseLogic,
  parseOrder,
  parseSelect,
  type Term,
  type Tree,
} from './grammar.ts'
import { MAX_ROWS } from './limits.ts'
import type { ParsedRequest } from './request.ts'

const logicKeys = new Set(['and', 'or', 'not.and', 'not.or'])
const otherKeys = new Set(['select', 'order', 'limit', 'offset'])

export interface QueryParams {
  select: string[]
  /** An unsupported select, reported after the syntax errors of other parameters. */
  selectError: RestError | null
  logic: Tree[]
  filters: Term[]
  order: OrderKey[]
  limit: string | null
  offset: string | null
}

export function readQueryParams(request: ParsedRequest, tableName: string): QueryParams {
  const { parameters } = request
  const first = (name: string) => parameters.find(([key]) => key === name)?.[1]
  const last = (name: string) => parameters.findLast(([key]) => key === name)?.[1] ?? null
  const order = first('order')
  const logic = parameters.filter(([key]) => logicKeys.has(key))
  const filters = parameters.filter(([key]) => !logicKeys.has(key) && !otherKeys.has(key))
  const budget = new ComplexityBudget()
  return {
    order: order === undefined ? [] : parseOrder(order),
    logic: logic.map(([key, value]) => parseLogic(key, value, budget)),
    ...parseSelect(first('select') ?? '*', tableName),
    filters: filters.map(([key, value]) => parseFilter(parseKey(key), value, budget)),
    limit: last('limit'),
    offset: last('offset'),
  }
}

interface RowRange {
  exactOffset: bigint
  offset: number
  limit: number
}

/** As in PostgREST, a limit that is not a number is ignored on its own and counts as 0 beside an offset. */
export function readRange(request: ParsedRequest, params: QueryParams): RowRange {
  const limit =
    parseWholeNumber(params.limit) ?? (params.limit !== null && params.offset !== null ? 0n : null)
  let from = parseWholeNumber(params.offset) ?? 0n
  let to = limit === null ? null : from + limit - 1n
  // PostgREST represents "no rows" as an end of -1, even if a negative limit or offset leads to it.
  if (to === -1n) return { exactOffset: 0n, offset: 0, limit: 0 }
  const header = request.method === 'GET' && request.range ? /^(\d+)-(\d*)$/.exec(request.range) : null
  const lower = BigInt(header?.[1] ?? 0)
  const upper = header?.[2] ? BigInt(header[2]) : null
  if (upper !== null && lower > upper) throw rangeInverted()
  if (lower > from) from = lower
  if (upper !== null && (to === null || upper < to)) to = upper
  if (to !== null && from > to) throw limitNegative()
  const rows = to === null ? MAX_ROWS : to - from + 1n
  return {
    exactOffset: from,
    offset: Number(from < Number.MAX_SAFE_INTEGER ? from : Number.MAX_SAFE_INTEGER),
    limit: Number(rows < MAX_ROWS ? rows : MAX_ROWS),
  }
}

const parseWholeNumber = (text: string | null) =>
  text !== null && /^\s*-?\d+\s*$/.test(text) ? BigInt(text) : null

export function readMediaType(accept: string | null): 'array' | 'object' {
  if (accept === null) return 'array'
  const accepted = accept.split(',').map((entry) => {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return {
      type,
      strips: parameters.includes('nulls=stripped'),
      quality: quality ? Number(quality.slice(2)) || 0 : 1,
    }
  })
  for (const { type, strips } of accepted.sort((a, b) => b.quality - a.quality)) {
    if (strips) continue
    if (type === '*/*' || type === 'application/json') return 'array'
    if (type === 'application/vnd.pgrst.array' || type === 'application/vnd.pgrst.array+json') return 'array'
    if (type === 'application/vnd.pgrst.object' || type === 'application/vnd.pgrst.object+json')
      return 'object'
  }
  throw mediaUnavailable(accept)
}
