import type { Page } from '@playwright/test'
import { expect, test } from './base.ts'

const rows = (page: Page) => page.locator('table.sales tbody tr')
const headOf = (page: Page, name: string) =>
  page.locator('table.sales').getByRole('columnheader', { name, exact: true })
const filters = (page: Page) => page.getByRole('button', { name: /^Filters/ })

async function goTo(page: Page, path: string) {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
}

for (const width of [320, 390])
  test(`a phone shows every column, and what each price is, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await goTo(page, '/sales-explorer')
    await headOf(page, 'Type').scrollIntoViewIfNeeded()
    for (const head of [
      'Number Plate',
      'Hammer Price',
      'Total Price',
      'Date',
      'Where Sold',
      'Category',
      'Type',
    ])
      await expect(headOf(page, head)).toBeInViewport()
    await expect(rows(page).first().getByRole('cell')).toHaveText([
      '£530,000 computed',
      '£608,600 reported',
      'Jul 2025',
      'Bonhams',
      'Number 1',
      '2 Letter Number 1',
    ])
    for (const cell of await rows(page).first().getByRole('cell').all()) await expect(cell).toBeVisible()
    const x1 = rows(page).filter({ has: page.getByRole('link', { name: 'X 1', exact: true }) })
    await expect(x1.getByRole('cell').first()).toHaveText('-')
    await expect(x1.getByRole('cell').first()).toBeVisible()
    const tops = await rows(page)
      .first()
      .locator('th, .figure')
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().bottom)))
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(24)
  })

for (const [width, order] of [
  [390, ['Year Range', 'Seller', 'Category', 'Type', 'Selection']],
  [1440, ['Seller', 'Year Range', 'Category', 'Type', 'Selection']],
] as const)
  test(`the panels begin with ${order[0]}, visually and by keyboard, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await goTo(page, '/sales-explorer')
    await filters(page).click()
    const panels = page.getByRole('group', { name: /^Filter by/ })
    await expect(panels).toHaveCount(5)
    const places = await panels.evaluateAll((all) =>
      all.map((panel) => {
        const { left, top } = panel.getBoundingClientRect()
        return { name: panel.querySelector('legend')?.textContent ?? '', left, top }
      }),
    )
    const first = places.reduce((one, other) => (other.left + other.top < one.left + one.top ? other : one))
    expect(first.name).toContain(`Filter by ${order[0]}`)
    const reached: string[] = []
    for (let step = 0; step < 80 && reached.length < 5; step++) {
      await page.keyboard.press('Tab')
      const name = await page.evaluate(
        () => document.activeElement?.closest('fieldset')?.querySelector('legend')?.textContent,
      )
      if (name && !reached.includes(name)) reached.push(name)
    }
    expect(reached.map((name) => name.replace(/Filter by | \(.*/g, ''))).toEqual(order)
  })

test('sorting returns to page 1', async ({ page }) => {
  await goTo(page, '/sales-explorer?page=2')
  await page.getByRole('button', { name: 'Total Price' }).click()
  await expect(page).toHaveURL('/sales-explorer?sort=total_price.asc')
  await expect(page.getByText(/^Page 1 of/)).toHaveCount(2)
})

test('without a category no type is selected', async ({ page }) => {
  await goTo(page, '/sales-explorer')
  await filters(page).click()
  await page
    .getByRole('group', { name: 'Filter by Category' })
    .getByRole('button', { name: 'Deselect All' })
    .click()
  await expect(filters(page)).toContainText('Type: 0/')
  await expect(page).toHaveURL(/category=&/)
  await page.reload()
  await expect(filters(page)).toContainText('Type: 0/')
})
