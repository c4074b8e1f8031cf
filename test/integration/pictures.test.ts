import { expect, test } from 'vitest'
import { jpeg, png } from '../make-pictures.ts'
import { ORIGIN, openDesk } from './open-desk.ts'

type Desk = Awaited<ReturnType<typeof openDesk>>

async function add({ staff }: Desk, bytes: Uint8Array, name = 'plate.jpg'): Promise<string> {
  const { csrf } = await staff.open('/desk/pictures')
  const body = new FormData()
  body.set('file', new File([new Uint8Array(bytes)], name))
  const headers = { Origin: ORIGIN, 'X-Desk-Csrf': csrf }
  const response = await staff.send('/desk/pictures.json', { method: 'POST', body, headers })
  expect(response.status).toBe(201)
  return (await response.json()).id
}

test('a picture is cached by browsers permanently, and revalidated by its ETag', async () => {
  const desk = await openDesk()
  const path = `/pictures/${await add(desk, await jpeg())}/800.webp`
  const first = await desk.site.ask(path)
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'image/webp',
    'content-length': String((await first.arrayBuffer()).byteLength),
    'cross-origin-resource-policy': 'cross-origin',
  })
  const etag = first.headers.get('ETag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await desk.site.ask(path, { headers: { 'If-None-Match': known } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  }
  expect((await desk.site.ask(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
  const head = await desk.site.ask(path, { method: 'HEAD' })
  expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([
    200,
    first.headers.get('Content-Length'),
    '',
  ])
})

test('the list of pictures for the editor has the latest first', async () => {
  const desk = await openDesk()
  await add(desk, await png(), 'first.png')
  await add(desk, await png(), 'second.png')
  const answer = await (await desk.staff.send('/desk/pictures.json')).json()
  expect(answer).toEqual({
    pictures: [
      { id: expect.any(String), fileName: 'second.png', width: 600, height: 400, alt: null },
      { id: expect.any(String), fileName: 'first.png', width: 600, height: 400, alt: null },
    ],
    next: null,
  })
})
