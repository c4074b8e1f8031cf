import { fillNumbers } from '../fill-numbers.ts'
import { expectAccessible, expectDarkContrast, expectNoOverflow } from './a11y.ts'
import { expect, test } from './desk-site.ts'

test('the charts of the numbers are accessible with their tables, light and dark, on a phone and a desktop', async ({
  page,
  desk,
}) => {
  await fillNumbers(desk.database)
  await page.setViewportSize({ width: 320, height: 800 })
  await desk.goto(page, '/numbers')
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(4)
  await expectAccessible(page, 'numbers')
  await expectDarkContrast(page, 'numbers')
  await page.setViewportSize({ width: 1440, height: 800 })
  await expectNoOverflow(page, 'numbers')
  await page.getByRole('navigation', { name: 'Days' }).getByRole('link', { name: '90' }).click()
  await expect(page).toHaveURL(/days=90/)
})

test('the navigation bar has room for the current page and a link to the others, on a tablet and a phone', async ({
  page,
  desk,
}) => {
  await page.setViewportSize({ width: 900, height: 800 })
  await desk.goto(page, '/numbers')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByRole('link', { name: 'Numbers' })).toBeInViewport()
  await expect(pages.getByRole('link', { name: 'Firm' })).toBeHidden()
  await pages.getByRole('link', { name: 'More' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Firm' }).click()
  await expect(pages.getByRole('link', { name: 'Firm' })).toBeInViewport()
  await page.setViewportSize({ width: 390, height: 844 })
  await pages.getByRole('link', { name: 'More' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Numbers' }).click()
  await expect(page.getByRole('heading', { name: 'Numbers', level: 1 })).toBeVisible()
})
