import type { Page } from '@playwright/test'
import { expect, test } from './base.ts'

const cards = (page: Page) => page.getByRole('link', { name: /^Enquire about / })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const status = (page: Page) => page.getByRole('main').getByRole('status')

test('typing searches at once, without a request to the server, and adds one history entry', async ({
  page,
}) => {
  await page.goto('/about')
  await page.goto('/plates')
  await page.evaluate(() => document.fonts.ready)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await search(page).pressSequentially('heaven', { delay: 20 })
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByText('Reads as HEAVEN')).toBeVisible()
  await expect(status(page)).toHaveText('1 plate')
  await expect(page).toHaveURL('/plates?q=heaven')
  await expect(search(page)).toBeFocused()
  expect(asked.filter((path) => path.startsWith('/rest/') || path.endsWith('.data'))).toEqual([])

  await page.reload()
  await expect(search(page)).toHaveValue('heaven')
  await expect(cards(page)).toHaveCount(1)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('a search typed into the list that finds nothing offers near misses, and is followed by what was sold', async ({
  page,
}) => {
  await page.goto('/plates?to=5000')
  await search(page).fill('singh')
  await expect(page.getByRole('link', { name: /^51 NGH: Sold/ })).toBeVisible()
  await expect(page.locator('a[href="/find?q=SINGH&to=5000"]')).toBeVisible()
  await page.goto('/plates')
  await search(page).fill('garden')
  await expect(status(page)).toContainText('GARDEN')
  await expect(cards(page).first()).toHaveAccessibleName('Enquire about G4 RDN')
  await search(page).fill('xqzzj')
  await expect(cards(page)).toHaveCount(6)
})

test('a link that is clicked while the search is being typed works, and Back restores the search', async ({
  page,
}) => {
  for (const [path, typed, name] of [
    ['/plates', 'heaven', 'Enquire about H34 VEN'],
    ['/sales-explorer', 'ngh', '51 NGH'],
  ] as const) {
    await page.goto(path)
    const field = page.getByRole('searchbox')
    const link = page.getByRole('link', { name, exact: true }).first()
    // The list is hydrated after its frame; before that, its links are those of the document.
    await field.fill(typed.slice(0, 2))
    await expect(page).toHaveURL(`${path}?q=${typed.slice(0, 2)}`)
    // In one step, before the address is updated.
    await field.evaluate((input, words) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
      set?.call(input, words)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }, typed)
    await link.evaluate((link: HTMLElement) => link.click())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name.replace('Enquire about ', ''))
    await page.waitForTimeout(400) // longer than the debounce: nothing tells of a change of the address that does not happen
    expect(new URL(page.url()).search).toBe('')
    await page.goBack()
    await expect(page).toHaveURL(`${path}?q=${typed}`)
    await expect(field).toHaveValue(typed)
  }
})

test('on a phone the filters are collapsed, and after a miss the first plate is within the first screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/plates')
  await expect(page.getByLabel('Format')).toBeHidden()
  await page.getByText('Filters', { exact: true }).click()
  await page.getByLabel('Format').selectOption('Suffix')
  await expect(status(page)).toHaveText('4 plates, highest price first')
  await page.getByRole('list', { name: 'Filters in use' }).getByRole('link').click()
  await expect(status(page)).toBeFocused() // the link that had the focus has disappeared
  await expect(page).toHaveURL('/plates')
  for (const path of [
    '/plates?q=christopher&to=1000',
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

test('a search field with text has a clear button that the keyboard can reach, and that shows everything again', async ({
  page,
}) => {
  for (const path of ['/plates', '/sales-explorer', '/find']) {
    await page.goto(path)
    const field = page.getByRole('main').getByRole('searchbox')
    const clear = page.getByRole('main').getByRole('button', { name: 'Clear the search' })
    await expect(clear).toBeHidden()
    await field.fill('heaven')
    if (path === '/plates') await expect(cards(page)).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(clear).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await expect(clear).toBeHidden()
    if (path === '/plates') await expect(cards(page)).toHaveCount(40)
    await expect(page).toHaveURL(path)
  }
})
