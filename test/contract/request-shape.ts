/**
 * The shape of a read of the backend: method, table, columns, operators and preferences, without values. A service whose rules are tested on the embedded backend alone sends requests of the shapes in
 * `request-shapes.txt`, and `request-shapes.parity.test.ts` sends one of each shape to both backends.
 */
export interface SentRequest {
  method: string
  /** Below the root of the contract, with the query. */
  path: string
  /** The preferences and `Accept` for one object. */
  asks: readonly string[]
}

export const ONE_OBJECT = 'application/vnd.pgrst.object+json'
const KEPT_WHOLE = new Set(['select', 'order'])
const WITHOUT_VALUE = new Set(['limit', 'offset'])

export function readSentRequest(
  path: string,
  { method = 'GET', headers: given }: RequestInit = {},
): SentRequest {
  const headers = new Headers(given)
  const prefer = (headers.get('prefer') ?? '').split(',').map((one) => one.trim())
  const accept = headers.get('accept')?.startsWith(ONE_OBJECT) ? [ONE_OBJECT] : []
  return { method, path, asks: [...prefer.filter(Boolean), ...accept] }
}

/** @example 'GET /sales?limit&sale_year=eq&select=plate_number count=exact' */
export function shapeOf({ method, path, asks }: SentRequest): string {
  const { pathname, searchParams } = new URL(path, 'http://contract')
  const query = new Set<string>()
  for (const [name, value] of searchParams)
    if (WITHOUT_VALUE.has(name)) query.add(name)
    else if (KEPT_WHOLE.has(name)) query.add(`${name}=${value.replaceAll('"', '')}`)
    else if (name === 'or' || name === 'and') query.add(`${name}=(${conditionsOf(value)})`)
    else query.add(`${name}=${operatorOf(value)}`)
  return [method, query.size > 0 ? `${pathname}?${[...query].sort().join('&')}` : pathname, ...asks].join(' ')
}

/** @example 'not.in.(1,2)' → 'not.in', 'is.null' → 'is.null' */
function operatorOf(value: string): string {
  return /^(?:not\.)?(?:is\.\w+|[a-z]+)/.exec(value)?.[0] ?? value
}

/** @example '(a.eq.1,and(b.is.null,c.in.(1,2)))' → 'a.eq,b.is.null,c.in' */
function conditionsOf(logic: string): string {
  const terms = logic
    .replace(/"(?:[^"\\]|\\.)*"/g, '')
    .replace(/\.in\.\([^()]*\)/g, '.in')
    .split(/[(),]/)
    .filter((term) => term.includes('.'))
  const conditions = terms.map((term) => {
    const [column = '', ...rest] = term.split('.')
    return `${column}.${operatorOf(rest.join('.'))}`
  })
  return [...new Set(conditions)].sort().join()
}
