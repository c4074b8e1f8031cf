import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expectAccessible } from './a11y.ts'
import { expect, test } from './base.ts'

for (const width of [320, 1440])
  test(`the data page is reached from the explorer, and its files have the listed checksums, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/sales-explorer')
    await page.getByRole('link', { name: 'Our Sales Data' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Our Sales Data' })).toBeVisible()
    await expectAccessible(page, 'the data page')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'uk-sales.csv', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe('uk-sales.csv')
    const hash = createHash('sha256')
      .update(readFileSync(await download.path()))
      .digest('hex')
    await expect(page.getByText(hash)).toBeVisible()
  })

test('without script, the data page leads to its sections and to the contact form', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto('/sales-explorer/data')
  await page.getByRole('link', { name: 'Corrections' }).click()
  await expect(page).toHaveURL(/#corrections$/)
  await expect(page.getByText('There have been none so far.')).toBeInViewport()
  await page.getByRole('link', { name: 'write to us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  await page.close()
})
