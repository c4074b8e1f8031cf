/** Hostile requests to every route of the desk. */

import { randomBytes } from 'node:crypto'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '#desk/app/routes.ts'
import { DESK_PASSWORD, type DeskVisitor } from '../desk.ts'
import { findRows } from '../rows.ts'
import { type Desk, digestOf, ORIGIN, openDesk, SESSION_COOKIE } from './open-desk.ts'

/** Text that no stranger may read: people, their permissions, and texts that only the desk has. */
const PRIVATE = /ann@people|ownerly|bob@people|staffley|Ways in|Links that still work|desk-pages/i

/** The answer of a page to a GET: its status, or the page that it redirects to. */
type Outcome = number | string

/**
 * Who may open which page. Written out by hand rather than derived from the code under test: a route that is missing
 * here fails the first test. The parameters of the addresses are 1, so that a page of a row that does not exist
 * answers 404 to whoever may open it.
 */
const TABLE: [route: string, stranger: Outcome, staff: Outcome, owner: Outcome][] = [
  // Everyone, signed in or not.
  ['sign-in', 200, '/desk', '/desk'],
  ['sign-out', '/desk/account', '/desk/account', '/desk/account'],
  ['join', 404, 404, 404],
  ['passkey-options', 404, 404, 404],
  // People in the middle of a sign-in as well.
  ['sign-in/code', '/desk/sign-in', '/desk', '/desk'],
  ['set-up', '/desk/sign-in', '/desk', '/desk'],
  ['set-up/app', '/desk/sign-in', 200, 200],
  // Everyone who is signed in.
  ['', '/desk/sign-in', 200, 200],
  ['enquiries', '/desk/sign-in', 200, 200],
  ['enquiries/export', '/desk/sign-in', 200, 200],
  ['enquiries/new', '/desk/sign-in', 200, 200],
  ['enquiries/export/file', '/desk/sign-in', '/desk/enquiries/export', '/desk/enquiries/export'],
  ['enquiries/:reference', '/desk/sign-in', 404, 404],
  ['enquiries/:reference/forget', '/desk/sign-in', 404, 404],
  ['enquiries/:reference/quote', '/desk/sign-in', 404, 404],
  ['deals/:id', '/desk/sign-in', 404, 404],
  ['import', '/desk/sign-in', 200, 200],
  ['import/:id', '/desk/sign-in', 404, 404],
  ['stock', '/desk/sign-in', 200, 200],
  ['stock/new', '/desk/sign-in', 200, 200],
  ['stock/bulk', '/desk/sign-in', 200, 200],
  ['stock/:id', '/desk/sign-in', 404, 404],
  ['stock/:id/sell', '/desk/sign-in', 404, 404],
  ['stock/:id/reserve', '/desk/sign-in', 404, 404],
  ['articles', '/desk/sign-in', 200, 200],
  ['articles/new', '/desk/sign-in', 200, 200],
  ['articles/find', '/desk/sign-in', 200, 200],
  ['articles/:id', '/desk/sign-in', 404, 404],
  ['articles/:id/versions', '/desk/sign-in', 404, 404],
  ['articles/:id/save', '/desk/sign-in', 400, 400],
  ['sales', '/desk/sign-in', 200, 200],
  ['sales/new', '/desk/sign-in', 200, 200],
  ['sales/check', '/desk/sign-in', 404, 404],
  ['sales/:id', '/desk/sign-in', 404, 404],
  ['deals/:id/:document', '/desk/sign-in', 404, 404],
  ['changes', '/desk/sign-in', 200, 200],
  ['changes/undo', '/desk/sign-in', 200, 200],
  ['changes/:batch', '/desk/sign-in', 404, 404],
  ['more', '/desk/sign-in', 200, 200],
  ['numbers', '/desk/sign-in', 200, 200],
  ['numbers/:file', '/desk/sign-in', 404, 404],
  ['pictures', '/desk/sign-in', 200, 200],
  ['pictures.json', '/desk/sign-in', 200, 200],
  ['pictures/:id', '/desk/sign-in', 404, 404],
  ['account', '/desk/sign-in', 200, 200],
  ['account/passkeys', '/desk/sign-in', 200, 200],
  ['account/password', '/desk/sign-in', 200, 200],
  ['account/app', '/desk/sign-in', 200, 200],
  ['account/recovery-codes', '/desk/sign-in', 200, 200],
  ['confirm', '/desk/sign-in', 200, 200],
  ['*', '/desk/sign-in', 404, 404],
  ['firm/pages/:page', '/desk/sign-in', 404, 404],
  // Everyone who is signed in reads them, and owners alone change them.
  ['firm', '/desk/sign-in', 200, 200],
  ['firm/:group', '/desk/sign-in', 200, 200],
  ['firm/templates', '/desk/sign-in', 200, 200],
  // Owners alone.
  ['firm/mail', '/desk/sign-in', 403, 200],
  ['firm/templates/:template', '/desk/sign-in', 403, 200],
  ['people', '/desk/sign-in', 403, 200],
  ['people/invite', '/desk/sign-in', 403, 200],
  ['people/:id', '/desk/sign-in', 403, 404],
]

/** Only owners submit forms to them. */
const CHANGED_BY_OWNERS = [
  'firm/:group',
  'firm/templates',
  'firm/mail',
  'firm/templates/:template',
  'people',
  'people/invite',
  'people/:id',
]

const READ_BY_STAFF = ['firm/:group', 'firm/templates']

const OPEN = ['sign-in', 'sign-out', 'join', 'passkey-options']
const HALFWAY = ['sign-in/code', 'set-up', 'set-up/app']

const addressOf = (route: string) =>
  `/desk/${route
    .replace(':group', 'business')
    .replace(/:\w+\??/g, '1')
    .replace('*', 'no-such-page')}`.replace(/\/$/, '')

const ROUTES = TABLE.map(([route]) => route)
const CLOSED = ROUTES.filter((route) => !OPEN.includes(route)).map(addressOf)
const BEHIND = ROUTES.filter((route) => ![...OPEN, ...HALFWAY].includes(route)).map(addressOf)

/** One of each kind, where what is attacked is the session rather than the route. */
const SOME = ['', 'stock/:id', 'account', 'people', 'articles/:id/save', 'enquiries/export/file', '*'].map(
  addressOf,
)

function flatten(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const pattern = path ? `${parent}${parent && '/'}${path}` : parent
    return [...(path || index ? [pattern] : []), ...flatten(children ?? [], pattern)]
  })
}

const dataOf = (address: string) => (address === '/desk' ? '/desk.data' : `${address}.data`)

interface Sent {
  path: string
  method?: string
  form?: Record<string, string>
  headers?: Record<string, string>
}

/** Sends the request and checks that the response reveals nothing. */
async function attack(visitor: DeskVisitor, { path, method = 'GET', form, headers = {} }: Sent) {
  const response = await visitor.send(path, {
    method,
    headers: { ...(method === 'GET' || method === 'HEAD' ? {} : { Origin: ORIGIN }), ...headers },
    ...(form && { body: new URLSearchParams(form) }),
  })
  const body = await response.text()
  if (PRIVATE.test(body) || response.headers.getSetCookie().some((line) => line.startsWith(SESSION_COOKIE)))
    expect.soft([method, path, body.slice(0, 2_000)], 'says nothing').toEqual([])
  return {
    status: response.status,
    location: response.headers.get('Location'),
    body,
    headers: response.headers,
  }
}

/** GET, HEAD and POST of a document and of its data. */
const everyRequest = (address: string, form: Record<string, string>): Sent[] => [
  { path: address },
  { path: address, method: 'HEAD' },
  { path: dataOf(address) },
  { path: dataOf(address), method: 'HEAD' },
  { path: address, method: 'POST', form },
  { path: dataOf(address), method: 'POST', form },
]

/** Routes that render no page. */
const quickly = (address: string, form: Record<string, string>): Sent[] =>
  everyRequest(address, form).filter(
    ({ path, method }) => method === undefined || (method === 'POST' && path.endsWith('.data')),
  )

/** A form that would have an effect on most routes if it were allowed. */
const FORM = {
  intent: 'remove',
  sure: 'on',
  name: 'Mallory',
  email: 'mallory@example.com',
  role: 'owner',
  password: 'four words of mallory',
}

/** Ended, old and misspelt sessions are those of nobody: contract/services/people.test.ts. */
function strangers({ visit, staff }: Desk): [string, DeskVisitor][] {
  const carrying = (token: string, name = SESSION_COOKIE) => {
    const visitor = visit()
    visitor.cookies.set(name, token)
    return visitor
  }
  return [
    ['without a cookie', visit()],
    ['with a forged cookie', carrying(randomBytes(32).toString('base64url'))],
    ['with a cookie of the wrong name', carrying(staff.cookies.get(SESSION_COOKIE) ?? '', 'desk_session')],
  ]
}

test('the table of routes has every route of the desk', () => {
  expect(ROUTES.toSorted()).toEqual(flatten(routes).toSorted())
})

test('each page of the desk answers strangers, staff and owners as the table says, and reading changes nothing', async () => {
  const desk = await openDesk()
  const before = digestOf(desk)
  for (const [route, ...outcomes] of TABLE) {
    const answers: Outcome[] = []
    for (const visitor of [desk.visit(), desk.staff, desk.owner]) {
      const { status, headers, body } = await visitor.send(addressOf(route))
      await body?.cancel()
      answers.push(status === 302 ? (headers.get('Location') ?? '').replace(/\?.*/, '') : status)
      expect(headers.get('Cache-Control')).toBe('no-store')
      expect(headers.get('X-Robots-Tag')).toBe('noindex, nofollow')
    }
    expect.soft([route, ...answers]).toEqual([route, ...outcomes])
    const data = await desk.owner.send(dataOf(addressOf(route)))
    await data.body?.cancel()
    expect([route, data.status < 500]).toEqual([route, true])
  }
  expect(digestOf(desk)).toBe(before)
})

test('every route of the desk leads to the sign-in without a session, and nothing is read or changed', async () => {
  const desk = await openDesk()
  expect((await desk.owner.open('/desk/people')).html).toMatch(PRIVATE)
  for (const [who, visitor] of strangers(desk)) {
    const before = digestOf(desk)
    const isAnyone = who === 'without a cookie'
    for (const address of isAnyone ? CLOSED : SOME)
      for (const sent of isAnyone ? everyRequest(address, FORM) : quickly(address, FORM)) {
        const { status, location } = await attack(visitor, sent)
        const isData = sent.path.endsWith('.data')
        const expected = isData ? 202 : sent.method === 'POST' ? 401 : 302
        expect([who, sent.method, sent.path, status]).toEqual([who, sent.method, sent.path, expected])
        if (expected === 302) expect(location).toMatch(/^\/desk\/sign-in(?:\?to=%2F[\w%.-]+)?$/)
      }
    expect([who, digestOf(desk)]).toEqual([who, before])
  }
})

test('half a sign-in opens nothing of the desk', async () => {
  const desk = await openDesk()
  const afterPassword = desk.visit()
  await afterPassword.submit('/desk/sign-in', { email: 'ann@people.test', password: DESK_PASSWORD })
  const withoutSecond = desk.visit()
  const link = new URL(await desk.invite('new@people.test', 'owner'))
  const token = link.searchParams.get('token') ?? ''
  const given = { token, name: 'New Ownerly', password: DESK_PASSWORD }
  await withoutSecond.submit(link.pathname + link.search, given, '/desk/join')
  for (const [visitor, step] of [
    [afterPassword, '/desk/sign-in/code'],
    [withoutSecond, '/desk/set-up'],
  ] as const) {
    const { csrf } = await visitor.open(step)
    expect(csrf).not.toBe('')
    const before = digestOf(desk)
    for (const address of BEHIND)
      for (const sent of quickly(address, { csrf, ...FORM })) {
        const { status, location } = await attack(visitor, sent)
        expect([sent, status]).toEqual([sent, sent.path.endsWith('.data') ? 202 : 302])
        if (status === 302) expect(location?.split('?')[0]).toBe(step)
      }
    expect(digestOf(desk)).toBe(before)
  }
})

test('staff cannot open the pages of owners, nor submit their forms', async () => {
  const desk = await openDesk()
  const { csrf } = await desk.staff.open('/desk/account')
  const before = digestOf(desk)
  const people = await findRows(desk.database, 'people', ['id'])
  const own = people.map(({ id }) => `/desk/people/${id}`)
  for (const route of [...CHANGED_BY_OWNERS, ...own])
    for (const sent of everyRequest(route.startsWith('/') ? route : addressOf(route), { csrf, ...FORM })) {
      if (sent.method !== 'POST' && READ_BY_STAFF.includes(route)) continue
      expect.soft([sent, (await attack(desk.staff, sent)).status]).toEqual([sent, 403])
    }
  expect(digestOf(desk)).toBe(before)
})

test('a form without the token of its own session is refused at every route', async () => {
  const desk = await openDesk()
  const { csrf: ofStaff } = await desk.staff.open('/desk/account')
  const { csrf: ofGuest } = await desk.visit().open('/desk/sign-in')
  const before = digestOf(desk)
  for (const address of ROUTES.map(addressOf))
    for (const csrf of [undefined, '', 'x', ofStaff, ofGuest])
      for (const path of csrf === ofStaff ? [address, dataOf(address)] : [dataOf(address)]) {
        const form = { ...(csrf !== undefined && { csrf }), ...FORM }
        const sent = { path, method: 'POST', form }
        expect([sent, (await attack(desk.owner, sent)).status]).toEqual([sent, 403])
      }
  expect(digestOf(desk)).toBe(before)
})

test('a form from another site is refused, whatever token it has', async () => {
  const desk = await openDesk()
  const { csrf } = await desk.owner.open('/desk/account')
  const before = digestOf(desk)
  const origins: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'https://plates.test.evil.example' },
    { Origin: 'https://other.plates.test' },
    { Origin: 'https://evil.example', 'X-Desk-Csrf': csrf },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'evil', 'Sec-Fetch-Site': 'same-origin' },
  ]
  for (const headers of origins)
    for (const path of [
      '/desk/account',
      '/desk/account.data',
      '/desk/people',
      '/desk/sign-out',
      '/desk/sign-in',
    ]) {
      const sent = { path, method: 'POST', form: { csrf, ...FORM }, headers }
      expect([sent, (await attack(desk.owner, sent)).status]).toEqual([sent, 403])
    }
  expect(digestOf(desk)).toBe(before)
  expect(desk.site.faults).toEqual([])
})

test.each(['text/plain', 'application/json', 'multipart/form-data', 'multipart/form-data; boundary=x'])(
  'a form of a stranger that cannot be read, sent as %s, is refused and writes no error into the log',
  async (type) => {
    const { visit, site } = await openDesk()
    const stranger = visit()
    const { csrf } = await stranger.open('/desk/sign-in')
    const headers = { Origin: ORIGIN, 'Content-Type': type, 'X-Desk-Csrf': csrf }
    for (const path of ['/desk/sign-in', '/desk/sign-in.data', '/desk/join', '/desk/passkey-options'])
      expect([path, (await stranger.send(path, { method: 'POST', body: 'x', headers })).status]).toEqual([
        path,
        400,
      ])
    expect(site.faults).toEqual([])
  },
)

test('other methods at the desk, and methods in disguise, do nothing', async () => {
  const desk = await openDesk()
  const { csrf } = await desk.owner.open('/desk/account')
  const before = digestOf(desk)
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'LINK'])
    for (const path of ['/desk', '/desk.data', '/desk/account', '/desk/people.data', '/desk/sign-out']) {
      const sent = { path, method, headers: { 'X-Desk-Csrf': csrf } }
      expect([sent, (await attack(desk.owner, sent)).status]).toEqual([sent, 405])
    }
  const { visit } = desk
  for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])
    for (const method of ['POST', 'DELETE'])
      await attack(visit(), { path: '/desk/account', headers: { [name]: method, 'X-Desk-Csrf': csrf } })
  for (const query of ['_method=POST', '_method=DELETE', 'intent=end-others', 'name=Mallory&intent=name'])
    await attack(visit(), { path: `/desk/account?${query}&csrf=${csrf}` })
  // Signing out and every change of the account need a POST, even with the owner's own cookie.
  for (const path of ['/desk/sign-out', '/desk/sign-out.data', '/desk/account?intent=end-others'])
    for (const method of ['GET', 'HEAD']) await desk.owner.send(path, { method })
  expect(digestOf(desk)).toBe(before)
  expect((await desk.owner.open('/desk/account')).status).toBe(200)
})

/** Other spellings of a page that only owners may see. */
const SPELLINGS = [
  '/desk/people/',
  '/desk//people',
  '/desk///people//',
  '//desk/people',
  '/desk/People',
  '/desk/PEOPLE',
  '/DESK/people',
  '/Desk/people',
  '/desk%2Fpeople',
  '/desk/%70eople',
  '/desk/%50EOPLE',
  '/desk/peopl%65.data',
  '/%64esk/people',
  '/desk/./people',
  '/desk/x/../people',
  '/desk/sign-in/../people',
  '/desk/sign-in/..%2fpeople',
  '/desk/sign-in%2f..%2fpeople',
  '/desk/sign-in;/people',
  '/desk/people;a=b',
  '/desk/people%00',
  '/desk/people%E0',
  '/desk/people%0a',
  '/desk/people%20',
  '/desk/people.',
  '/desk/people.json',
  '/desk/people.html',
  '/desk/people.data.data',
  '/desk/people/.data',
  '/desk/people/_.data',
  '/desk/people/_data',
  '/desk/PEOPLE.DATA',
  '/desk/people?_data=features/people/people',
  '/desk/people?_data=routes%2Fpeople',
  '/desk/people.data?_routes=features/people/people',
  '/desk/people.data?_routes=root',
  '/desk/people.data?_routes=root,ui/desk-layout,features/people/people',
  '/desk/sign-in.data?_routes=features/people/people',
  '/desk/sign-in.data?_routes=root,features/people/people',
  '/desk/join.data?_routes=features/account/account',
  '/desk/sign-in?_data=features/account/account',
  '/desk/sign-in?index',
  '/desk/_.data',
  '/desk/_root.data',
  '/desk.data?_routes=features/today/index',
  '/desk?index',
  '/desk/__manifest?paths=/desk/people&version=1',
  '/desk/__manifest?p=/people',
  '/__manifest?p=/desk/people',
  '/people',
  '/people.data',
  '/desk/desk/people',
  '/desk/%2e%2e/desk/people',
  '/desk/\\people',
  '/desk/people?to=/people&csrf=x',
]

test('another spelling of an address is no way around the guard of the desk', async () => {
  const desk = await openDesk()
  const { visit, staff } = desk
  const before = digestOf(desk)
  for (const path of SPELLINGS)
    for (const method of ['GET', 'POST'])
      for (const visitor of [visit(), staff]) {
        const isStaff = visitor === staff
        const sent = { path, method, ...(method === 'POST' && { form: FORM }) }
        const { status, body } = isStaff ? await attackAsStaff(visitor, sent) : await attack(visitor, sent)
        expect.soft([isStaff, sent, status]).toEqual([isStaff, sent, expect.any(Number)])
        expect.soft([isStaff, sent, /bob@people|ann@people/.test(body)]).toEqual([isStaff, sent, false])
        expect.soft(status).toBeLessThan(500)
      }
  expect(digestOf(desk)).toBe(before)
})

/** Pages may show the colleague's own name and the navigation. */
async function attackAsStaff(visitor: DeskVisitor, { path, method = 'GET', form }: Sent) {
  const response = await visitor.send(path, {
    method,
    headers: method === 'POST' ? { Origin: ORIGIN } : {},
    ...(form && { body: new URLSearchParams(form) }),
  })
  const body = await response.text()
  expect.soft([method, path, /ownerly|bob@people|ann@people/i.test(body)]).toEqual([method, path, false])
  return { status: response.status, body }
}
