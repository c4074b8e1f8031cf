import type { Page } from '@playwright/test'
import { countSales, countValues, FILTERS, found, SALES, showing, spells, YEARS } from '../seed-sales.ts'
import { expectAccessible } from './a11y.ts'
import { expect, expectScrollLocked, test } from './base.ts'

const SELLERS = countValues('whereSold')
/** A sale without a seller matches every choice of sellers. */
const soldBy =
  (...sellers: string[]) =>
  ({ whereSold }: { whereSold: string | null }) =>
    whereSold === null || sellers.includes(whereSold)
const isSuffix =
  (kind?: string) =>
  ({ category, type }: { category: string | null; type: string | null }) =>
    category === 'Suffix' && (kind === undefined || type === kind)

const rows = (page: Page) => page.locator('table.sales tbody tr')
const headOf = (page: Page, name: string) =>
  page.locator('table.sales').getByRole('columnheader', { name, exact: true })
const range = (page: Page) => page.getByRole('region', { name: 'Sales', exact: true }).getByRole('status')
const openFilters = (page: Page) => page.getByRole('button', { name: /^Filters/ }).click()

function listen(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/assets/') && pathname !== '/icon.svg') asked.push(pathname)
  })
  return asked
}

async function goTo(page: Page, path: string) {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
}

test('a search shows its rows at once, without a request, and replaces the history entry', async ({
  page,
}) => {
  await goTo(page, '/')
  await goTo(page, '/sales-explorer')
  const asked = listen(page)
  const search = page.getByRole('searchbox', { name: 'What did it sell for?' })
  await expect(search).toHaveAttribute('placeholder', 'Search number plates...')
  await search.pressSequentially('ngh')
  await expect(range(page)).toHaveText(found(countSales(spells('ngh'))))
  await expect(rows(page)).toHaveCount(countSales(spells('ngh')))
  await expect(page).toHaveURL('/sales-explorer?q=ngh')
  await expect(search).toBeFocused()
  expect(asked).toEqual([])
  await page.reload()
  await expect(range(page)).toHaveText(found(countSales(spells('ngh'))))
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('content below the results keeps its position during typing, and moves after a pause', async ({
  page,
}) => {
  await goTo(page, '/sales-explorer')
  const search = page.getByRole('searchbox', { name: 'What did it sell for?' })
  await search.focus()
  const tops = await search.evaluateHandle((field) => {
    const about = document.getElementById('about-sales') as HTMLElement
    const tops: { status: string | null | undefined; px: number }[] = []
    field.addEventListener('input', () => {
      const look = () => {
        const status = document.querySelector('section [role=status]')?.textContent
        tops.push({ status, px: about.getBoundingClientRect().top + scrollY })
        requestAnimationFrame(look)
      }
      look()
    })
    return tops
  })
  await search.press('I') // matches only some of the sales, which makes shorter charts
  const { status, px: before = 0 } = (await tops.jsonValue())[0] ?? {}
  await expect.poll(async () => (await tops.jsonValue()).at(-1)?.px).toBeLessThan(before - 1_000)
  const withNewRows = (await tops.jsonValue()).find((frame) => frame.status !== status)
  expect(withNewRows?.px).toBeCloseTo(before, 1)
})

test('Back undoes sorting and paging step by step, and keeps the scroll position', async ({ page }) => {
  // Two pages, so that the second is the last.
  await goTo(page, '/sales-explorer?to=2024')
  const early = countSales(({ saleYear }) => saleYear <= 2024)
  const asked = listen(page)
  const head = headOf(page, 'Hammer Price')
  await page.getByRole('button', { name: 'Hammer Price' }).click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL('/sales-explorer?to=2024&sort=hammer_price')
  await page.getByRole('button', { name: 'Hammer Price' }).click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL('/sales-explorer?to=2024&sort=hammer_price.asc')
  const next = page.getByRole('button', { name: 'Next' }).last()
  await next.scrollIntoViewIfNeeded()
  await next.click()
  await expect(range(page)).toHaveText(showing(2, early))
  await expect(page.getByText('Page 2 of 2')).toHaveCount(2)
  // The list changes first and the URL just after it; Back is about URLs.
  await expect(page).toHaveURL('/sales-explorer?to=2024&sort=hammer_price.asc&page=2')
  await expect(next).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Previous' }).last()).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
  await page.goBack()
  await expect(range(page)).toHaveText(showing(1, early))
  await page.goBack()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await page.goBack()
  await expect(headOf(page, 'Total Price')).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('button', { name: 'Previous' }).first()).toBeDisabled()
  expect(asked).toEqual([])
})

for (const when of ['before the URL is written', 'while the URL is written'])
  test(`Back ${when} leaves URL and view consistent`, async ({ page }) => {
    await goTo(page, '/sales-explorer')
    await page.getByRole('button', { name: 'Hammer Price' }).click()
    await expect(page).toHaveURL('/sales-explorer?sort=hammer_price')
    const next = page.getByRole('button', { name: 'Next' }).last()
    await next.evaluate((button: HTMLElement, isWritten) => {
      const block = () => {
        const until = performance.now() + 200
        while (performance.now() < until); // a busy device: queued events arrive together
      }
      const push = history.pushState.bind(history)
      history.pushState = (...entry) => {
        push(...entry)
        if (isWritten) history.back()
        block()
      }
      addEventListener('popstate', block)
      button.click()
      if (!isWritten) history.back()
    }, when.startsWith('while'))
    const [address, sorted] = when.startsWith('while')
      ? ['/sales-explorer?sort=hammer_price', 'Hammer Price']
      : ['/sales-explorer', 'Total Price']
    await expect(headOf(page, sorted)).toHaveAttribute('aria-sort', 'descending')
    await expect(range(page)).toHaveText(showing(1))
    await page.waitForTimeout(300) // a delayed write must not happen
    await expect(page).toHaveURL(address)
    await expect(range(page)).toHaveText(showing(1))
  })

for (const tasksLater of [0, 1, 2, 3])
  test(`a filter set ${tasksLater} tasks after the URL update started is not lost`, async ({ page }) => {
    await goTo(page, '/sales-explorer')
    await page.getByRole('searchbox').focus()
    await page.evaluate(async (tasks) => {
      const box = (seller: string) => document.querySelector<HTMLInputElement>(`input[value="${seller}"]`)
      document.execCommand('insertText', false, '1') // written after the debounce
      box('Bonhams')?.click() // written at once
      const { port1, port2 } = new MessageChannel()
      await new Promise<void>((ticked) => {
        port1.onmessage = () => {
          if (tasks-- > 0) return port2.postMessage(null)
          box('DVLA Auction')?.click()
          ticked()
        }
        port2.postMessage(null)
      })
    }, tasksLater)
    await expect(page).toHaveURL(
      /q=1&no-seller=DVLA.*&no-seller=Bonhams|q=1&no-seller=Bonhams&no-seller=DVLA/,
    )
    await expect(page.getByRole('button', { name: /^Filters/ })).toContainText(
      `Seller: ${SELLERS - 2}/${SELLERS}`,
    )
  })

test('each panel filters the sales, and the button shows it', async ({ page }) => {
  await goTo(page, '/sales-explorer')
  const button = page.getByRole('button', { name: /^Filters/ })
  await expect(button).toHaveText(FILTERS, {
    useInnerText: true,
  })
  await openFilters(page)
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  // On a desktop the rows are visible beside the panels.
  await expect(page.getByRole('button', { name: `Show ${SALES} sales` })).toBeHidden()
  const panel = (name: string) => page.getByRole('group', { name })

  await panel('Filter by Seller').getByRole('button', { name: 'Deselect All' }).click()
  await expect(range(page)).toHaveText(showing(1, countSales(soldBy())))
  await panel('Filter by Seller').getByRole('checkbox', { name: 'Bonhams' }).check()
  await expect(range(page)).toHaveText(showing(1, countSales(soldBy('Bonhams'))))
  await expect(button).toContainText(`Seller: 1/${SELLERS}`)
  await expect(page).toHaveURL('/sales-explorer?seller=Bonhams')
  await panel('Filter by Seller').getByRole('button', { name: 'Select All', exact: true }).click()
  await expect(page).toHaveURL('/sales-explorer')

  const types = panel('Filter by Type')
  await panel('Filter by Category').getByRole('button', { name: 'Deselect All' }).click()
  await expect(types).toContainText('Please select one or more categories first to see available types.')
  await expect(types.getByRole('checkbox')).toHaveCount(0)
  await panel('Filter by Category').getByRole('checkbox', { name: 'Suffix' }).check()
  await expect(types.getByRole('checkbox')).toHaveCount(3)
  await types.getByRole('button', { name: 'Deselect All' }).click()
  await types.getByRole('checkbox', { name: 'Two Numbers' }).check()
  await expect(range(page)).toHaveText(showing(1, countSales(isSuffix('Two Numbers'))))
  await types.getByRole('button', { name: 'Select All', exact: true }).click()
  await expect(range(page)).toHaveText(showing(1, countSales(isSuffix())))
  await panel('Filter by Category').getByRole('button', { name: 'Select All', exact: true }).click()
  await expect(page).toHaveURL('/sales-explorer')

  const years = panel('Filter by Year Range')
  await years.getByLabel('From').fill('2019')
  await expect(button).toContainText(`Years: 2019-${YEARS.slice(-4)}`)
  await years.getByLabel('From').fill('')
  await expect(button).toContainText(`Years: ${YEARS}`)
  await years.getByRole('button', { name: 'Last 5 years' }).click()
  await expect(years.getByLabel('From')).toHaveValue('2021')
  await years.getByRole('button', { name: 'Last 10 years' }).click()
  await expect(page).toHaveURL('/sales-explorer?from=2016')
  await years.getByRole('button', { name: 'All years' }).click()
  await expect(range(page)).toHaveText(showing(1))
  await button.click()
  await expect(years).toBeHidden()
})

test('everything can be done by keyboard', async ({ page }) => {
  await goTo(page, '/sales-explorer')
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('1 ')
  await page.keyboard.press('Enter')
  await expect(range(page)).toContainText(`filtered from ${SALES} total`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Clear the search' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Select All', exact: true }).first()).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText(`Seller: 0/${SELLERS}`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'DVLA Auction', exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Date' }).focus()
  await page.keyboard.press('Enter')
  await expect(headOf(page, 'Date')).toHaveAttribute('aria-sort', 'descending')
  await page.keyboard.press('Space')
  await expect(headOf(page, 'Date')).toHaveAttribute('aria-sort', 'ascending')
  await rows(page).first().getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/registration\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('on a phone a sale has two lines, and the filters are a sheet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(page, '/sales-explorer')
  const row = await rows(page).first().boundingBox()
  expect(row?.height).toBeLessThan(90)
  expect(row?.height).toBeGreaterThan(44)
  await expect(page.getByRole('button', { name: 'Filters (0)' })).toBeVisible()
  await openFilters(page)
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet).toBeVisible()
  await page.mouse.move(195, 30)
  await expectScrollLocked(page)
  await sheet.getByRole('checkbox', { name: 'Bonhams' }).uncheck()
  await sheet
    .getByRole('button', {
      name: `Show ${SALES - countSales(({ whereSold }) => whereSold === 'Bonhams')} sales`,
    })
    .click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused()
  await openFilters(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

for (const width of [390, 1440])
  test(`every open panel is accessible, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const check = (what: string) => expectAccessible(page, what)
    await goTo(page, '/sales-explorer?q=1&seller=DVLA+Auction')
    await openFilters(page)
    await check('filters open')
    await goTo(page, '/sales-explorer?category=')
    await openFilters(page)
    await check('no category')
    await goTo(page, '/registration/JB1')
    await check('a sale')
  })

test('without script the form, the column headers, the panels and the pager work', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/sales-explorer')
  await page.getByRole('searchbox').fill('ngh')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL('/sales-explorer?q=ngh')
  await page.getByRole('button', { name: 'Hammer Price' }).click()
  await expect(page).toHaveURL('/sales-explorer?q=ngh&sort=hammer_price')
  await page.getByRole('button', { name: 'Clear search and filters' }).first().click()
  await page.getByRole('button', { name: 'Next' }).first().click()
  await expect(range(page)).toHaveText(showing(2))
  await page.getByRole('checkbox', { name: 'Suffix' }).uncheck()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(range(page)).toHaveText(showing(1, SALES - countSales(isSuffix())))
  await page.getByRole('button', { name: 'Last 5 years' }).click()
  await expect(page).toHaveURL(/from=2021/)
  await context.close()
})

test.describe('archive mode in the browser', () => {
  const BANNER = /You're viewing archived data from 13 September 2025\. This may not reflect/
  const archive = {
    data: [
      {
        id: 'a',
        plate_number: 'OLD 1',
        sale_year: 2012,
        sale_month: 3,
        total_price: 500,
        where_sold: 'Bonhams',
      },
      { id: 'b', plate_number: 'OLD 2', sale_year: 'x' },
      'nonsense',
    ],
    exportedAt: '2025-09-13T10:00:00.000Z',
    totalRecords: 2,
  }
  const explore = async (page: Page) => {
    await page.goto('/about')
    await page.waitForLoadState('networkidle')
    await page.getByRole('link', { name: 'Sales Explorer' }).first().click()
  }
  const serveArchive = (page: Page) =>
    page.route('**/data/sales.json', (route) => route.fulfill({ json: archive }))

  test('replaces a failing backend', async ({ page, expectedErrors }) => {
    expectedErrors.push(/Error fetching sales data|Failed to load resource/)
    await serveArchive(page)
    await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 500, body: '' }))
    await explore(page)
    await expect(page.getByText(BANNER)).toBeVisible()
    await expect(range(page)).toHaveText('Showing 1-1 of 1 sales')
  })
  test('replaces a hanging backend after two seconds', async ({ page, expectedErrors }) => {
    expectedErrors.push(/Error fetching sales data|Failed to load resource/)
    await serveArchive(page)
    await page.route('**/rest/v1/**', () => {})
    await explore(page)
    await expect(page.getByText('Loading sales data...')).toBeVisible()
    await expect(page.getByText(BANNER)).toBeVisible({ timeout: 4_000 })
  })
  test('replaces a backend that returns a web page', async ({ page, expectedErrors }) => {
    expectedErrors.push(/Error fetching sales data|Failed to load resource/)
    await serveArchive(page)
    await page.route('**/rest/v1/**', (route) =>
      route.fulfill({ body: '<h1>Welcome</h1>', contentType: 'text/html' }),
    )
    await explore(page)
    await expect(page.getByText(BANNER)).toBeVisible()
  })
  test('without an archive the page says that there are no sales', async ({ page, expectedErrors }) => {
    expectedErrors.push(/Error (fetching|loading)|Failed to load resource/)
    await page.route('**/data/sales.json', (route) => route.fulfill({ body: '{"data":[{"id":"a","pl' }))
    await page.route('**/rest/v1/**', (route) => route.abort())
    await explore(page)
    await expect(page.getByText('No sales data available yet.')).toBeVisible()
    await expect(
      page.getByRole('alert').filter({ hasText: 'We can’t show the sales just now' }),
    ).toBeVisible()
  })
})
