/** Articles at the desk without script: written as Markdown, published, previewed, compared and restored. */
import { expect, test } from 'vitest'
import { DeskPage } from './desk-page.ts'
import { type Desk, openDesk } from './open-desk.ts'

const begin = async ({ owner }: Desk, title: string) =>
  (await DeskPage.open(owner, '/desk/articles/new')).press('Start writing', { title })

test('an article is a form with Markdown, and its faults are listed before it is published', async () => {
  const desk = await openDesk()
  const form = await begin(desk, 'Without script')
  const text = { summary: 'One form.', body: 'A [link](/nowhere).' }
  const refused = await form.press('Publish now', text)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('/nowhere leads to no page of this site')
  expect(refused.valueOf('body')?.trim()).toBe(text.body)
  const late = await refused.press('Schedule', { publishDay: '2030-01-02', publishTime: '10:30' })
  expect([late.status, late.valueOf('publishDay'), late.valueOf('publishTime')]).toEqual([
    400,
    '2030-01-02',
    '10:30',
  ])
  const published = await late.press('Publish now', { body: 'A [link](/plates).' })
  expect(published.path).toContain('done=publish')
  expect(await desk.site.read('/news/without-script')).toContain('<a href="/plates">link</a>')
})

test('what was typed stays in the form of an article after another person’s change, and in that of its address', async () => {
  const desk = await openDesk()
  const form = await begin(desk, 'Two of us')
  await form.press('Save', { summary: 'Theirs.' })
  const late = await form.press('Save', { summary: 'Mine.' })
  expect(late.status).toBe(409)
  expect(late.valueOf('summary')).toBe('Mine.')
  const kept = await late.press('Save')
  expect(kept.valueOf('summary')).toBe('Mine.')
  const refused = await kept.press('Change the address', { slug: 'Two of us!' })
  expect(refused.status).toBe(400)
  expect(refused.valueOf('slug')).toBe('Two of us!')
})

test('an article that came with the site is edited, published, and brought back', async () => {
  const desk = await openDesk()
  const list = await DeskPage.open(desk.owner, '/desk/articles?show=shipped')
  const form = await list.press('Edit What are Q plates?')
  const published = await form.press('Publish', { title: 'What is a Q plate?' })
  const title = async () => /<h1[^>]*>([^<]*)/.exec(await desk.site.read('/info/what-are-q-plates'))?.[1]
  expect(await title()).toBe('What is a Q plate?')
  const restored = await published.press('Restore the site’s own version')
  expect(restored.text).toContain('The article has been removed.')
  expect(await title()).toBe('What are Q plates?')
})

test('a draft is read through its link by anyone until the link is turned off', async () => {
  const desk = await openDesk()
  const linked = await (await begin(desk, 'Secret so far')).press('Create a preview link')
  const link = linked.root.querySelector('.preview-link a')?.getAttribute('href') ?? ''
  const statusOf = async () => (await desk.site.ask(new URL(link).pathname)).status
  expect(await statusOf()).toBe(200)
  const off = await linked.press('Turn off this link')
  expect(off.text).toContain('The link no longer works')
  expect(await statusOf()).toBe(404)
})

test('an earlier version of an article is compared with the latest, and restored', async () => {
  const desk = await openDesk()
  const first = await (await begin(desk, 'Two versions')).press('Save', { body: 'Theirs stands here.' })
  const second = await first.press('Save', { body: 'Ours stands here.' })
  const versions = await second.follow('Compare versions')
  const rows = versions.root.querySelectorAll('.versions-table tbody tr')
  const earlier = rows[1]?.querySelector('[name=from]')?.getAttribute('value') ?? ''
  const compared = await versions.press('Compare', { from: earlier })
  expect(compared.root.querySelector('del')?.text).toContain('Theirs')
  expect(compared.root.querySelector('ins')?.text).toContain('Ours')
  const restored = await compared.press('Restore version')
  expect(restored.path).toContain('done=restore')
  expect(restored.valueOf('body')?.trim()).toBe('Theirs stands here.')
})
