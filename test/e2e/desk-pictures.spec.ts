/** Pictures at the desk: uploaded by button and by drop, refused with a message, shown and removed. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { jpeg, noise, png } from '../make-pictures.ts'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'
import { DeskSite } from './desk-site.ts'

test.describe.configure({ mode: 'serial' })

let desk: DeskSite

test.beforeAll(async () => {
  desk = await DeskSite.open()
})

test.afterAll(() => desk.close())

test.beforeEach(({ context }) => desk.signIn(context))

const openPictures = (page: Page) => desk.goto(page, '/pictures')

function fileOf(name: string, bytes: Buffer): string {
  const path = join(desk.dataDir, name)
  writeFileSync(path, bytes)
  return path
}

const isDrawn = (page: Page, name: string | RegExp) =>
  expect
    .poll(() =>
      page
        .getByRole('img', { name })
        .first()
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
    )
    .toBeGreaterThan(100)

test('a picture is chosen, prepared and shown', async ({ page }) => {
  await openPictures(page)
  await expect(page.getByText('There are no pictures yet')).toBeVisible()
  await page.getByLabel('A new picture').setInputFiles(fileOf('our-yard.jpg', await jpeg()))
  await page.getByRole('button', { name: 'Add the picture' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'our-yard.jpg has been added' })).toBeVisible()
  const grid = page.getByRole('list', { name: 'Pictures, the latest first' })
  await expect(grid.getByText('1,600 × 900')).toBeVisible()
  await expect(grid.getByText('In no article')).toBeVisible()
  await grid.getByRole('link', { name: 'our-yard.jpg' }).click()
  await expect(page.getByRole('heading', { name: 'our-yard.jpg' })).toBeVisible()
  await isDrawn(page, 'The picture our-yard.jpg')
  await expect(page.getByText(/^!\[What it shows\]\(\/pictures\/[0-9a-f-]{36}\)$/)).toBeVisible()
})

test('a picture is dropped on the page', async ({ page }) => {
  await openPictures(page)
  const bytes = [...(await png(900, 1200))]
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(given)], 'a plate on ink.png', { type: 'image/png' }))
    return data
  }, bytes)
  await page.getByLabel('A new picture').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(
    page.getByRole('status').filter({ hasText: 'a plate on ink.png has been added' }),
  ).toBeVisible()
})

test.describe('a refused picture', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('is reported at its field, and the next one is accepted', async ({ page }) => {
    await openPictures(page)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    await page.getByLabel('A new picture').setInputFiles(fileOf('logo.png', Buffer.from(svg)))
    await page.getByRole('button', { name: 'Add the picture' }).click()
    await expect(page.getByRole('alert')).toContainText('This is an SVG drawing')
    await expectAccessible(page, 'a refused picture')
    await page.getByLabel('A new picture').setInputFiles(fileOf('third.png', await png()))
    await page.getByRole('button', { name: 'Add the picture' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'third.png has been added' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('more than 25 MB is refused before it is sent', async ({ page }) => {
    await openPictures(page)
    let posts = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') posts += 1
    })
    const large = fileOf('large.jpg', Buffer.alloc(26 * 1024 * 1024))
    await page.getByLabel('A new picture').setInputFiles(large)
    await expect(page.getByRole('alert')).toContainText('larger than 25 MB')
    await page.getByRole('button', { name: 'Add the picture' }).click()
    await expect(page.getByRole('alert')).toContainText('larger than 25 MB')
    expect(posts).toBe(0)
  })
})

test('a picture can be added without script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await desk.signIn(context)
  const page = await context.newPage()
  await openPictures(page)
  await page.getByLabel('A new picture').setInputFiles(fileOf('fourth.png', await noise(400, 300)))
  await page.getByRole('button', { name: 'Add the picture' }).click()
  await expect(page.getByText('fourth.png has been added')).toBeVisible()
  await context.close()
})

test('a picture that no article uses is removed', async ({ page }) => {
  await openPictures(page)
  await page.getByRole('link', { name: 'third.png' }).click()
  await page.getByRole('button', { name: 'Remove this picture' }).click()
  await expect(page.getByText('The picture has been removed.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'third.png' })).toHaveCount(0)
})

for (const width of [320, 1440])
  test(`at ${width} pixels both pages are accessible`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await openPictures(page)
    await expectAccessible(page, `pictures at ${width}`)
    await page.getByRole('link', { name: 'our-yard.jpg' }).click()
    await expect(page.getByRole('heading', { name: 'our-yard.jpg' })).toBeVisible()
    await expectAccessible(page, `a picture at ${width}`)
  })
