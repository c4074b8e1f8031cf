import { expect, test } from './base.ts'

test('the table of contents of a guide links to its sections, Back leaves the guide, and Ctrl opens a new tab', async ({
  page,
  context,
}) => {
  await page.goto('/info')
  await page.getByRole('link', { name: /^Read the guide/ }).click()
  const part = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last()
  const title = await part.innerText()
  await part.click()
  await expect(page.getByRole('heading', { name: title })).toBeInViewport()
  await page.goBack()
  await expect(page).toHaveURL('/info')

  // A link in the text of an article is no component: its click is handled by the article.
  await page.goto('/plate-stories/vip1-number-plate')
  const opened = context.waitForEvent('page')
  await page
    .locator('.article-body a[href^="/"]')
    .first()
    .click({ modifiers: ['ControlOrMeta'] })
  await (await opened).close()
  await expect(page).toHaveURL('/plate-stories/vip1-number-plate')
})

test('on a phone the long list of codes needs no horizontal scrolling, and other tables scroll by keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/info/diplomatic-number-plates-uk')
  const codes = page.getByRole('group', { name: 'Diplomatic codes, with country or organisation' })
  expect(await codes.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBeLessThanOrEqual(0)
  await expect(page.getByRole('row', { name: /^104–108 Australia/ })).toBeVisible()
  await page.goto('/news/jb1-breaks-record-and-becomes-uks-most-expensive-number-plate')
  const record = page.getByRole('group', { name: 'How the record moved' })
  await record.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => record.evaluate((frame) => frame.scrollLeft)).toBeGreaterThan(0)
})

test('at desk width an article has its contents at the left and its sources at the right of the text', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/news/the-nine-dvla-auctions-of-2025')
  const left = async (locator: ReturnType<typeof page.locator>) => (await locator.boundingBox())?.x ?? 0
  const contents = await left(page.getByRole('navigation', { name: 'On this page' }))
  const text = await left(page.locator('.article-body'))
  const sources = await left(page.getByRole('region', { name: 'Sources' }))
  expect(contents).toBeLessThan(text)
  expect(text).toBeLessThan(sources)
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(10)
})
