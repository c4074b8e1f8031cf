/** Hostile uploads at the desk: too large, with markup in cells and headings, and with fields that no page has. */
import { expect, test, vi } from 'vitest'
import { type Desk, ORIGIN, openDesk } from './open-desk.ts'

vi.setConfig({ testTimeout: 60_000 })

async function upload({ owner }: Desk, name: string, content: string): Promise<Response> {
  const { csrf } = await owner.open('/desk/import')
  const form = new FormData()
  form.set('csrf', csrf)
  form.set('file', new File([content], name))
  return owner.send('/desk/import', { method: 'POST', body: form, headers: { Origin: ORIGIN } })
}

test('a hostile list is shown as text, and a file that is too large is refused with a message', async () => {
  const desk = await openDesk()
  const large = await upload(desk, 'large.csv', 'x'.repeat(5_000_001))
  expect(large.status).toBe(400)
  expect(await large.text()).toContain('The file is larger than 5 MB')

  const sent = await upload(
    desk,
    '<img src=x onerror=alert(1)>.csv',
    'Reg,Price,<script>alert(2)</script>\nAB 12,100,<b>bold</b>\n',
  )
  const path = sent.headers.get('Location') ?? ''
  const asked = await desk.owner.open(path)
  expect(asked.html).toContain('&lt;script&gt;alert(2)&lt;/script&gt;')
  expect(asked.html).not.toMatch(/<img src=x|<script>alert/)

  const fields = { intent: 'headings', 'heading-0': '<script>alert(2)</script>', 'column-0': 'id' }
  const refused = await desk.owner.submit(path, fields)
  expect([refused.status, (await refused.text()).includes('Choose each column from its menu.')]).toEqual([
    400,
    true,
  ])
  await desk.owner.submit(path, { ...fields, 'column-0': 'notes' })
  expect((await desk.owner.open(path)).html).toContain('&lt;b&gt;bold&lt;/b&gt;')

  // A column whose heading was known can be changed as well.
  const column = { intent: 'headings', 'heading-0': 'Price', 'was-0': 'price' }
  await desk.owner.submit(path, { ...column, 'column-0': 'cost' })
  expect((await desk.owner.open(path)).html).toContain('name="was-1" value="cost"')
  await desk.owner.submit(path, { ...column, 'was-0': 'cost', 'column-0': 'price' })

  // A digest that was never shown writes nothing.
  await desk.owner.submit(path, { intent: 'write', digest: 'x' })
  const { html } = await desk.owner.open(path)
  expect(html).toContain('changed while you were looking')
  expect(html).toContain('Add 1 plate')
})
