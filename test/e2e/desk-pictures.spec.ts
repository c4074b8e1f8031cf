/** Pictures at the desk: uploaded by button and by drop, and refused before they are sent. */
import { closeSync, ftruncateSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { jpeg, png } from '../make-pictures.ts'
import { expectAccessible, expectNoOverflow } from './a11y.ts'
import { expect, test } from './desk-site.ts'

test.use({ expectedErrors: [/status of 400/] })

test('a picture is chosen or dropped on the page, and drawn on a page of its own', async ({ page, desk }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await desk.goto(page, '/pictures')
  const field = page.getByLabel('A new picture')
  await field.setInputFiles({ name: 'our-yard.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await page.getByRole('button', { name: 'Add the picture' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'our-yard.jpg' })).toBeVisible()

  const transfer = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(given)], 'on ink.png', { type: 'image/png' }))
      return data
    },
    [...(await png(900, 1200))],
  )
  await field.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByRole('status').filter({ hasText: 'on ink.png' })).toBeVisible()
  await expectNoOverflow(page, 'the pictures')
  await page.getByRole('listitem').getByRole('link', { name: 'our-yard.jpg' }).click()
  await expect(page.getByRole('heading', { name: 'our-yard.jpg' })).toBeVisible()
  const drawn = page.getByRole('img', { name: 'our-yard.jpg' })
  await expect
    .poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100)
  await expectAccessible(page, 'a picture')
})

test('a refused picture is reported at its field, one above 25 MB before it is sent, and the next one is accepted', async ({
  page,
  desk,
}) => {
  await desk.goto(page, '/pictures')
  const field = page.getByLabel('A new picture')
  const add = page.getByRole('button', { name: 'Add the picture' })
  const choose = (name: string, buffer: Buffer) =>
    field.setInputFiles({ name, mimeType: 'image/png', buffer })
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  const large = join(desk.dataDir, 'large.png')
  const descriptor = openSync(large, 'w')
  ftruncateSync(descriptor, 26 * 1024 * 1024)
  closeSync(descriptor)
  await field.setInputFiles(large)
  await expect(page.getByRole('alert')).toContainText('25 MB')
  await add.click()
  await expect(page.getByRole('alert')).toContainText('25 MB')
  expect(posts).toBe(0)

  await choose('logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'))
  await add.click()
  await expect(page.getByRole('alert')).toContainText('SVG')
  await expect(field).toHaveAccessibleDescription(/SVG/)
  await expectAccessible(page, 'a refused picture')
  await choose('third.png', await png())
  await add.click()
  await expect(page.getByRole('status').filter({ hasText: 'third.png' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
