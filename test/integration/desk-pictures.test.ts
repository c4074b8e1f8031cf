import { expect, test } from 'vitest'
import { png } from '../make-pictures.ts'
import { DeskPage } from './desk-page.ts'
import { openDesk } from './open-desk.ts'

test('a picture is added without script, shown with its size and use, and removed', async () => {
  const { owner, site } = await openDesk()
  const empty = await DeskPage.open(owner, '/desk/pictures')
  expect(empty.root.querySelectorAll('.picture-item')).toHaveLength(0)
  const file = new File([new Uint8Array(await png(900, 1200))], 'our-yard.png')
  const list = await empty.press('Add the picture', { file })
  expect(list.root.querySelectorAll('.picture-item')).toHaveLength(1)
  expect(list.text).toContain('our-yard.png has been added')
  expect(list.text).toMatch(/our-yard\.png 900 × 1,200, .* In no article/)
  const page = await list.follow('our-yard.png')
  expect(page.root.querySelector('code')?.text).toMatch(/^!\[What it shows\]\(\/pictures\/[0-9a-f-]{36}\)$/)
  const shown = page.root.querySelector('img[alt="The picture our-yard.png"]')?.getAttribute('src')
  expect((await site.ask(shown ?? '')).headers.get('Content-Type')).toBe('image/webp')
  const removed = await page.press('Remove this picture')
  expect(removed.text).toContain('The picture has been removed.')
  expect(removed.root.querySelectorAll('.picture-item')).toHaveLength(0)
  expect((await DeskPage.open(owner, page.path)).status).toBe(404)
})
