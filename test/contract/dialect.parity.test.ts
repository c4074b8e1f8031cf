/**
 * What PostgREST answers to a read is what both of ours answer: status, range, headers, rows and refusals. PostgREST is the expectation, so each case is the request alone; what differs on
 * purpose stands in `differences.ts`, and random reads are in `random-reads.parity.test.ts`.
 */
import { inspect } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { tables } from '#db/schema.ts'
import { MAX_LOGIC_DEPTH } from '#packages/sqlite-rest/limits.ts'
import { fixture, id, manyJerseySales, plates } from './fixture.ts'
import { type Contract, openAll } from './open-contract.ts'
import { linesOf, type Request, requestOf } from './request-line.ts'

const contracts = openAll()
const { raw } = String

/** Conditions on plates, each alone: `column=operator.value`. */
const CONDITIONS: Record<string, string> = {
  'a value is compared by its type, and a text by code point': raw`
price=eq.45000
price=neq.45000
price=gt.30000
price=gte.45000
price=lt.450
price=lte.450
price=eq. 450 ${''}
price=gt.-1
plate_number=eq.A 1
plate_number=eq.a 1
plate_number=gt.J 9
category=eq.
category=gt.a
is_feature=eq.true
is_feature=eq.T
is_feature=eq. yes ${''}
is_feature=neq.off
id=eq.${id(3)}
id=eq.${id(3).replaceAll('-', '')}
created_at=lt.2026-11-20T18:59:36.286Z
created_at=gt.2026-11-20T20:59:36.285+02:00
created_at=gte.2026-11-20 18:59:36.285000`,
  'a value of another type is refused, with its text': `
price=eq.abc
price=eq.
price=eq.1.5
price=eq.null
price=eq.99999999999
is_feature=eq.maybe
is_feature=eq.o
id=eq.1
id=eq.00000000-0000-4000-8000-00000000000g
created_at=gt.soon
created_at=gt.2026-13-01
created_at=gt.2026-11-20T18:59:36+16:00
created_at=gt.2026-02-30`,
  'a null is neither equal nor unequal to anything, and found by “is”': `
category=neq.Suffix
category=not.eq.Suffix
category=is.null
category=is.NULL
description=not.is.null
is_feature=is.true
is_feature=not.is.false
is_feature=is.unknown
price=is.foo
price=is.
price=is.true
category=is.unknown`,
  'a list has its values in brackets, plain or quoted': raw`
price=in.(45000,450)
price=in.( 45000, 450 )
price=in.()
price=not.in.(45000,450,1,90000,7000)
category=in.(Suffix,"Single-Single")
category=not.in.(Suffix,Prefix,"Single-Single")
category=in.(,Suffix)
category=not.in.()
plate_number=in.(A 1, B 2)
plate_number=in.("A 1", "B 2")
plate_number=in.(A "1)
plate_number=in.("A 1"x)
plate_number=in.("A 1"
is_feature=in.(t)
price=in.1,2
price=in.
price=in.(1,null)`,
  'a pattern has wildcards and escapes, and “ilike” ignores the case of A to Z': raw`
category=like.P*
category=like.p%
category=ilike.P*
category=ilike.ÄRG*
category=ilike.äRG*
category=like.ä*
plate_number=like._ _
plate_number=ilike.*1*
plate_number=not.like._ _
category=like.
description=like.*🚗
description=like.*名_ _
description=ilike.*éCLAIR*
description=ilike.*ελλάδα*
description=like.*\%*
description=like.under\_score
description=like.back\\slash
description=ilike.*\\*
description=like.[a-z]lain
description=like.pl?in
price=like.1*
id=ilike.1*
is_feature=like.t
description=like.*\x\ ${''}`,
  'what is no operator is refused, and an unknown column is named': `
price=foo.1
price=1
price=
price=eq
price=not.not.eq.1
price=not.
price=Eq.1
nope=eq.1`,
  'SQL in a condition is a text like any other': `
plate_number=eq.' OR 1=1 --
plate_number=eq."; DROP TABLE plates; --
plate_number=eq.A 1' --
plate_number=eq.?1
plate_number=eq.:a
plate_number=eq.$1
plate_number=eq.@a
plate_number=eq."A 1"
plate_number=eq.${'A'.repeat(5000)}`,
}

const quoted = (value: string) => `"${value.replace(/[\\"]/g, '\\$&')}"`
CONDITIONS['a text finds itself by eq, in a list and in a logic tree'] = plates
  .flatMap(({ description }) => description ?? [])
  .flatMap((value) => [
    `description=eq.${value}`,
    `description=in.(${quoted(value)},${quoted('no, such "text"')})`,
    `or=(description.eq.${quoted(value)},price.eq.5)`,
    `or=(description.in.(${quoted(value)}),price.eq.5)`,
  ])
  .join('\n')

/**
 * `METHOD path << body || header: value`; a read by the public key unless it says more. A body with ÿ is sent as bytes,
 * which are no UTF-8 then.
 */
const READS: Record<string, string> = {
  'conditions are joined by “and” and “or”, within a bounded depth': `
/plates?order=id&price=gte.450&price=lt.7001
/plates?order=id&or=(price.eq.450,price.eq.1)
/plates?order=id&and=(price.gt.450,price.lt.7000)
/plates?order=id&or=(price.eq.450,and(price.gt.7000,price.lt.7002))
/plates?order=id&not.or=(price.lt.45000,category.is.null)
/plates?order=id&not.and=(price.lt.90000,is_available.is.true)
/plates?order=id&or=(price.not.lt.90000,not.and(price.gt.1,price.lt.90001))
/plates?order=id&or=(price.in.(450,1),category.not.is.null)&price=lt.1000
/plates?order=id&or=(price.eq.450,price.eq.1)&or=(price.eq.450,price.eq.90000)
/plates?order=id&or= ( price.eq.450 , price.eq.1 ) &limit=9
/plates?order=id&or=(plate_number.like.A*,category.ilike.*ÄRGER*)
/plates?order=id&or=(id.eq.${id(2)},and(or(price.eq.1,price.eq.450),and(price.eq.450)))
/plates?order=id&or=(category.eq.,price.eq.1)
/plates?order=id&or=(price.eq."450")
/plates?order=id&or=(plate_number.eq.{A,B},price.eq.1)
/plates?order=id&or=(${'and('.repeat(MAX_LOGIC_DEPTH - 1)}price.eq.1${')'.repeat(MAX_LOGIC_DEPTH)}
/plates?or=()
/plates?or=
/plates?or=(price.eq.1
/plates?or=(price.eq.1,)
/plates?or=(price.foo.1)
/plates?or=(price)
/plates?or=(not.price.eq.1)
/plates?or=(price.is.nullx)
/plates?or=(price.eq.x)
/plates?or=(price.eq.x,nope.eq.1)
/plates?order=id&plate_number=eq.A+1
/plates?order=id&plate_number=eq.A%201`,
  'rows are in the order of the request, nulls where it puts them': `
/plates?select=price&order=price&limit=3
/plates?select=price&order=price.asc&limit=3
/plates?select=price&order=price.desc&limit=3
/sales?select=sale_month&order=sale_month,id
/sales?select=sale_month&order=sale_month.desc,id
/sales?select=sale_month&order=sale_month.nullsfirst
/sales?select=sale_month&order=sale_month.desc.nullslast
/sales?select=total_price&order=total_price.asc.nullsfirst,id
/sales?order=sale_year.desc.nullslast,sale_month.desc.nullslast,id
/plates?select=category&order=category.asc.nullslast,id
/plates?select=price&order=price.asc,price.desc&limit=2
/plates?select=price&order=price.asc&order=price.desc&limit=2
/plates?select=price&order= price , "id".desc&limit=2
/plates?order=
/plates?order=price,
/plates?order=price.foo
/plates?order=price.DESC
/plates?order=price.desc.foo
/plates?order=price.nullsfirst.desc
/plates?order=*
/plates?order=nope`,
  'a page is bounded by limit, offset and Range, with the count on request': [
    ...['', 'limit=2', 'limit=2&offset=8', 'limit=5&offset=8', 'limit=0', 'offset=100', 'price=lt.0'],
    ...['limit=abc', 'limit=', 'limit=1.5', 'limit=99999999999999999999999', 'offset=-1', 'offset=abc'],
    ...['limit=5&limit=1', 'offset=9223372036854775807', 'limit=-1', 'limit=3&offset=-1', 'limit=x&offset=0'],
    ...['limit=x&offset=1', 'limit=0&offset=1', 'offset=99999999999999999999999', 'limit=10', 'offset=10'],
    ...['limit=2&offset=9', 'offset=11', 'price=lt.0&offset=1', 'price=eq.45000&limit=1'],
  ]
    .map((query) => `/plates?select=price&order=price&${query}`)
    .flatMap((path) => [path, `${path} || Prefer: count=exact`])
    .concat(
      [
        '0-1',
        '8-',
        '20-29',
        '00-00',
        '-1',
        '0-0,1-1',
        '-',
        'x',
        '1',
        '0-1x',
        'items=0-1',
        '1-0',
        '11-12',
      ].flatMap((range) => [
        `/plates?select=price&order=price || Range: ${range}`,
        `/plates?select=price&order=price&limit=3 || Range: ${range} || Prefer: count=exact`,
      ]),
      ['bytes=0-1', 'bytes=abc', 'bytes=5-1', 'bytes=0-0,1-1'].map(
        (range) => `/plates?order=id || Range: ${range}`,
      ),
      '/plates?select=price&order=price&limit=1 || Range: 1-5',
      'HEAD /plates || Prefer: count=exact',
      'HEAD /plates || Range: 0-1',
    )
    .join('\n'),
  'one response has a thousand rows at most, and the next range the others': `
/jersey_sales?select=id&order=id
/jersey_sales?select=id&order=id&limit=5000
/jersey_sales?select=id&order=id || Prefer: count=exact
/jersey_sales?select=total_price&order=total_price&limit=1000&offset=1000`,
  'a single object is one row, of the columns asked for, in an accepted type': `
/plates?plate_number=eq.C 3 || Accept: application/vnd.pgrst.object+json
/plates?plate_number=eq.NOPE || Accept: application/vnd.pgrst.object+json
/plates?price=eq.45000 || Accept: application/vnd.pgrst.object+json
/plates?select=price&order=price&limit=1 || Accept: application/vnd.pgrst.object+json || Prefer: count=exact
/plates?order=id&limit=1&select=price,plate_number
/plates?order=id&limit=1&select= price , "id" &x=
/plates?order=id&limit=1&select= price , "id" ${''}
/plates?order=id&limit=1&select=price,price
/plates?order=id&limit=1&select=id&select=price
/plates?order=id&limit=1&select=
/plates?order=id&limit=1&select=*,price
/plates?select=nope
/plates?select=price,
/plates?select="pri
/plates?select=count()
/plates?select=price.sum()
/plates?select=sales(*)
/plates?select=...sales(*)
/plates?limit=1&order=id || Accept: */*
/plates?limit=1&order=id || Accept: text/html,application/xhtml+xml,*/*;q=0.8
/plates?limit=1&order=id || Accept: application/json;q=0.5, text/html
/plates?limit=1&order=id || Accept: application/json;q=0.1, application/vnd.pgrst.object+json
/plates || Accept: text/html
/plates || Accept: image/png
/plates || Accept: application/*`,
  'what is not there is refused, in the order of errors': `
/nope
/PLATES
/nope?limit=1
/%22
/pg_catalog
/information_schema.tables
/sqlite_schema
/meta
/data_version
/nope?price=foo
/nope?limit=-1
/plates?limit=-1&price=foo
/plates?price=eq.x&nope=eq.1
/plates?price=eq.x&order=nope
/plates?price=eq.x&category=is.true
/plates?price=like.x&category=is.true
/plates?order=d1&c1=eq.1&or=(b1.eq.1)&select=a1
/plates?order=d1&c1=eq.1&or=(b1.eq.1)
/plates?order=d1&c1=eq.1
/nope || Accept: text/html
/plates?apikey=foo
/plates?=eq.1
/plates?PRICE=eq.1
/plates?x.or=(price.eq.1)
/plates?price.limit=1
/plates?plates.order=price
/plates?order=id&&
/plates?order=id&price
/plates?order=id&"price"=gte.0
/plates?order=id || Prefer: count=foo, bar
/plates || Prefer: handling=strict, foo=bar
HEAD /plates?nope=eq.1
/sales_counts?nope=eq.1
/sales_counts?sales=eq.x
/sales_years?sales=like.1*
/sales_years?select=sale_year,count()
/sales_median`,
  'figures are those of the selected sales': `
POST /rpc/sales_figures << {}
POST /rpc/sales_figures << {"search":"a 1"}
POST /rpc/sales_figures << {"sellers":["DVLA Auction"],"year_from":2000,"year_to":2030}
POST /rpc/sales_figures << {"categories":[],"types":["x, \\"y\\""],"selections":["complete","sample"]}
POST /rpc/sales_figures << {"search":null,"sellers":null}
POST /rpc/jersey_sales_figures << {"search":"1","sellers":["Drieu"],"year_from":2000}
POST /rpc/jersey_sales_figures << {}
POST /rpc/sales_figures << {"nope":1}
POST /rpc/nope << {}`,
  'the public key reads available plates alone': `
/plates?order=id || Prefer: count=exact
/plates?is_available=eq.false || Prefer: count=exact
/plates?is_available=is.false || Prefer: count=exact
/plates?plate_number=like.HIDDEN* || Prefer: count=exact
/plates?or=(is_available.is.false,plate_number.eq.HIDDEN 1) || Prefer: count=exact
/plates?not.and=(is_available.is.true,price.gte.0) || Prefer: count=exact
/plates?id=eq.${id(11)} || Prefer: count=exact
/plates?price=eq.99999 || Prefer: count=exact
/plates?price=eq.90000 || Prefer: count=exact`,
  'a request for statistics is refused, whatever is wrong with its arguments': `
POST /rpc/sales_figures << {"plates":["A"]}
POST /rpc/sales_figures << {"year_from":"x"}
POST /rpc/sales_figures << {`,
  'what is not public is refused': [...tables.values()]
    .filter(({ anonReads }) => anonReads === 'none')
    .flatMap(({ name }) => [`/${name}`, `/${name}?select=*&limit=1`, `HEAD /${name}`])
    .join('\n'),
}

async function answerOf(contract: Contract, { method, path, body, headers }: Request) {
  const response = await contract.ask(path, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { 'Content-Type': 'application/json', ...headers },
  })
  const answer = await response.text()
  const kept = ['content-range', 'preference-applied', 'location'].map((name) => response.headers.get(name))
  // The functions are ours on both sides, so their words are not PostgREST's.
  const isOurs = path.startsWith('/rpc/')
  if (!response.ok) return [response.status, ...kept, answer && refusalOf(JSON.parse(answer), isOurs)]
  return [response.status, ...kept, response.headers.get('content-type'), inOrder(answer, path)]
}

/** Hints, and what PostgREST expected at the place of a syntax error, are listed differences. */
const refusalOf = ({ code, message, details }: Record<string, string>, isOurs: boolean) => ({
  code,
  message: isOurs ? null : String(message).replace(/ \(line \d+, column \d+\)$/, ''),
  details: isOurs || ['PGRST100', 'PGRST202'].includes(code ?? '') ? null : details,
})

/** Rows without an order come in any, and so do the members of figures. */
function inOrder(answer: string, path: string): unknown {
  const rows = answer === '' ? null : JSON.parse(answer)
  if (path.startsWith('/rpc/')) return inspect(rows, { depth: null, sorted: true })
  return Array.isArray(rows) && !path.includes('order=')
    ? rows.map((row) => JSON.stringify(row)).sort()
    : rows
}

async function differing(lines: readonly string[]): Promise<unknown[]> {
  const { embedded, hosted, ours } = contracts()
  const found: unknown[] = []
  for (const line of lines) {
    const request = requestOf(line)
    const [here, overPostgres, there] = await Promise.all(
      [embedded, ours, hosted].map((contract) => answerOf(contract, request)),
    )
    const expected = JSON.stringify(there)
    if (JSON.stringify(here) !== expected || JSON.stringify(overPostgres) !== expected)
      found.push({ line: line.slice(0, 200), here, overPostgres, there })
  }
  return found
}

const READ_ROWS = { ...fixture, jersey_sales: manyJerseySales }

beforeAll(async () => {
  const { embedded, hosted } = contracts()
  await Promise.all([embedded.fill(READ_ROWS), hosted.fill(READ_ROWS)])
})

it.each(Object.entries(CONDITIONS))('on both backends %s', async (_, conditions) => {
  const lines = linesOf(conditions).map((line) => {
    const [, column = '', value = ''] = /^(\w*)=(.*)$/s.exec(line) ?? []
    return `/plates?order=id&${column}=${encodeURIComponent(value)}`
  })
  expect(await differing(lines)).toEqual([])
})

it.each(Object.entries(READS))('on both backends %s', async (_, requests) => {
  expect(await differing(linesOf(requests))).toEqual([])
})
