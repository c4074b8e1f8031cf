/** Hostile uploads of pictures: who may upload, what is accepted, and what happens if the disk is full. */

import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { newFormToken } from '#services/people/form-tokens.ts'
import type { DeskVisitor } from '../desk.ts'
import { avif, FOREIGN_FILES, gifOfFrames, jpeg, noise, png, pngHeader } from '../make-pictures.ts'
import { findRows } from '../rows.ts'
import { type Desk, digestOf, ORIGIN, openDesk, SESSION_COOKIE } from './open-desk.ts'

const PAGE = '/desk/pictures'
const JSON_ROUTE = '/desk/pictures.json'
const WAYS = [PAGE, `${PAGE}.data`, JSON_ROUTE]

interface Sent {
  bytes: Uint8Array
  name?: string
  type?: string
  csrf?: string
  path?: string
  headers?: Record<string, string>
}

async function upload(visitor: DeskVisitor, sent: Sent) {
  const { bytes, name = 'plate.jpg', type = 'image/jpeg', csrf, path = JSON_ROUTE, headers = {} } = sent
  const form = new FormData()
  if (csrf !== undefined) form.set('csrf', csrf)
  form.set('file', new File([new Uint8Array(bytes)], name, { type }))
  // As bytes, because undici continues to write the stream of a form that nobody reads.
  const whole = new Response(form)
  const contentType = whole.headers.get('Content-Type') ?? ''
  const response = await visitor.send(path, {
    method: 'POST',
    body: await whole.arrayBuffer(),
    headers: { 'Content-Type': contentType, Origin: ORIGIN, ...headers },
  })
  const body = await response.text()
  return { status: response.status, body, type: response.headers.get('Content-Type') ?? '' }
}

const tokenOf = async (visitor: DeskVisitor) => (await visitor.open(PAGE)).csrf

async function countPictures({ database }: Desk): Promise<number> {
  const { length: count } = await findRows(database, 'pictures', ['id'])
  const { length: files } = await findRows(database, 'picture_files', ['id'])
  expect(files).toBe((count ?? 0) * 3)
  return count ?? 0
}

const carrying = ({ visit }: Desk, token: string) => {
  const visitor = visit()
  visitor.cookies.set(SESSION_COOKIE, token)
  return visitor
}

test('no upload is accepted without a session of this desk', async () => {
  const desk = await openDesk()
  const picture = await png(8, 8)
  const forged = randomBytes(32).toString('base64url')
  const halfway = desk.visit()
  await halfway.submit('/desk/sign-in', { email: 'ann@people.test', password: 'three words of mine' })
  const ofOwner = await tokenOf(desk.owner)
  const before = digestOf(desk)
  for (const visitor of [desk.visit(), carrying(desk, forged), halfway])
    for (const path of WAYS)
      for (const csrf of [undefined, newFormToken(forged), ofOwner]) {
        const { status, body } = await upload(visitor, { bytes: picture, csrf, path })
        expect([path, status]).toEqual([path, expect.toBeOneOf([202, 302, 401, 403])])
        expect(body).not.toMatch(/"id":/)
      }
  // More than a stranger may send.
  const large = await upload(desk.visit(), { bytes: randomBytes(200_000) })
  expect([large.status, JSON.parse(large.body).error]).toEqual([401, expect.stringContaining('signed out')])
  expect(digestOf(desk)).toBe(before)
})

test('a session without its own token, or from another site, stores nothing', async () => {
  const desk = await openDesk()
  const picture = await png(8, 8)
  const own = await tokenOf(desk.owner)
  const ofStaff = await tokenOf(desk.staff)
  const before = digestOf(desk)
  for (const path of WAYS) {
    for (const csrf of [undefined, ofStaff, `${own}x`])
      expect((await upload(desk.owner, { bytes: picture, csrf, path })).status).toBe(403)
    const inHeader = { bytes: picture, path, headers: { 'X-Desk-Csrf': ofStaff } }
    expect((await upload(desk.owner, inHeader)).status).toBe(403)
    const elsewhere = { Origin: 'https://evil.example', 'X-Desk-Csrf': own }
    expect((await upload(desk.owner, { bytes: picture, csrf: own, path, headers: elsewhere })).status).toBe(
      403,
    )
  }
  expect(digestOf(desk)).toBe(before)
})

test('what is no picture is refused by its bytes, under any name and type', async () => {
  const desk = await openDesk()
  const csrf = await tokenOf(desk.staff)
  const before = digestOf(desk)
  const [, svg, words] = FOREIGN_FILES[1] ?? []
  for (const type of ['image/png', 'image/svg+xml', 'application/octet-stream']) {
    const sent = { bytes: svg ?? Buffer.of(), name: 'plate.png', type, csrf }
    const { status, body, type: answered } = await upload(desk.staff, sent)
    expect([status, answered]).toEqual([400, 'application/json'])
    expect(JSON.parse(body).error).toContain(words)
  }
  const shown = await upload(desk.staff, {
    bytes: svg ?? Buffer.of(),
    name: '<b>x</b>.png',
    csrf,
    path: PAGE,
  })
  expect(shown.status).toBe(400)
  expect(shown.body).toContain(words)
  expect(shown.body).not.toContain('document.title')
  expect(digestOf(desk)).toBe(before)
})

test('pictures that would cost too much, and broken ones, are refused', async () => {
  const desk = await openDesk()
  const csrf = await tokenOf(desk.staff)
  const before = digestOf(desk)
  const whole = await jpeg()
  const bad: [string, Buffer][] = [
    ['bomb.png', pngHeader(50_000, 50_000)],
    ['truncated.jpg', whole.subarray(0, whole.length / 2)],
    ['garbled.gif', Buffer.concat([gifOfFrames(2).subarray(0, 19), randomBytes(5_000)])],
    ['two-in-one.webp', Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), await png()])],
  ]
  for (const [name, bytes] of bad) {
    const { status, body } = await upload(desk.staff, { bytes, name, csrf })
    expect([name, status, JSON.parse(body).error]).toEqual([
      name,
      400,
      expect.stringMatching(/megapixels|damaged|cannot be prepared/),
    ])
  }
  expect(digestOf(desk)).toBe(before)
  expect(desk.site.faults).toEqual([])
})

test('more than 25 MB of a picture are refused, with a message if the form arrives completely, and never kept in memory', async () => {
  const desk = await openDesk()
  const csrf = await tokenOf(desk.staff)
  const before = digestOf(desk)
  const above = Buffer.concat([await jpeg(), Buffer.alloc(25 * 1024 * 1024)])
  const answer = await upload(desk.staff, { bytes: above, csrf })
  expect([answer.status, JSON.parse(answer.body).error]).toEqual([400, expect.stringContaining('25 MB')])
  const far = await upload(desk.staff, { bytes: Buffer.alloc(33 * 1024 * 1024), csrf })
  expect([far.status, JSON.parse(far.body).error]).toEqual([413, expect.stringContaining('25 MB')])
  // A body without a length that never ends.
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1_000_000
      controller.enqueue(new Uint8Array(1_000_000))
    },
  })
  const headers = { Origin: ORIGIN, 'Content-Type': 'multipart/form-data; boundary=x' }
  const init = { method: 'POST', body: endless, headers, duplex: 'half' } as RequestInit & {
    headers: Record<string, string>
  }
  expect((await desk.staff.send(JSON_ROUTE, init)).status).toBe(413)
  expect(sent).toBeLessThan(40_000_000)
  // Other pages do not accept a larger form because of it.
  expect(
    (await upload(desk.staff, { bytes: Buffer.alloc(17 * 1024 * 1024), csrf, path: '/desk/import' })).status,
  ).toBe(413)
  expect(digestOf(desk)).toBe(before)
})

test('an invalid form for a picture, or one without a picture, gets a message', async () => {
  const desk = await openDesk()
  const csrf = await tokenOf(desk.staff)
  const before = digestOf(desk)
  const post = async (body: string, type: string) => {
    const headers = { Origin: ORIGIN, 'X-Desk-Csrf': csrf, 'Content-Type': type }
    const response = await desk.staff.send(JSON_ROUTE, { method: 'POST', body, headers })
    return [response.status, (await response.json()).error]
  }
  for (const [body, type] of [
    ['{"file":"x"}', 'application/json'],
    ['file=x', 'application/x-www-form-urlencoded'],
    [
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nbroken off',
      'multipart/form-data; boundary=x',
    ],
    ['x', 'multipart/form-data'],
    [
      '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\na text\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    ],
  ] as const)
    expect(await post(body, type)).toEqual([400, 'Choose a picture first.'])
  expect(digestOf(desk)).toBe(before)
})

test('a second picture of the same session waits, and one of another session does not', async () => {
  const desk = await openDesk()
  const [mine, theirs] = [await tokenOf(desk.owner), await tokenOf(desk.staff)]
  const bytes = await jpeg(80, 45)
  const answers = await Promise.all([
    upload(desk.owner, { bytes, csrf: mine }),
    upload(desk.owner, { bytes, csrf: mine }),
    upload(desk.staff, { bytes, csrf: theirs }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 429, 201])
  expect(JSON.parse(answers[1]?.body ?? '').error).toContain('still being prepared')
  expect((await upload(desk.owner, { bytes, csrf: mine })).status).toBe(201)
})

test('a picture with anything else in it is stored as its pixels alone', async () => {
  const desk = await openDesk()
  const csrf = await tokenOf(desk.staff)
  const script = Buffer.from('<svg onload=alert(1)><script>alert(2)</script><?php system($_GET[0]) ?>')
  for (const [name, bytes] of [
    ['page.html', Buffer.concat([await jpeg(80, 45), script])],
    ['../../../app/root.tsx', Buffer.concat([gifOfFrames(3), script])],
    ['<img src=x onerror=alert(1)>.png', await avif(80, 45)],
    [`${'long'.repeat(100)}.png`, await png(80, 45)],
  ] as const) {
    const { status, body } = await upload(desk.staff, { bytes, name, type: 'text/html', csrf })
    expect([name, status]).toEqual([name, 201])
    const { id } = JSON.parse(body)
    for (const [file, type] of [
      ['1600.webp', 'image/webp'],
      ['800.webp', 'image/webp'],
      ['share.jpg', 'image/jpeg'],
    ]) {
      const response = await desk.site.ask(`/pictures/${id}/${file}`)
      const content = Buffer.from(await response.arrayBuffer())
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, type])
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(response.headers.get('Content-Security-Policy')).toContain('sandbox')
      expect(/<script|<svg|<\?php/.test(content.toString('latin1'))).toBe(false)
    }
  }
  expect(await countPictures(desk)).toBe(4)
  const { html } = await desk.staff.open(PAGE)
  expect(html).not.toContain('<img src=x')
})

test('only existing sizes and formats of a picture are served', async () => {
  const desk = await openDesk()
  const { body } = await upload(desk.staff, { bytes: await png(80, 45), csrf: await tokenOf(desk.staff) })
  const { id } = JSON.parse(body)
  const other = 'b3b2ad5e-0000-4000-8000-000000000000'
  const own = ['', '/', '/1600', '/1600.jpg', '/1600.svg', '/share.webp', '/share.png', '/400.webp']
  const odd = ['/content.webp', '/1600.webp/x', '/1600.webp%00.jpg', '/..%2f..%2fkeys.json']
  for (const path of [
    ...[...own, ...odd].map((end) => `/pictures/${id}${end}`),
    `/pictures/${id.toUpperCase()}/1600.webp`,
    `/pictures/${other}/1600.webp`,
    `/pictures/${id},${other}/1600.webp`,
    ...['1', 'eq.x)or(id.gt.0', ''].map((name) => `/pictures/${name}/1600.webp`),
    ...['..', '%2e%2e'].map((folder) => `/pictures/${folder}/keys.json`),
  ]) {
    const response = await desk.site.ask(path, { redirect: 'manual' })
    expect([path, response.status]).toEqual([path, expect.toBeOneOf([301, 404])])
    expect(response.headers.get('Content-Type') ?? '').not.toMatch(/^image/)
  }
  const posted = await desk.site.ask(`/pictures/${id}/1600.webp`, {
    method: 'POST',
    headers: { Origin: ORIGIN },
  })
  expect(posted.status).toBeGreaterThanOrEqual(400)
})

test('a disk that fills while a picture is stored gives a message, nothing is partially written, and the desk continues', async () => {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const desk = await openDesk()
  // The services open theirs last.
  const call = exec.mock.calls.findLastIndex(([sql]) => sql.includes('synchronous = FULL'))
  const writer = exec.mock.contexts[call] as DatabaseSync
  exec.mockRestore()
  const csrf = await tokenOf(desk.staff)
  const small = await png(8, 8)
  const first = await upload(desk.staff, { bytes: small, csrf })
  expect(first.status).toBe(201)
  const before = digestOf(desk)
  const { page_count: used } = writer.prepare('PRAGMA page_count').get() as { page_count: number }
  const bytes = await noise(400, 225)
  // Full at once; then while the files are written.
  for (const room of [0, 20, 50]) {
    writer.exec(`PRAGMA max_page_count = ${used + room}`)
    const answer = await upload(desk.staff, { bytes, csrf })
    expect([room, answer.status, JSON.parse(answer.body).error]).toEqual([
      room,
      400,
      expect.stringContaining('database’s disk is full'),
    ])
    expect([room, digestOf(desk)]).toEqual([room, before])
  }
  const page = await upload(desk.staff, { bytes, csrf, path: PAGE })
  expect([page.status, page.body.includes('so the picture was not saved')]).toEqual([400, true])
  expect(writer.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect((await desk.site.ask(`/pictures/${JSON.parse(first.body).id}/800.webp`)).status).toBe(200)
  writer.exec('PRAGMA max_page_count = 1073741823')
  expect((await upload(desk.staff, { bytes, csrf })).status).toBe(201)
  expect(await countPictures(desk)).toBe(2)
})
