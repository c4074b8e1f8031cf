import type { Locator, Page } from '@playwright/test'
import { countSales, countValues, FILTERS, found, SALES, showing, spells } from '../seed-sales.ts'
import { expectAccessible } from './a11y.ts'
import { expect, expectScrollLocked, test } from './base.ts'

test.use({ isOldest: true })

const SELLERS = countValues('whereSold')
/** A sale without a seller matches every choice of sellers. */
const soldBy =
  (...sellers: string[]) =>
  ({ whereSold }: { whereSold: string | null }) =>
    whereSold === null || sellers.includes(whereSold)
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

test('the charts follow a search, and look-alikes follow its matches, sorted separately', async ({
  page,
}) => {
  await page.goto('/sales-explorer')
  const search = page.getByRole('searchbox')
  const count = page
    .getByRole('region', { name: /^What (this selection says|the records say)$/ })
    .locator('dd')
    .first()
  await expect(count).toHaveText(String(SALES))
  await search.fill('1')
  await expect(count).toHaveText(String(countSales(spells('1'))))
  await search.fill('J B-1')
  await expect(rows(page).first().getByRole('link')).toHaveAttribute('aria-label', 'JB 1')
  await search.fill('s1ngh')
  await expect(rows(page)).toHaveCount(5)
  await expect(rows(page).nth(1)).toHaveText('Reads as S1NGH')
  const names = () =>
    rows(page).evaluateAll((all) => all.map((row) => row.querySelector('a')?.getAttribute('aria-label')))
  expect(await names()).toEqual(['S1 NGH', undefined, '51 NGH', 'MR51 NGH', 'DC51 NGH'])
  await page.getByRole('button', { name: 'Total Price' }).click()
  await expect(rows(page).nth(2).getByRole('link')).toHaveAttribute('aria-label', 'DC51 NGH')
  await expect(rows(page).nth(0).getByRole('link')).toHaveAttribute('aria-label', 'S1 NGH')
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

test('Back before and while the URL is written leaves URL and view consistent', async ({ page }) => {
  for (const isWritten of [false, true]) {
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
    }, isWritten)
    const [address, sorted] = isWritten
      ? ['/sales-explorer?sort=hammer_price', 'Hammer Price']
      : ['/sales-explorer', 'Total Price']
    await expect(headOf(page, sorted)).toHaveAttribute('aria-sort', 'descending')
    await expect(range(page)).toHaveText(showing(1))
    await page.waitForTimeout(300) // nothing tells of a delayed write that does not happen
    await expect(page).toHaveURL(address)
    await expect(range(page)).toHaveText(showing(1))
  }
})

test('a filter set just after the URL update started is not lost', async ({ page }) => {
  for (const tasksLater of [0, 1, 2, 3]) {
    await page.goto('/sales-explorer')
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
  }
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
  await expect(types.getByRole('checkbox')).toHaveCount(0)
  await expect(button).toContainText('Type: 0/')
  await expectAccessible(page, 'the panels of no category')
  await panel('Filter by Category').getByRole('checkbox', { name: 'Suffix' }).check()
  await expect(types.getByRole('checkbox')).toHaveCount(3)
  await panel('Filter by Category').getByRole('button', { name: 'Select All', exact: true }).click()
  await expect(page).toHaveURL('/sales-explorer')

  const years = panel('Filter by Year Range')
  await years.getByLabel('From').fill('2019')
  await expect(button).toContainText('Years: 2019-')
  await years.getByRole('button', { name: 'Last 5 years' }).click()
  await expect(years.getByLabel('From')).toHaveValue('2021')
  await years.getByRole('button', { name: 'All years' }).click()
  await expect(range(page)).toHaveText(showing(1))
  await button.click()
  await expect(years).toBeHidden()
})

test('on a phone a sale shows every column in two lines, and what each price is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/sales-explorer')
  const row = rows(page).first()
  const { height = 0 } = (await row.boundingBox()) ?? {}
  expect(height).toBeLessThan(90)
  expect(height).toBeGreaterThan(44)
  await expect(row.getByRole('cell')).toHaveText([
    '£530,000 computed',
    '£608,600 reported',
    'Jul 2025',
    'Bonhams',
    'Number 1',
    '2 Letter Number 1',
  ])
  for (const cell of await row.getByRole('cell').all()) await expect(cell).toBeVisible()
  for (const width of [320, 348, 360, 375, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const bottoms = await row
      .locator('th, .figure')
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().bottom)))
    expect(Math.max(...bottoms) - Math.min(...bottoms), `${width} pixels`).toBeLessThan(24)
  }
  const x1 = rows(page).filter({ has: page.getByRole('link', { name: 'X 1', exact: true }) })
  await expect(x1.getByRole('cell').first()).toHaveText('-')
  await expect(x1.getByRole('cell').first()).toBeVisible()
  await expect(x1.getByText('as reported', { exact: true })).toBeVisible()
})

test('on a tablet and a desk each sale is one line below its headings', async ({ page }) => {
  await page.goto('/sales-explorer')
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const lefts = (row: Locator) =>
      row
        .locator('th, td')
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)))
    const { height = 0 } = (await rows(page).first().boundingBox()) ?? {}
    expect(height, `${width} pixels`).toBeLessThan(60)
    expect(await lefts(rows(page).first())).toEqual(await lefts(page.locator('table.sales thead tr')))
  }
})

test('on a phone the filters are a sheet over the list, which does not scroll behind it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(page, '/sales-explorer')
  await expect(page.getByRole('button', { name: 'Filters (0)' })).toBeVisible()
  await openFilters(page)
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet).toBeVisible()
  await page.mouse.move(195, 30)
  await expectScrollLocked(page)
  await expectAccessible(page, 'the sheet of filters')
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

test('the panels begin with the years on a phone and with the sellers on a desk, also for the Tab key', async ({
  page,
}) => {
  for (const [width, order] of [
    [390, ['Year Range', 'Seller', 'Category', 'Type', 'Selection']],
    [1440, ['Seller', 'Year Range', 'Category', 'Type', 'Selection']],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/sales-explorer')
    await openFilters(page)
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
  }
})

test.describe('archive mode in the browser', () => {
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
    ],
    exportedAt: '2025-09-13T10:00:00.000Z',
    totalRecords: 1,
  }
  const explore = async (page: Page) => {
    await page.goto('/about')
    await page.waitForLoadState('networkidle')
    await page.getByRole('link', { name: 'Sales Explorer' }).first().click()
  }

  test('the archive in the browser replaces a backend that hangs, after two seconds', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/Error fetching sales data|Failed to load resource/)
    await page.route('**/data/sales.json', (route) => route.fulfill({ json: archive }))
    await page.route('**/rest/v1/**', () => {})
    await explore(page)
    await expect(page.getByText('Loading sales data...')).toBeVisible()
    await expect(page.getByText('13 September 2025')).toBeVisible()
    await expect(range(page)).toHaveText('Showing 1-1 of 1 sales')
  })

  test('an explorer without backend and archive says that the sales cannot be shown', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/Error (fetching|loading)|Failed to load resource/)
    await page.route('**/data/sales.json', (route) => route.fulfill({ body: '{"data":[{"id":"a","pl' }))
    await page.route('**/rest/v1/**', (route) =>
      route.fulfill({ body: '<h1>Welcome</h1>', contentType: 'text/html' }),
    )
    await explore(page)
    await expect(page.getByRole('alert').getByRole('link', { name: 'Contact Us' })).toBeVisible()
    await expectAccessible(page, 'the explorer without sales')
  })
})
