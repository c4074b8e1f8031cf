import { expect, test } from 'vitest'
import { SIGNED_OUT } from '#server/desk-handler.ts'
import { hashPassword } from '#services/people/passwords.ts'
import { codeOf, DESK_PASSWORD } from '../desk.ts'
import { textOf } from '../open-test-site.ts'
import { deleteRows, editRows, findRows, type Values } from '../rows.ts'
import { DeskPage } from './desk-page.ts'
import { type Desk, ORIGIN, openDesk, SESSION_COOKIE } from './open-desk.ts'

async function expireSession({ database }: Desk, name: string, change: Values<'sessions'>) {
  const [person] = await findRows(database, 'people', ['id'], { name })
  await editRows(database, 'sessions', { person_id: person?.id ?? '' }, change)
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('the cookie of a session is for this host and https alone, and no script reads it', async () => {
  const { visit } = await openDesk()
  const visitor = visit()
  const given = { email: 'ann@people.test', password: DESK_PASSWORD }
  const cookies = (await visitor.submit('/desk/sign-in', given)).headers.getSetCookie()
  expect(cookies).toEqual([
    expect.stringMatching(
      /^__Host-desk_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ])
})

test('a password and a code open the page that was asked for, and the cookie changes with each step', async () => {
  const { visit, ownerKey } = await openDesk()
  const visitor = visit()
  const asked = await visitor.send('/desk/account/password')
  const signIn = asked.headers.get('Location') ?? ''
  expect(signIn).toBe('/desk/sign-in?to=%2Faccount%2Fpassword')
  const first = await visitor.submit(signIn, { email: 'ANN@people.test ', password: DESK_PASSWORD })
  const step = first.headers.get('Location') ?? ''
  expect(step).toBe('/desk/sign-in/code?to=%2Faccount%2Fpassword')
  const half = visitor.cookies.get(SESSION_COOKIE)
  const second = await visitor.submit(step, { intent: 'totp', code: codeOf(ownerKey) })
  expect(second.headers.get('Location')).toBe('/desk/account/password')
  expect(visitor.cookies.get(SESSION_COOKIE)).not.toBe(half)
  expect((await visitor.open('/desk/account/password')).status).toBe(200)
  const thief = visit()
  thief.cookies.set(SESSION_COOKIE, half ?? '')
  expect((await thief.send('/desk/account')).status).toBe(302)
})

test('whoever signs in with a password that is on the list of common ones by now is asked for another', async () => {
  const { database, visit, ownerKey } = await openDesk()
  const password = 'qwertyqwerty'
  const change = { password_hash: await hashPassword(password) }
  await editRows(database, 'people', { email: 'ann@people.test' }, change)
  const visitor = visit()
  const first = await visitor.submit('/desk/sign-in?to=%2Fstock', { email: 'ann@people.test', password })
  const second = await visitor.submit(first.headers.get('Location') ?? '', {
    intent: 'totp',
    code: codeOf(ownerKey),
  })
  expect(second.headers.get('Location')).toBe('/desk/account/password?guessable')
  const { status, html } = await visitor.open('/desk/account/password?guessable')
  expect([status, textOf(html)]).toEqual([200, expect.stringContaining('one that attackers try first')])
  const changed = await visitor.submit('/desk/account/password?guessable', {
    current: password,
    password: DESK_PASSWORD,
  })
  expect(changed.headers.get('Location')).toBe('/desk/account?done=password')
})

test.each(['//evil.example', '/sign-out'])('a sign-in never leads to %s', async (to) => {
  const { visit, ownerKey } = await openDesk()
  const visitor = visit()
  const query = `?to=${encodeURIComponent(to)}`
  await visitor.submit(`/desk/sign-in${query}`, { email: 'ann@people.test', password: DESK_PASSWORD })
  const done = await visitor.submit(`/desk/sign-in/code${query}`, {
    intent: 'totp',
    code: codeOf(ownerKey),
  })
  expect([done.status, done.headers.get('Location')]).toEqual([302, '/desk'])
})

test('a wrong password and an unknown address get the same page', async () => {
  const { visit } = await openDesk()
  const pages = []
  for (const given of [
    { email: 'ann@people.test', password: 'not the password' },
    { email: 'nobody@people.test', password: 'not the password' },
  ]) {
    const answer = await visit().submit('/desk/sign-in', given)
    pages.push([answer.status, textOf(await answer.text()), answer.headers.getSetCookie()])
  }
  expect(pages[0]).toEqual(pages[1])
  expect(pages[0]?.[0]).toBe(400)
  expect(pages[0]?.[1]).toContain('The e-mail address or password is wrong. Check both')
})

test('a form whose session has ended gives back what was typed, but no secret', async () => {
  const desk = await openDesk()
  const { csrf } = await desk.owner.open('/desk/account')
  await expireSession(desk, 'Ann Ownerly', { seen_at: minutesAgo(13 * 60) })
  const answer = await desk.owner.post(
    '/desk/enquiries/1',
    {
      csrf,
      intent: 'reply',
      reply_text: 'Dear Mr O’Neill,\nthe plate <b>is</b> yours.',
      'new-password': 'a secret of mine',
      code: '123456',
      enquiry_id: '5f0c8f0e-3c1f-4a52-9d0b-0a4d1f9a7c11',
    },
    { Referer: `${ORIGIN}/desk/enquiries/1?tab=mail` },
  )
  const html = await answer.text()
  expect(answer.status).toBe(401)
  expect(html).toContain('Dear Mr O’Neill,\nthe plate &lt;b&gt;is&lt;/b&gt; yours.</textarea>')
  expect(textOf(html)).toContain('You are signed out')
  expect(html).toContain('href="/desk/sign-in?to=%2Fenquiries%2F1%3Ftab%3Dmail"')
  expect(html).not.toMatch(/a secret of mine|123456|5f0c8f0e/)
})

test('a form of an earlier sign-in is refused, and gives back what was typed', async () => {
  const { owner } = await openDesk()
  const answer = await owner.post('/desk/account', { csrf: 'of yesterday', intent: 'name', name: 'Anna' })
  const html = await answer.text()
  expect(answer.status).toBe(403)
  expect(html).toContain('>Anna</textarea>')
  expect(textOf((await owner.open('/desk/account')).html)).toContain('Ann Ownerly')
})

test('script may send the token as a header, and a sign-in without cookies is refused', async () => {
  const { owner, visit } = await openDesk()
  const { csrf } = await owner.open('/desk/account')
  const given = { intent: 'name', name: 'Ann Renamed' }
  expect((await owner.post('/desk/account', given, { 'X-Desk-Csrf': csrf })).status).toBe(302)
  expect(textOf((await owner.open('/desk/account')).html)).toContain('Ann Renamed')
  const stranger = visit()
  const { csrf: ofGuest } = await stranger.open('/desk/sign-in')
  stranger.cookies.clear()
  const refused = await stranger.post('/desk/sign-in', { csrf: ofGuest, email: 'a@b.test', password: 'x' })
  expect(refused.status).toBe(403)
})

test('signing out ends the session everywhere, clears the cache and leaves the visitors’ storage', async () => {
  const { owner, visit } = await openDesk()
  const token = owner.cookies.get(SESSION_COOKIE) ?? ''
  const answer = await owner.submit('/desk/account', {}, '/desk/sign-out')
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Location')).toBe('/desk/sign-in?signed-out=')
  expect(answer.headers.get('Clear-Site-Data')).toBe('"cache"')
  expect(owner.cookies.has(SESSION_COOKIE)).toBe(false)
  const other = visit()
  other.cookies.set(SESSION_COOKIE, token)
  expect((await other.send('/desk/account')).status).toBe(302)
})

test('ways in, people and links ask for the second factor again after ten minutes', async () => {
  const desk = await openDesk()
  const { csrf } = await desk.owner.open('/desk/people/invite')
  await expireSession(desk, 'Ann Ownerly', { second_factor_at: minutesAgo(11) })
  for (const page of [
    '/account/password',
    '/account/passkeys',
    '/account/app',
    '/account/recovery-codes',
    '/people/invite',
  ]) {
    const to = `/desk/confirm?to=${encodeURIComponent(page)}`
    expect((await desk.owner.send(`/desk${page}`)).headers.get('Location')).toBe(to)
    const sent = await desk.owner.post(`/desk${page}`, {
      csrf,
      email: 'new@people.test',
      password: 'a new one of mine',
    })
    expect([page, sent.headers.get('Location')]).toEqual([page, to])
  }
  expect(await findRows(desk.database, 'invitations', ['id'], { email: 'new@people.test' })).toEqual([])
  const confirmed = await desk.owner.submit('/desk/confirm?to=/people/invite', {
    intent: 'totp',
    code: codeOf(desk.ownerKey),
  })
  expect(confirmed.headers.get('Location')).toBe('/desk/people/invite')
  const invited = await desk.owner.submit('/desk/people/invite', { email: 'new@people.test', role: 'staff' })
  expect(await invited.text()).toMatch(/https:\/\/plates\.test\/desk\/join\?token=[\w-]{43}<\/textarea>/)
})

test('a person who is removed or gets another role is signed out at once', async () => {
  const { owner, staff, database } = await openDesk()
  const [data] = await findRows(database, 'people', ['id'], { name: 'Bob Staffley' })
  const page = `/desk/people/${data?.id}`
  expect((await staff.open('/desk')).status).toBe(200)
  await owner.submit(page, { intent: 'role', role: 'owner' })
  expect((await staff.send('/desk')).status).toBe(302)
  const unsure = await owner.submit(page, { intent: 'remove' })
  expect(textOf(await unsure.text())).toContain('Tick the box to remove the person.')
  const removed = await owner.submit(page, { intent: 'remove', sure: 'on' })
  expect(removed.headers.get('Location')).toBe('/desk/people?done=removed')
  expect((await owner.open('/desk/people')).html).not.toContain('Bob Staffley')
})

test('a wrong code of a new app is refused at its field, and the key need not be scanned again', async () => {
  const { owner } = await openDesk()
  const shown = await (await DeskPage.open(owner, '/desk/set-up/app')).press('Show the QR code')
  const key = shown.valueOf('secret')
  expect(key).toMatch(/^[A-Z2-7 ]+$/)
  const refused = await shown.press('Confirm', { code: 'none' })
  const code = refused.root.querySelector('[name=code]')
  expect([refused.status, refused.valueOf('secret')]).toEqual([400, key])
  expect([code?.getAttribute('aria-invalid'), code?.getAttribute('value')]).toEqual(['true', undefined])
  expect(refused.text).toContain('The code is wrong.')
})

test('a link works once, and says nothing to whoever opens it later', async () => {
  const { invite, visit } = await openDesk()
  const link = await invite('carol@people.test', 'staff')
  await visit().join(link, { name: 'Carol' })
  const { pathname, search } = new URL(link)
  const late = await visit().open(pathname + search)
  expect(late.status).toBe(404)
  expect(textOf(late.html)).toContain('This link no longer works')
  expect(late.html).not.toMatch(/carol|Bob/i)
})

test('a stranger cannot send the desk more than the forms of the sign-in need', async () => {
  const { owner, visit } = await openDesk()
  const long = { text: 'x'.repeat(70_000) }
  const refused = await visit().post('/desk/import', long)
  expect([refused.status, await refused.text()]).toEqual([401, SIGNED_OUT])
  const { csrf } = await owner.open('/desk/account')
  const taken = await owner.post('/desk/account', { csrf, intent: 'name', name: 'Ann Ownerly', ...long })
  expect(taken.status).toBe(302)
})

test('the pages name what password managers look for, and forbid no pasting', async () => {
  const { owner, visit, invite } = await openDesk()
  const signIn = (await visit().open('/desk/sign-in')).html
  expect(signIn).toMatch(
    /<input[^>]*autoComplete="username webauthn"[^>]*name="email"|name="email"[^>]*autoComplete="username webauthn"/i,
  )
  expect(signIn).toMatch(/autocomplete="current-password"/i)
  const { pathname, search } = new URL(await invite('dan@people.test', 'staff'))
  const join = (await visit().open(pathname + search)).html
  const password = (await owner.open('/desk/account/password')).html
  for (const html of [join, password]) {
    expect(html).toMatch(/autocomplete="new-password"/i)
    expect(html).toMatch(/autocomplete="username"/i)
    expect(html).not.toMatch(/onpaste|autocomplete="off"/i)
  }
})

test('a long form whose session has ended gives back what was typed, too', async () => {
  const desk = await openDesk()
  const { csrf } = await desk.owner.open('/desk/account')
  await expireSession(desk, 'Ann Ownerly', { seen_at: minutesAgo(13 * 60) })
  const send = (length: number) =>
    desk.owner.post('/desk/articles/1', { csrf, text: `Begin ${'x'.repeat(length)} end` })
  const long = await send(300_000)
  expect([long.status, await long.text()]).toEqual([401, expect.stringContaining('x end</textarea>')])
  const tooLong = await send(1_100_000)
  expect([tooLong.status, await tooLong.text()]).toEqual([401, SIGNED_OUT])
  // A stranger sends no more than the forms of the sign-in.
  desk.owner.cookies.delete(SESSION_COOKIE)
  expect(await (await send(300_000)).text()).not.toContain('textarea')
})

test('a session that ends while a form is on its way changes nothing any more', async () => {
  const desk = await openDesk()
  const { csrf } = await desk.staff.open('/desk/account')
  const [bob] = await findRows(desk.database, 'people', ['id'], { name: 'Bob Staffley' })
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const encoder = new TextEncoder()
      controller.enqueue(encoder.encode(`csrf=${encodeURIComponent(csrf)}&intent=name`))
      await new Promise((resolve) => setTimeout(resolve, 200))
      await deleteRows(desk.database, 'sessions', { person_id: bob?.id ?? '' })
      controller.enqueue(encoder.encode('&name=Robert'))
      controller.close()
    },
  })
  const headers = { Origin: ORIGIN, 'Content-Type': 'application/x-www-form-urlencoded' }
  const answer = await desk.staff.send('/desk/account', {
    method: 'POST',
    body,
    headers,
    ...{ duplex: 'half' },
  })
  expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('>Robert</textarea>')])
  const [after] = await findRows(desk.database, 'people', ['name'], { id: bob?.id ?? '' })
  expect(after?.name).toBe('Bob Staffley')
})
