/**
 * Differences between the embedded backend and PostgREST 12: the rows of the table in docs/contract.md, each with
 * requests that show it. A line is a request (see `request-line.ts`), what PostgREST answers, what the embedded backend
 * answers, and what else is compared: `details` and `hint` differ, `text` compares texts instead of JSON, `range` says
 * the range here, `since` the first PostgreSQL with this difference, and `*` stands for the same rows in any order. A request that begins with `?` reads the
 * prices of plates; `␊` is a line break.
 */
import {
  MAX_CONDITIONS,
  MAX_FUNCTION_BODY_BYTES,
  MAX_LIST,
  MAX_LOGIC_DEPTH,
  MAX_ORDER_TERMS,
  MAX_PARAMETERS,
  MAX_PATTERN_LENGTH,
  MAX_PATTERNS,
} from '#packages/sqlite-rest/limits.ts'
import { id } from './fixture.ts'

const NO_FIGURES =
  '200 {"sales":0,"highest":null,"typical":null,"kinds":[],"auctions":[],"selections":[],"sellers":[],"categories":[]}'
const DEAREST = '200 [{"price":90000}]'
const CHEAPEST = '200 [{"price":1}]'
const ALL = '200 10 rows'
const FAIR = '"plate_number":"NEW 1","price":1'
const FIRST = '?limit=1&order=id'
const NULLS = ['category', 'description', 'detailed_description', 'image_url', 'price_reason'].map(
  (name) => `"${name}":null`,
)
const FLAGS = ['is_feature', 'is_demonstration'].map((name) => `"${name}":false`)

const invalidInteger = (value: string) =>
  `400 {"code":"22P02","details":null,"hint":null,"message":"invalid input syntax for type integer: \\"${value}\\""}`
const many = (count: number, text: string, join: string) => Array(count).fill(text).join(join)

/** Keyed by the first cell of the table in docs/contract.md. */
export const differences: Record<string, string> = {
  'no key': `
${FIRST} || as: none => ${DEAREST} => 401 PGRST302
${FIRST} || as: none || Authorization: Basic abc => ${DEAREST} => 401 PGRST302
POST /plates << {${FAIR}} || as: none => 401 42501 => 401 PGRST302`,
  '`apikey` without a bearer token': `
${FIRST} || as: none || apikey: wrong => ${DEAREST} => 401 PGRST301`,
  'a token without a role': `
${FIRST} || as: a token without a role => ${DEAREST} => 401 PGRST302`,
  'a token of another role': `
?limit=1 || as: nobody => 400 22023 => 400 22023
?limit=1 || as: service_role => 403 42501 => 400 22023
?limit=1 || as: postgres => 403 42501 => 400 22023`,
  'aliases, casts, `->`, `->>`': `
/plates?select=cost:price&limit=1&order=id => 200 [{"cost":90000}] => 400 PGRST100
/plates?select=price::text&limit=1&order=id => 200 [{"price":"90000"}] => 400 PGRST100
/plates?select=price->a&limit=1&order=id => 200 [{"a":null}] => 400 PGRST100
/plates?select=price->>a&limit=1&order=id => 200 [{"a":null}] => 400 PGRST100
?price->a=eq.1 => 200 [] => 400 PGRST100
?or=(price->a.eq.1) => 200 [] => 400 PGRST100
?order=price->a => ${ALL} => 400 PGRST100`,
  'other operators: `fts` `match` `isdistinct` `cs` … `eq(any)` `like(all)`': `
?plate_number=fts.a => 200 [] => 400 PGRST100
?plate_number=match.A => ${DEAREST} => 400 PGRST100
?plate_number=imatch.a => ${DEAREST} => 400 PGRST100
?plate_number=isdistinct.a => ${ALL} => 400 PGRST100
?plate_number=cs.{a} => 404 42883 => 400 PGRST100
?price=eq(any).{90000,2} => ${DEAREST} => 400 PGRST100
?plate_number=like(all).{A*,*1} => ${DEAREST} => 400 PGRST100`,
  'text after a complete term, or in place of one: `in.(1)x`, `or=(…)x`, `is.nullx`, `select=,`, `or=a.eq.1`': `
?price=in.(1)x => ${CHEAPEST} => 400 PGRST100
?or=(price.eq.1)x => ${CHEAPEST} => 400 PGRST100
?price=is.nullx => 200 [] => 400 PGRST100
/plates?select=( => ${ALL} => 400 PGRST100
/plates?select=, => ${ALL} => 400 PGRST100
/plates?select=*a => ${ALL} => 400 PGRST100
?price!=eq.1 => ${CHEAPEST} => 400 PGRST100
?or=price.eq.1 => 400 42703 => 400 PGRST100`,
  'the position and the text of PGRST100': `
?price=not => 400 PGRST100 => 400 PGRST100 => details
/plates?select=price! => 400 PGRST100 => 400 PGRST100 => details
/plates?select=%20 => 400 PGRST100 => 400 PGRST100 => details`,
  '`limit=0x1`, `limit=(3)`': `
?order=id&limit=0x1 => ${DEAREST} => ${ALL}
?order=id&limit=(1) => ${DEAREST} => ${ALL}`,
  '`text/csv`, `nulls=stripped`, GeoJSON': `
${FIRST} || Accept: text/csv => 200 price␊90000 => 415 PGRST107
?limit=1 || Accept: application/geo+json => 404 42883 => 415 PGRST107
${FIRST} || Accept: application/vnd.pgrst.object+json;nulls=stripped => 200 {"price":90000} => 415 PGRST107`,
  '`%zz`': `
?plate_number=eq.%zz => 200 [] => 400 22021
?plate_number=eq.% => 200 [] => 400 22021`,
  '`%00`': `
?plate_number=eq.A 1%00x => ${DEAREST} => 400 22021
?plate_number=in.(a%00b) => 200 [] => 400 22021`,
  'broken UTF-8': `
?plate_number=eq.%ff => 500 Something went wrong => 400 22021
?plate_number=like.%c3 => 500 Something went wrong => 400 22021`,
  'a pattern that ends in a backslash': `
?description=like.zzz\\ => 200 [] => 400 22025
?description=like.*\\ => 400 22025 => 400 22025`,
  'other spellings of a timestamp: `now`, `20 Nov 2026`, `2026/11/20`, a bare number': `
?created_at=gt.now => 200 [] => 400 22007
?created_at=gt.20 Nov 2026 => ${ALL} => 400 22007
?created_at=gt.2026/11/20 => ${ALL} => 400 22007
?created_at=gt.20261120 => ${ALL} => 400 22007
?created_at=gt.2147483648 => 400 22008 => 400 22007
?created_at=gt.%2B2020-01-01 => 400 22009 => 400 22007
?created_at=lt.infinity => ${ALL} => 400 22007`,
  '`0x1f`, `0o7`, `0b1`, `1_000` as an integer': `
?price=eq.0x1c2 => 200 [{"price":450}] => 400 22P02 => since 16
?price=in.(0b1,4_50)&order=price => 200 [{"price":1},{"price":450}] => 400 22P02 => since 16`,
  'timestamps before the year 1 or after 9999': `
?created_at=lt.10000-01-01 => ${ALL} => 400 22007
?created_at=gt.0001-01-01T00:00%2B01 => ${ALL} => 400 22008
?created_at=gt.2020-01-01 BC => ${ALL} => 400 22007`,
  '`/plates/`, `/plates/1`': `
/plates/ => 404 {} => 404 PGRST125
/plates/1 => 404 {} => 404 PGRST125
//plates => 404 {} => 404 PGRST125
/a/b/c => 404 {} => 404 PGRST125`,
  '`count=planned`, `count=estimated`': `
${FIRST}&price=gt.1 || Prefer: count=planned => 206 [{"price":90000}] => 206 [{"price":90000}] => range 0-0/9`,
  '`columns`, `on_conflict`, and what else of `Prefer` is for writes, with `handling=strict`': `
${FIRST}&columns=price => ${DEAREST} => 400 PGRST100
${FIRST}&on_conflict=price => ${DEAREST} => 400 PGRST100
${FIRST} || Prefer: handling=strict, return=minimal => ${DEAREST} => 400 PGRST122
${FIRST} || Prefer: handling=strict, missing=default => ${DEAREST} => 400 PGRST122`,
  'hints that propose a column, another operator or a date style': `
?pric=eq.1 => 400 42703 => 400 42703 => hint
?created_at=gt.2020-13-01 => 400 22008 => 400 22008 => hint`,
  '42501 and another error at once': `
/people?nope=eq.1 => 400 42703 => 401 42501
/people?select=nope => 400 42703 => 401 42501`,
  'a write': `
POST /plates << {${FAIR}} => 401 42501 => 405 PGRST117
POST /plates?on_conflict=plate_number << {${FAIR}} || Prefer: resolution=merge-duplicates => 401 42501 => 405 PGRST117
PATCH /plates?price=gt.1 << {"price":1} => 401 42501 => 405 PGRST117
PUT /plates?id=eq.${id(99)} << {"id":"${id(99)}",${FAIR},${[...NULLS, ...FLAGS]},"is_available":true,"created_at":"2020-01-01","updated_at":"2020-01-01"} => 401 42501 => 405 PGRST117
DELETE /plates?price=gt.1 => 401 42501 => 405 PGRST117
DELETE /sales_sellers?sales=gt.0 => 500 55000 => 405 PGRST117
POST /nope << {${FAIR}} => 404 {} => 405 PGRST117
POST / << {${FAIR}} => 404 PGRST202 => 405 PGRST117`,
  OPTIONS: `
OPTIONS /plates => 200 => 405 PGRST117`,
  'rows in the JSON': `
/plates?select=id&order=id&limit=2 => 200 [{"id":"${id(1)}"}, ␊ {"id":"${id(2)}"}] => 200 [{"id":"${id(1)}"},{"id":"${id(2)}"}] => text`,
  'rows without an order': `
?price=gt.40000 => * => 200 [{"price":90000},{"price":45000},{"price":45000}]`,
  'details of PGRST202': `
POST /rpc/nope << {} => 404 PGRST202 => 404 PGRST202 => details`,
  '`GET` of a function': `
/rpc/sales_figures?year_from=2999 => ${NO_FIGURES} => 405 PGRST117`,
  'arguments of a function of another type, or beyond the bounds': `
POST /rpc/sales_figures << {"year_from":"2999"} => ${NO_FIGURES} => 400 22P02
POST /rpc/sales_figures << {"year_from":2999,"search":"${'a'.repeat(MAX_PATTERN_LENGTH + 1)}"} => ${NO_FIGURES} => 400 22P02`,
  'the bounds named above': `
?plate_number=eq.${'%61'.repeat(6_000)} => 200 [] => 414 PGRST100
?${many(MAX_PARAMETERS + 1, 'price=eq.1', '&')} => ${CHEAPEST} => 400 PGRST100
?or=(${many(MAX_CONDITIONS + 1, 'price.eq.1', ',')}) => ${CHEAPEST} => 400 PGRST100
?or=(${'or('.repeat(MAX_LOGIC_DEPTH)}price.eq.1${')'.repeat(MAX_LOGIC_DEPTH + 1)} => ${CHEAPEST} => 400 PGRST100
?price=in.(${many(MAX_LIST + 1, '1', ',')}) => ${CHEAPEST} => 400 PGRST100
?${many(MAX_PATTERNS + 1, 'plate_number=like.E*', '&')} => ${CHEAPEST} => 400 PGRST100
?plate_number=like.${'a'.repeat(MAX_PATTERN_LENGTH + 1)} => 200 [] => 400 54000
?price=eq.1&order=${many(MAX_ORDER_TERMS + 1, 'price', ',')} => ${CHEAPEST} => 400 PGRST100
POST /rpc/sales_figures << {"year_from":2999,"sellers":["${'a'.repeat(MAX_FUNCTION_BODY_BYTES)}"]} => ${NO_FIGURES} => 413 PGRST102`,
  'a long value in a message, a list or an object there': `
?price=eq.${'a'.repeat(201)} => ${invalidInteger('a'.repeat(201))} => ${invalidInteger(`${'a'.repeat(200)}…`)} => text`,
}
