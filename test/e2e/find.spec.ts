import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

test('a name is entered, its plate found, opened, and enquired about', async ({ page }) => {
  await page.goto('/find')
  await page.getByRole('searchbox').fill('sandy')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL('/find?q=sandy&to=')
  await expect(page.getByRole('heading', { level: 2, name: 'SANDY' })).toBeVisible()
  await page.getByRole('link', { name: 'S4 NDY: ours, £14,950' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'S4 NDY' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: '54 NDY: ask us to find it', exact: true }).click()
  await expect(page.getByLabel('Plate number')).toHaveValue('54 NDY')
})

test('the budget is kept, by form and by link, also without script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/find')
  await page.getByRole('searchbox').fill('sandy')
  await page.getByLabel('Up to').fill('5k')
  await page.getByRole('button', { name: 'Find plates' }).click()
  await expect(page.getByRole('link', { name: /ask us to find it/ })).toHaveCount(24)
  await expect(page.getByRole('link', { name: /ours/ })).toHaveCount(1)
  await page.getByRole('link', { name: 'One of ours' }).click()
  await expect(page.getByRole('link', { name: 'S4 NDY: ours, £14,950' })).toBeVisible()
  await context.close()
})

for (const width of [320, 1440])
  test(`the page of a name is accessible, ${width} px wide`, async ({ page }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/find', '/find?q=sophie&to=5000', '/find?q=singh', '/plates?q=singh&to=5000']) {
      await page.goto(path)
      await test.step(path, () => expectAccessible(page, path))
    }
  })

test('after a miss the first plate is within the first screen of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [
    '/plates?q=sophie&to=5000',
    '/plates?q=christopher&to=1000',
    '/plates?q=singh&to=20000',
    '/plates?q=jessica&from=500&to=1000&format=current',
    '/plates?format=suffix&from=1500&to=5000',
  ]) {
    await page.goto(path)
    const plate = page
      .getByRole('main')
      .getByRole('img', { name: /^Registration / })
      .first()
    const box = await plate.boundingBox()
    expect(box, path).not.toBeNull()
    expect((box?.y ?? 0) + (box?.height ?? 0), path).toBeLessThanOrEqual(844)
  }
})

test('a search typed into the list that finds nothing is followed by what was sold', async ({ page }) => {
  await page.goto('/plates?to=5000')
  await page.getByRole('searchbox', { name: 'Search' }).fill('singh')
  await expect(page.getByRole('link', { name: /^51 NGH: sold/ })).toBeVisible()
  await expect(
    page.getByRole('link', { name: /^See every registration that could read as/ }),
  ).toHaveAttribute('href', '/find?q=SINGH&to=5000')
})
