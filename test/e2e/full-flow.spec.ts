/**
 * Everything that a visitor and a dealer do, from beginning to end, on the embedded backend and on a real PostgREST
 * in front of PostgreSQL, on a desktop and on a phone (playwright.config.ts). Failures and what only one screen or
 * backend has are covered by the other specs.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { formatNumber } from '#shared/text/format.ts'
import { postgrestMissingReason } from '../postgrest.ts'
import { countSales, SALES, showing } from '../seed-sales.ts'
import { expect, type SiteFixture, test } from './full-flow-fixtures.ts'

const missing = postgrestMissingReason()
test.skip(({ backend }) => backend === 'hosted' && missing !== null, `since ${missing}`)

// One site serves all tests of a project. The dealer's tests and the large archive come last, because they change
// counts.
test.describe.configure({ mode: 'default' })

const cards = (page: Page) => page.getByRole('link', { name: /^Enquire about / })
const card = (page: Page, registration: string) =>
  page.getByRole('link', { name: `Enquire about ${registration}`, exact: true })
const status = (page: Page) => page.getByRole('main').getByRole('status')
const sales = (page: Page) => page.locator('table.sales tbody tr')
const sentNote = (page: Page) => page.getByRole('status').filter({ hasText: 'has been sent' })

async function expectPage(page: Page, path: string | RegExp, heading: string | RegExp) {
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  const width = page.viewportSize()?.width ?? 0
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

async function referenceOf(page: Page): Promise<string> {
  await expect(sentNote(page)).toBeFocused()
  const [reference = ''] = /ENQ-\d{4}-\d{4}/.exec(await sentNote(page).innerText()) ?? []
  return reference
}

/** A form that is sent within two seconds counts as a robot's. */
const waitHumanTime = (page: Page, cameAt: number) =>
  page.waitForTimeout(Math.max(0, cameAt + 2100 - Date.now()))

/** @throws with the command's output unless it exits with 0 */
async function office(site: SiteFixture, ...words: string[]): Promise<string> {
  const { code, output } = await site.office(...words)
  expect(code, output).toBe(0)
  return output
}

/** Expects a cached page to follow the data: at once, or within HOSTED_PAGE_SECONDS on a hosted backend. */
async function expectFresh(site: SiteFixture, path: string, words: string | RegExp, isThere = true) {
  const matches = (text: string) => (typeof words === 'string' ? text.includes(words) : words.test(text))
  const read = async () => matches(await (await fetch(site.url + path)).text())
  if (site.pagesFollowAtOnce) expect(await read(), `${path}: ${words}`).toBe(isThere)
  else await expect.poll(read, { message: `${path}: ${words}`, intervals: [200] }).toBe(isThere)
}

test('a visitor finds two plates and enquires about them, and the dealer receives it', async ({
  page,
  press,
  site,
  expectedErrors,
}) => {
  await test.step('from home to the list', async () => {
    await page.goto('/')
    await expectPage(page, '/', 'For Everything Number Plates')
    await expect(cards(page)).toHaveCount(4)
    await press(page.getByRole('link', { name: 'Browse Premium Stock' }))
    await expectPage(page, '/plates', 'Number Plates For Sale')
    await expect(page).toHaveTitle('Number Plates For Sale | Plateworthy')
    await expect(status(page)).toHaveText('40 plates, highest price first')
  })

  await test.step('a word is found as people read plates', async () => {
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.pressSequentially('heaven')
    await expect(cards(page)).toHaveCount(1)
    await expect(card(page, 'H34 VEN')).toBeVisible()
    await expect(page.getByText('Reads as HEAVEN')).toBeVisible()
    await expect(page).toHaveURL('/plates?q=heaven')
    await search.fill('')
    await expect(status(page)).toHaveText('40 plates, highest price first')
  })

  await test.step('filters narrow the list, are said, and come off again', async () => {
    const format = page.getByLabel('Format')
    if (!(await format.isVisible())) await press(page.getByText('Filters', { exact: true }))
    await format.selectOption('Prefix')
    await page.getByLabel('Price to').fill('5000')
    await expect(status(page)).toHaveText('5 plates, highest price first')
    await page.getByLabel('Order').selectOption('Price, low to high')
    await expect(cards(page).first()).toHaveAccessibleName('Enquire about L129 KDW')
    await expect(page).toHaveURL('/plates?format=prefix&to=5000&sort=cheapest')
    const filters = page.getByRole('list', { name: 'Filters in use' })
    await press(filters.getByRole('link', { name: 'Remove Prefix' }))
    await expect(page).toHaveURL('/plates?to=5000&sort=cheapest')
    await expect(format).toHaveValue('')
    await expect(status(page)).toBeFocused()
    await press(filters.getByRole('link', { name: 'Remove Up to £5,000' }))
    await expect(status(page)).toHaveText('40 plates, lowest price first')
  })

  await test.step('two plates are kept, one on the list and one on its page', async () => {
    await press(page.getByRole('button', { name: 'Save 1 KP' }))
    await press(card(page, 'H34 VEN'))
    await expectPage(page, '/plate/H34%20VEN', 'H34 VEN')
    await expect(page).toHaveTitle('H34 VEN Number Plate For Sale | Plateworthy')
    await expect(page.getByText('£4,950').first()).toBeVisible()
    await press(page.getByRole('link', { name: 'Enquire About This Plate' }))
    await expect(page).toHaveURL('/contact?plate=H34%20VEN&type=purchase')
    await page.goBack()
    await press(page.getByRole('button', { name: 'Save H34 VEN' }))
    await press(page.getByRole('link', { name: 'Back to All Plates' }))
    await expectPage(page, '/plates', 'Number Plates For Sale')
    await press(page.getByRole('banner').getByRole('link', { name: 'Shortlist: 2 saved' }))
    await expectPage(page, '/shortlist', 'Shortlist')
    const columns = page.getByRole('main').getByRole('columnheader')
    await expect(columns).toHaveCount(2)
    const row = (name: string) => page.getByRole('row', { name }).getByRole('cell').nth(1)
    await expect(row('Reads as')).toContainText('HEAVEN')
    await expect(row('Issued')).toContainText('August 1990 to July 1991')
  })

  const reference = await test.step('the enquiry about both is mended and sent', async () => {
    await press(page.getByRole('link', { name: 'Enquire about all 2' }))
    await expectPage(page, '/contact?plate=1%20KP&plate=H34%20VEN&type=purchase', 'Contact Us')
    const cameAt = Date.now()
    await expect(page.getByLabel('Enquiry type')).toHaveValue('purchase')
    await expect(page.getByLabel('Plate number')).toHaveValue('1 KP, H34 VEN')
    await expect(page.getByLabel('Subject')).toHaveValue('Enquiry about 1 KP, H34 VEN')
    await page.getByLabel('Full name').fill('Ann O’Hara')
    const email = page.getByLabel('Email', { exact: true })
    // Valid for the browser, refused by the site.
    expectedErrors.push(/400 \(Bad Request\)/)
    await email.fill('ann@visitor')
    await press(page.getByRole('button', { name: 'Send Message' }))
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription(/Enter an e-mail address such as name@example\.co\.uk\./)
    await email.fill('ann@visitor.example')
    await waitHumanTime(page, cameAt)
    await press(page.getByRole('button', { name: 'Send Message' }))
    await expect(sentNote(page)).toContainText(
      "Your message has been sent successfully! We'll get back to you soon.",
    )
    const reference = await referenceOf(page)
    for (const label of ['Full name', 'Email', 'Subject', 'Message', 'Enquiry type'])
      await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
    await expect(page.getByLabel('Plate number')).toBeHidden()
    await page.reload()
    await expect(page.getByLabel('Full name')).toHaveValue('')
    return reference
  })

  await test.step('it reaches the dealer, who can answer it', async () => {
    const { subject, replyTo, text } = await site.readMail(reference)
    expect(subject).toBe(`[${reference}] Enquiry about 1 KP, H34 VEN`)
    expect(replyTo).toMatchObject([{ address: 'ann@visitor.example', name: 'Ann O’Hara' }])
    expect(text).toContain('1 KP, H34 VEN')
  })
})

test('a visitor requests a valuation, and it arrives', async ({ page, press, site }) => {
  const valuation = await test.step('a valuation, once its ownership is confirmed', async () => {
    await page.goto('/')
    await press(page.getByRole('link', { name: 'Get Free Valuation' }))
    await expectPage(page, '/valuations', 'Number Plate Valuations')
    const cameAt = Date.now()
    await page.getByLabel('Plate number').fill('A 1')
    await page.getByLabel('Email').fill('bob@visitor.example')
    await page.getByLabel('Full name').fill('Bob')
    let posts = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') posts += 1
    })
    await press(page.getByRole('button', { name: 'Request Valuation' }))
    const box = page.getByRole('checkbox')
    await expect(box).toBeFocused()
    await expect(box).toHaveAccessibleDescription(/Please confirm ownership of the registration\./)
    expect(posts).toBe(0)
    await box.check()
    await expect(page.getByText('Please confirm ownership')).toBeHidden()
    await waitHumanTime(page, cameAt)
    await press(page.getByRole('button', { name: 'Request Valuation' }))
    await expect(sentNote(page)).toContainText(
      "Your valuation request has been sent! We'll get back to you within 24-48 hours.",
    )
    await expect(page.getByLabel('Plate number')).toHaveValue('')
    await expect(box).not.toBeChecked()
    return referenceOf(page)
  })

  await test.step('the dealer has it', async () => {
    expect((await site.readMail(valuation)).subject).toContain('Valuation request for A 1')
  })
})

test('a visitor explores what plates sold for', async ({ page, press, isMobile }) => {
  const filters = page.getByRole('button', { name: /^Filters/ })
  const unknown = countSales(({ whereSold }) => whereSold === null)
  const bonhams = countSales(({ whereSold }) => whereSold === 'Bonhams')

  await page.goto('/sales-explorer')

  await test.step('one seller’s sales, downloaded as they are seen', async () => {
    await press(filters)
    const sellers = page.getByRole('group', { name: 'Filter by Seller' })
    await press(sellers.getByRole('button', { name: 'Deselect All' }))
    await sellers.getByRole('checkbox', { name: 'Bonhams' }).check()
    await press(isMobile ? page.getByRole('button', { name: `Show ${bonhams + unknown} sales` }) : filters)
    await expect(sellers).toBeHidden()
    await expectPage(page, '/sales-explorer?seller=Bonhams', 'UK Number Plate Sales Explorer')
    await expect(sales(page)).toHaveCount(bonhams + unknown)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page.getByRole('link', { name: 'CSV' })),
    ])
    expect(download.suggestedFilename()).toBe('uk-sales-bonhams.csv')
    const [head, ...rows] = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(head).toMatch(/^\ufeffplate_number,hammer_price,total_price,/)
    expect(rows).toHaveLength(bonhams + unknown)
    expect(rows[0]).toMatch(/^JB 1,530000,608600,total,/)
    // A sale without a seller matches every choice of sellers.
    expect(rows.filter((row) => row.includes(',Bonhams,'))).toHaveLength(bonhams)
  })

  await test.step('a sale tells its source, and leads to a word with us', async () => {
    await press(page.getByRole('link', { name: 'JB 1', exact: true }).first())
    await expectPage(page, '/registration/JB1', 'JB 1')
    await expect(page).toHaveTitle('JB 1: What It Sold For | Plateworthy')
    await expect(page.getByRole('link', { name: 'Car Dealer Magazine' })).toHaveAttribute('href', /^https:/)
    await expect(page.getByText('The reported total carries no VAT on the premium.')).toBeVisible()
    await press(page.getByRole('link', { name: 'Report a figure that is wrong' }))
    await expectPage(page, /\/contact\?type=other&plate=JB%201&sold=\d{4}/, 'Contact Us')
    await expect(page.getByLabel('Enquiry type')).toHaveValue('other')
    await expect(page.getByLabel('Subject')).toHaveValue(/^Wrong figure: JB 1, .*\d{4}$/)
    for (let steps = 0; steps < 2; steps++) await page.goBack()
    await expect(page).toHaveURL('/sales-explorer?seller=Bonhams')
    await expect(status(page)).toHaveText(showing(1, bonhams + unknown))
  })
})

test('a dealer changes stock and sales, and a visitor’s pages follow', async ({
  page,
  press,
  site,
  expectedErrors,
}) => {
  const importStock = async (list: string) =>
    expect(await office(site, 'plates', 'import', site.file('stock.csv', list))).toMatch(
      /^(?:1 plate added, 0 changed|0 plates added, 1 changed), 0 unchanged, 0 refused\.$/m,
    )
  // Loads every page that will change into the page cache.
  for (const path of ['/plates', '/plate/D34%20LER', '/sales-explorer']) await fetch(site.url + path)

  await test.step('a plate is added', async () => {
    await importStock('plate,price,description\nd34ler,"4,200",For a dealer.\n')
    await expectFresh(site, '/plates', 'D34 LER')
    await expectFresh(site, '/plate/D34%20LER', '£4,200')
    await page.goto('/plates')
    await page.getByRole('searchbox', { name: 'Search' }).fill('dealer')
    await expect(page.getByText('Reads as DEALER')).toBeVisible()
    await press(card(page, 'D34 LER'))
    await expectPage(page, '/plate/D34%20LER', 'D34 LER')
    await expect(page.getByText('£4,200').first()).toBeVisible()
    await press(page.getByRole('button', { name: 'Save D34 LER' }))
  })

  await test.step('its price is changed', async () => {
    await importStock('plate,price\nD34 LER,3950\n')
    await expectFresh(site, '/plate/D34%20LER', '£3,950')
    await page.reload()
    await expect(page.getByText('£3,950').first()).toBeVisible()
    await expect(page.getByText('£4,200')).toHaveCount(0)
  })

  await test.step('it is sold', async () => {
    await importStock('plate,price,sold\nD34 LER,3950,yes\n')
    const sale = site.file('sale.csv', 'plate,seller,year,month,total\nD34 LER,Plateworthy,2025,11,3900\n')
    expect(await office(site, 'sales', 'import', sale)).toContain('1 sale added')
    await expectFresh(site, '/plates', 'D34 LER', false)
    await expectFresh(site, '/plate/D34%20LER', 'Plate Not Found')
    expectedErrors.push(/404 \(Not Found\)/)
    await page.reload()
    await expectPage(page, '/plate/D34%20LER', 'Plate Not Found')
    await press(page.getByRole('banner').getByRole('link', { name: 'Shortlist: 1 saved' }))
    await expect(page.getByRole('heading', { name: 'No longer for sale' })).toBeVisible()
    await expectFresh(site, '/sales-explorer', `of ${SALES + 1} sales`)
    await expectFresh(site, '/sales-explorer?q=D34', `from ${SALES + 1} total`)
    await page.goto('/sales-explorer?q=D34')
    await expect(status(page)).toHaveText(`Showing 1-1 of 1 sales (filtered from ${SALES + 1} total)`)
    await expect(sales(page)).toContainText('£3,900')
  })

  await test.step('a list of sales is imported', async () => {
    const list = `Plate;Year;Month;Seller;Hammer;Total;Note
D34 LTA;2024;5;Made-up Auction;"£2,000";"£2,600";"Nice; bright"
DEA 1;2024;;Made-up Auction;;9000;
`
    const file = site.file('sales.csv', list)
    expect(await office(site, 'sales', 'import', file)).toContain(
      '2 sales added, 0 changed, 0 unchanged, 0 refused.',
    )
    await expectFresh(site, '/sales-explorer?q=D34', `from ${formatNumber(SALES + 3)} total`)
    await page.goto('/sales-explorer?q=D34')
    await expect(status(page)).toHaveText(
      `Showing 1-3 of 3 sales (filtered from ${formatNumber(SALES + 3)} total) 2 sales match; 1 more reads as D34`,
    )
    await press(page.getByRole('link', { name: 'D34 LTA', exact: true }).first())
    await expectPage(page, '/registration/D34LTA', 'D34 LTA')
    await expect(page.getByText('£2,600').first()).toBeVisible()
    await expect(page.getByText('Nice; bright')).toBeVisible()
  })
})
