/**
 * What PostgREST answers to a request is what the embedded backend answers: status, range, headers, rows and refusals,
 * and the rows that a write leaves. PostgREST is the expectation, so each case is the request alone; what differs on
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
/sqlite_schema || as: service
/meta || as: service
/data_version || as: service
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
/plates?order=id&columns=price
/plates?order=id&on_conflict=price
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
POST /rpc/sales_figures << {} || as: anon
POST /rpc/sales_figures << {"search":"a 1"} || as: anon
POST /rpc/sales_figures << {"sellers":["DVLA Auction"],"year_from":2000,"year_to":2030} || as: anon
POST /rpc/sales_figures << {"categories":[],"types":["x, \\"y\\""],"selections":["complete","sample"]} || as: anon
POST /rpc/sales_figures << {"search":null,"sellers":null} || as: anon
POST /rpc/jersey_sales_figures << {"search":"1","sellers":["Drieu"],"year_from":2000} || as: anon
POST /rpc/jersey_sales_figures << {} || as: anon
POST /rpc/sales_figures << {"nope":1} || as: anon
POST /rpc/nope << {} || as: anon`,
  'the public key reads available plates alone': `
/plates?order=id || Prefer: count=exact
/plates?is_available=eq.false || Prefer: count=exact
/plates?is_available=is.false || Prefer: count=exact
/plates?plate_number=like.HIDDEN* || Prefer: count=exact
/plates?or=(is_available.is.false,plate_number.eq.HIDDEN 1) || Prefer: count=exact
/plates?not.and=(is_available.is.true,price.gte.0) || Prefer: count=exact
/plates?id=eq.${id(11)} || Prefer: count=exact
/plates?price=eq.99999 || Prefer: count=exact
/plates?order=id || as: service`,
}

const REPRESENTATION = 'Prefer: return=representation'
const OBJECT = 'Accept: application/vnd.pgrst.object+json'
const MERGE = 'Prefer: return=representation, resolution=merge-duplicates'
const IGNORE = 'Prefer: return=representation, resolution=ignore-duplicates'
/** A body of rows, or of a row, that many lines begin with. */
const A1 = '"plate_number":"A 1","price":1'
const SALE = '"plate_number":"A 1","sale_year":2020,"selection":"reported"'
const manyPlates = Array.from({ length: 1100 }, (_, index) => ({ plate_number: `N ${index}`, price: 1 }))
const ENQUIRY =
  '"reference":"ENQ-0000-0001","idempotency_key":"a key of a form","kind":"contact","name":"Ann","email":"a@b.test","subject":"s","inquiry_type":"other","message":"m"'
const SALE_KEY = 'plate_number,sale_year,sale_month,where_sold,hammer_price,total_price'

/** Each line is sent to a site with three plates and a sale, by the service key. */
const WRITES: Record<string, string> = {
  'a change affects the rows that match, and answers as preferred': `
PATCH /plates?category=eq.x&select=price << {"price":9} || ${REPRESENTATION}
PATCH /plates?plate_number=eq.P 1 << {"price":9}
PATCH /plates?plate_number=eq.P 1 << {"price":9} || Prefer: return=minimal
PATCH /plates?plate_number=eq.P 1 << {"price":9} || Prefer: return=headers-only
PATCH /plates?plate_number=eq.P 1 << {"price":9} || Prefer: count=exact
PATCH /plates?plate_number=eq.P 1&select=price << {"price":9} || Prefer: return=representation, count=exact
PATCH /plates?price=gt.100&select=price << {"price":9} || ${REPRESENTATION}
PATCH /plates?price=gt.100 << {"price":9} || Prefer: count=exact
PATCH /plates?plate_number=eq.P 1 << {"updated_at":"2021-01-01"} || ${REPRESENTATION}
PATCH /plates?plate_number=eq.P 1&select=price << {} || ${REPRESENTATION}
PATCH /plates?plate_number=eq.P 1&select=price << [] || ${REPRESENTATION}
PATCH /plates?plate_number=eq.P 1&select=price << 5 || ${REPRESENTATION}
PATCH /plates?plate_number=eq.P 1&select=price << null || ${REPRESENTATION}
PATCH /plates?plate_number=eq.P 1&select=price << [{"price":8},{"price":9}] || ${REPRESENTATION}
PATCH /plates?plate_number=eq.P 1&columns=price << {"price":9,"category":"y"} || ${REPRESENTATION}
PATCH /plates?plate_number=eq.P 1&columns=price,category << {"price":7} || ${REPRESENTATION}
PATCH /plates?plate_number=eq.P 1&columns=is_available << {"price":7} || ${REPRESENTATION}
PATCH /plates?plate_number=eq.P 3&columns=is_available << {} || Prefer: return=representation, missing=default
PATCH /plates?price=gt.0&order=price.desc&limit=1&offset=1&select=plate_number << {"price":9} || ${REPRESENTATION}
PATCH /plates?price=gt.0&order=id&limit=0 << {"price":9} || ${REPRESENTATION}
PATCH /plates?id=is.null << {"price":1} || Prefer: resolution=merge-duplicates, return=representation, missing=default, count=exact, handling=strict
PATCH /plates?plate_number=eq.P 1&select=price << {"price":9} || ${REPRESENTATION} || ${OBJECT}`,
  'a change is refused as a whole if a value or a row is': `
PATCH /plates?price=gt.0 << {"price":9} || ${REPRESENTATION} || ${OBJECT}
PATCH /plates?price=gt.100 << {"price":9} || Prefer: return=minimal || ${OBJECT}
PATCH /plates?price=gt.0 << {"plate_number":"SAME"}
PATCH /plates?plate_number=eq.P 1 << {"price":"x"}
PATCH /plates?plate_number=eq.P 1 << {"price":null}
PATCH /plates?plate_number=eq.P 1 << {"plate_number":null}
PATCH /plates?plate_number=eq.P 1 << {"price":-1}
PATCH /plates?plate_number=eq.P 1 << {"plate_number":"P 2"}
PATCH /plates?plate_number=eq.P 1 << {"id":"${id(2)}"}
PATCH /plates?plate_number=eq.P 1 << {"nope":1}
PATCH /plates?plate_number=eq.P 1 << ${''}
PATCH /plates?plate_number=eq.P 1 << [{"price":1},{"category":"x"}]
PATCH /plates?nope=eq.1 << {"price":1}
PATCH /plates?price=eq.x << {"price":1}
PATCH /plates?plate_number=eq.P 1&select=nope << {"price":1} || ${REPRESENTATION}
PATCH /plates?plate_number=eq.P 1&limit=-1 << {"price":1}
PATCH /plates?limit=1&price=gt.0 << {"price":1}
PATCH /plates?offset=1&price=gt.0 << {"price":1}
PATCH /sales?plate_number=eq.B 2 << {${SALE}}`,
  'a removal affects the rows that match, and answers as preferred': `
DELETE /plates?plate_number=eq.P 1
DELETE /plates?plate_number=eq.P 1 || Prefer: return=headers-only
DELETE /plates?plate_number=eq.P 1 || Prefer: count=exact
DELETE /plates?plate_number=eq.P 1&select=price || Prefer: return=representation, count=exact
DELETE /plates?price=gt.100 || ${REPRESENTATION}
DELETE /plates?price=gt.100 || Prefer: count=exact
DELETE /plates?plate_number=eq.P 1 << {"x
DELETE /plates?limit=1&order=price.desc&price=gt.0&select=price || ${REPRESENTATION}
DELETE /plates?limit=1&price=gt.0
DELETE /plates?price=gt.0 || ${OBJECT}
DELETE /plates?price=eq.x
DELETE /plates?nope=eq.1
DELETE /nope?id=not.is.null`,
  'a new row has its values, the defaults of its table, and the answer that it prefers': raw`
POST /plates << {${A1}} || ${REPRESENTATION}
POST /plates << {"id":"${id(9)}","plate_number":"N 1","price":0,"is_available":false,"created_at":"2020-02-29T12:00:00.5+00:00"} || ${REPRESENTATION}
POST /plates << {${A1}}
POST /plates?select=price,plate_number << {${A1}} || ${REPRESENTATION}
POST /plates << {${A1},"id":"${id(9)}"} || Prefer: return=headers-only
POST /plates << [{"plate_number":"N 3","price":5},{"plate_number":"N 4","price":5}] || Prefer: return=headers-only
POST /plates?on_conflict=plate_number << {${A1}} || Prefer: count=exact, handling=strict, return=representation, missing=default, resolution=merge-duplicates, tx=commit
POST /plates?select=plate_number,price << [{"plate_number":"C 3","price":1},{${A1}},{"plate_number":"B 2","price":1}] || ${REPRESENTATION}
POST /plates << [{${A1}},{"price":2,"plate_number":"B 2"}]
POST /plates?columns=plate_number,price,category << [{${A1},"category":"x"},{"plate_number":"B 2","price":2}]
POST /plates?columns=plate_number,price,is_available << [{${A1},"is_available":false},{"plate_number":"B 2","price":2}]
POST /plates?columns=plate_number,price,is_available << [{${A1},"is_available":false},{"plate_number":"B 2","price":2}] || Prefer: missing=default
POST /plates?select=price << ${JSON.stringify(manyPlates)} || Prefer: return=representation, count=exact
POST /plates << [] || ${REPRESENTATION}
POST /plates << 5 || ${REPRESENTATION}
POST /plates << "x" || ${REPRESENTATION}
POST /plates << null || ${REPRESENTATION}
POST /plates?columns=plate_number,"price"&select=price,category << {${A1},"category":"unseen","nope":1} || ${REPRESENTATION}
POST /plates?columns=plate_number,price << [{${A1}},{"price":2,"nope":1,"plate_number":"B 2"}]
POST /plates?columns= << {"plate_number":"A 1"}
POST /plates?columns=price, << {"plate_number":"A 1"}
POST /plates?columns=* << {"plate_number":"A 1"}
POST /plates?columns=plate_number,nope << {"plate_number":"A 1"}
POST /plates?select=price << [{${A1}}] || ${REPRESENTATION} || ${OBJECT}`,
  'a value is stored as its column’s type reads it': raw`
POST /plates << {"plate_number":"A 1","price":"7"} || ${REPRESENTATION}
POST /plates << {"plate_number":"A 1","price":" 7 "} || ${REPRESENTATION}
POST /plates << {"plate_number":"A 1","price":-0,"is_available":false} || ${REPRESENTATION}
POST /plates << {"plate_number":1.50,"price":1} || ${REPRESENTATION}
POST /plates << {"plate_number":12345678901234567890,"price":1} || ${REPRESENTATION}
POST /plates << {"plate_number":1e3,"price":1} || ${REPRESENTATION}
POST /plates << {"plate_number":true,"price":1} || ${REPRESENTATION}
POST /plates << {${A1},"is_available":0} || ${REPRESENTATION}
POST /plates << {${A1},"is_available":"off"} || ${REPRESENTATION}
POST /plates << {${A1},"category":""} || ${REPRESENTATION}
POST /plates << {${A1},"category":null} || ${REPRESENTATION}
POST /plates << {${A1},"price":2} || ${REPRESENTATION}
POST /plates << {"plate_number":"\u00e9\ud83d\ude97","price":1} || ${REPRESENTATION}
POST /plates << {${A1},"description":"\"a\" \\ \n\t'b'"} || ${REPRESENTATION}
POST /plates << {${A1},"created_at":"2020-01-01"} || ${REPRESENTATION}
POST /plates << {${A1},"created_at":"2020-1-2 3:4:5.1234567+2"} || ${REPRESENTATION}
POST /plates << {${A1},"id":"{${id(7).toUpperCase()}}"} || ${REPRESENTATION}
POST /plates <<  { "plate_number" : "A 1" , "price" : 1 }  || ${REPRESENTATION}
POST /plates?select=description << {${A1},"description":"${'é'.repeat(100_000)}"} || ${REPRESENTATION}`,
  'a value that its column cannot hold is refused': raw`
POST /plates << {"price":"abc"}
POST /plates << {"price":1.5}
POST /plates << {"price":1.0}
POST /plates << {"price":1e2}
POST /plates << {"price":true}
POST /plates << {"price":{}}
POST /plates << {"price":99999999999}
POST /plates << {"price":2147483648}
POST /plates << {"is_available":"maybe"}
POST /plates << {"created_at":"soon"}
POST /plates << {"created_at":"2020-02-30"}
POST /plates << {"id":"1"}
POST /plates << {"plate_number":"A\u0000"}
POST /plates << [{"price":-1},{"price":"x"}]`,
  'several rows are not stored if one of them is rejected': `
POST /plates << [{${A1}},{"plate_number":"B 2","price":-1}]
POST /plates << [{${A1}},{"plate_number":"B 2","price":1}] || ${OBJECT}
POST /plates << [{${A1}},{"plate_number":"B 2","price":1}] || ${REPRESENTATION} || ${OBJECT}
POST /plates << [{${A1}},{"plate_number":"P 1","price":1}]
POST /plates << [{${A1},"is_available":false},{"plate_number":"B 2","price":2}]`,
  'a body that is no JSON of rows is refused': raw`
POST /plates << ${''}
POST /plates << {
POST /plates << {} x
POST /plates << ${'\ufeff'}{}
POST /plates << NaN
POST /plates << {'a':1}
POST /plates << [{"price":1},]
POST /plates << {"price":01}
POST /plates << {"plate_number":"a${'\t'}b"}
POST /plates << {"plate_number":"\ud800"}
POST /plates << {"plate_number":"\x41"}
POST /plates << {"plate_number":"ÿ"}
POST /plates << [5]
POST /plates << [null]
POST /plates << [[{"price":1}]]
POST /plates << [{"price":1},{"price":1,"category":"x"}]
POST /plates << [{"price":1,"category":"x"},{"price":1}]
POST /plates << [{"price":1},{"category":"x"}]
POST /plates << {"nope":1}
POST /plates << {"Price":1}
POST /plates << {"":1}
POST /plates << {"price":1} || Content-Type: application/json; charset=utf-8
POST /plates << {"price":1} || Content-Type: application/json;x
POST /plates << {"price":1} || Content-Type: text/plain
POST /plates << {"price":1} || Content-Type: APPLICATION/JSON
POST /plates << {"price":1} || Content-Type: application/octet-stream
POST /plates << {"price":1} || Content-Type: application/vnd.pgrst.object+json`,
  'a row that breaks a rule of its table is refused with the rule’s name': `
POST /plates << {}
POST /plates << {"plate_number":"A 1"}
POST /plates << {"plate_number":null,"price":1}
POST /plates << {${A1},"is_available":null}
POST /plates << {"plate_number":" ","is_feature":null}
POST /plates << {"plate_number":"A 1","price":-1}
POST /plates << {"plate_number":"  ","price":1}
POST /plates << {${A1},"price_reason":""}
POST /plates << {${A1},"price_reason":"${'é'.repeat(301)}"}
POST /plates << {${A1},"price_reason":"a\\nb"}
POST /plates << {${A1},"price_reason":"a\\r"}
POST /sales << {"plate_number":"A 1"}
POST /sales << {"plate_number":"A 1","selection":"reported","sale_year":1899}
POST /sales << {"plate_number":"A 1","selection":"reported","sale_year":10000}
POST /sales << {${SALE},"sale_month":0}
POST /sales << {${SALE},"sale_month":13}
POST /sales << {${SALE},"hammer_price":-1}
POST /sales << {${SALE},"total_price":-1}
POST /sales << {${SALE},"price_basis":"guess"}
POST /sales << {${SALE},"plate_number":""}
POST /jersey_sales << {${SALE},"total_price":-1}
POST /jersey_sales << {${SALE},"price_basis":""}
POST /plates << {"plate_number":"P 1","price":1}
POST /plates << {"id":"${id(1)}","plate_number":"B 2","price":1}
POST /sales << {${SALE}}
POST /jersey_sales << {${SALE},"sale_month":3,"where_sold":"Drieu","total_price":7}`,
  'a sale is a duplicate only if its complete natural key is equal': `
POST /sales << [{${SALE},"sale_month":1},{${SALE},"sale_month":2}]
POST /sales << [{${SALE},"where_sold":""},{${SALE},"where_sold":"Bonhams"}]
POST /sales << [{${SALE},"hammer_price":0,"total_price":null},{${SALE},"hammer_price":null,"total_price":0}]
POST /sales << {${SALE},"sale_year":2021}
POST /sales << {${SALE},"plate_number":"a 1"}`,
  'a row that breaks a rule of another table is refused': [
    ...[
      '"kind":"newsletter"',
      '"name":""',
      '"email":"nobody"',
      '"message":null',
      '"inquiry_type":"complaint"',
    ],
    ...[
      '"reference":"mine"',
      '"delivery":"sent"',
      '"delivery":"quarantined"',
      '"kind":"valuation","ownership":null',
    ],
    '"kind":"valuation","ownership":false',
  ]
    .map((fault) => `POST /enquiries << {${ENQUIRY},${fault}}`)
    .concat(
      [
        '"section":"blog"',
        '"slug":"A plate"',
        '"status":"published"',
        '"status":"scheduled"',
        '"preview_token":"x"',
      ]
        .concat('"publish_at":"2026-12-01T10:00:00Z"')
        .map((fault) => `POST /articles << {"section":"news","slug":"a",${fault}}`),
      ['"email":"Ann@plates.test"', '"role":"admin"', '"name":""'].map(
        (fault) =>
          `POST /people << {"email":"ann@plates.test","name":"Ann","role":"owner","security_stamp":"${'x'.repeat(32)}",${fault}}`,
      ),
      ['"term":"Sophie"', '"term":"A"', '"term":"ANN@X.CO"', '"term":"ABCDEFGHIJKLMNOPQ"', '"list":"STOCK"']
        .concat('"day":"today"', '"searches":0')
        .map(
          (fault) =>
            `POST /unmet_searches << {"day":"2026-11-22","list":"stock","term":"SAM","searches":1,${fault}}`,
        ),
      ['"explorer":"france"', '"plate_number":" "', '"kind":"added"', '"change":""', '"reason":""']
        .concat(`"change":"${'x'.repeat(2001)}"`, `"reason":"${'x'.repeat(1001)}"`)
        .map(
          (fault) =>
            `POST /corrections << {"explorer":"uk","plate_number":"A 1","kind":"edited","change":"x","reason":"x",${fault}}`,
        ),
      ['"person":""', `"command":"${'x'.repeat(101)}"`, `"change":"${'x'.repeat(2001)}"`].map(
        (fault) => `POST /audit << {"person":"ann","command":"x","change":"x",${fault}}`,
      ),
      'POST /page_views << {"day":"today","path":"/plates","views":3}',
    )
    .join('\n'),
  'a row is unique by the key of its table': [
    '/articles << {"section":"news","slug":"a"}',
    '/articles << {"section":"guides","slug":"a"}',
    `/enquiries << {${ENQUIRY}}`,
    '/settings << {"name":"strapline","value":"1","person":"Ann"}',
    '/page_views << {"day":"2026-11-23","path":"/plates","views":3}',
    `/people << {"email":"ann@plates.test","name":"Ann","role":"owner","security_stamp":"${'x'.repeat(32)}"}`,
  ]
    .flatMap((call) => [`POST ${call}`, `POST ${call}`])
    .join('\n'),
  'a request for statistics is refused, whatever is wrong with its arguments': `
POST /rpc/sales_figures << {"plates":["A"]} || as: anon
POST /rpc/sales_figures << {"year_from":"x"} || as: anon
POST /rpc/sales_figures << { || as: anon`,
  'what is not public is refused to the public key, for every method and preference': [...tables.values()]
    .flatMap(({ name, kind, anonReads }) => [
      ...(anonReads === 'none' ? [`GET /${name}`, `GET /${name}?select=*&limit=1`] : []),
      // A view cannot be written to by anybody, which PostgreSQL says first.
      ...(kind === 'view'
        ? []
        : [
            ...[
              '',
              'return=representation',
              'resolution=merge-duplicates',
              'resolution=ignore-duplicates',
            ].map((preference) => `POST /${name} << {} || Prefer: ${preference}`),
            `PATCH /${name}?id=not.is.null << {"id":"${id(1)}"}`,
            `DELETE /${name}?id=not.is.null`,
          ]),
    ])
    .map((line) => `${line} || as: anon`)
    .join('\n'),
  'of several errors the same one is answered': `
POST /plates?price=foo << {
POST /plates?limit=-1 << {}
POST /plates << { || Accept: text/html
POST /plates << {"nope":1} || Accept: text/html
POST /plates << {"price":"x"} || Accept: text/html
POST /plates?select=nope << {"nope":1} || ${REPRESENTATION}
POST /plates?select=nope << {"price":"x"} || ${REPRESENTATION}
POST /plates?select=nope << {"price":"x"}
POST /plates?nope=eq.1 << {"price":"x"}`,
  'a merge updates rows with the same key and adds the others': `
POST /plates?on_conflict=plate_number << {"plate_number":"P 1","price":9} || ${MERGE}
POST /plates?on_conflict=plate_number << [{"plate_number":"C 3","price":3},{"plate_number":"P 1","price":9}] || ${MERGE}, count=exact
POST /plates << {"id":"${id(1)}","plate_number":"Z 9","price":9} || ${MERGE}
POST /plates << {"plate_number":"P 2","price":9} || ${MERGE}
POST /sales?on_conflict=${SALE_KEY} << {${SALE},"note":"new"} || ${MERGE}
POST /sales?on_conflict=${SALE_KEY.split(',').reverse().join()} << {${SALE},"where_sold":""} || ${MERGE}
POST /sales?on_conflict=${SALE_KEY.split(',').reverse().join()} << {${SALE},"where_sold":null} || ${MERGE}
POST /plates?on_conflict=plate_number << [] || ${MERGE}
POST /plates?on_conflict=plate_number << [{"plate_number":"P 1","price":8},{"plate_number":"P 1","price":9}] || ${MERGE}
POST /plates?on_conflict=plate_number << [{"plate_number":"N 1","price":8},{"plate_number":"N 1","price":9}] || ${MERGE}
POST /plates?on_conflict=plate_number&columns=plate_number,price,is_feature << {"plate_number":"P 3","price":1} || ${MERGE}, missing=default
POST /plates?on_conflict=plate_number << {"plate_number":"P 1","price":-1} || ${MERGE}
POST /plates?on_conflict=plate_number << {"plate_number":"P 1"} || ${MERGE}
POST /plates?on_conflict=plate_number << {"plate_number":null,"price":1} || ${MERGE}
POST /plates?on_conflict=plate_number << {"id":"${id(2)}","plate_number":"P 1","price":1} || ${MERGE}
POST /plates?on_conflict=price << {${A1}} || ${MERGE}
POST /plates?on_conflict=plate_number,price << {${A1}} || ${MERGE}
POST /plates?on_conflict=nope << {${A1}} || ${MERGE}
POST /plates?on_conflict= << {${A1}} || ${MERGE}
POST /plates?on_conflict=plate_number, << {${A1}} || ${MERGE}
POST /plates?on_conflict=plate_number,plate_number << {"plate_number":"P 1","price":1} || ${MERGE}
POST /plates?on_conflict="plate_number" << {"plate_number":"P 1","price":1} || ${MERGE}
POST /plates?on_conflict= plate_number  << {"plate_number":"P 1","price":1} || ${MERGE}
POST /plates?on_conflict=plate_number << {"plate_number":"P 1","price":1}
POST /plates?on_conflict=plate_number << {"plate_number":"P 1","price":1} || Prefer: resolution=foo`,
  'ignored duplicates stay as they are': `
POST /plates?on_conflict=plate_number << [{"plate_number":"P 1","price":9},{"plate_number":"C 3","price":9},{"plate_number":"C 3","price":9}] || ${IGNORE}, count=exact
POST /plates?on_conflict=plate_number << {"plate_number":"P 1","price":9} || ${IGNORE}
POST /plates?on_conflict=plate_number << {"plate_number":"P 1","price":-1} || ${IGNORE}
POST /plates << {"plate_number":"P 1","price":1} || ${IGNORE}
POST /plates?on_conflict=plate_number << {"plate_number":"P 1","price":9} || ${IGNORE}, resolution=merge-duplicates`,
}

const LONG_AGO = { created_at: '2020-01-01', updated_at: '2020-01-01' }
const sale = { sale_year: 2020, selection: 'reported', ...LONG_AGO }
const plate = (price: number, more: object = {}) => ({
  ...{
    id: id(price),
    plate_number: `P ${price}`,
    price,
    category: 'x',
    is_feature: false,
    is_available: true,
  },
  ...LONG_AGO,
  ...more,
})
const BEFORE_WRITES: Record<string, object[]> = {
  plates: [plate(1), plate(2), plate(3, { category: null, is_feature: true, is_available: false })],
  sales: ['A 1', 'B 2'].map((plate_number, index) => ({
    id: id(index + 1),
    plate_number,
    note: 'old',
    ...sale,
  })),
  jersey_sales: [
    { plate_number: 'A 1', sale_month: 3, where_sold: 'Drieu', total_price: 7, id: id(1), ...sale },
  ],
}

/** With ids and times that a backend makes as their kind. */
const masked = (text: string) =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, (found) =>
      found.startsWith('00000000-0000-4000-8000-') ? found : 'an id',
    )
    .replace(/202[6-9]-\d\d-\d\dT[\d:.]+\+00:00/g, (found) =>
      found.startsWith('2026-11-20T18:59:36') ? found : 'a time',
    )

async function answerOf(contract: Contract, { method, path, body, headers, role }: Request) {
  const key = role === 'anon' ? contract.anonKey : contract.serviceKey
  const response = await contract.ask(path, {
    method,
    ...(body === undefined ? {} : { body: body.includes('ÿ') ? Buffer.from(body, 'latin1') : body }),
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
  })
  const answer = masked(await response.text())
  const kept = ['content-range', 'preference-applied', 'location'].map((name) => response.headers.get(name))
  // The functions are ours on both sides, so their words are not PostgREST's; nor are the names of rules over several columns.
  const isOurs = /^\/(?:rpc\/|articles$|enquiries$)/.test(path)
  if (!response.ok) return [response.status, ...kept, answer && refusalOf(JSON.parse(answer), isOurs)]
  return [response.status, ...kept, response.headers.get('content-type'), inOrder(answer, path)]
}

/** Hints, what PostgREST expected at the place of a syntax error, and rows in details are listed differences. */
const refusalOf = ({ code, message, details }: Record<string, string>, isOurs: boolean) => ({
  code,
  message: isOurs ? null : String(message).replace(/ \(line \d+, column \d+\)$/, ''),
  details: isOurs || ['PGRST100', 'PGRST202', '23502', '23514'].includes(code ?? '') ? null : details,
})

/** Rows without an order come in any, and so do the members of figures. */
function inOrder(answer: string, path: string): unknown {
  const rows = answer === '' ? null : JSON.parse(answer)
  if (path.startsWith('/rpc/')) return inspect(rows, { depth: null, sorted: true })
  return Array.isArray(rows) && !path.includes('order=')
    ? rows.map((row) => JSON.stringify(row)).sort()
    : rows
}

/** Empties only what the writes below touch, which is much quicker than all tables. */
async function refill(): Promise<void> {
  const { embedded, hosted } = contracts()
  for (const { service } of [embedded, hosted])
    for (const [table, rows] of Object.entries(BEFORE_WRITES)) {
      await service.from(table).delete().not('id', 'is', null).throwOnError()
      await service.from(table).insert(rows).throwOnError()
    }
}

async function differing(
  lines: readonly string[],
  { isWrite = false, isRefused = false } = {},
): Promise<unknown[]> {
  const { embedded, hosted, ours } = contracts()
  const found: unknown[] = []
  if (isWrite) await refill()
  for (const line of lines) {
    const request = requestOf(line)
    const [here, there] = await Promise.all([answerOf(embedded, request), answerOf(hosted, request)])
    const isAsTitled = !isRefused || Number(there[0]) >= 400
    if (JSON.stringify(here) !== JSON.stringify(there) || !isAsTitled)
      found.push({ line: line.slice(0, 200), here, there })
    if (!isWrite && request.role !== 'service') {
      const overPostgres = await answerOf(ours, request)
      if (JSON.stringify(overPostgres) !== JSON.stringify(there))
        found.push({ line: line.slice(0, 200), overPostgres, there })
    }
    if (!isWrite) continue
    const read = (contract: Contract) =>
      Promise.all(
        ['/plates?order=plate_number', `/sales?order=${SALE_KEY}`, '/jersey_sales?order=id'].map((path) =>
          answerOf(contract, requestOf(`${path} || as: service`)),
        ),
      )
    const [left, leftThere] = await Promise.all([read(embedded), read(hosted)])
    if (JSON.stringify(left) !== JSON.stringify(leftThere))
      found.push({ line: line.slice(0, 200), left, leftThere })
    if (Number(there[0]) < 300) await refill()
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

it.each(Object.entries(WRITES))('on both backends %s', async (title, requests) => {
  const isRefused = title.includes('is refused')
  expect(await differing(linesOf(requests), { isWrite: true, isRefused })).toEqual([])
})
