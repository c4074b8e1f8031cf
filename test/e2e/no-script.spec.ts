// Each page is a document with links and forms that work before, and without, any script.
import { countSales, SALES, showing } from '../seed-sales.ts'
import { expect, test } from './base.ts'
import { expectSent, fillContact, readMail, useOwnRateLimit } from './enquiry-form.ts'

test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } })

test('without script the menu is a link, and every plate can be read and turned', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Enquire about' })).toHaveCount(4)
  await page.getByRole('link', { name: 'Menu' }).click()
  await expect(page).toHaveURL('/#site-links')
  await page.locator('#site-links').getByRole('link', { name: 'Browse Stock' }).click()
  await expect(page.getByRole('link', { name: 'Enquire about' })).toHaveCount(40)
  await page.getByRole('link', { name: 'Enquire about 1 KP' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 KP')
  const picture = page.getByRole('article').locator('svg[viewBox="0 0 520 111"]').first()
  const draw = () => picture.screenshot({ animations: 'disabled' })
  await page.getByText('Front, white').click()
  const front = await draw()
  await page.getByText('Rear, yellow').click()
  expect((await draw()).equals(front)).toBe(false)
})

test('without script a name, a registration and the whole site can be searched', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('searchbox').fill('sandy')
  await page.getByRole('button', { name: 'Find plates' }).click()
  await expect(page).toHaveURL('/find?q=sandy')
  await page.getByLabel('Up to').fill('5k')
  await page.getByRole('button', { name: 'Find plates' }).click()
  await expect(page.getByRole('list', { name: 'Registrations for SANDY' }).getByRole('link')).toHaveCount(24)
  await expect(page.getByRole('link', { name: /ours/ })).toHaveCount(1)
  await page.getByRole('link', { name: 'One of ours' }).click()
  await expect(page.getByRole('link', { name: 'S4 NDY: For sale, £14,950' })).toBeVisible()

  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await page.getByRole('textbox', { name: 'Search the site' }).fill('jb 1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Sold prices' })).toContainText('£608,600')

  await page.goto('/registration')
  const field = page.getByLabel('What is your registration?')
  await field.fill('1 mws')
  await page.getByRole('button', { name: 'Look It Up' }).click()
  await expect(page).toHaveURL('/registration/1MWS')
})

test('without script the explorer can be searched, sorted, filtered and paged, and its charts are pictures with tables', async ({
  page,
}) => {
  const range = page.getByRole('region', { name: 'Sales', exact: true }).getByRole('status')
  await page.goto('/sales-explorer')
  await expect(page.getByRole('img', { name: /^Sales by date and price/ })).toBeVisible()
  await expect(page.getByRole('slider')).toHaveCount(0)
  await page.getByText('The figures as a table').nth(1).click()
  await expect(page.getByRole('table', { name: 'Hammer prices by auction' }).getByRole('row')).toHaveCount(10)

  await page.getByRole('searchbox').fill('ngh')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL('/sales-explorer?q=ngh')
  await page.getByRole('button', { name: 'Hammer Price' }).click()
  await expect(page).toHaveURL('/sales-explorer?q=ngh&sort=hammer_price')
  await page.getByRole('button', { name: 'Clear search and filters' }).first().click()
  await page.getByRole('button', { name: 'Next' }).first().click()
  await expect(range).toHaveText(showing(2))
  await page.getByRole('checkbox', { name: 'Suffix' }).uncheck()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(range).toHaveText(showing(1, SALES - countSales(({ category }) => category === 'Suffix')))
  // The years of a preset are valid in the fields, or the browser would refuse to send the form.
  await page.getByRole('button', { name: 'Last 5 years' }).click()
  await expect(page).toHaveURL(/from=2021/)
  await page.getByRole('searchbox').fill('ngh')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/q=ngh/)
})

test('without script a bid is calculated, and a vehicle is checked', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 400/)
  await page.goto('/auction-calculator?date=2016-11-20&hammer=8800')
  await page.getByLabel('You pay').fill('12000')
  await page.getByRole('button', { name: 'Work It Out' }).click()
  await expect(page).toHaveURL('/auction-calculator?house=dvla&date=2016-11-20&budget=12000')
  await expect(page.getByLabel('Your bid')).toHaveValue('9,190')
  await page.getByLabel('Auction', { exact: true }).selectOption('Bonhams')
  await page.getByLabel('You pay').press('Enter')
  await expect(page).toHaveURL(/house=bonhams/)
  await expect(page.getByLabel('Your bid')).toHaveValue('')

  await page.goto('/eligibility')
  await page.getByLabel('The registration you want').fill('ab 1')
  const month = page.getByLabel('Your vehicle was first registered in')
  await month.fill('ten')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(month).toHaveAttribute('aria-invalid', 'true')
  await expect(month).toHaveValue('ten')
  await expect(page.getByRole('button', { name: 'Print It' })).toBeHidden()
  await month.fill('5/2015')
  await page.getByLabel('Is your vehicle taxed?').selectOption('No, neither')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Not yet', exact: true })).toBeVisible()
})

test('without script both enquiry forms can be sent, corrected and acknowledged', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  await useOwnRateLimit(context)
  await page.goto('/registration/JB1')
  await page.getByRole('link', { name: 'Report a figure that is wrong' }).click()
  await expect(page.getByLabel('Enquiry type')).toHaveValue('other')
  await expect(page.getByLabel('Subject')).toHaveValue('Wrong figure: JB 1, Bonhams, July 2025')
  // The type decides, by style alone, whether a plate is asked for.
  await expect(page.getByLabel('Plate number')).toBeHidden()
  await page.getByLabel('Enquiry type').selectOption('Purchase Enquiry')
  await expect(page.getByLabel('Plate number')).toBeVisible()
  await page.getByLabel('Enquiry type').selectOption('Other')
  await fillContact(page, { email: 'ann@visitor' })
  await page.getByRole('button', { name: 'Send Message' }).click()
  const email = page.getByLabel('Email', { exact: true })
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Message')).toHaveValue(/JB 1, sold in July 2025 \(Bonhams\)/)
  await email.fill('ann@visitor.example')
  await page.getByRole('button', { name: 'Send Message' }).click()
  const { text } = await readMail(await expectSent(page))
  await expect(page.locator('#outcome')).toBeInViewport()
  expect(text).toContain('Plate number: JB 1')

  await page.goto('/valuations')
  await page.getByLabel('Plate number').fill('C 3')
  await page.getByLabel('Email').fill('ann@visitor.example')
  await page.getByLabel('Full name').fill('Ann')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Request Valuation' }).click()
  await expectSent(page)
})
